import Testing

@testable import SnowHost

@Suite struct RandomStreamTests {
    @Test func `the same seed gives the same numbers, and a copy goes on from the same place`() {
        var first = RandomStream(seed: 42)
        var second = RandomStream(seed: 42)
        var other = RandomStream(seed: 43)
        let numbers = (0..<100).map { _ in first.next() }
        #expect(numbers == (0..<100).map { _ in second.next() })
        #expect(numbers != (0..<100).map { _ in other.next() })
        var copy = first
        #expect((0..<100).map { _ in first.next() } == (0..<100).map { _ in copy.next() })
    }

    @Test(arguments: [0, 1, UInt64.max, 12345])
    func `units are spread evenly over 0 to 1`(seed: UInt64) {
        var stream = RandomStream(seed: seed)
        checkUniform((0..<64_000).map { _ in stream.unit() })
    }

    @Test func `uniform stays below its upper end in every rounding`() {
        var stream = RandomStream(seed: 2)
        let ranges: [(Double, Double)] = [
            (0.0, 1.0), (-5, 5), (5, -5), (1e16, 1e16 + 4), (0, .leastNonzeroMagnitude), (-1e308, 1.7e308), (3, 3),
        ]
        for (lo, hi) in ranges {
            for _ in 0..<1000 {
                let value = stream.uniform(lo, hi)
                #expect(lo == hi ? value == lo : lo < hi ? lo <= value && value < hi : hi < value && value <= lo)
            }
        }
        #expect(RandomStream.spread(1 - 0x1p-53, 1e16, 1e16 + 2) == 1e16)
    }

    @Test func `whole numbers are unbiased, ends included`() {
        var stream = RandomStream(seed: 3)
        var counts = Array(repeating: 0, count: 15)
        for _ in 0..<150_000 { counts[Int(stream.integer(in: -7...7)) + 7] += 1 }
        #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
        let only = stream.integer(in: 5...5)
        #expect(only == 5)
        // Three quarters of all words: a remainder would favour the first of its thirds by half.
        let wide = Int64.min...(Int64.max / 2)
        let low = (0..<30_000).map { _ in stream.integer(in: wide) < Int64.min / 2 ? 1 : 0 }.reduce(0, +)
        #expect(abs(low - 10_000) < 500)
        let signs = (0..<10_000).map { _ in stream.integer(in: .min ... .max) < 0 ? 1 : 0 }.reduce(0, +)
        #expect(abs(signs - 5000) < 300)
    }
}

/// Holds mean, variance, the counts of 64 equal parts and the correlation of neighbours against what uniform
/// numbers have, at five standard deviations.
func checkUniform(_ values: [Double], sourceLocation: SourceLocation = #_sourceLocation) {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    var parts = Array(repeating: 0.0, count: 64)
    for value in values {
        guard value >= 0, value < 1 else {
            Issue.record("\(value) is not in 0..<1", sourceLocation: sourceLocation)
            return
        }
        parts[Int(value * 64)] += 1
    }
    let expected = count / 64
    let chiSquare = parts.reduce(0) { $0 + ($1 - expected) * ($1 - expected) / expected }
    let products = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.0 - 0.5) * ($1.1 - 0.5) }
    #expect(abs(mean - 0.5) < 5 * (1 / (12 * count)).squareRoot(), sourceLocation: sourceLocation)
    #expect(abs(variance - 1.0 / 12) < 5 * (1 / (180 * count)).squareRoot(), sourceLocation: sourceLocation)
    #expect(chiSquare < 63 + 5 * (2 * 63.0).squareRoot(), sourceLocation: sourceLocation)
    #expect(abs(products / count * 12) < 5 / count.squareRoot(), sourceLocation: sourceLocation)
}
