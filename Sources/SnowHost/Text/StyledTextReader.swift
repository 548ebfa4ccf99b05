/// Reads text with the control sequences of ECMA-48 in it: colours and attributes are kept, a motion to the right skips
/// places, and everything else that is meant for a terminal is consumed and does nothing.
///
/// Line feed, carriage return, backspace and tab do what they do on a terminal without end. Bytes that are not UTF-8
/// become U+FFFD. The controls of C1 count when they are written in UTF-8.
struct StyledTextReader {
    private enum State {
        case text
        /// After ESC.
        case escape
        /// After ESC and an intermediate byte: one more ends it.
        case designation
        /// After CSI.
        case control
        /// A CSI sequence that is not understood.
        case unknownControl
        /// Within OSC, DCS, SOS, PM or APC, up to the string terminator.
        case string
        /// After an ESC within one of these.
        case stringEscape
    }

    private var state = State.text
    private var lines = StyledTextLines()
    private var style = CellStyle()
    /// Characters that were not put down yet: what comes next may join the last of them.
    private var run: [UInt32] = []
    /// What stands between CSI and its end.
    private var parameters: [UInt8] = []
    private static let parameterLimit = 256

    /// Reads all of `bytes`.
    static func read(_ bytes: some Sequence<UInt8>) -> StyledText {
        var reader = StyledTextReader()
        var decoder = Unicode.UTF8()
        var iterator = bytes.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): reader.take(scalar.value)
            case .error: reader.take(CharacterWidth.replacement)
            case .emptyInput:
                reader.flush()
                return StyledText(lines: reader.lines.lines, scalars: reader.lines.scalars)
            }
        }
    }

    private mutating func take(_ scalar: UInt32) {
        switch state {
        case .text: text(scalar)
        case .escape: escape(scalar)
        case .designation:
            if !(0x20...0x2F).contains(scalar) { leave(with: scalar) }
        case .control, .unknownControl: control(scalar)
        case .string: string(scalar)
        case .stringEscape:
            if scalar == 0x5C {
                state = .text
            } else {
                // Not the terminator: the string was broken off by another sequence.
                state = .escape
                escape(scalar)
            }
        }
    }

    private mutating func text(_ scalar: UInt32) {
        guard scalar < 0x20 || (0x7F..<0xA0).contains(scalar) else {
            run.append(scalar)
            return
        }
        flush()
        switch scalar {
        case 0x08: lines.goBack()
        case 0x09: lines.tab()
        case 0x0A...0x0C, 0x85: lines.breakLine()
        case 0x0D: lines.column = 0
        case 0x1B: state = .escape
        case 0x90, 0x98, 0x9D...0x9F: state = .string
        case 0x9B: begin()
        default: break
        }
    }

    private mutating func escape(_ scalar: UInt32) {
        switch scalar {
        case 0x1B: break
        case 0x20...0x2F: state = .designation
        case 0x50, 0x58, 0x5D...0x5F: state = .string
        case 0x5B: begin()
        default: leave(with: scalar)
        }
    }

    private mutating func begin() {
        state = .control
        parameters.removeAll(keepingCapacity: true)
    }

    /// Ends a sequence; a character that can be no part of one is text again.
    private mutating func leave(with scalar: UInt32) {
        state = .text
        if !(0x20...0x7E).contains(scalar) { text(scalar) }
    }

    private mutating func control(_ scalar: UInt32) {
        switch scalar {
        case 0x30...0x3B where state == .control && parameters.count < Self.parameterLimit:
            parameters.append(UInt8(scalar))
        case 0x20...0x3F: state = .unknownControl
        case 0x40...0x7E:
            let isKnown = state == .control
            state = .text
            if isKnown { obey(scalar) }
        case 0x18, 0x1A, 0x1B, 0x80...: leave(with: scalar)
        // A control within a sequence is obeyed on the way.
        case 0x08...0x0D:
            let before = state
            text(scalar)
            state = before
        default: break
        }
    }

    private mutating func obey(_ final: UInt32) {
        switch final {
        case 0x6D: GraphicRendition.apply(parameters, to: &style)
        case 0x43:
            // Nothing and 0 mean 1.
            lines.skip(parameters.isEmpty ? 1 : max(Int(String(decoding: parameters, as: UTF8.self)) ?? 0, 1))
        default: break
        }
    }

    private mutating func string(_ scalar: UInt32) {
        switch scalar {
        case 0x07, 0x18, 0x1A, 0x9C: state = .text
        case 0x1B: state = .stringEscape
        default: break
        }
    }

    private mutating func flush() {
        guard !run.isEmpty else { return }
        var glyphs = TextGlyphs(run)
        while let glyph = glyphs.next() { lines.put(glyph, style) }
        run.removeAll(keepingCapacity: true)
    }
}

extension StyledText {
    /// Reads a text with or without colours, whatever is in it.
    ///
    /// - Complexity: linear in the bytes, which the caller bounds by `byteLimit`.
    package init(reading bytes: some Sequence<UInt8>) {
        self = StyledTextReader.read(bytes)
    }
}
