extension Command {
    /// Prints a bundled script.
    static let show = Command(
        name: "show",
        brief: "print the source of a bundled script",
        detail: """
            Prints a bundled script's source as it is, so that a script of your own can start from it. With the name \
            of one of its files, such as dusk.png, it prints that one.
            """,
        operands: Operands(placeholder: "NAME", count: 1...1),
        flags: [.help],
        examples: [
            Example(line: "snowscript show snowfall > snow.lua", purpose: "a copy to change"),
            Example(line: "snowscript show dusk.png > dusk.png", purpose: "the picture behind falling"),
        ],
        run: { (options) throws(UsageError) in
            let name = options.operands[0]
            guard let bytes = BundledScript.named(name)?.source ?? BundledScript.file(named: name) else {
                throw Script.unknownName(name)
            }
            guard !name.hasSuffix(".png") || !StandardStream.output.isTerminal else {
                throw UsageError(
                    "\(name) is a picture, which a terminal would take for keys; send it to a file: > \(name)")
            }
            return StandardStream.output.print(bytes)
        }
    )
}
