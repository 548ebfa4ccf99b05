/// The shortest SGR sequence from one style to another.
struct StyleEncoder {
    /// For each number below 256 its digits and a semicolon, the first in the lowest byte, and in the upper half how
    /// many these are.
    private let parameters: [UInt64] = (0..<256).map { number in
        let digits = Array(String(number).utf8) + [0x3B]
        return digits.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(digits.count) << 32
    }

    /// "\e[", a reset, every attribute set or ended, and two colours of 24 bits take 2 + 2 + 12 + 2 · 17 bytes, and a
    /// store of eight may begin at the last of them.
    private static let longest = 64

    init() {}

    /// Appends the change; nothing when the styles are equal.
    @inline(__always)
    func append(from: CellStyle, to: CellStyle, to output: inout ByteBuffer) {
        if from == to { return }
        output.append(atMost: Self.longest) { next in
            next.putIntroducer()
            if to == CellStyle() {
                next.put(0x6D)
                return
            }
            // What is ended may be dearer to end than to reset everything and say the rest again. Where nothing ends,
            // the changes are some of what would be said afresh.
            let ends =
                !from.attributes.isSubset(of: to.attributes) || to.foreground == .standard
                || to.background == .standard
            if ends, Self.isFreshShorter(from: from, to: to) {
                put(0, at: &next)
                put(set: to.attributes, at: &next)
                if to.foreground != .standard { put(to.foreground, base: 30, at: &next) }
                if to.background != .standard { put(to.background, base: 40, at: &next) }
            } else {
                if from.attributes != to.attributes {
                    put(end: from.attributes.subtracting(to.attributes), at: &next)
                    put(set: to.attributes.subtracting(from.attributes), at: &next)
                }
                if from.foreground != to.foreground { put(to.foreground, base: 30, at: &next) }
                if from.background != to.background { put(to.background, base: 40, at: &next) }
            }
            // In the place of the last semicolon.
            (next - 1).pointee = 0x6D
        }
    }

    private static func isFreshShorter(from: CellStyle, to: CellStyle) -> Bool {
        let ended = from.attributes.subtracting(to.attributes)
        let kept = from.attributes.intersection(to.attributes)
        let foreground = length(of: to.foreground, isBackground: false)
        let background = length(of: to.background, isBackground: true)
        var changes = 3 * ended.rawValue.nonzeroBitCount
        var fresh = 2 + 2 * kept.rawValue.nonzeroBitCount
        if from.foreground != to.foreground { changes += foreground }
        if from.background != to.background { changes += background }
        if to.foreground != .standard { fresh += foreground }
        if to.background != .standard { fresh += background }
        return fresh < changes
    }

    /// The bytes of a colour's parameters, with a semicolon behind each.
    private static func length(of color: CellColor, isBackground: Bool) -> Int {
        func digits(_ number: UInt8) -> Int { number < 10 ? 1 : number < 100 ? 2 : 3 }
        return switch color.kind {
        case .standard: 3
        case .indexed(let index) where index < 16: index >= 8 && isBackground ? 4 : 3
        case .indexed(let index): 6 + digits(index)
        case .rgb(let red, let green, let blue): 8 + digits(red) + digits(green) + digits(blue)
        }
    }

    private func put(set attributes: CellAttributes, at next: inout ByteBuffer.Next) {
        if attributes.isEmpty { return }
        if attributes.contains(.bold) { put(1, at: &next) }
        if attributes.contains(.italic) { put(3, at: &next) }
        if attributes.contains(.underline) { put(4, at: &next) }
        if attributes.contains(.reverse) { put(7, at: &next) }
    }

    private func put(end attributes: CellAttributes, at next: inout ByteBuffer.Next) {
        if attributes.isEmpty { return }
        if attributes.contains(.bold) { put(22, at: &next) }
        if attributes.contains(.italic) { put(23, at: &next) }
        if attributes.contains(.underline) { put(24, at: &next) }
        if attributes.contains(.reverse) { put(27, at: &next) }
    }

    @inline(__always)
    private func put(_ color: CellColor, base: Int, at next: inout ByteBuffer.Next) {
        if color.packed >> 24 == 2 {
            // "38;2;" or "48;2;", and three bytes that do not count.
            let prefix: UInt64 = base == 30 ? 0x3B_323B_3833 : 0x3B_323B_3834
            UnsafeMutableRawPointer(next).storeBytes(of: prefix.littleEndian, as: UInt64.self)
            next += 5
            put(Int(color.packed >> 16 & 0xFF), at: &next)
            put(Int(color.packed >> 8 & 0xFF), at: &next)
            put(Int(color.packed & 0xFF), at: &next)
        } else {
            putShort(color, base: base, at: &next)
        }
    }

    private func putShort(_ color: CellColor, base: Int, at next: inout ByteBuffer.Next) {
        guard case .indexed(let index) = color.kind else { return put(base + 9, at: &next) }
        if index < 8 {
            put(base + Int(index), at: &next)
        } else if index < 16 {
            put(base + 60 + Int(index) - 8, at: &next)
        } else {
            put(base + 8, at: &next)
            put(5, at: &next)
            put(Int(index), at: &next)
        }
    }

    /// A parameter below 256 and its semicolon.
    @inline(__always)
    private func put(_ parameter: Int, at next: inout ByteBuffer.Next) {
        let entry = parameters[parameter]
        // Four bytes are written, of which up to two do not count: the room that was asked for has them.
        UnsafeMutableRawPointer(next).storeBytes(of: UInt32(truncatingIfNeeded: entry).littleEndian, as: UInt32.self)
        next += Int(entry >> 32)
    }
}
