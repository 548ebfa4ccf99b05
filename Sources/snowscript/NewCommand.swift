import SnowHost

extension Command {
    /// Writes a script to start from.
    static let new = Command(
        name: "new",
        brief: "write a script to start from",
        detail: """
            Writes PATH, to which .lua is added where it is missing: a small commented snowfall, or with --from a copy of \
            another script under the new name.
            Beside it come \(LanguageServerSettings.fileName) and \
            \(LanguageServerSettings.stubsFolder)/\(TypeStubs.fileName), with which an editor that runs the Lua language \
            server completes and checks what scripts see. No file of yours is overwritten.
            """,
        operands: Operands(placeholder: "PATH", count: 1...1),
        flags: [
            .path(
                "from", placeholder: "FILE|NAME", brief: "copy this script instead",
                detail: """
                    Copies this script, a file or a bundled one, and puts the new name into its header. The pictures of \
                    a bundled one come with it; what a file requires is not copied.
                    """,
                what: "a script",
                apply: { options, script in options.template = script }
            ),
            .toggle(
                "bare", brief: "write the script alone",
                detail: "Writes the script alone, without what an editor needs."
            ) { options in options.isBare = true },
            .help,
        ],
        examples: [
            Example(line: "snowscript new drizzle", purpose: "drizzle.lua, a small snowfall"),
            Example(line: "snowscript new storm --from snowfall", purpose: "a copy of the bundled one"),
        ],
        run: { (options) throws(UsageError) in
            let script = try NewScript(
                operand: options.operands[0], template: options.template, library: options.library)
            do throws(NewFile.Failure) {
                return StandardStream.output.print(try script.write(isBare: options.isBare))
            } catch {
                return error.report()
            }
        }
    )
}
