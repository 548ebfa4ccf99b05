import SnowHost

extension Command {
    /// Tells what is known of the terminal, and what follows from it.
    static let doctor = Command(
        name: "doctor",
        brief: "tell what the terminal can do, and what is chosen",
        detail: """
            Tells what the environment says about the terminal and what the terminal answers when it is asked, what \
            flakes are then drawn with and in how many colours, why, and which flag chooses otherwise. It also tells which \
            walls the system offers behind the sandbox. It waits for \
            answers for half a second at the most; into a pipe it tells what the environment says.
            """,
        operands: .none,
        flags: [
            .toggle(
                "json", brief: "print one JSON object instead of lines",
                detail: "Prints the same as one JSON object, for programs.",
                apply: { options in options.printsJSON = true }
            ),
            .help,
        ],
        examples: [
            Example(line: "snowscript doctor", purpose: "why the snow looks as it does")
        ],
        run: { (options) throws(UsageError) -> ExitStatus in
            let environment = TerminalEnvironment.current()
            // What is set for shows is chosen for them.
            var configuration = Configuration(.current), show = Options()
            configuration.apply(to: &show, flags: Command.run.flags)
            if let fault = configuration.fault { throw fault }
            var terminal: PosixTerminal?
            var fault: TerminalError?
            do throws(TerminalError) { terminal = try PosixTerminal(environment: environment) } catch { fault = error }
            let capabilities =
                terminal?.interview(within: .milliseconds(450)) ?? Capabilities(environment: environment)
            let places = Dictionary(configuration.entries.map { ($0.name, $0.place) }) { _, later in later }
            let diagnosis = Diagnosis(
                of: capabilities, size: terminal?.size,
                wishes: Show(scripts: [], options: show).stageOptions(environment).wishes, places: places,
                refusal: Show.refusal(environment, fault)?.message,
                locksDown: show.locksDown)
            return StandardStream.output.print(options.printsJSON ? diagnosis.document.text + "\n" : diagnosis.text)
        }
    )
}
