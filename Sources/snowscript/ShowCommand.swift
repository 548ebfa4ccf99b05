import SnowHost

extension Command {
    /// Prints a script.
    static let show = Command(
        name: "show",
        brief: "print the source of a script",
        detail: """
            Prints the source of a script that is found by its name, so that one of your own can start from it. With the \
            name of a file of a bundled one, such as dusk.png, it prints that one.
            """,
        operands: Operands(placeholder: "NAME", count: 1...1),
        flags: [.help],
        examples: [
            Example(line: "snowscript show snowfall > snow.lua", purpose: "a copy to change"),
            Example(line: "snowscript show dusk.png > dusk.png", purpose: "the picture behind falling"),
        ],
        run: { (options) throws(UsageError) in
            let name = options.operands[0]
            let library = options.library
            let file = library.has(name) ? nil : BundledScript.file(named: name.description)
            guard library.has(name) || file != nil else { throw Script.unknownName(name, library) }
            let bytes = if let file { file } else { try Script(operand: name, library: library).source }
            guard !name.hasSuffix(".png") || !StandardStream.output.isTerminal else {
                throw UsageError(
                    "\(name) is a picture, which a terminal would take for keys; send it to a file: > \(name)")
            }
            return StandardStream.output.print(bytes)
        }
    )
}
