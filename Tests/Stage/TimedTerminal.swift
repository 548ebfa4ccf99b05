@testable import SnowHost

/// A terminal in memory that counts how often it is polled, and whose clock may leap once, as after a stall.
final class TimedTerminal: TerminalDevice {
    let memory: MemoryTerminal
    /// When each poll began.
    private(set) var polls: [Duration] = []
    /// Whether `polls` are those that wait for files too.
    private(set) var sleeps: [Duration] = []
    /// By how much the clock leaps in the first poll that begins at `leapsAt` or later.
    var leap = Duration.zero
    var leapsAt: Duration?
    /// Called before each poll.
    var atPoll: () -> Void = {}

    private var lead = Duration.zero

    init(size: TerminalSize = TerminalSize(columns: 40, rows: 12)) {
        memory = MemoryTerminal(size: size)
    }

    var size: TerminalSize { memory.size }
    var now: Duration { memory.now + lead }
    var isReady: Bool { memory.isReady }

    func enter(_ modes: TerminalModes) throws(TerminalError) { try memory.enter(modes) }
    func report(_ mouse: TerminalModes.Mouse) { memory.report(mouse) }
    func leave() { memory.leave() }
    func write(_ frame: [UInt8]) -> WriteOutcome { memory.write(frame) }

    func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        begin()
        memory.poll(until: deadline - lead, into: &events)
        leapOnce()
    }

    func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        begin()
        sleeps.append(now)
        memory.poll(until: deadline - lead, orReading: descriptors, into: &events)
        leapOnce()
    }

    private func begin() {
        atPoll()
        polls.append(now)
    }

    private func leapOnce() {
        guard let time = leapsAt, now >= time else { return }
        leapsAt = nil
        lead += leap
    }

    /// How often it was polled between two times.
    func polls(from start: Duration, to end: Duration) -> Int {
        polls.count { $0 >= start && $0 < end }
    }
}
