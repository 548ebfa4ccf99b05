/// Turns the bytes that a terminal sends into events.
///
/// It reads byte by byte, so the events do not depend on how the bytes are cut into reads. Time matters only for a
/// sequence that stops before its end: after `deadline` the parser gives it up. A beginning that is also a key, such as
/// ESC, is that key then; anything else is dropped.
///
/// Only bytes outside of sequences become keys. A sequence that is unknown, too long or malformed is dropped to its end.
package struct InputParser {
    /// How long ESC waits for the rest of a sequence, on a terminal of this machine.
    package static let patience: Duration = .milliseconds(50)
    /// The same over a network, which may deliver the rest later.
    package static let remotePatience: Duration = .milliseconds(250)
    /// How long the rest of what cannot be a key is waited for.
    static let sequencePatience: Duration = .milliseconds(500)
    /// How long a paste may pause.
    static let pastePatience: Duration = .seconds(1)
    /// No sequence and no paste lasts longer than this, so that keys are heard again whatever was cut.
    static let longestWait: Duration = .seconds(10)
    /// Longer control sequences are dropped.
    static let longestControl = 128
    /// Longer strings are dropped.
    static let longestString = 1024

    private enum State {
        case ground
        /// Behind ESC.
        case escape
        /// Behind "\e[".
        case control
        /// Behind "\eO".
        case single
        /// Behind "\e[[".
        case console
        /// Behind "\e[M".
        case mouse
        /// Behind "\e]" and its like.
        case string
        /// Behind ESC within a string.
        case stringEscape
        /// Within a UTF-8 character.
        case character
        /// Within pasted text.
        case paste
    }

    /// The window that the mouse is in; nil when it is not known.
    package var size: TerminalSize?

    private let patience: Duration
    private var state = State.ground
    /// What was read of the sequence behind its introducer.
    private var body: [UInt8] = []
    /// Whether more came than is kept.
    private var isTooLong = false
    /// Whether an ESC stood before the ESC that began the sequence: Alt, or the Escape key a moment before.
    private var isAfterEscape = false
    /// Whether the character is typed with Alt.
    private var isAlt = false
    /// The introducer, as its second byte when it has two: "[", "O", "]", …
    private var introducer: UInt8 = 0
    /// Whether the introducer was one C1 character, which cannot be a key with Alt.
    private var isEightBit = false
    /// How many bytes of the end of a paste were read.
    private var pasteEndCount = 0
    private var beganAt: Duration = .zero
    private var lastByteAt: Duration = .zero

    /// A parser that has read nothing.
    ///
    /// - Parameter isRemote: Whether the bytes come over a network.
    package init(isRemote: Bool = false, size: TerminalSize? = nil) {
        patience = isRemote ? Self.remotePatience : Self.patience
        self.size = size
    }

    /// The time at which `settle` will have something to do; nil while nothing waits.
    package var deadline: Duration? {
        if state == .ground { return nil }
        let wait = state == .paste ? Self.pastePatience : mayBeKey ? patience : Self.sequencePatience
        return min(lastByteAt + wait, beganAt + Self.longestWait)
    }

    /// How many bytes of an unfinished sequence are kept.
    var pendingByteCount: Int { body.count }

    /// Takes bytes that were read at a time.
    package mutating func feed(
        _ bytes: some Sequence<UInt8>, at now: Duration, into events: inout [TerminalEvent]
    ) {
        settle(at: now, into: &events)
        for byte in bytes {
            lastByteAt = now
            take(byte, &events)
        }
    }

    /// Gives up waiting for the rest of a sequence when its time has come.
    package mutating func settle(at now: Duration, into events: inout [TerminalEvent]) {
        if let deadline, now >= deadline { abandon(&events) }
    }

    private mutating func take(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch state {
        case .ground: takeFirst(byte, &events)
        case .escape: takeAfterEscape(byte, &events)
        case .control: takeControl(byte, &events)
        case .single: takeSingle(byte, &events)
        case .console:
            if byte < 0x20 || byte > 0x7E { return retake(byte, &events) }
            finish(.key(KeyNames.console(byte).map { KeyPress($0) }), &events)
        case .mouse: takeMouse(byte, &events)
        case .string: takeString(byte, &events)
        case .stringEscape:
            if byte == 0x5C { return finishString(&events) }
            // The ESC began something new.
            abandon(&events)
            begin(.escape)
            take(byte, &events)
        case .character: takeCharacter(byte, &events)
        case .paste: takePasted(byte)
        }
    }

    private mutating func takeFirst(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x1B: begin(.escape)
        case 0..<0x80: if let press = KeyNames.plain(byte) { events.append(.key(press.name)) }
        case 0xC2...0xF4:
            begin(.character)
            body.append(byte)
        default:
            guard let introducer = Self.introducer(ofC1: byte) else { return }
            begin(.escape)
            introduce(introducer, isEightBit: true)
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x1B:
            giveOlderEscape(&events)
            isAfterEscape = true
        case 0x4F, 0x50, 0x58, 0x5B, 0x5D...0x5F:
            introduce(byte, isEightBit: false)
        case 0..<0x80:
            giveOlderEscape(&events)
            state = .ground
            if let press = KeyNames.plain(byte) { events.append(.key(Self.withAlt(press).name)) }
        case 0xC2...0xF4:
            giveOlderEscape(&events)
            state = .character
            isAlt = true
            body.append(byte)
        default:
            giveOlderEscape(&events)
            guard let introducer = Self.introducer(ofC1: byte) else {
                state = .ground
                return
            }
            isAfterEscape = true
            introduce(introducer, isEightBit: true)
        }
    }

    private mutating func takeControl(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x7F: return
        case 0x24 where !isTooLong && ControlSequence.isShiftedKey(body):
            let name = KeyNames.tilde(ControlParameters(body).numbers[0])
            finish(.key(name.map { KeyPress($0, .shift) }), &events)
        case 0x20...0x3F: keep(byte, atMost: Self.longestControl)
        case 0x40...0x7E:
            if body.isEmpty, byte == 0x4D || byte == 0x5B {
                state = byte == 0x4D ? .mouse : .console
                return
            }
            finish(isTooLong ? .nothing : ControlSequence.meaning(of: body, final: byte, in: size), &events)
        default: retake(byte, &events)
        }
    }

    private mutating func takeSingle(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x30...0x3B: keep(byte, atMost: Self.longestControl)
        case 0x20...0x7E:
            let held = KeyModifiers(parameter: ControlParameters(body).numbers.last ?? 0)
            let press = isTooLong ? nil : KeyNames.single(byte)
            finish(.key(held.flatMap { held in press.map { KeyPress($0.base, $0.modifiers.union(held)) } }), &events)
        default: retake(byte, &events)
        }
    }

    /// Raw bytes, of which only the first cannot be ESC.
    private mutating func takeMouse(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        if body.isEmpty, byte < 0x20 { return retake(byte, &events) }
        body.append(byte)
        switch MouseReport.bytes(body, in: size) {
        case .incomplete: return
        case .complete(let report): finish(report?.event(in: size).map { .event(.mouse($0)) } ?? .nothing, &events)
        case .exceeded: retake(byte, &events)
        }
    }

    private mutating func takeString(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x07: finishString(&events)
        case 0x18, 0x1A: abandon(&events)
        case 0x1B: state = .stringEscape
        case 0x9C where isEightBit:
            // As a UTF-8 character it has another byte before it.
            if body.last == 0xC2 { body.removeLast() }
            finishString(&events)
        default: keep(byte, atMost: Self.longestString)
        }
    }

    private mutating func takeCharacter(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        guard byte & 0xC0 == 0x80 else { return retake(byte, &events) }
        body.append(byte)
        let lead = body[0]
        guard body.count == (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2) else { return }
        if lead == 0xC2, byte < 0xA0 {
            guard let introducer = Self.introducer(ofC1: byte) else { return abandon(&events) }
            isAfterEscape = isAlt
            introduce(introducer, isEightBit: true)
            return
        }
        let text = String(decoding: body, as: UTF8.self)
        // What is not UTF-8 is decoded to other bytes.
        let isValid = text.utf8.elementsEqual(body)
        finish(.key(isValid ? KeyPress(text, isAlt ? .alt : []) : nil), &events)
    }

    /// Looks for the end of a paste, and for nothing else.
    private mutating func takePasted(_ byte: UInt8) {
        let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
        if byte == end[pasteEndCount] {
            pasteEndCount += 1
        } else {
            pasteEndCount = byte == 0x1B ? 1 : byte == 0x9B && isEightBit ? 2 : 0
        }
        if pasteEndCount == end.count { state = .ground }
    }
}

extension InputParser {
    /// Starts a sequence.
    private mutating func begin(_ state: State) {
        self.state = state
        body.removeAll(keepingCapacity: true)
        isTooLong = false
        isAfterEscape = false
        isAlt = false
        isEightBit = false
        beganAt = lastByteAt
    }

    private mutating func introduce(_ introducer: UInt8, isEightBit: Bool) {
        self.introducer = introducer
        self.isEightBit = isEightBit
        body.removeAll(keepingCapacity: true)
        state = introducer == 0x5B ? .control : introducer == 0x4F ? .single : .string
    }

    /// What a C1 control character introduces, as the second byte of its form with ESC; nil for other bytes.
    private static func introducer(ofC1 byte: UInt8) -> UInt8? {
        switch byte {
        case 0x8F, 0x90, 0x98, 0x9B, 0x9D...0x9F: byte - 0x40
        default: nil
        }
    }

    private mutating func keep(_ byte: UInt8, atMost most: Int) {
        if body.count < most { body.append(byte) } else { isTooLong = true }
    }

    /// Ends a sequence with its meaning.
    private mutating func finish(_ meaning: ControlSequence.Meaning, _ events: inout [TerminalEvent]) {
        state = .ground
        switch meaning {
        case .key(let press):
            guard let press else { return }
            events.append(.key((isAfterEscape ? Self.withAlt(press) : press).name))
        case .event(let event):
            giveOlderEscape(&events)
            events.append(event)
        case .paste:
            giveOlderEscape(&events)
            state = .paste
            pasteEndCount = 0
        case .nothing:
            giveOlderEscape(&events)
        }
    }

    private mutating func finishString(_ events: inout [TerminalEvent]) {
        let reply = isTooLong ? TerminalReply.other : StringSequence.reply(kind: introducer, body: body[...])
        finish(.event(.reply(reply)), &events)
    }

    /// The ESC before the last one was the Escape key.
    private mutating func giveOlderEscape(_ events: inout [TerminalEvent]) {
        if isAfterEscape { events.append(.key("escape")) }
        isAfterEscape = false
    }

    private static func withAlt(_ press: KeyPress) -> KeyPress {
        KeyPress(press.base, press.modifiers.union(.alt))
    }

    /// Whether what was read of a sequence is also a key.
    private var mayBeKey: Bool {
        switch state {
        case .escape: true
        case .control, .single, .string, .stringEscape: body.isEmpty && !isEightBit
        case .ground, .console, .mouse, .character, .paste: false
        }
    }

    /// Gives a sequence up before its end.
    private mutating func abandon(_ events: inout [TerminalEvent]) {
        giveOlderEscape(&events)
        switch state {
        case .escape: events.append(.key("escape"))
        case .control, .single, .string, .stringEscape:
            if mayBeKey, let press = KeyNames.plain(introducer) { events.append(.key(Self.withAlt(press).name)) }
        case .ground, .console, .mouse, .character, .paste: break
        }
        state = .ground
    }

    /// Gives a sequence up at a byte that cannot belong to it. CAN and SUB end it, any other byte begins anew.
    private mutating func retake(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        let isCancelled = (byte == 0x18 || byte == 0x1A) && !mayBeKey && state != .character
        abandon(&events)
        if !isCancelled { take(byte, &events) }
    }
}
