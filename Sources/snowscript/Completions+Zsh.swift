extension Completions {
    /// For zsh; to be put on `fpath` as `_snowscript`.
    static var zsh: String {
        let commands = Command.all.map { "        \(zshQuoted($0.name + ":" + $0.brief))\n" }.joined()
        let scripts = scriptNames.joined(separator: " ")
        var cases = ""
        for command in Command.all {
            cases += "    \(command.name)) _arguments -s -S \(zshFlags(command)) \(zshOperands(command)) ;;\n"
        }
        return """
            #compdef snowscript
            # Completion of snowscript for zsh.
            _snowscript_scripts() {
                local -a scripts=(\(scripts))
                _alternative 'scripts:bundled script:compadd -a scripts' 'files:Lua file:_files -g "*.lua(-.)"'
            }
            _snowscript_commands() {
                local -a commands=(
            \(commands)    )
                _describe -t commands command commands
            }
            _snowscript() {
                local command=
                if (( CURRENT > 2 )); then command=$words[2]; fi
                case $command in
            \(cases)    *)
                    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
                        _snowscript_commands
                        _snowscript_scripts
                        return
                    fi
                    _arguments -s -S \(zshFlags(.root)) \(zshOperands(.root)) ;;
                esac
            }
            if [ "$funcstack[1]" = _snowscript ]; then _snowscript "$@"; else compdef _snowscript snowscript; fi

            """
    }

    private static func zshFlags(_ command: Command) -> String {
        command.flags.map { flag in
            let long = "--\(flag.long)" + (flag.placeholder == nil ? "" : "=")
            let brief = zshEscaped(flag.brief)
            let value = flag.placeholder.map { ":\(zshEscaped($0)):\(zshAction(Words(valueOf: flag)))" } ?? ""
            guard let short = flag.short else { return zshQuoted("*\(long)[\(brief)]\(value)") }
            return zshQuoted("*-\(short)[\(brief)]\(value)") + " " + zshQuoted("*\(long)[\(brief)]\(value)")
        }.joined(separator: " ")
    }

    private static func zshAction(_ words: Words) -> String {
        switch words {
        case .nothing: " "
        case .choices(let choices):
            "((" + choices.map { "\($0.name)\\:\"\(zshEscaped($0.brief))\"" }.joined(separator: " ") + "))"
        case .files, .scripts, .commands, .names: "_files"
        }
    }

    private static func zshOperands(_ command: Command) -> String {
        switch Words(operandsOf: command) {
        case .nothing, .choices: ""
        case .files: "'*:file:_files'"
        case .scripts: "'*:script:_snowscript_scripts'"
        case .commands: "'1:command:_snowscript_commands'"
        case .names: "'*:word:(\(referenceNames.joined(separator: " ")))'"
        }
    }

    /// What stands in a specification without being read as part of one.
    private static func zshEscaped(_ words: String) -> String {
        var text = ""
        for character in words {
            if "[]:\\\"".contains(character) { text.append("\\") }
            text.append(character)
        }
        return text
    }

    private static func zshQuoted(_ words: String) -> String {
        "'" + words.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
