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
        var sum = 1.9572941063391263e-20
        sum = sum * square + -8.22063524662433e-18
        sum = sum * square + 2.8114572543455206e-15
        sum = sum * square + -7.647163731819816e-13
        sum = sum * square + 1.6059043836821613e-10
        sum = sum * square + -2.505210838544172e-08
        sum = sum * square + 2.7557319223985893e-06
        sum = sum * square + -0.0001984126984126984
        sum = sum * square + 0.008333333333333333
        sum = sum * square + -0.16666666666666666
        let value = reduced + reduced * square * sum
        return halfTurns & 1 == 0 ? value : -value
    }

    /// 2 to the power of `exponent`, for exponents between -1000 and 1000; the error is below 1e-15 of the value.
    static func exp2(_ exponent: Double) -> Double {
        guard abs(exponent) < 1000 else { return exponent > 0 ? .infinity : 0 }
        let whole = Int(exponent + (exponent < 0 ? -0.5 : 0.5))
        // Within ±0.35, where fourteen terms of the Taylor series leave less than 1e-18.
        let power = (exponent - Double(whole)) * 0.6931471805599453
        var sum = 1.1470745597729725e-11
        sum = sum * power + 1.6059043836821613e-10
        sum = sum * power + 2.08767569878681e-09
        sum = sum * power + 2.505210838544172e-08
        sum = sum * power + 2.755731922398589e-07
        sum = sum * power + 2.7557319223985893e-06
        sum = sum * power + 2.48015873015873e-05
        sum = sum * power + 0.0001984126984126984
        sum = sum * power + 0.001388888888888889
        sum = sum * power + 0.008333333333333333
        sum = sum * power + 0.041666666666666664
        sum = sum * power + 0.16666666666666666
        sum = sum * power + 0.5
        sum = sum * power + 1.0
        sum = sum * power + 1.0
        return sum * Double(bitPattern: UInt64(1023 + whole) << 52)
    }
}
