#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables of this process's environment that describe its terminal.
public enum TerminalEnvironment {
    private static let names = [
        "TERM", "COLORTERM", "NO_COLOR", "TERM_PROGRAM", "WT_SESSION", "COLORFGBG", "LINES", "COLUMNS",
    ]

    /// Those that are set, by name.
    public static func current() -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        return values
    }
}
