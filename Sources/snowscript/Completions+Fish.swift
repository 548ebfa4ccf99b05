extension Completions {
    /// For fish; to be put among its completions as `snowscript.fish`.
    static var fish: String {
        var text = """
            # Completion of snowscript for fish.
            set -l commands \(commandNames.joined(separator: " "))
            complete -c snowscript -f

            """
        for command in Command.all {
            text += fishLine("__fish_use_subcommand", "-a \(command.name) -d \(fishQuoted(command.brief))")
        }
        for command in [Command.root] + Command.all {
            let isRoot = command.name.isEmpty
            let condition =
                isRoot ? "not __fish_seen_subcommand_from $commands" : "__fish_seen_subcommand_from \(command.name)"
            for flag in command.flags { text += fishLine(condition, fishFlag(flag)) }
            switch Words(operandsOf: command) {
            case .nothing, .choices: break
            case .files: text += fishLine(condition, "-a '(__fish_complete_suffix .lua)'")
            case .scripts:
                text += fishLine(condition, "-a '\(scriptNames.joined(separator: " "))' -d 'bundled script'")
                text += fishLine(condition, "-a '(__fish_complete_suffix .lua)'")
            case .commands: text += fishLine(condition, "-a '\(commandNames.joined(separator: " "))'")
            case .names: text += fishLine(condition, "-a '\(referenceNames.joined(separator: " "))'")
            }
        }
        return text
    }

    private static func fishLine(_ condition: String, _ rest: String) -> String {
        "complete -c snowscript -n \(condition.contains("$") ? "\"\(condition)\"" : fishQuoted(condition)) \(rest)\n"
    }

    private static func fishFlag(_ flag: Flag) -> String {
        let short = flag.short.map { " -s \($0)" } ?? ""
        let name = "-l \(flag.long)\(short) -d \(fishQuoted(flag.brief))"
        guard flag.placeholder != nil else { return name }
        switch Words(valueOf: flag) {
        case .choices(let choices):
            let list = choices.map { "\($0.name)\t\($0.brief)" }.joined(separator: "\n")
            return "\(name) -x -a \(fishQuoted(list))"
        case .files: return "\(name) -r -F"
        case .nothing, .scripts, .commands, .names: return "\(name) -x"
        }
    }

    private static func fishQuoted(_ words: String) -> String {
        var text = "'"
        for character in words {
            if character == "'" || character == "\\" { text.append("\\") }
            text.append(character)
        }
        return text + "'"
    }
}
