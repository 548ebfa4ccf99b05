/// Sine and powers of two from series, for the easings.
///
/// Not the C library's: the curves are then the same bits on every machine.
enum ElementaryFunctions {
    /// Sine of an angle within a few turns of 0; the error is below 1e-14.
    static func sine(_ angle: Double) -> Double {
        guard abs(angle) < 1e6 else { return 0 }
        let halfTurns = Int(angle / .pi + (angle < 0 ? -0.5 : 0.5))
        // Within ±π/2, where ten terms of the Taylor series leave less than 1e-17.
        let reduced = angle - Double(halfTurns) * .pi
        let square = reduced * reduced
        var sum = 0.0
        var odd = 21.0
        while odd > 1 {
            sum = (1 + sum) * -square / (odd * (odd - 1))
            odd -= 2
        }
        let value = reduced * (1 + sum)
        return halfTurns & 1 == 0 ? value : -value
    }

    /// 2 to the power of `exponent`, for exponents between -1000 and 1000; the error is below 1e-15 of the value.
    static func exp2(_ exponent: Double) -> Double {
        let bounded = min(max(exponent, -1000), 1000)
        let whole = Int(bounded + (bounded < 0 ? -0.5 : 0.5))
        // Within ±0.35, where sixteen terms of the Taylor series leave less than 1e-20.
        let power = (bounded - Double(whole)) * 0.693147180559945309417
        var sum = 1.0
        var term = 16.0
        while term > 0 {
            sum = 1 + sum * power / term
            term -= 1
        }
        return Double(sign: .plus, exponent: whole, significand: sum)
    }
}
