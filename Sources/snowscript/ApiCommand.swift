import SnowHost

extension Command {
    /// Prints what scripts see.
    static let api = Command(
        name: "api",
        brief: "print what scripts see, or one name of it",
        detail: """
            Prints the reference of all that scripts can call, read and write, or what it says of a name: a function, a \
            field such as flake.width, an option, an easing, a library of Lua's such as math.
            With --stubs it writes the same as types for the Lua language server, so that an editor completes and checks \
            what it knows of flakes.
            """,
        operands: Operands(placeholder: "WORD", count: 0...64),
        flags: [
            .toggle(
                "markdown", brief: "print it as Markdown",
                detail: "Prints the reference as Markdown, as docs/LUA.md has it."
            ) { options in options.printsMarkdown = true },
            .path(
                "stubs", placeholder: "DIR", brief: "write types for the Lua language server",
                detail: """
                    Writes DIR/\(TypeStubs.fileName), which tells the Lua language server the types of all that \
                    scripts see. The folder is made where it is missing; older stubs are replaced.
                    """,
                what: "a folder",
                apply: { options, folder in options.stubsFolder = folder }
            ),
            .help,
        ],
        examples: [
            Example(line: "snowscript api animate", purpose: "one function, with its options"),
            Example(line: "snowscript api easings", purpose: "one section"),
            Example(line: "snowscript api --stubs .snowscript", purpose: "types for an editor"),
        ],
        run: { (options) throws(UsageError) in
            if options.printsMarkdown, options.stubsFolder != nil {
                throw UsageError("--markdown and --stubs do not go together", hint: "snowscript api --help")
            }
            guard options.operands.isEmpty else { return try printNames(options) }
            if let folder = options.stubsFolder { return writeStubs(to: folder) }
            return StandardStream.output.print(
                options.printsMarkdown
                    ? ReferenceMarkdown(of: Reference.sections).text
                    : ReferencePage(of: Reference.sections, isBold: StandardStream.output.showsStyles).text)
        }
    )

    private static func printNames(_ options: Options) throws(UsageError) -> ExitStatus {
        if options.printsMarkdown || options.stubsFolder != nil {
            let flag = options.printsMarkdown ? "--markdown" : "--stubs"
            throw UsageError("\(flag) is for the whole reference, and takes no WORD", hint: "snowscript api --help")
        }
        var pages: [String] = []
        for name in options.operands.map(\.description) {
            guard let page = ReferencePage(naming: name, isBold: StandardStream.output.showsStyles) else {
                throw UsageError(
                    "scripts know nothing called \(name.quoted)"
                        + UsageError.suggestion(for: name, among: Reference.names),
                    hint: "snowscript api")
            }
            pages.append(page.text)
        }
        return StandardStream.output.print(pages.joined(separator: "\n"))
    }

    private static func writeStubs(to folder: FilePath) -> ExitStatus {
        do throws(NewFile.Failure) {
            let file = try TypeStubs.write(to: folder)
            return StandardStream.output.print("wrote \(PlainText.escaped(file.path.description))\n")
        } catch {
            return error.report()
        }
    }
}
