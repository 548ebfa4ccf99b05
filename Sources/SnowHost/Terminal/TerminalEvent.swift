/// Something that happened at the terminal.
public enum TerminalEvent: Hashable, Sendable {
    /// A key by its name: "a", "Q", "é" as themselves; "space", "enter", "escape", "tab", "backspace", "up", "down",
    /// "left", "right", "home", "end", "begin", "pageup", "pagedown", "insert", "delete", "f1" to "f35"; with "ctrl-",
    /// "alt-", "shift-" before, in this order. Super, hyper and meta count as "alt-".
    case key(String)
    case mouse(MouseEvent)
    /// The terminal has, or for a moment had, another size, and may show anything.
    case resize(TerminalSize)
    /// The screen was touched by others, as after Ctrl-Z and `fg`: draw everything.
    case repaint
    /// The terminal answered a question.
    case reply(TerminalReply)
    /// The program is to end.
    case quit(QuitReason)

    /// Whether no more answers are to come.
    var isLastAnswer: Bool {
        if case .reply(.deviceAttributes) = self { return true }
        return false
    }
}

/// A press, release or motion of the mouse.
public struct MouseEvent: Hashable, Sendable {
    /// What the mouse did.
    public enum Action: String, Sendable {
        case press, release, move
    }

    /// The cell's column, from 0 at the left.
    public var column: Int
    /// The cell's row, from 0 at the top.
    public var row: Int
    /// "left", "middle", "right", "wheel-up", "wheel-down", "wheel-left", "wheel-right", or "none".
    public var button: String
    /// What the mouse did.
    public var action: Action

    /// An event at a cell.
    public init(column: Int, row: Int, button: String, action: Action) {
        self.column = column
        self.row = row
        self.button = button
        self.action = action
    }
}

/// What a terminal says about itself when asked.
public enum TerminalReply: Hashable, Sendable {
    /// Primary device attributes, by number: every terminal answers, so that this answer is the last to wait for.
    case deviceAttributes([Int])
    /// Whether a DEC private mode is known to the terminal.
    case mode(number: Int, isKnown: Bool)
    /// Its background, 0xRRGGBB.
    case background(UInt32)
    /// Its name and version, in its own words.
    case version(String)
    /// Whether kitty's graphics protocol is understood.
    case graphics(isSupported: Bool)
    /// A cell's size in pixels.
    case cellSize(width: Int, height: Int)
    /// Where the cursor is, from 1.
    case cursor(column: Int, row: Int)
    /// Anything else that only a terminal sends.
    case other
}

/// Why the program is to end.
public enum QuitReason: Hashable, Sendable {
    /// A signal: SIGINT, SIGTERM, SIGHUP or SIGQUIT by number.
    case signal(Int32)
    /// The terminal is gone.
    case hangup

    /// The exit status that a shell expects: 128 and the signal's number, SIGHUP's for a terminal that is gone.
    public var exitStatus: Int32 {
        switch self {
        case .signal(let number): 128 + number
        case .hangup: 129
        }
    }
}
