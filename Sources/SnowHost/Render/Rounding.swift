/// Rounding without a call: portable code for x86 calls the C library for each `rounded`, which takes longer than all the
/// rest of a small flake.
extension Float {
    /// As `rounded(.down)`; what is no number, or lies beyond ±10⁹, comes back as it is.
    @inline(__always)
    var wholeBelow: Float {
        guard abs(self) < 1e9 else { return self }
        let whole = Float(Int32(self))
        return whole > self ? whole - 1 : whole
    }

    /// As `rounded(.up)`, and as `wholeBelow` beyond ±10⁹.
    @inline(__always)
    var wholeAbove: Float {
        guard abs(self) < 1e9 else { return self }
        let whole = Float(Int32(self))
        return whole < self ? whole + 1 : whole
    }

    /// As `rounded()`: halves away from zero; and as `wholeBelow` beyond ±10⁹.
    @inline(__always)
    var nearestWhole: Float {
        guard abs(self) < 1e9 else { return self }
        let whole = Float(Int32(self))
        // Exact: both are of one size.
        let rest = self - whole
        return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
    }
}

/// The same of eight numbers at a time, which lie within ±2²².
extension SIMD8<Float> {
    /// Adding this leaves the nearest whole number in the low bits.
    private static var magic: Float { 0x1.8p23 }

    /// As `rounded(.down)`.
    @inline(__always)
    var wholeBelow: Self {
        let nearest = (self + Self.magic) - Self.magic
        return nearest.replacing(with: nearest - 1, where: nearest .> self)
    }

    /// As `rounded()`: halves away from zero.
    @inline(__always)
    var nearestWhole: Self {
        let size = magnitudes
        let whole = size.wholeBelow
        let nearest = whole.replacing(with: whole + 1, where: size - whole .>= 0.5)
        return unsafeBitCast(nearest.bits | (bits & 0x8000_0000), to: Self.self)
    }

    /// What are whole numbers already.
    @inline(__always)
    var integers: SIMD8<Int32> {
        unsafeBitCast(self + Self.magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: Self.magic.bitPattern)
    }
}
