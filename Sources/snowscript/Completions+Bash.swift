extension Completions {
    /// For bash 4 and later; to be sourced, or put among bash-completion's files as `snowscript`.
    static var bash: String {
        var values = ""
        var flags = ""
        for command in [Command.root] + Command.all {
            let names = command.flags.map { "--\($0.long)" } + command.flags.compactMap { $0.short.map { "-\($0)" } }
            flags +=
                "        '\(command.name)') flags='\(names.joined(separator: " "))' words='\(bashOperands(command))' ;;\n"
            for flag in command.flags where flag.placeholder != nil {
                let spellings = ["--\(flag.long)"] + (flag.short.map { ["-\($0)"] } ?? [])
                for spelling in spellings {
                    values += "        '\(command.name) \(spelling)') \(bashValue(Words(valueOf: flag))) ;;\n"
                }
            }
        }
        return """
            # Completion of snowscript for bash.
            _snowscript() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= flags= words= index
                COMPREPLY=()
                # bash takes --flag=value apart at the sign.
                if [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
                if [ "$word" = = ]; then word=; fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case ${COMP_WORDS[index]} in
                    \(commandNames.joined(separator: "|"))) command=${COMP_WORDS[index]} ;;
                    esac
                    break
                done
                case "$command $before" in
            \(values)    esac
                case $command in
            \(flags)    esac
                if [[ $word == -* ]]; then
                    COMPREPLY=($(compgen -W "$flags" -- "$word"))
                    return
                fi
                if [ -z "$command" ] && [ "$COMP_CWORD" = 1 ]; then words="$words \(commandNames.joined(separator: " "))"; fi
                COMPREPLY=($(compgen -W "${words//FILES/}" -- "$word"))
                if [[ $words == *FILES* ]]; then
                    compopt -o filenames 2>/dev/null
                    COMPREPLY+=($(compgen -f -X '!*.lua' -- "$word") $(compgen -d -- "$word"))
                fi
            }
            complete -F _snowscript snowscript

            """
    }

    private static func bashOperands(_ command: Command) -> String {
        switch Words(operandsOf: command) {
        case .nothing, .choices: ""
        case .files: "FILES"
        case .scripts: (scriptNames + ["FILES"]).joined(separator: " ")
        case .commands: commandNames.joined(separator: " ")
        case .names: referenceNames.joined(separator: " ")
        }
    }

    private static func bashValue(_ words: Words) -> String {
        switch words {
        case .nothing: "return"
        case .choices(let choices):
            "COMPREPLY=($(compgen -W '\(choices.map(\.name).joined(separator: " "))' -- \"$word\")); return"
        case .files, .scripts, .commands, .names:
            "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$word\")); return"
        }
    }
}
