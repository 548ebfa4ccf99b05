import SnowHost

extension Command {
    /// Prints a help page.
    static let help = Command(
        name: "help",
        brief: "show the long help of a command",
        detail: "Shows the page that the command's --help shows; without a command, the program's.",
        operands: Operands(placeholder: "COMMAND", count: 0...1),
        flags: [.help],
        examples: [],
        run: { (options) throws(UsageError) in
            guard let name = options.operands.first?.description else {
                return HelpPage(of: .root, length: .long).print()
            }
            guard let command = Command.named(name) else {
                throw UsageError(
                    "unknown command \(name.quoted)"
                        + UsageError.suggestion(for: name, among: Command.all.map(\.name)),
                    hint: "snowscript --help")
            }
            return HelpPage(of: command, length: .long).print()
        }
    )
}
