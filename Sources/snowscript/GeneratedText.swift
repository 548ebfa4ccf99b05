/// What `--generate` prints: texts that are made from the tables of commands and flags.
enum GeneratedText: String, FlagChoice {
    case man
    case bash = "complete-bash"
    case zsh = "complete-zsh"
    case fish = "complete-fish"

    var brief: String {
        switch self {
        case .man: "the manual page, for man"
        case .bash: "completion for bash"
        case .zsh: "completion for zsh"
        case .fish: "completion for fish"
        }
    }

    /// The text, ending in a newline.
    var text: String {
        switch self {
        case .man: ManualPage().text
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        }
    }
}

extension Flag {
    /// The program's; no command has it.
    static let generate = choice(
        "generate", placeholder: "WHAT", brief: "print the manual page or a completion",
        detail: "Prints a text for other programs, made from what this program knows of its flags:",
        apply: { (options: inout Options, what: GeneratedText) in options.generated = what }
    )
}
