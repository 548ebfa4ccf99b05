/// A seeded stream of random numbers: xoshiro256** (Blackman and Vigna, 2018), seeded by SplitMix64.
///
/// A value: a copy goes on from the same place.
package struct RandomStream: Hashable, Sendable, RandomNumberGenerator {
    private var s0: UInt64
    private var s1: UInt64
    private var s2: UInt64
    private var s3: UInt64

    /// The stream of `seed`; each seed is good, 0 included.
    package init(seed: UInt64) {
        var state = seed
        func word() -> UInt64 {
            state &+= CounterHash.gamma
            return CounterHash.mix(state)
        }
        // SplitMix64 puts out each word once in its period, so the four are never all zero.
        (s0, s1, s2, s3) = (word(), word(), word(), word())
    }

    /// 64 random bits.
    package mutating func next() -> UInt64 {
        let product = s1 &* 5
        let result = (product << 7 | product >> 57) &* 9
        let shifted = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= shifted
        s3 = s3 << 45 | s3 >> 19
        return result
    }

    /// Uniform in 0..<1, a multiple of 2^-53.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Uniform in `lo..<hi`; `lo` where the two are equal.
    package mutating func uniform(_ lo: Double, _ hi: Double) -> Double {
        Self.spread(unit(), lo, hi)
    }

    /// Where `unit` (0..<1) falls between `lo` and `hi`; never `hi` itself, though rounding would lead there.
    package static func spread(_ unit: Double, _ lo: Double, _ hi: Double) -> Double {
        let value = lo * (1 - unit) + hi * unit
        if lo < hi { return value < hi ? max(value, lo) : hi.nextDown }
        if lo > hi { return value > hi ? min(value, lo) : hi.nextUp }
        return lo
    }

    /// Uniform among the whole numbers of `range`, without bias (Lemire, 2019).
    package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
        let span = UInt64(bitPattern: range.upperBound &- range.lowerBound) &+ 1
        guard span != 0 else { return Int64(bitPattern: next()) }
        var product = next().multipliedFullWidth(by: span)
        if product.low < span {
            // Fewer than half of all words are refused, so this ends after two rounds on average.
            let refused = (0 &- span) % span
            while product.low < refused { product = next().multipliedFullWidth(by: span) }
        }
        return range.lowerBound &+ Int64(bitPattern: product.high)
    }
}
