import SnowHost

/// One flag of a command: how it is spelled, what it means, and what it does.
///
/// A command's table of flags is the only place that knows them; the parser and the help pages read it.
struct Flag: Sendable {
    /// A word that the flag's value can be.
    struct Choice: Equatable, Sendable {
        let name: String
        let brief: String
    }

    /// Puts a value (empty for a flag that takes none) into the options. It is bytes, as a path may be any.
    typealias Apply = @Sendable (inout Options, FilePath) throws(FlagValue.Invalid) -> Void

    /// The name after two dashes.
    let long: String
    /// The letter after one dash.
    let short: Character?
    /// What the value is called; a flag without one takes no value.
    let placeholder: String?
    /// The words the value is taken from; empty where any text may be one.
    let choices: [Choice]
    /// Words that stand for a choice but are not shown as one.
    let synonyms: [String: String]
    /// A few words for a table.
    let brief: String
    /// Full sentences.
    let detail: String
    let apply: Apply
    /// Whether a variable or the configuration file may set it.
    private(set) var isSetting = false

    /// The same flag, which a variable or the configuration file may set.
    var asSetting: Flag {
        var flag = self
        flag.isSetting = true
        return flag
    }

    /// A flag that takes no value.
    static func toggle(
        _ long: String, short: Character? = nil, brief: String, detail: String,
        apply: @escaping @Sendable (inout Options) -> Void
    ) -> Flag {
        Flag(
            long: long, short: short, placeholder: nil, choices: [], synonyms: [:], brief: brief, detail: detail
        ) { options, _ in apply(&options) }
    }

    /// A flag that takes a value, which `read` makes of the text.
    static func value<Value>(
        _ long: String, short: Character? = nil, placeholder: String, brief: String, detail: String,
        read: @escaping @Sendable (String) throws(FlagValue.Invalid) -> Value,
        apply: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Flag {
        Flag(
            long: long, short: short, placeholder: placeholder, choices: [], synonyms: [:],
            brief: brief, detail: detail
        ) { (options, value) throws(FlagValue.Invalid) in apply(&options, try read(value.description)) }
    }

    /// A flag that takes a path, or a name that may be one; `what` is expected.
    static func path(
        _ long: String, short: Character? = nil, placeholder: String, brief: String, detail: String, what: String,
        apply: @escaping @Sendable (inout Options, FilePath) -> Void
    ) -> Flag {
        Flag(
            long: long, short: short, placeholder: placeholder, choices: [], synonyms: [:],
            brief: brief, detail: detail
        ) { (options, path) throws(FlagValue.Invalid) in
            guard !path.isEmpty else { throw FlagValue.Invalid(expected: what, got: "") }
            apply(&options, path)
        }
    }

    /// A flag whose value is one of a few words.
    static func choice<Value: FlagChoice>(
        _ long: String, short: Character? = nil, placeholder: String, synonyms: [String: String] = [:],
        brief: String, detail: String, apply: @escaping @Sendable (inout Options, Value) -> Void
    ) -> Flag {
        Flag(
            long: long, short: short, placeholder: placeholder,
            choices: Value.allCases.map { Choice(name: $0.rawValue, brief: $0.brief) },
            synonyms: synonyms, brief: brief, detail: detail
        ) { (options, value) throws(FlagValue.Invalid) in
            let text = value.description
            apply(&options, try FlagValue.choice(synonyms[text] ?? text))
        }
    }

    /// How the flag is written: `-f, --fps N`.
    var spelling: String {
        let name = short.map { "-\($0), --\(long)" } ?? "    --\(long)"
        return placeholder.map { "\(name) \($0)" } ?? name
    }
}

extension Flag {
    /// Every command has it.
    static let help = toggle(
        "help", short: "h", brief: "show help; -h is the short page",
        detail: "Shows what the command does and each of its flags. -h shows one line a flag, --help all there is."
    ) { options in options.help = .long }

    /// The program's version.
    static let version = toggle(
        "version", short: "V", brief: "show the version",
        detail: """
            Shows the program's name and version on one line. With --verbose, also tells the release of Lua, and which walls \
            the system offers.
            """
    ) { options in options.showsVersion = true }
}
