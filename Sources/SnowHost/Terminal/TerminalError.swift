/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard input or output is a pipe or a file.
    case notATerminal(input: Bool, output: Bool)
    /// The terminal is another job's, and no shell is left that could hand it over.
    case inBackground
    /// A system call was refused.
    case refused(call: String, code: Int32)
    /// The system has no thread for what watches over scripts, and nothing would end one that is stuck.
    case noThread

    /// One sentence, the remedy last.
    public var description: String {
        switch self {
        case .notATerminal(let input, let output):
            let which =
                switch (input, output) {
                case (false, false): "standard input and output"
                case (false, true): "standard input"
                case (true, _): "standard output"
                }
            return "expected a terminal on \(which), got a pipe or a file; "
                + "run it in a terminal window, without redirection"
        case .inBackground:
            return "expected to run in the foreground, got a terminal that is another job's; "
                + "start it from a shell, without '&'"
        case .refused(let call, let code):
            return "expected the terminal to obey, got error \(code) from \(call); try another terminal"
        case .noThread:
            return
                "expected a thread to watch over the scripts, got none from the system; end other programs and try again"
        }
    }
}
