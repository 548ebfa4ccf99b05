/// The opaque pixels of a cell, of which there are up to eight, and the two colours that show them best.
struct CellColors {
    private var red = SIMD8<Int32>(repeating: 0)
    private var green = SIMD8<Int32>(repeating: 0)
    private var blue = SIMD8<Int32>(repeating: 0)
    private(set) var count = 0

    /// Which pixels have the brighter of two colours, and the colours, 0xRRGGBB.
    struct Split: Equatable {
        /// A bit a pixel; 0 when all have the darker one.
        var pattern: UInt8
        var ink: UInt32
        var ground: UInt32
    }

    /// Colours of no pixel yet.
    init() {}

    /// Takes the next pixel, 0xRRGGBB.
    mutating func append(_ rgb: UInt32) {
        red[count] = Int32(rgb >> 16 & 0xFF)
        green[count] = Int32(rgb >> 8 & 0xFF)
        blue[count] = Int32(rgb & 0xFF)
        count += 1
    }

    /// The colour in the middle of all.
    var mean: UInt32 { mean(of: UInt8(truncatingIfNeeded: 1 << count - 1)) }

    /// The split with the least sum of squared errors, in sRGB values weighted 2 : 4 : 1, in which equal steps look
    /// about equal.
    ///
    /// - Parameters:
    ///   - held: the pattern on show, kept while it is nearly as good; 0 for none.
    ///   - leastContrast: two colours closer than this, in 256ths, are shown as one.
    func split(held: UInt8, leastContrast: Float) -> Split {
        var pattern: UInt8 = 0
        var best = measure(of: 0)
        // Each pattern and its complement are one split, so that the last pixel may stay out; from one to the next
        // a single pixel changes sides.
        var gray: UInt8 = 0
        for step in 1..<max(1 << (count - 1), 2) {
            gray ^= 1 << UInt8(step.trailingZeroBitCount)
            let measure = measure(of: gray)
            if measure.gain > best.gain { (pattern, best) = (gray, measure) }
        }
        if held != 0 {
            let measure = measure(of: held)
            if measure.gain >= 0.85 * best.gain { (pattern, best) = (held, measure) }
        }
        guard best.contrast >= leastContrast * leastContrast else { return Split(pattern: 0, ink: 0, ground: mean) }
        if !best.isBrighter { pattern ^= UInt8(truncatingIfNeeded: 1 << count - 1) }
        return Split(
            pattern: pattern, ink: mean(of: pattern),
            ground: mean(of: ~pattern & UInt8(truncatingIfNeeded: 1 << count - 1)))
    }

    /// How much of the error a split takes away (up to a constant factor), how far its colours lie apart, squared,
    /// and whether the set pixels are the brighter ones.
    private func measure(of pattern: UInt8) -> (gain: Float, contrast: Float, isBrighter: Bool) {
        let inside = Int32(pattern.nonzeroBitCount)
        let outside = Int32(count) - inside
        guard inside > 0, outside > 0 else { return (0, 0, false) }
        let mask = SIMD8<Int32>(truncatingIfNeeded: SIMD8<UInt8>(repeating: pattern) & Self.bits) .!= 0
        func away(_ channel: SIMD8<Int32>) -> Float {
            let part = channel.replacing(with: 0, where: .!mask).wrappedSum()
            return Float(Int32(count) * part - inside * channel.wrappedSum())
        }
        let (red, green, blue) = (away(red), away(green), away(blue))
        let squared = (2 * red * red + 4 * green * green + blue * blue) / 7
        let weight = Float(inside * outside)
        return (squared / weight, squared / (weight * weight), 2 * red + 4 * green + blue > 0)
    }

    private static let bits = SIMD8<UInt8>(1, 2, 4, 8, 16, 32, 64, 128)

    private func mean(of pattern: UInt8) -> UInt32 {
        let inside = UInt32(pattern.nonzeroBitCount)
        guard inside > 0 else { return 0 }
        let mask = SIMD8<Int32>(truncatingIfNeeded: SIMD8<UInt8>(repeating: pattern) & Self.bits) .!= 0
        func channel(_ values: SIMD8<Int32>) -> UInt32 {
            (UInt32(values.replacing(with: 0, where: .!mask).wrappedSum()) + inside / 2) / inside
        }
        return channel(red) << 16 | channel(green) << 8 | channel(blue)
    }
}
