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
