#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes on their way to a tty: whole frames, in order, without waiting.
///
/// It never holds more than what is left of one frame that was begun.
struct TerminalOutput: ~Copyable {
    /// Whether a write found the other side gone.
    private(set) var isClosed = false

    private let descriptor: Descriptor
    /// What is left of a frame that was begun, from `restStart` on.
    private var rest: [UInt8] = []
    private var restStart = 0

    init(_ descriptor: consuming Descriptor) {
        self.descriptor = descriptor
    }

    var descriptorNumber: Int32 { descriptor.number }

    /// Whether nothing is left to send.
    var isIdle: Bool { rest.isEmpty }

    /// Sends as much of a frame as goes at once; see `WriteOutcome`.
    mutating func offer(_ frame: [UInt8]) -> WriteOutcome {
        flush()
        if isClosed { return .closed }
        guard rest.isEmpty else { return .blocked }
        let sent = push(frame[...])
        if isClosed { return .closed }
        if sent == frame.count { return .sent }
        if sent == 0 { return .blocked }
        rest.append(contentsOf: frame[sent...])
        return .partly
    }

    /// Sends what is left of a frame, as far as it goes.
    mutating func flush() {
        guard !rest.isEmpty else { return }
        restStart += push(rest[restStart...])
        if restStart == rest.count || isClosed { forget() }
    }

    /// Sends bytes, waiting for the terminal up to a time; what is left then is sent later.
    mutating func send(_ bytes: [UInt8], until limit: Duration, by clock: MonotonicClock) {
        rest.append(contentsOf: bytes)
        drain(until: limit, by: clock)
    }

    /// Sends the last bytes of all, in bounded time, at the cost of what was to be sent before them.
    mutating func close(with bytes: [UInt8], within time: Duration, by clock: MonotonicClock) {
        drain(until: clock.now + time, by: clock)
        let isStalled = !rest.isEmpty
        if isStalled {
            // The terminal does not read: what waits is thrown away, so that this has room. A sequence or an image may
            // have been cut, which the first two bytes end, and a synchronized update may have been begun.
            forget()
            tcflush(descriptor.number, TCOFLUSH)
            rest.append(contentsOf: "\u{1B}\\\u{1B}[?2026l".utf8)
        }
        send(bytes, until: clock.now + .milliseconds(50), by: clock)
        forget()
    }

    private mutating func drain(until limit: Duration, by clock: MonotonicClock) {
        flush()
        while !rest.isEmpty, clock.now < limit {
            _ = Poll.wait(for: .init(descriptor.number, writing: true), within: limit - clock.now)
            flush()
        }
    }

    private mutating func forget() {
        rest.removeAll(keepingCapacity: true)
        restStart = 0
    }

    /// Writes until the terminal takes no more; the count of bytes taken.
    private mutating func push(_ bytes: ArraySlice<UInt8>) -> Int {
        var sent = 0
        bytes.withUnsafeBytes { all in
            while sent < all.count {
                switch descriptor.write(UnsafeRawBufferPointer(rebasing: all[sent...])) {
                case .moved(let count): sent += count
                case .wouldBlock: return
                case .closed:
                    isClosed = true
                    return
                }
            }
        }
        return sent
    }
}
