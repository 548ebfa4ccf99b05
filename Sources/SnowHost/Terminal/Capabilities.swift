/// What is known of a terminal: what the environment claims, and, once it came, what the terminal answered.
///
/// Answers are worth more than claims. A multiplexer answers for itself, and claims that were made to it are not
/// believed of it.
public struct Capabilities: Hashable, Sendable {
    /// A program between this one and the terminal, which shows several on one.
    public enum Multiplexer: String, Sendable {
        case tmux, screen, zellij
    }

    /// A size in pixels.
    public struct PixelSize: Hashable, Sendable {
        /// From left to right.
        public var width: Int
        /// From top to bottom.
        public var height: Int
    }

    /// The variables that the claims were read from.
    public let environment: [String: String]

    /// Whether all questions were answered that ever will be.
    public private(set) var hasAnswered = false
    /// The numbers in the last answer to primary device attributes: tmux's own, or those of a terminal behind it.
    public private(set) var attributes: [Int] = []
    /// Its name and version, in its own words.
    public private(set) var versionAnswer: String?
    /// 0xRRGGBB.
    public private(set) var background: UInt32?
    /// Whether frames can be wrapped in synchronized update; nil until it answered.
    public private(set) var hasSynchronizedUpdate: Bool?
    /// A cell's size in pixels, as it answered.
    public private(set) var cellPixels: PixelSize?
    private var graphicsAnswer: Bool?
    /// Whether tmux hands on to the terminal behind it what is wrapped for that; nil where that was not tried.
    public private(set) var hasPassthrough: Bool?
    /// Where this pane lies on the terminal behind tmux; nil when that is not known.
    public private(set) var pane: PanePlace?

    /// What the environment says; what it does not say is unknown.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Notes an answer.
    public mutating func take(_ reply: TerminalReply) {
        switch reply {
        case .deviceAttributes(let numbers):
            attributes = numbers
            hasAnswered = true
        case .mode(number: 2026, let isKnown): hasSynchronizedUpdate = isKnown
        case .background(let color): background = color
        case .version(let words): versionAnswer = words
        case .graphics(let isSupported): graphicsAnswer = isSupported
        case .cellSize(let width, let height): cellPixels = PixelSize(width: width, height: height)
        case .mode, .cursor, .other: break
        }
    }

    /// Notes where this pane lies, which only the terminal behind tmux can have told; nil when that is not known any more.
    mutating func note(pane: PanePlace?) {
        self.pane = pane
        if pane != nil { hasPassthrough = true }
    }

    /// Notes whether anything came back through tmux.
    mutating func note(hasPassthrough: Bool) {
        self.hasPassthrough = hasPassthrough
    }

    /// Whether it draws sixel graphics: number 4 among its attributes; nil until it answered.
    public var hasSixel: Bool? { hasAnswered ? attributes.contains(4) : nil }

    /// Whether it draws what kitty's graphics protocol sends; nil until it answered.
    public var hasKittyGraphics: Bool? { graphicsAnswer ?? (hasAnswered ? false : nil) }

    /// What shows this program and others on one terminal, if something does.
    public var multiplexer: Multiplexer? {
        let term = environment["TERM"] ?? ""
        if isSet("TMUX") || term.hasPrefix("tmux") || answered?.program == "tmux" { return .tmux }
        if isSet("STY") || answered?.program == "screen" { return .screen }
        if isSet("ZELLIJ") { return .zellij }
        // Both call themselves so; tmux is the one in use.
        if term.hasPrefix("screen") { return isSet("TMUX_PANE") ? .tmux : .screen }
        return nil
    }

    /// Whether its bytes come over a network. A multiplexer runs on this machine, and hands sequences on whole.
    public var isRemote: Bool {
        (isSet("SSH_CONNECTION") || isSet("SSH_TTY")) && multiplexer == nil
    }

    /// Whether it is the text console of Linux.
    public var isConsole: Bool { environment["TERM"] == "linux" }

    /// Whether text reaches it as UTF-8: the locale says so, or says nothing.
    public var isUTF8: Bool {
        guard let locale else { return true }
        let name = locale.value.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// The variable that sets the character set, and its value; nil when none is set.
    public var locale: (name: String, value: String)? {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = environment[name], !value.isEmpty { return (name, value) }
        }
        return nil
    }

    /// Whether it takes questions for what they are; some terminals print them.
    public var takesQuestions: Bool {
        !["linux", "dumb", "cons25", "vt52"].contains(environment["TERM"] ?? "")
    }

    /// The program that it is, by its answer or by what the environment says; nil when neither tells.
    public var identity: TerminalIdentity? { answered ?? claimed }

    private var answered: TerminalIdentity? { versionAnswer.map { TerminalIdentity(answer: $0) } }

    private var claimed: TerminalIdentity? {
        let term = environment["TERM"] ?? ""
        // Inside a multiplexer the variables are those of the terminal that it was started in.
        if isSet("TMUX") || isSet("STY") || isSet("ZELLIJ") || term.hasPrefix("tmux") || term.hasPrefix("screen") {
            return multiplexer.map { TerminalIdentity(program: $0.rawValue) }
        }
        if let program = environment["TERM_PROGRAM"], !program.isEmpty {
            return TerminalIdentity(program: program, text: environment["TERM_PROGRAM_VERSION"] ?? "")
        }
        if let version = environment["VTE_VERSION"], !version.isEmpty {
            return TerminalIdentity(program: "vte", text: version)
        }
        if let version = environment["KONSOLE_VERSION"], let number = Int(version) {
            return TerminalIdentity(
                program: "konsole", version: [number / 10000, number / 100 % 100, number % 100])
        }
        if isSet("WT_SESSION") { return TerminalIdentity(program: "windows terminal") }
        if isSet("KITTY_WINDOW_ID") || term == "xterm-kitty" { return TerminalIdentity(program: "kitty") }
        let names = ["xterm-ghostty": "ghostty", "foot": "foot", "foot-extra": "foot", "alacritty": "alacritty"]
        return names[term].map { TerminalIdentity(program: $0) }
    }

    private func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
}
