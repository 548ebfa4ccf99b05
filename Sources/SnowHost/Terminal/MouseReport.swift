/// What a terminal reports of the mouse, in one of the encodings that modes 1000 and 1003 can bring.
struct MouseReport: Equatable {
    /// Button in the bits 1, 2, 64 and 128; 4, 8 and 16 are modifiers, 32 is motion.
    private let bits: Int
    /// From 1.
    private let column: Int
    /// From 1.
    private let row: Int
    private let isRelease: Bool

    private init(bits: Int, column: Int, row: Int, isRelease: Bool) {
        (self.bits, self.column, self.row, self.isRelease) = (bits, column, row, isRelease)
    }

    /// Mode 1006: "\e[<", three numbers, and "M" or "m"; nil for other numbers.
    static func sgr(_ numbers: [Int], isRelease: Bool) -> MouseReport? {
        guard numbers.count == 3 else { return nil }
        return MouseReport(bits: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
    }

    /// Mode 1015: "\e[", three numbers of which the first is 32 too large, and "M"; nil for other numbers.
    static func urxvt(_ numbers: [Int]) -> MouseReport? {
        guard numbers.count == 3, numbers[0] >= 32 else { return nil }
        return unreleased(bits: numbers[0] - 32, column: numbers[1], row: numbers[2])
    }

    /// What three bytes or more behind "\e[M" came to.
    enum Bytes: Equatable {
        case incomplete
        /// The report; nil for one that cannot be read.
        case complete(MouseReport?)
        /// The last byte does not belong to the report, which cannot be read.
        case exceeded
    }

    /// Without a mode for the encoding: "\e[M" and three bytes, each 32 too large. With mode 1005, which another program
    /// may have left on, a coordinate may be a UTF-8 character of two bytes; that is told from one byte by what fits into
    /// the window.
    static func bytes(_ bytes: [UInt8], in size: TerminalSize?) -> Bytes {
        guard bytes.count >= 3 else { return .incomplete }
        var column = Int(bytes[1])
        var place = 2
        if isLead(bytes[1]), isTail(bytes[2]), exceeds(bytes[1], size?.columns) || exceeds(bytes[2], size?.rows) {
            column = pair(bytes[1], bytes[2])
            place = 3
        }
        guard place < bytes.count else { return .incomplete }
        if place == 3, bytes[3] < 0x20 { return .exceeded }
        var row = Int(bytes[place])
        if isLead(bytes[place]), exceeds(bytes[place], size?.rows) {
            guard place + 1 < bytes.count else { return .incomplete }
            guard isTail(bytes[place + 1]) else { return .exceeded }
            row = pair(bytes[place], bytes[place + 1])
        }
        // 32 would be the cell 0, and less is what xterm sends beyond the 223rd.
        guard bytes[0] >= 32, column > 32, row > 32 else { return .complete(nil) }
        return .complete(unreleased(bits: Int(bytes[0]) - 32, column: column - 32, row: row - 32))
    }

    private static func isLead(_ byte: UInt8) -> Bool { (0xC2...0xDF).contains(byte) }

    private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    private static func pair(_ lead: UInt8, _ tail: UInt8) -> Int { Int(lead & 0x1F) << 6 | Int(tail & 0x3F) }

    /// Whether a byte, as a coordinate by itself, lies outside the window.
    private static func exceeds(_ byte: UInt8, _ limit: Int?) -> Bool { limit.map { Int(byte) - 32 > $0 } ?? false }

    /// In the encodings without "m" a release has the button 3.
    private static func unreleased(bits: Int, column: Int, row: Int) -> MouseReport {
        MouseReport(bits: bits, column: column, row: row, isRelease: bits & 0b1110_0011 == 3)
    }

    /// The event; nil for buttons without a name, for a wheel's release, and for a press outside the window. Motion and
    /// releases outside are those of the nearest cell, so that a script hears the end of what it saw begin.
    func event(in size: TerminalSize?) -> MouseEvent? {
        let columns = max(size?.columns ?? .max, 1)
        let rows = max(size?.rows ?? .max, 1)
        let isMotion = bits & 32 != 0
        let button =
            switch bits & 0b1100_0011 {
            case 0: "left"
            case 1: "middle"
            case 2: "right"
            case 64: "wheel-up"
            case 65: "wheel-down"
            case 66: "wheel-left"
            case 67: "wheel-right"
            default: "none"
            }
        let action: MouseEvent.Action = isMotion ? .move : isRelease ? .release : .press
        if action == .press, button == "none" || !(1...columns).contains(column) || !(1...rows).contains(row) {
            return nil
        }
        if action == .release, bits & 0b1100_0000 != 0 { return nil }
        return MouseEvent(
            column: min(max(column, 1), columns) - 1, row: min(max(row, 1), rows) - 1, button: button, action: action)
    }
}
