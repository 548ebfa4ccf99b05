/// How the command ended, as the shell sees it.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case fault = 1
    case usage = 2

    /// What the status tells, for the help page.
    var meaning: String {
        switch self {
        case .success: "all went well"
        case .fault: "a script is at fault, or output could not be written"
        case .usage: "the command line asks for something that does not exist"
        }
    }
}
