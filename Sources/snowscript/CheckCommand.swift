import SnowHost

extension Command {
    /// Looks for faults without playing.
    static let check = Command(
        name: "check",
        brief: "look for faults in scripts without playing them",
        detail: """
            Loads and links each script, reads what it does, and plays it to nobody at several sizes, with every kind \
            of key, the mouse, its params at both ends, and a save in between. What is wrong is said in one line a \
            finding, as file:line: severity: message, errors first; then one line tells what was measured. A check \
            takes half a minute at most, unless the limits are raised. The status is 0 without an error, 1 with one \
            (with --strict also for a warning), 2 for a script that cannot be read.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 1...1024),
        flags: [
            .frames(
                brief: "frames to play in all (600)",
                detail: "How many frames are played in all, shared by the sizes. The default is 600."),
            .size(
                brief: "play at this size only, such as 80x24",
                detail:
                    "The size in cells to play at, such as 80x24. By default there are several, from 1x1 to 200x50."),
            .seed(detail: "The default is 1."),
            .toggle(
                "strict", brief: "a warning counts as an error",
                detail: "Ends with status 1 for a warning, too. A note never counts.",
                apply: { options in options.isStrict = true }
            ),
            .toggle(
                "json", brief: "print one JSON object instead of lines",
                detail: "Prints the findings and what was measured as one JSON object, for programs.",
                apply: { options in options.printsJSON = true }
            ),
        ] + hostFlags + [.help],
        examples: [
            Example(line: "snowscript check *.lua", purpose: "all scripts in a folder"),
            Example(line: "snowscript check snow.lua --strict", purpose: "as a step of a build"),
            Example(line: "snowscript check snow.lua --json", purpose: "for a program to read"),
        ],
        run: { (options) throws(UsageError) in
            // All are read first: a name that is unknown looks into the folder of scripts.
            let scripts = options.operands.map { operand in
                Result<Script, UsageError> { () throws(UsageError) in
                    try Script(operand: operand, library: options.library)
                }
            }
            try Script.lockDown(for: scripts.compactMap { try? $0.get() }, options)
            var reports: [CheckReport] = []
            var status = ExitStatus.success
            for script in scripts {
                do throws(UsageError) {
                    let report = report(on: try script.get(), options)
                    reports.append(report)
                    if !options.printsJSON { tell(report, &status) }
                } catch {
                    status = error.report()
                }
            }
            if options.printsJSON {
                let printed = StandardStream.output.print(CheckReport.document(reports).text + "\n")
                if status == .success { status = printed }
            }
            guard status == .success else { return status }
            let isFine = reports.allSatisfy { report in
                report.count(of: .error) == 0 && (!options.isStrict || report.count(of: .warning) == 0)
            }
            return isFine ? .success : .fault
        }
    )

    /// Says it as soon as it is known: the next script may take a while.
    private static func tell(_ report: CheckReport, _ status: inout ExitStatus) {
        let printed = StandardStream.output.print(report.text(isStyled: StandardStream.output.showsStyles))
        if status == .success { status = printed }
    }

    private static func report(on script: Script, _ options: Options) -> CheckReport {
        do throws(Trap) {
            return Check.run(
                try script.module(), linker: options.linker(for: script), options: options.layer,
                size: options.size.map { ($0.columns, $0.rows) }, frames: options.frameLimit ?? 600)
        } catch {
            return Check.report(on: error, of: script.path?.description ?? script.name)
        }
    }
}
