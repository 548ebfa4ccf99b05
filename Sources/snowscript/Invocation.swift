import SnowHost

/// A command line, understood.
struct Invocation {
    let command: Command
    private(set) var options = Options()

    /// Understands `arguments` where nothing is configured.
    init(parsing arguments: [FilePath]) throws(UsageError) {
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
    init(parsing arguments: [FilePath], over configuration: inout Configuration) throws(UsageError) {
        var rest = arguments[...]
        if let first = rest.first, let named = Command.named(first.description) {
            command = named
            rest = rest.dropFirst()
        } else {
            command = .root
        }

        configuration.apply(to: &options, flags: command.flags)
        var endsFlags = false
        while let word = rest.popFirst() {
            let argument = word.description
            if endsFlags || argument == "-" || !argument.hasPrefix("-") {
                if command.name.isEmpty, options.operands.isEmpty, !endsFlags { try checkFirstOperand(word) }
                options.operands.append(word)
            } else if argument == "--" {
                endsFlags = true
            } else if argument.hasPrefix("--") {
                try parseLong(word, &rest)
            } else {
                try parseShorts(word, &rest)
            }
            if options.isAnswered {
                // --verbose asks for more of the version.
                if options.showsVersion, rest.contains("--verbose") || rest.contains("-v") { options.isVerbose = true }
                return
            }
        }
        try checkOperandCount()
    }

    /// `--name`, `--name=value` or `--name value`.
    private mutating func parseLong(_ word: FilePath, _ rest: inout ArraySlice<FilePath>) throws(UsageError) {
        let parts = word.bytes.dropFirst(2).split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(showing: parts[0])
        guard let flag = command.flags.first(where: { $0.long == name }) else {
            let names = command.flags.map(\.long)
            throw usageError(
                "unknown flag \("--\(name)".quoted)" + UsageError.suggestion(for: name, among: names, prefix: "--"))
        }
        let attached = parts.count > 1 ? FilePath(bytes: parts[1]) : nil
        if flag.placeholder == nil, attached != nil { throw usageError("--\(name) takes no value") }
        try apply(flag, attached, &rest)
    }

    /// `-f 30`, `-f30`, or several in a row, of which the last may take a value.
    private mutating func parseShorts(_ word: FilePath, _ rest: inout ArraySlice<FilePath>) throws(UsageError) {
        var letters = word.bytes.dropFirst()
        // A long name behind a single dash would else be read as letters, with a puzzling complaint.
        let name = String(showing: letters.prefix { $0 != 0x3D })
        if name.count > 1, command.flags.contains(where: { $0.long == name }) {
            throw usageError("unknown flag \("-\(name)".quoted); did you mean '--\(name)'?")
        }
        while let letter = String(showing: letters).first {
            guard let flag = command.flags.first(where: { $0.short == letter }) else {
                throw usageError("unknown flag \("-\(letter)".quoted)")
            }
            // The letters of flags are ASCII.
            letters.removeFirst()
            if flag.placeholder != nil {
                if letters.first == 0x3D { letters.removeFirst() }
                try apply(flag, letters.isEmpty ? nil : FilePath(bytes: letters), &rest)
                return
            }
            try apply(flag, nil, &rest)
            if options.help != nil { options.help = .short }
            if options.isAnswered { return }
        }
    }

    private mutating func apply(
        _ flag: Flag, _ attached: FilePath?, _ rest: inout ArraySlice<FilePath>
    ) throws(UsageError) {
        var value: FilePath = ""
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
                "--\(flag.long): \(error.message)" + UsageError.suggestion(for: value.description, among: names))
        }
    }

    /// A line that names no command may name scripts; any other first word is a command misspelled.
    private func checkFirstOperand(_ word: FilePath) throws(UsageError) {
        if Command.named(word.description) != nil {
            throw usageError("the command \(word.quoted) must come first: snowscript \(word)")
        }
        if Script.isPath(word) || options.library.has(word) { return }
        let names = Command.all.map(\.name) + options.library.names.map(\.description)
        throw usageError(
            "unknown command or script \(word.quoted)"
                + UsageError.suggestion(for: word.description, among: names))
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
