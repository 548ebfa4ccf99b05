extension Command {
    /// Looks for faults without playing.
    static let check = Command(
        name: "check",
        brief: "look for faults in scripts without playing them",
        detail: """
            Loads each script and says what is wrong with it, one line a fault, as file:line: message. A script \
            without a fault is passed over in silence.
            """,
        operands: Operands(placeholder: "FILE", count: 1...1024),
        flags: [.help],
        examples: [
            Example(line: "snowscript check *.lua", purpose: "all scripts in a folder")
        ],
        run: { options in
            var worst = ExitStatus.success
            for operand in options.operands {
                do throws(UsageError) {
                    _ = try Script(operand: operand)
                } catch {
                    _ = error.report()
                    worst = .usage
                }
            }
            return worst
        }
    )
}
