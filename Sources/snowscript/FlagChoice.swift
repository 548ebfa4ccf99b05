import SnowHost

/// A closed set of words that a flag's value is taken from; the raw value is the word.
protocol FlagChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// What the word asks for, in a few words.
    var brief: String { get }
}

/// How flakes become cells.
enum BlitterChoice: String, FlagChoice {
    case auto, kitty, sixel, octant, braille, sextant, quadrant, half, glyph, ascii

    var brief: String {
        name?.about ?? "octant where the terminal is known to draw it, else braille; see doctor"
    }

    /// Nil to leave it to what is known of the terminal.
    var name: BlitterName? {
        switch self {
        case .auto: nil
        case .kitty: .kitty
        case .sixel: .sixel
        case .octant: .octant
        case .braille: .braille
        case .sextant: .sextant
        case .quadrant: .quadrant
        case .half: .half
        case .glyph: .glyph
        case .ascii: .ascii
        }
    }
}

/// How many colours are sent.
enum ColorChoice: String, FlagChoice {
    case auto, always, truecolor
    case ansi256 = "256"
    case ansi16 = "16"
    case none

    var brief: String {
        switch self {
        case .auto: "what the terminal claims; none with NO_COLOR"
        case .always: "as auto, whatever NO_COLOR says"
        case .truecolor: "24 bits"
        case .ansi256: "the 256-colour palette"
        case .ansi16: "the terminal's own 16"
        case .none: "no colour (also: never)"
        }
    }

    /// What of the environment counts.
    func environment(_ environment: [String: String]) -> [String: String] {
        self == .always ? environment.filter { $0.key != "NO_COLOR" } : environment
    }

    /// Nil for as many as the terminal is known to have.
    var depth: ColorDepth? {
        switch self {
        case .auto, .always: nil
        case .truecolor: .truecolor
        case .ansi256: .indexed
        case .ansi16: .sixteen
        case .none: ColorDepth.none
        }
    }
}

/// What the snow is seen against.
enum BackgroundChoice: String, FlagChoice {
    case auto, dark, light

    var brief: String {
        switch self {
        case .auto: "what the terminal answers; dark if it does not"
        case .dark: "light snow"
        case .light: "snow dark enough to be seen on white"
        }
    }

    /// Nil to ask the terminal.
    var ground: TerminalGround? {
        switch self {
        case .auto: nil
        case .dark: .dark
        case .light: .light
        }
    }
}

extension Stage.Synchronization: FlagChoice {
    var brief: String {
        switch self {
        case .auto: "where the terminal says that it knows them"
        case .on: "always"
        case .off: "never"
        }
    }
}

extension Grant: FlagChoice {
    var brief: String { about }
}
