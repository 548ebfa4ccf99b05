import SnowHost

/// The manual page, section 1, in the `man` macros of roff, made from the tables that the parser reads.
struct ManualPage {
    /// The page, ending in a newline.
    private(set) var text = ""

    /// Writes the page for all commands.
    init() {
        macro("TH", "SNOWSCRIPT", "1", "", "snowscript \(Program.version)", "User Commands")
        macro("SH", "NAME")
        line("snowscript \\- \(Self.escaped(Command.root.brief))")
        macro("SH", "SYNOPSIS")
        for (number, command) in ([Command.root] + Command.all).enumerated() {
            if number > 0 { macro("br") }
            macro("B", command.line)
            let rest = command.usage.dropFirst(command.line.count + 1)
            if !rest.isEmpty { line(Self.escaped(String(rest))) }
        }
        macro("SH", "DESCRIPTION")
        paragraphs(Command.root.detail)
        macro("SH", "OPTIONS")
        line("Without a command, and with \\fBrun\\fR, these flags are known:")
        describe(Command.root.flags)
        macro("SH", "COMMANDS")
        for command in Command.all { describe(command) }
        macro("SH", "KEYS")
        line("While scripts play:")
        for key in Command.root.keys { item(key.spelling, key.about) }
        macro("PP")
        line(Self.escaped(ControlKey.sharing))
        examples()
        macro("SH", "ENVIRONMENT")
        for name in Configuration.names { item(Configuration.variable(for: name), Configuration.meaning(of: name)) }
        macro("SH", "FILES")
        for paragraph in Configuration.words { paragraphs(paragraph) }
        macro("SH", "EXIT STATUS")
        for status in ExitStatus.documented { item(String(status.rawValue), status.meaning) }
        item("128+n", "ended by signal n")
    }

    private mutating func describe(_ command: Command) {
        macro("SS", command.usage)
        line(Self.escaped(command.brief.prefix(1).uppercased() + command.brief.dropFirst()) + ".")
        paragraphs(command.detail)
        let common = Set(Command.root.flags.map(\.long))
        describe(command.flags.filter { !common.contains($0.long) })
        let known = command.flags.filter { common.contains($0.long) && $0.long != Flag.help.long }
        if !known.isEmpty, command.name != Command.run.name {
            macro("PP")
            let names = known.map { "\\fB\(Self.escaped("--" + $0.long))\\fR" }
            line("Also \(names.joined(separator: ", ")), as above.")
        }
    }

    private mutating func describe(_ flags: [Flag]) {
        for flag in flags {
            macro("TP")
            let short = flag.short.map { "\\fB\\-\(Self.escaped(String($0)))\\fR, " } ?? ""
            let value = flag.placeholder.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
            line("\(short)\\fB\(Self.escaped("--" + flag.long))\\fR\(value)")
            line(Self.escaped(flag.detail))
            guard !flag.choices.isEmpty else { continue }
            macro("RS")
            for choice in flag.choices { item(choice.name, choice.brief) }
            macro("RE")
        }
    }

    private mutating func examples() {
        macro("SH", "EXAMPLES")
        for command in [Command.root] + Command.all {
            for example in command.examples { item(example.line, example.purpose) }
        }
    }

    private mutating func item(_ term: String, _ words: String) {
        macro("TP")
        macro("B", term)
        line(Self.escaped(words))
    }

    private mutating func paragraphs(_ words: String) {
        for paragraph in words.split(separator: "\n") {
            macro("PP")
            line(Self.escaped(String(paragraph)))
        }
    }

    private mutating func macro(_ name: String, _ arguments: String...) {
        text += ".\(name)" + arguments.map { " \"\(Self.escaped($0))\"" }.joined() + "\n"
    }

    private mutating func line(_ words: String) {
        text += words + "\n"
    }

    /// Text as roff prints it: what would be a command is not one, and a dash can be copied into a shell.
    static func escaped(_ words: String) -> String {
        var text = ""
        for character in words {
            switch character {
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case "\"": text += "\\(dq"
            case "'": text += "\\(aq"
            case "…": text += "..."
            case "←": text += "\\(<-"
            case "→": text += "\\(->"
            case ".", "`":
                // A dot that begins a line begins a command.
                text += text.isEmpty ? "\\&\(character)" : String(character)
            default: text.append(character)
            }
        }
        return text
    }
}
