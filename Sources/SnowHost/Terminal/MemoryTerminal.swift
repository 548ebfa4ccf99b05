/// A terminal in memory: it keeps the frames it is sent and plays the events it is given, by a clock that stands
/// still between polls.
public final class MemoryTerminal: TerminalDevice {
    /// The present size.
    public private(set) var size: TerminalSize
    /// The time that polls have let pass.
    public private(set) var now: Duration = .zero
    /// Everything taken so far: what entering and leaving sent, and the frames.
    public private(set) var output: [UInt8] = []
    /// The frames that were taken, in order.
    public private(set) var frames: [[UInt8]] = []
    /// Whether the screen is taken at present.
    public private(set) var isEntered = false
    /// How many bytes of a frame are taken before the terminal stalls; nil for all. A stalled terminal takes the
    /// rest of that frame in the next poll that finds no limit.
    public var bytesBeforeStall: Int?

    private var modes = TerminalModes()
    private var rest: [UInt8] = []
    private var script: [(at: Duration, event: TerminalEvent)] = []

    /// A terminal of a size, with nothing going to happen.
    public init(size: TerminalSize = .fallback) {
        self.size = size
    }

    /// Makes an event happen at a time; a resize also changes `size` then.
    public func schedule(_ event: TerminalEvent, at time: Duration) {
        let place = script.firstIndex { $0.at > time } ?? script.endIndex
        script.insert((time, event), at: place)
    }

    /// Empties `output` and `frames`.
    public func forgetOutput() {
        output.removeAll()
        frames.removeAll()
    }

    /// Whether the next frame would be taken.
    public var isReady: Bool { rest.isEmpty }

    /// Takes the screen.
    public func enter(_ modes: TerminalModes) throws(TerminalError) {
        if isEntered { return }
        isEntered = true
        self.modes = modes
        output.append(contentsOf: TerminalSequences.enter(modes).utf8)
    }

    /// Changes how much of the mouse is reported.
    public func report(_ mouse: TerminalModes.Mouse) {
        guard isEntered else { return }
        let order = TerminalSequences.change(from: modes.mouse, to: mouse).utf8
        modes.mouse = mouse
        if rest.isEmpty { output.append(contentsOf: order) } else { rest.append(contentsOf: order) }
    }

    /// Gives the screen back.
    public func leave() {
        guard isEntered else { return }
        isEntered = false
        output.append(contentsOf: TerminalSequences.leave(modes).utf8)
    }

    /// Takes a frame, as far as `bytesBeforeStall` lets it.
    public func write(_ frame: [UInt8]) -> WriteOutcome {
        flush()
        guard rest.isEmpty else { return .blocked }
        guard let limit = bytesBeforeStall, limit < frame.count else {
            frames.append(frame)
            output.append(contentsOf: frame)
            return .sent
        }
        if limit <= 0 { return .blocked }
        frames.append(frame)
        output.append(contentsOf: frame[..<limit])
        rest = Array(frame[limit...])
        return .partly
    }

    /// Plays the next events of the script that are due by `deadline`, or lets the time pass.
    public func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        flush()
        guard let next = script.first, next.at <= max(deadline, now) else {
            now = max(now, deadline)
            return
        }
        now = max(now, next.at)
        while let due = script.first, due.at <= now {
            script.removeFirst()
            if case .resize(let size) = due.event { self.size = size }
            events.append(due.event)
        }
    }

    /// As above; returns at once, and no time passes, while one of `descriptors` can be read.
    public func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        let isReadable = descriptors.contains { Poll.wait(for: .init($0, writing: false), within: .zero) }
        poll(until: isReadable ? now : deadline, into: &events)
    }

    private func flush() {
        guard bytesBeforeStall == nil else { return }
        output.append(contentsOf: rest)
        rest.removeAll()
    }
}
