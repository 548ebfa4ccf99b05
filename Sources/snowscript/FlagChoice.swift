import SnowHost

/// A closed set of words that a flag's value is taken from; the raw value is the word.
protocol FlagChoice: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// What the word asks for, in a few words.
    var brief: String { get }
}

/// How flakes become cells.
enum BlitterChoice: String, FlagChoice {
    case auto, half, braille, glyph

    var brief: String {
        switch self {
        case .auto: "the finest that the terminal can show"
        case .half: "half blocks: two square pixels a cell, full colour"
        case .braille: "braille dots: eight a cell; flakes are small crystals"
        case .glyph: "one character a flake, chosen by its width"
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
