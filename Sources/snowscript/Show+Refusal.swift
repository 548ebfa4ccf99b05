import SnowHost

extension Show {
    /// Why nothing can be shown, whatever the scripts are; nil where it can.
    ///
    /// - Parameter error: Why there is no terminal to use; nil where there is one.
    static func refusal(_ environment: [String: String], _ error: TerminalError?) -> UsageError? {
        if Self.placesNoText(environment) {
            return UsageError("this terminal (TERM=dumb) cannot place text, so nothing can fall in it; use another one")
        }
        guard let error else { return nil }
        guard case .notATerminal(let input, let output) = error else { return UsageError(error.description) }
        switch (input, output) {
        case (false, true):
            return UsageError(
                "expected a terminal on standard input, got a pipe or a file; --backdrop - lets snow settle on its text, "
                    + "and --allow stdin lends it to the script")
        case (true, _):
            return UsageError(
                "expected a terminal on standard output, got a pipe or a file; 'snowscript render' draws into files, "
                    + "and --record FILE keeps what a terminal is shown")
        case (false, false):
            return UsageError(
                "expected a terminal on standard input and output, got a pipe or a file; run it in a terminal window, "
                    + "or draw into a file with 'snowscript render'")
        }
    }

    /// Whether the terminal is one that only prints line after line.
    static func placesNoText(_ environment: [String: String]) -> Bool { environment["TERM"] == "dumb" }
}
