extension Command {
    /// Prints a script.
    static let show = Command(
        name: "show",
        brief: "print the source of a script",
        detail: "Prints the source of a script that is found by its name, so that one of your own can start from it.",
        operands: Operands(placeholder: "NAME", count: 1...1),
        flags: [.help],
        examples: [
            Example(line: "snowscript show snowfall > snow.lua", purpose: "a copy to change")
        ],
        run: { (options) throws(UsageError) in
            let name = options.operands[0]
            guard options.library.has(name) else { throw Script.unknownName(name, options.library) }
            return StandardStream.output.print(try Script(operand: name, library: options.library).source)
        }
    )
}
