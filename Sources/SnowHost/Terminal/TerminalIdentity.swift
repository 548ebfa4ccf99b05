/// Which program a terminal is, and which version of it.
public struct TerminalIdentity: Hashable, Sendable, CustomStringConvertible {
    /// Its name in lower case: "kitty", "xterm", "vte", "tmux".
    public let program: String
    /// The numbers of its version, the weightiest first; empty when it is not known.
    public let version: [Int]

    /// A program of a version.
    public init(program: String, version: [Int] = []) {
        self.program = program.lowercased()
        self.version = version
    }

    /// Reads a terminal's answer to XTVERSION: "kitty(0.40.1)", "ghostty 1.2.0", "VTE(7802)".
    public init(answer: String) {
        let name = answer.prefix { $0 != "(" && $0 != " " }
        let numbers = answer.dropFirst(name.count).drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
        self.init(program: String(name), text: numbers)
    }

    /// Reads a version such as "1.2.3"; what does not belong to it is left out.
    init(program: String, text: some StringProtocol) {
        let parts = text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
        // VTE counts 0.78.2 as 7802.
        let isPacked = program.lowercased() == "vte" && parts.count == 1
        self.init(
            program: program, version: isPacked ? [parts[0] / 10000, parts[0] / 100 % 100, parts[0] % 100] : parts)
    }

    /// Whether the version is known, and not an older one.
    public func isAtLeast(_ wanted: [Int]) -> Bool {
        !version.isEmpty && !version.lexicographicallyPrecedes(wanted)
    }

    /// "kitty 0.40.1".
    public var description: String {
        ([program] + (version.isEmpty ? [] : [version.map(String.init).joined(separator: ".")])).joined(separator: " ")
    }
}
