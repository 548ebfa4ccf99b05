/// The colours of a sixel picture: few, since the terminals that the format comes from have sixteen, and each is defined in
/// every picture that uses it.
struct SixelRegisters {
    /// The most that a picture uses.
    static let most = 16

    /// Parts of a hundred, as the format has them: 0xRRGGBB.
    private(set) var colors: [UInt32] = []
    private var last: (rgb: UInt32, register: UInt8) = (0, 0)

    /// No colours.
    init() {
        colors.reserveCapacity(Self.most)
    }

    /// Starts a picture.
    mutating func clear() {
        colors.removeAll(keepingCapacity: true)
    }

    /// The register for 0xRRGGBB: its own, or where all are taken that of the nearest colour.
    mutating func register(for rgb: UInt32) -> UInt8 {
        if !colors.isEmpty, rgb == last.rgb { return last.register }
        let register = find(Self.percents(rgb))
        last = (rgb, register)
        return register
    }

    private mutating func find(_ color: UInt32) -> UInt8 {
        if let known = colors.firstIndex(of: color) { return UInt8(known) }
        guard colors.count >= Self.most else {
            colors.append(color)
            return UInt8(colors.count - 1)
        }
        var best = (register: 0, distance: Int32.max)
        for (register, other) in colors.enumerated() {
            let distance = Self.distance(color, other)
            if distance < best.distance { best = (register, distance) }
        }
        return UInt8(best.register)
    }

    /// The format counts from 0 to 100.
    static func percents(_ rgb: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 { (((rgb >> shift & 0xFF) * 100 + 127) / 255) << shift }
        return channel(16) | channel(8) | channel(0)
    }

    /// Squared, the channels weighted by what they add to the light.
    private static func distance(_ first: UInt32, _ second: UInt32) -> Int32 {
        func away(_ shift: UInt32) -> Int32 {
            let difference = Int32(first >> shift & 0xFF) - Int32(second >> shift & 0xFF)
            return difference * difference
        }
        return 2 * away(16) + 4 * away(8) + away(0)
    }
}
