import SnowHost

/// What completes a command line in a shell, made from the tables that the parser reads.
enum Completions {
    /// What a word may be completed with.
    enum Words: Equatable {
        case nothing
        case choices([Flag.Choice])
        case files
        case scripts
        case commands
        case names

        /// Of a flag's value.
        init(valueOf flag: Flag) {
            if !flag.choices.isEmpty {
                self = .choices(flag.choices)
            } else {
                self = flag.placeholder.map(Self.isFile) == true ? .files : .nothing
            }
        }

        /// Of a command's operands.
        init(operandsOf command: Command) {
            let placeholder = command.operands.placeholder
            if placeholder == "COMMAND" {
                self = .commands
            } else if placeholder == "WORD" {
                self = .names
            } else if placeholder.contains("NAME"), command.operands.count.upperBound > 0 {
                self = .scripts
            } else {
                self = Self.isFile(placeholder) ? .files : .nothing
            }
        }

        private static func isFile(_ placeholder: String) -> Bool {
            ["FILE", "DIR", "SCRIPT"].contains { placeholder.contains($0) }
        }
    }

    /// The names of bundled scripts, in the order of `snowscript list`.
    static var scriptNames: [String] { BundledScript.all.map(\.name) }
    static var commandNames: [String] { Command.all.map(\.name) }
    /// What `snowscript api` can be asked for, as far as a shell takes it for one word.
    static var referenceNames: [String] {
        Reference.names.filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) } }
    }
}
