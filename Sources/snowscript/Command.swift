import SnowHost

/// One thing the program can be asked to do.
struct Command: Sendable {
    /// What stands on the line beside the flags.
    struct Operands: Equatable, Sendable {
        /// What one is called.
        let placeholder: String
        /// How many there must be, and may be.
        let count: ClosedRange<Int>

        static let none = Operands(placeholder: "", count: 0...0)

        /// `FILE…`, in brackets where it may be left out.
        var usage: String {
            guard count.upperBound > 0 else { return "" }
            let repeated = count.upperBound > 1 ? placeholder + "…" : placeholder
            return count.lowerBound == 0 ? "[\(repeated)]" : repeated
        }
    }

    /// A command line worth showing.
    struct Example: Equatable, Sendable {
        let line: String
        let purpose: String
    }

    /// Empty for what the program does when no command is named.
    let name: String
    /// A few words for a table.
    let brief: String
    /// Full sentences.
    let detail: String
    let operands: Operands
    let flags: [Flag]
    let examples: [Example]
    /// What steers it while it runs.
    var keys: [ControlKey] = []
    let run: @Sendable (Options) throws(UsageError) -> ExitStatus

    /// The command as typed: `snowscript run`.
    var line: String { name.isEmpty ? "snowscript" : "snowscript \(name)" }

    /// `snowscript run [FLAGS] FILE|NAME…`
    var usage: String {
        let hasOwnFlags = flags.contains { $0.long != Flag.help.long }
        return [line, hasOwnFlags ? "[FLAGS]" : "", operands.usage].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The named ones, in the order of the help page.
    static let all: [Command] = [.run, .new, .list, .show, .check, .test, .render, .api, .doctor, .help]

    /// The command called `name`.
    static func named(_ name: String) -> Command? {
        all.first { $0.name == name }
    }
}
