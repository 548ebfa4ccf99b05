/// The fixed codes of RFC 1951, section 3.2.6, as they are written: the first bit lowest.
struct DeflateCodes {
    /// Bits to write, the first lowest.
    struct Code: Equatable {
        var bits: UInt32 = 0
        var count = 0
    }

    /// The most bytes that one reference stands for.
    static let longest = 258
    /// Four bytes back: the pixel before.
    let pixelDistance = Self.distance(4)
    let endOfBlock = Self.symbol(256)

    private let literals: [Code] = (0..<256).map { Self.symbol($0) }
    private let lengths: [Code] = (0...Self.longest).map { Self.lengthCode($0) }

    /// A byte as it is.
    @inline(__always)
    func literal(_ byte: UInt8) -> Code { literals[Int(byte)] }

    /// A reference's length, 3…258.
    @inline(__always)
    func length(_ count: Int) -> Code { lengths[count] }

    /// A reference's distance, 1…32768.
    static func distance(_ distance: Int) -> Code {
        // Four codes for 1…4, then two for each power of two, each with a bit more behind it than those before.
        let place = UInt32(min(max(distance, 1), 32768) - 1)
        guard place >= 4 else { return Code(bits: reversed(place, count: 5), count: 5) }
        let extra = 30 - place.leadingZeroBitCount
        let code = UInt32(2 * extra) + place >> UInt32(extra)
        return with(extra: place & (1 << UInt32(extra) - 1), count: extra, after: reversed(code, count: 5), 5)
    }

    private static func lengthCode(_ count: Int) -> Code {
        guard count >= 3 else { return Code() }
        if count == longest { return symbol(285) }
        let place = UInt32(count - 3)
        guard place >= 8 else { return symbol(257 + Int(place)) }
        let extra = 29 - place.leadingZeroBitCount
        let code = symbol(257 + 4 * extra + Int(place >> UInt32(extra)))
        return with(extra: place & (1 << UInt32(extra) - 1), count: extra, after: code.bits, code.count)
    }

    private static func symbol(_ number: Int) -> Code {
        switch number {
        case ..<144: Code(bits: reversed(UInt32(0x30 + number), count: 8), count: 8)
        case ..<256: Code(bits: reversed(UInt32(0x190 + number - 144), count: 9), count: 9)
        case ..<280: Code(bits: reversed(UInt32(number - 256), count: 7), count: 7)
        default: Code(bits: reversed(UInt32(0xC0 + number - 280), count: 8), count: 8)
        }
    }

    private static func with(extra: UInt32, count: Int, after bits: UInt32, _ length: Int) -> Code {
        Code(bits: bits | extra << UInt32(length), count: length + count)
    }

    private static func reversed(_ bits: UInt32, count: Int) -> UInt32 {
        (0..<UInt32(count)).reduce(0) { $0 | (bits >> $1 & 1) << (UInt32(count) - 1 - $1) }
    }
}
