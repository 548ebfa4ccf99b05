/// When the terminal behind tmux is asked where this pane lies: until it answers, and again whenever the pane may have moved.
///
/// tmux throws away what it is to hand on while it is about to draw the pane anew, as after a change of its size. So it is
/// asked several times.
struct Passage {
    private var tries = 0
    private var next = Duration.zero

    private static let mostTries = 8
    private static let pause = Duration.milliseconds(250)

    /// Whether an answer may still come.
    func isHopeful(at now: Duration) -> Bool { tries < Self.mostTries || now < next }

    /// Whether it is to be asked now, which is then taken to be done.
    mutating func isDue(at now: Duration) -> Bool {
        guard tries < Self.mostTries, now >= next else { return false }
        tries += 1
        next = now + Self.pause
        return true
    }

    /// Starts anew.
    mutating func restart() {
        self = Passage()
    }
}
