@testable import SnowHost

/// A terminal in this process that an emulator shows, with the events of a script; it may take frames in pieces.
///
/// Its clock stands still between polls.
final class EmulatedTerminal: TerminalDevice {
    private(set) var size: TerminalSize
    private(set) var now: Duration = .zero
    let emulator: TerminalEmulator
    /// All that was taken.
    private(set) var output: [UInt8] = []
    /// How many writes there were between one poll and the next, at most.
    private(set) var mostWrites = 0
    /// How often somebody slept: waited for a file or an event, and for no frame.
    private(set) var sleeps = 0
    /// Called before events are told, when every frame that was begun is shown whole, and the size is still theirs.
    var atRest: () -> Void = {}
    /// How many bytes are taken of each frame, and how many with each poll after it; nil for all.
    var appetite: () -> Int? = { nil }

    private var modes = TerminalModes()
    private var rest: [UInt8] = []
    private var writes = 0
    private var isUpset = true
    private var script: [(at: Duration, event: TerminalEvent)] = []

    init(size: TerminalSize) {
        self.size = size
        emulator = TerminalEmulator(columns: size.columns, rows: size.rows)
    }

    /// Makes an event happen; the times must not fall.
    func schedule(_ event: TerminalEvent, at time: Duration) {
        script.append((time, event))
    }

    var isReady: Bool { rest.isEmpty }

    func enter(_ modes: TerminalModes) throws(TerminalError) {
        self.modes = modes
        take(Array(TerminalSequences.enter(modes).utf8))
    }

    func report(_ mouse: TerminalModes.Mouse) {
        let order = Array(TerminalSequences.change(from: modes.mouse, to: mouse).utf8)
        modes.mouse = mouse
        if rest.isEmpty { take(order) } else { rest += order }
    }

    func leave() {
        take(rest)
        rest.removeAll()
        take(Array(TerminalSequences.leave(modes).utf8))
    }

    func write(_ frame: [UInt8]) -> WriteOutcome {
        writes += 1
        mostWrites = max(mostWrites, writes)
        guard rest.isEmpty else { return .blocked }
        let count = min(appetite() ?? frame.count, frame.count)
        if count == 0 { return .blocked }
        take(Array(frame[..<count]))
        rest = Array(frame[count...])
        isUpset = false
        return rest.isEmpty ? .sent : .partly
    }

    func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        finishFrame()
        pass(until: deadline, &events)
    }

    func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        sleeps += 1
        finishFrame()
        let isReadable = descriptors.contains { Poll.wait(for: .init($0, writing: false), within: .zero) }
        pass(until: isReadable ? now : deadline, &events)
    }

    private func finishFrame() {
        writes = 0
        let count = min(appetite() ?? rest.count, rest.count)
        take(Array(rest[..<count]))
        rest.removeFirst(count)
        if rest.isEmpty, !isUpset { atRest() }
    }

    private func pass(until deadline: Duration, _ events: inout [TerminalEvent]) {
        guard let next = script.first, next.at <= max(deadline, now) else {
            now = max(now, deadline)
            return
        }
        now = max(now, next.at)
        script.removeFirst()
        if case .resize(let size) = next.event {
            self.size = size
            emulator.resize(columns: size.columns, rows: size.rows)
            isUpset = true
        }
        events.append(next.event)
    }

    private func take(_ bytes: [UInt8]) {
        output += bytes
        emulator.feed(bytes)
    }
}
