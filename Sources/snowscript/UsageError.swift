import SnowHost

/// A command line that cannot be obeyed.
struct UsageError: Error, Equatable, Sendable {
    /// A sentence without a full stop: what was expected, what was found, the remedy.
    let message: String
    /// The command line that tells more.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }

    /// Says it on standard error.
    func report() -> ExitStatus {
        StandardStream.error.complain(message)
        if let hint { StandardStream.error.write("see '\(hint)'\n") }
        return .usage
    }

    /// "; did you mean 'x'?" where one of `names` is near to `name`, and nothing where none is.
    static func suggestion(for name: String, among names: [String], prefix: String = "") -> String {
        guard let nearest = Suggestion.nearest(to: name, among: names) else { return "" }
        return "; did you mean '\(prefix)\(nearest)'?"
    }
}
