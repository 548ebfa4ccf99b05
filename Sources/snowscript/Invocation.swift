/// A command line, understood.
struct Invocation {
    let command: Command
    private(set) var options = Options()

    /// Understands `arguments` where nothing is configured.
    init(parsing arguments: [String]) throws(UsageError) {
        var configuration = Configuration()
        try self.init(parsing: arguments, over: &configuration)
    }

    /// Understands `arguments`, the program's name not among them.
    ///
    /// The first word names the command; without one the line is for the bundled snowfall, or for the scripts it
    /// names. Flags and operands mix; `--` ends the flags. Nothing after a flag that asks for a text, such as
    /// help or the version, is looked at.
    ///
    /// What the line does not give is as `configuration` has it.
    init(parsing arguments: [String], over configuration: inout Configuration) throws(UsageError) {
        var rest = arguments[...]
        if let first = rest.first, let named = Command.named(first) {
            command = named
            rest = rest.dropFirst()
        } else {
            command = .root
        }

        configuration.apply(to: &options, flags: command.flags)
        var endsFlags = false
        while let argument = rest.popFirst() {
            if endsFlags || argument == "-" || !argument.hasPrefix("-") {
                if command.name.isEmpty, options.operands.isEmpty, !endsFlags { try checkFirstOperand(argument) }
                options.operands.append(argument)
            } else if argument == "--" {
                endsFlags = true
            } else if argument.hasPrefix("--") {
                try parseLong(argument, &rest)
            } else {
                try parseShorts(argument, &rest)
            }
            if options.isAnswered { return }
        }
        try checkOperandCount()
    }

    /// `--name`, `--name=value` or `--name value`.
    private mutating func parseLong(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let flag = command.flags.first(where: { $0.long == name }) else {
            let names = command.flags.map(\.long)
            throw usageError(
                "unknown flag \("--\(name)".quoted)" + UsageError.suggestion(for: name, among: names, prefix: "--"))
        }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if flag.placeholder == nil, attached != nil { throw usageError("--\(name) takes no value") }
        try apply(flag, attached, &rest)
    }

    /// `-f 30`, `-f30`, or several in a row, of which the last may take a value.
    private mutating func parseShorts(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = argument.dropFirst()
        // A long name behind a single dash would else be read as letters, with a puzzling complaint.
        let word = letters.prefix { $0 != "=" }
        if word.count > 1, command.flags.contains(where: { $0.long == word }) {
            throw usageError("unknown flag \("-\(word)".quoted); did you mean '--\(word)'?")
        }
        while let letter = letters.popFirst() {
            guard let flag = command.flags.first(where: { $0.short == letter }) else {
                throw usageError("unknown flag \("-\(letter)".quoted)")
            }
            if flag.placeholder != nil {
                if letters.first == "=" { letters.removeFirst() }
                try apply(flag, letters.isEmpty ? nil : String(letters), &rest)
                return
            }
            try apply(flag, nil, &rest)
            if options.help != nil { options.help = .short }
            if options.isAnswered { return }
        }
    }

    private mutating func apply(
        _ flag: Flag, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        var value = ""
        if let placeholder = flag.placeholder {
            guard let text = attached ?? rest.popFirst() else {
                throw usageError("--\(flag.long) needs a value: --\(flag.long) \(placeholder)")
            }
            value = text
        }
        do throws(FlagValue.Invalid) {
            try flag.apply(&options, value)
        } catch {
            let names = flag.choices.map(\.name) + flag.synonyms.keys.sorted()
            throw usageError(
                "--\(flag.long): \(error.message)" + UsageError.suggestion(for: value, among: names))
        }
    }

    /// A line that names no command may name scripts; any other first word is a command misspelled.
    private func checkFirstOperand(_ word: String) throws(UsageError) {
        if Command.named(word) != nil {
            throw usageError("the command \(word.quoted) must come first: snowscript \(word)")
        }
        if Script.isPath(word) || options.library.has(word) { return }
        let names = Command.all.map(\.name) + options.library.names
        throw usageError(
            "unknown command or script \(word.quoted)" + UsageError.suggestion(for: word, among: names))
    }

    private func checkOperandCount() throws(UsageError) {
        let count = options.operands.count
        let allowed = command.operands.count
        if count < allowed.lowerBound {
            throw usageError("expected \(command.operands.placeholder): \(command.usage)")
        }
        if count > allowed.upperBound {
            throw usageError("unexpected \(options.operands[allowed.upperBound].quoted): \(command.usage)")
        }
    }

    private func usageError(_ message: String) -> UsageError {
        UsageError(message, hint: "\(command.line) --help")
    }
}
