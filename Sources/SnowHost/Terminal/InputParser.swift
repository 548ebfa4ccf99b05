/// Turns the bytes that a terminal sends into events.
///
/// What comes out does not depend on how the bytes are cut into reads. Only an escape byte that nothing follows needs
/// the clock: after `patience` it was the Escape key.
package struct InputParser {
    /// How long an unfinished sequence may wait for its rest.
    package static let patience: Duration = .milliseconds(50)
    /// Longer control sequences are garbage, and skipped.
    static let longestControl = 64
    /// Longer strings (answers of the terminal) are garbage, and skipped.
    static let longestString = 1024

    private var pending: [UInt8] = []
    private var waitingSince: Duration = .zero
    /// How the garbage that is being skipped ends.
    private var skipping = Skipping.nothing

    private enum Skipping {
        case nothing, control, string, stringEscape
    }

    /// What the front of the pending bytes turned out to be.
    enum Token {
        /// Bytes taken, and the event they make, if any.
        case taken(Int, TerminalEvent?)
        case incomplete
    }

    /// A parser that has read nothing.
    package init() {}

    /// The time at which `settle` will have something to do; nil while nothing waits.
    package var deadline: Duration? { pending.isEmpty ? nil : waitingSince + Self.patience }

    /// Takes bytes that were read at a time.
    package mutating func feed(
        _ bytes: some Sequence<UInt8>, at now: Duration, into events: inout [TerminalEvent]
    ) {
        settle(at: now, into: &events)
        for byte in bytes where !skip(byte) {
            pending.append(byte)
            parse(into: &events)
        }
        waitingSince = now
    }

    /// Gives up waiting for the rest of a sequence when its time has come.
    package mutating func settle(at now: Duration, into events: inout [TerminalEvent]) {
        // Garbage whose end never came does not swallow what is typed later.
        if skipping != .nothing, now >= waitingSince + Self.patience { skipping = .nothing }
        guard let deadline, now >= deadline else { return }
        let bytes = pending
        pending.removeAll(keepingCapacity: true)
        if bytes == [0x1B] {
            events.append(.key("escape"))
        } else if bytes.count == 2, bytes[0] == 0x1B, let name = KeyNames.plain(bytes[1]) {
            events.append(.key("alt-" + name))
        }
        // Anything longer, or half of a UTF-8 character, was cut off on its way.
    }

    /// Whether a byte belongs to garbage that is being skipped.
    private mutating func skip(_ byte: UInt8) -> Bool {
        switch skipping {
        case .nothing:
            return false
        case .control:
            if (0x20...0x3F).contains(byte) { return true }
            skipping = .nothing
            // The final byte ends it; anything else is not part of it.
            return (0x40...0x7E).contains(byte)
        case .string:
            if byte == 0x07 { skipping = .nothing }
            if byte == 0x1B { skipping = .stringEscape }
            if byte == 0x18 || byte == 0x1A { skipping = .nothing }
            return true
        case .stringEscape:
            skipping = .nothing
            if byte == 0x5C { return true }
            // The escape began something new.
            pending.append(0x1B)
            return false
        }
    }

    private mutating func parse(into events: inout [TerminalEvent]) {
        while !pending.isEmpty {
            guard case .taken(let count, let event) = token() else {
                bound()
                return
            }
            pending.removeFirst(count)
            if let event { events.append(event) }
        }
    }

    /// Starts skipping when what is pending grew too long to be anything.
    private mutating func bound() {
        guard pending.count > 2 else { return }
        if pending[1] == 0x5B {
            guard pending.count > Self.longestControl else { return }
            skipping = .control
        } else {
            guard pending.count > Self.longestString else { return }
            skipping = pending.last == 0x1B ? .stringEscape : .string
        }
        pending.removeAll(keepingCapacity: true)
    }

    private func token() -> Token {
        let first = pending[0]
        if first != 0x1B { return first < 0x80 ? .taken(1, KeyNames.plain(first).map { .key($0) }) : character(at: 0) }
        guard pending.count > 1 else { return .incomplete }
        switch pending[1] {
        case 0x1B:
            return .taken(1, .key("escape"))
        case 0x5B:
            return control()
        case 0x4F:
            guard pending.count > 2 else { return .incomplete }
            guard let name = KeyNames.final(pending[2], parameters: []) else { return .taken(2, nil) }
            return .taken(3, .key(name))
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F:
            return string()
        case let second where second < 0x80:
            return .taken(2, KeyNames.plain(second).map { .key("alt-" + $0) })
        default:
            guard case .taken(let count, let event) = character(at: 1) else { return .incomplete }
            guard case .key(let name)? = event else { return .taken(1 + count, nil) }
            return .taken(1 + count, .key("alt-" + name))
        }
    }

    /// A UTF-8 character at a place; one byte that is none is dropped.
    private func character(at start: Int) -> Token {
        let lead = pending[start]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(lead) else { return .taken(1, nil) }
        var scalar = UInt32(lead) & (0x7F >> UInt32(length))
        for place in start + 1..<start + length {
            guard place < pending.count else { return .incomplete }
            guard pending[place] & 0xC0 == 0x80 else { return .taken(1, nil) }
            scalar = scalar << 6 | UInt32(pending[place] & 0x3F)
        }
        let isOverlong = length == 3 && scalar < 0x800 || length == 4 && scalar < 0x1_0000
        guard !isOverlong, scalar >= 0xA0, let value = Unicode.Scalar(scalar) else { return .taken(length, nil) }
        return .taken(length, .key(String(Character(value))))
    }

    /// "\e[", parameters, intermediates, a final byte.
    private func control() -> Token {
        for place in 2..<pending.count {
            let byte = pending[place]
            if (0x20...0x3F).contains(byte) { continue }
            guard (0x40...0x7E).contains(byte) else { return .taken(place, nil) }
            return .taken(place + 1, ControlSequence.event(of: pending[2..<place], final: byte))
        }
        return .incomplete
    }

    /// "\e]" and its like, up to BEL or "\e\\".
    private func string() -> Token {
        for place in 2..<pending.count {
            switch pending[place] {
            case 0x07:
                return .taken(place + 1, .reply(StringSequence.reply(kind: pending[1], body: pending[2..<place])))
            case 0x18, 0x1A:
                return .taken(place + 1, nil)
            case 0x1B:
                guard place + 1 < pending.count else { return .incomplete }
                guard pending[place + 1] == 0x5C else { return .taken(place, nil) }
                return .taken(place + 2, .reply(StringSequence.reply(kind: pending[1], body: pending[2..<place])))
            default:
                continue
            }
        }
        return .incomplete
    }
}
