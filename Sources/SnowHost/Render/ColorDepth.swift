/// How many colours a terminal can show.
public enum ColorDepth: String, CaseIterable, Sendable {
    /// No colour at all: snow is drawn in the terminal's own foreground.
    case none
    /// The sixteen of the user's theme.
    case sixteen = "16"
    /// The fixed cube and grey ramp of xterm; the themed first sixteen are left alone.
    case indexed = "256"
    /// 24 bits.
    case truecolor

    /// What the environment says about the terminal, without asking it.
    ///
    /// `NO_COLOR` (set and not empty) wins, then `TERM=dumb`, then `COLORTERM`, then the names of terminals that are
    /// known to have 24 bits, then the ending of `TERM`. A bare `xterm` gets sixteen.
    public static func detect(environment: [String: String]) -> ColorDepth {
        claim(environment: environment).depth
    }

    /// What `detect` finds, and the variable that says so.
    package static func claim(environment: [String: String]) -> (depth: ColorDepth, reason: String) {
        if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return (.none, "NO_COLOR is set") }
        let terminal = environment["TERM"] ?? ""
        let named = "TERM=\(terminal)"
        if terminal.isEmpty { return (.none, "TERM is not set") }
        if terminal == "dumb" || terminal.hasSuffix("-mono") || terminal == "vt100" || terminal == "vt220" {
            return (.none, named)
        }
        // The Linux console takes 24-bit colours and shows the nearest of its sixteen.
        if terminal == "linux" { return (.sixteen, named) }

        let claim = environment["COLORTERM"] ?? ""
        if ["truecolor", "24bit"].contains(claim.lowercased()) { return (.truecolor, "COLORTERM=\(claim)") }
        if terminal.hasSuffix("-direct") || truecolorTerminals.contains(terminal) { return (.truecolor, named) }
        // A multiplexer says with COLORTERM what it passes on; the program around it does not count.
        let isMultiplexer = terminal.hasPrefix("screen") || terminal.hasPrefix("tmux")
        if !isMultiplexer, let program = environment["TERM_PROGRAM"], truecolorPrograms.contains(program) {
            return (.truecolor, "TERM_PROGRAM=\(program)")
        }
        if !isMultiplexer, environment["WT_SESSION"] != nil { return (.truecolor, "WT_SESSION is set") }
        if terminal.hasSuffix("256color") { return (.indexed, named) }
        return (.sixteen, named)
    }

    /// Terminals, by the name that they answer with, which have 24 bits in every version that answers.
    package static let truecolorAnswers: Set<String> = [
        "alacritty", "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "mintty", "vte", "wezterm",
    ]

    private static let truecolorTerminals: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour",
    ]
    private static let truecolorPrograms: Set<String> = [
        "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "WarpTerminal",
    ]
}
