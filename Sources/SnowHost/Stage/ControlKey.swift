/// A key by which the viewer steers the show, and what it does.
package struct ControlKey: Sendable {
    /// What a key asks for.
    enum Action: Equatable, Sendable {
        case leave
        case restart
        case toggleDisplay
        /// Picks the parameter so many places on.
        case pick(Int)
        /// Turns the picked parameter by so many steps.
        case turn(Int)
        case pause
        /// Plays one frame, and pauses before it.
        case step
        /// Asks for the line that gives the tuned values back.
        case keep
    }

    /// The names of the keys as a help page spells them.
    package let spelling: String
    /// A word for the display; empty for a key that it does not name.
    package let brief: String
    /// What it does, for a table.
    package let about: String
    /// Whether no script ever gets it.
    package let isReserved: Bool
    /// Event names with what each asks for.
    let actions: [(name: String, action: Action)]

    private init(
        _ spelling: String, _ brief: String, _ about: String, isReserved: Bool, _ actions: [(String, Action)]
    ) {
        self.spelling = spelling
        self.brief = brief
        self.about = about
        self.isReserved = isReserved
        self.actions = actions.map { (name: $0.0, action: $0.1) }
    }

    /// All of them, in the order of the help.
    package static let all = [
        ControlKey(
            "?", "close", "shows or hides figures, parameters, log and keys", isReserved: true, [("?", .toggleDisplay)]),
        ControlKey("h", "", "the same", isReserved: false, [("h", .toggleDisplay)]),
        ControlKey(
            "Tab", "pick", "picks the next parameter; with Shift the one before", isReserved: true,
            [("tab", .pick(1)), ("shift-tab", .pick(-1))]),
        ControlKey(
            "← →", "turn (shift ×10)", "turn the picked parameter by a step; with Shift by ten", isReserved: false,
            [
                ("left", .turn(-1)), ("right", .turn(1)), ("shift-left", .turn(-10)), ("shift-right", .turn(10)),
            ]),
        ControlKey("space", "pause", "pauses, and goes on", isReserved: false, [("space", .pause)]),
        ControlKey(".", "step", "plays one frame and pauses", isReserved: false, [(".", .step)]),
        ControlKey("r", "restart", "begins from nothing", isReserved: true, [("r", .restart)]),
        ControlKey(
            "s", "keep", "prints the command line with the tuned values at the end", isReserved: false, [("s", .keep)]),
        ControlKey(
            "q", "quit", "ends the show, as Escape and Ctrl-C do", isReserved: true,
            [("q", .leave), ("Q", .leave), ("escape", .leave)]),
    ]

    /// Which of them scripts may get, in a sentence or two.
    package static var sharing: String {
        let shared = all.filter { !$0.isReserved }.map(\.spelling).joined(separator: ", ")
        return "While figures are hidden and nothing is paused, a script that wants keys gets these: \(shared). "
            + "The others it never gets."
    }

    /// What a key asks the host for; nil when it is for the scripts.
    ///
    /// The reserved keys are always the host's. The others are its own while the show is steered, which is while the
    /// display is open or time stands still, and as long as no script wants keys; else the scripts get them.
    static func action(of name: String, isSteered: Bool, scriptsWantKeys: Bool) -> Action? {
        for key in all {
            guard let found = key.actions.first(where: { $0.name == name }) else { continue }
            return key.isReserved || isSteered || !scriptsWantKeys ? found.action : nil
        }
        return nil
    }
}
