/// Cuts Lua text into words, strings and single signs; comments and blanks are passed over.
struct LuaScanner {
    private let source: [UInt8]
    private var place = 0

    /// A scanner at the start of `source`.
    init(_ source: [UInt8]) {
        self.source = source
    }

    /// Where the next one stands; nil at the end.
    mutating func next() -> Range<Int>? {
        skipBlanks()
        guard let first = byte(0) else { return nil }
        let start = place
        if Self.isWord(first) {
            while let byte = byte(0), Self.isWord(byte) { place += 1 }
        } else if first == 0x22 || first == 0x27 {
            skipString(first)
        } else if first == 0x5B, let level = longBracket() {
            skipLongString(level)
        } else {
            place += 1
        }
        return start..<place
    }

    private func byte(_ distance: Int) -> UInt8? {
        place + distance < source.count ? source[place + distance] : nil
    }

    private mutating func skipBlanks() {
        while let byte = byte(0) {
            if byte == 0x2D, self.byte(1) == 0x2D {
                place += 2
                if self.byte(0) == 0x5B, let level = longBracket() {
                    skipLongString(level)
                } else {
                    while let byte = self.byte(0), byte != 0x0A { place += 1 }
                }
            } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
                place += 1
            } else {
                return
            }
        }
    }

    private mutating func skipString(_ quote: UInt8) {
        place += 1
        while let byte = byte(0), byte != quote, byte != 0x0A { place += byte == 0x5C ? 2 : 1 }
        place = min(place + 1, source.count)
    }

    /// How many equals signs are in a long bracket that opens here; nil where none does.
    private func longBracket() -> Int? {
        var level = 0
        while byte(1 + level) == 0x3D { level += 1 }
        return byte(1 + level) == 0x5B ? level : nil
    }

    private mutating func skipLongString(_ level: Int) {
        let close = [0x5D] + [UInt8](repeating: 0x3D, count: level) + [0x5D]
        place += level + 2
        place = source[min(place, source.count)...].firstRange(of: close)?.upperBound ?? source.count
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
