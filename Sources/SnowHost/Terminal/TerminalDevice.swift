/// A place where frames go and events come from: a real terminal, or memory.
public protocol TerminalDevice: AnyObject {
    /// The present size.
    var size: TerminalSize { get }

    /// Time since the device was made; it does not run while the machine is suspended.
    var now: Duration { get }

    /// Whether the next frame would be taken: nothing of an earlier one waits to be sent.
    var isReady: Bool { get }

    /// Takes the screen: alternate, raw, cursor hidden. Doing it twice is doing it once.
    ///
    /// - Throws: `TerminalError` when the terminal refuses.
    func enter(_ modes: TerminalModes) throws(TerminalError)

    /// Changes how much of the mouse is reported, while the screen is taken; it never blocks.
    func report(_ mouse: TerminalModes.Mouse)

    /// Asks a terminal behind tmux where this pane lies and what it can do; it never blocks. From now on images may be
    /// shown through tmux.
    ///
    /// The answers come as events: a cursor's place behind the first cell of the row `PanePlace` names, and those that a
    /// terminal gives by itself. What is shown in the row, and where the cursor is, is not known afterwards. By default
    /// nothing is asked, and no answer comes.
    ///
    /// - Parameter asksForKitty: Whether it is asked for kitty's graphics; some terminals print that.
    func askBehindTmux(asksForKitty: Bool)

    /// Gives the screen back as it was found. Doing it twice is doing it once; it never blocks for long.
    func leave()

    /// Offers a frame, without waiting.
    func write(_ frame: [UInt8]) -> WriteOutcome

    /// Waits for events, at most until `now` is `deadline`; sends what is left of a frame meanwhile.
    ///
    /// Events are appended to `events`; it returns as soon as there is one.
    func poll(until deadline: Duration, into events: inout [TerminalEvent])

    /// Waits as `poll(until:into:)` does, and returns also once one of `descriptors` can be read.
    ///
    /// A device that cannot wait for descriptors returns after 25 ms at the latest, which is the default.
    func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent])
}

extension TerminalDevice {
    /// Asks nothing.
    public func askBehindTmux(asksForKitty: Bool) {}

    /// Returns after 25 ms at the latest, so that the caller can look at the descriptors.
    public func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        let limit = descriptors.isEmpty ? deadline : min(deadline, now + .milliseconds(25))
        poll(until: limit, into: &events)
    }
}

/// What became of a frame that was offered.
public enum WriteOutcome: Sendable {
    /// All of it was sent.
    case sent
    /// It was begun; the device keeps the rest and sends it before anything else.
    case partly
    /// None of it was taken: the terminal shows what it showed, and a newer frame may take this one's place.
    case blocked
    /// The terminal is gone; a quit event says so.
    case closed
}

/// What is wanted of a terminal beyond the bare screen.
public struct TerminalModes: Hashable, Sendable {
    /// How much of the mouse is reported.
    public enum Mouse: Sendable {
        case off, buttons, all
    }

    /// Whether images are put on the screen, which are taken off it at the end.
    public enum Images: Sendable {
        case none, shown
        /// By a terminal behind tmux, to which tmux hands them on.
        case shownThroughTmux
    }

    /// How much of the mouse is reported.
    public var mouse: Mouse
    /// Whether the terminal is asked what it can do; see `Capabilities`.
    public var asksQuestions: Bool
    /// Whether images are put on the screen.
    public var images: Images
    /// Whether the terminal marks pasted text, which then gives no keys.
    public var marksPastes: Bool

    /// Modes; by default nothing more than the screen.
    public init(
        mouse: Mouse = .off, asksQuestions: Bool = false, images: Images = .none, marksPastes: Bool = false
    ) {
        self.mouse = mouse
        self.asksQuestions = asksQuestions
        self.images = images
        self.marksPastes = marksPastes
    }
}
