#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The variables of this process's environment that describe its terminal.
public enum TerminalEnvironment {
    /// Their names, in the order in which they are worth reading.
    public static let names = [
        "TERM", "COLORTERM", "NO_COLOR", "COLORFGBG", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "VTE_VERSION",
        "KITTY_WINDOW_ID", "KONSOLE_VERSION", "WT_SESSION", "TMUX", "TMUX_PANE", "STY", "ZELLIJ", "LC_ALL", "LC_CTYPE",
        "LANG", "LINES", "COLUMNS", "SSH_CONNECTION", "SSH_TTY",
    ]

    /// Those that are set, by name.
    public static func current() -> [String: String] {
        var values: [String: String] = [:]
        for name in names {
            if let value = getenv(name) { values[name] = String(cString: value) }
        }
        // Addresses, which nobody needs to see in a report.
        if values["SSH_CONNECTION"] != nil { values["SSH_CONNECTION"] = "set" }
        return values
    }
}
