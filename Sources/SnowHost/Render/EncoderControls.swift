/// Control sequences beyond those of a VT100 that a terminal is known to obey.
///
/// What is not known is not used: a terminal that lacks one would show a wrong picture. The facts are those of the
/// terminals' own descriptions in terminfo.
public struct EncoderControls: OptionSet, Hashable, Sendable {
    /// The controls as bits.
    public let rawValue: UInt8

    /// Controls by their bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `CSI n X` (ECH) erases n cells.
    public static let eraseCharacters = EncoderControls(rawValue: 1)
    /// `CSI n b` (REP) repeats the character before it; used for ASCII only, which is all that many repeat.
    public static let repeatCharacter = EncoderControls(rawValue: 2)
    /// What is erased gets the pen's background.
    public static let erasesInBackground = EncoderControls(rawValue: 4)

    private static let all: EncoderControls = [.eraseCharacters, .repeatCharacter, .erasesInBackground]

    /// What the value of `TERM` says for certain.
    ///
    /// A bare `xterm` is many terminals, all of which have ECH.
    public static func detect(terminal: String) -> EncoderControls {
        for (prefix, controls) in names where terminal == prefix || terminal.hasPrefix(prefix + "-") { return controls }
        return []
    }

    /// What a terminal's answer to XTVERSION says for certain; nil when it is not one that is known.
    ///
    /// Within a multiplexer it is the multiplexer that answers, and that obeys.
    public static func detect(version: String) -> EncoderControls? {
        versions.first { version.hasPrefix($0.prefix) }?.controls
    }

    /// The longer names come first.
    private static let names: [(String, EncoderControls)] = [
        ("xterm-kitty", [.eraseCharacters, .repeatCharacter]), ("xterm", .eraseCharacters),
        ("alacritty", all), ("foot", all), ("mintty", all), ("mlterm", all), ("ms-terminal", all), ("putty", all),
        ("vte", all),
        ("konsole", [.eraseCharacters, .erasesInBackground]), ("linux", [.eraseCharacters, .erasesInBackground]),
        ("rxvt", [.eraseCharacters, .erasesInBackground]), ("st", [.eraseCharacters, .erasesInBackground]),
        ("tmux", .eraseCharacters), ("vt220", .eraseCharacters), ("vt320", .eraseCharacters),
    ]

    private static let versions: [(prefix: String, controls: EncoderControls)] = [
        ("XTerm(", all), ("foot(", all), ("mintty ", all), ("VTE(", all),
        ("kitty(", [.eraseCharacters, .repeatCharacter]),
        ("Konsole ", [.eraseCharacters, .erasesInBackground]),
        ("tmux ", .eraseCharacters), ("WezTerm ", .eraseCharacters), ("ghostty ", .eraseCharacters),
    ]
}
