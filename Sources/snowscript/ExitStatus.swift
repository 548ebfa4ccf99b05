/// How the command ended, as the shell sees it.
enum ExitStatus: Hashable, Sendable {
    case success
    case fault
    case usage
    /// A script is stuck where no limit reaches it.
    case stuck
    /// A signal, or a key that stands for one, ended it.
    case signal(Int32)

    /// Those that have a line on the help pages.
    static let documented: [ExitStatus] = [.success, .fault, .usage, .stuck]

    /// The number for the shell.
    var rawValue: Int32 {
        switch self {
        case .success: 0
        case .fault: 1
        case .usage: 2
        case .stuck: 3
        case .signal(let number): 128 + number
        }
    }

    /// What the status tells, for the help page.
    var meaning: String {
        switch self {
        case .success: "all went well"
        case .fault: "a script is at fault, or output could not be written"
        case .usage: "the command line asks for what does not exist, or there is no terminal"
        case .stuck: "a script did not come back from the host, and was given up"
        case .signal: "ended by a signal"
        }
    }
}
