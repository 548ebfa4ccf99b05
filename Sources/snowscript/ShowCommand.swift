extension Command {
    /// Prints a bundled script.
    static let show = Command(
        name: "show",
        brief: "print the source of a bundled script",
        detail: "Prints a bundled script's source as it is, so that a script of your own can start from it.",
        operands: Operands(placeholder: "NAME", count: 1...1),
        flags: [.help],
        examples: [
            Example(line: "snowscript show snowfall > snow.lua", purpose: "a copy to change")
        ],
        run: { (options) throws(UsageError) in
            let name = options.operands[0]
            guard let script = BundledScript.named(name) else { throw Script.unknownName(name) }
            return StandardStream.output.print(script.source)
        }
    )
}
