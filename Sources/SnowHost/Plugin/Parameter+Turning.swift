extension Parameter {
    /// The value after so many steps up, or down where `steps` is negative, within the range.
    ///
    /// It has no more digits than the step, the bounds and `value` have: ten steps of 0.1 make 1.
    public func turned(_ value: Double, by steps: Int) -> Double {
        let sum = value + Double(steps) * step
        let digits = max(Self.fractionDigits(of: step), Self.fractionDigits(of: value))
        let scale = Self.powerOfTen(digits)
        let exact = digits > Self.mostDigits || !(abs(sum * scale) < 0x1p53) ? sum : (sum * scale).rounded() / scale
        return min(max(exact, minimum), maximum)
    }

    /// How far one turn goes where the header does not say: a fiftieth of the range, and without a range a twentieth
    /// of the value, rounded down to 1, 2 or 5 with zeros before or behind; at least 1 for a whole number.
    static func ownStep(value: Double, minimum: Double, maximum: Double, isWhole: Bool) -> Double {
        let span = maximum - minimum
        let goal = span.isFinite && span > 0 ? span / 50 : max(abs(value) / 20, 0.01)
        let step = roundedDown(goal)
        return isWhole ? max(step.rounded(.down), 1) : step
    }

    /// The greatest of 1, 2, 5, 10, … or of 0.5, 0.2, 0.1, … that is not above `goal`.
    private static func roundedDown(_ goal: Double) -> Double {
        guard goal >= 1e-9, goal <= 1e12 else { return goal }
        var digits = 0
        while goal * powerOfTen(digits) < 1 { digits += 1 }
        // Below one it is a whole number over a power of ten, which is the double nearest to what is written.
        var unit = 1.0
        while unit * 10 <= goal * powerOfTen(digits) { unit *= 10 }
        let leading = goal * powerOfTen(digits) / unit
        let first = leading >= 5 ? 5.0 : leading >= 2 ? 2 : 1
        return first * unit / powerOfTen(digits)
    }

    /// More digits behind the point are not written by people.
    private static let mostDigits = 9

    /// Digits behind the point, as the number is written; one more than `mostDigits` where it takes more.
    private static func fractionDigits(of value: Double) -> Int {
        for digits in 0...mostDigits {
            let scaled = value * powerOfTen(digits)
            if abs(scaled - scaled.rounded()) <= abs(scaled) * 1e-14 { return digits }
        }
        return mostDigits + 1
    }

    private static func powerOfTen(_ exponent: Int) -> Double {
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }
}
