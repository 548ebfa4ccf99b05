import Testing

@testable import SnowHost

@Suite struct NoiseTests {
    @Test func `values stay in -1 to 1, with a mean of zero, along a line, in a plane and in space`() {
        var random = RandomStream(seed: 4)
        let noise = Noise(seed: 11)
        for dimensions in 1...3 {
            var sum = 0.0
            var squares = 0.0
            var largest = 0.0
            let count = 20_000
            for _ in 0..<count {
                let x = random.uniform(-1000, 1000)
                let y = dimensions > 1 ? random.uniform(-1000, 1000) : 0
                let z = dimensions > 2 ? random.uniform(-1000, 1000) : 0
                let value = noise(x, y, z)
                largest = max(largest, abs(value))
                sum += value
                squares += value * value
            }
            #expect(largest <= 1)
            #expect(abs(sum / Double(count)) < 0.02)
            #expect(squares / Double(count) > 0.04)
        }
    }

    @Test func `it is a function of seed and place`() {
        #expect(Noise(seed: 1)(2.5, 3.5, 4.5) == Noise(seed: 1)(2.5, 3.5, 4.5))
        #expect(Noise(seed: 1)(2.5, 3.5, 4.5) != Noise(seed: 2)(2.5, 3.5, 4.5))
        #expect(Noise(seed: 1)(2.5) == Noise(seed: 1)(2.5, 0, 0))
        #expect(Noise.sample(Noise(seed: 1), 2.5, 3.5, 4.5) == Noise(seed: 1)(2.5, 3.5, 4.5))
    }

    @Test func `value and slope have no jumps`() {
        let noise = Noise(seed: 5)
        let step = 1e-4
        for (dx, dy, dz) in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1), (0.3, 0.5, -0.8)] {
            var before = noise(0, 0, 0)
            var slopeBefore: Double?
            var steepest = 0.0
            var sharpest = 0.0
            for index in 1..<60_000 {
                let t = Double(index) * step
                let value = noise(t * dx, t * dy, t * dz)
                let slope = (value - before) / step
                steepest = max(steepest, abs(slope))
                if let slopeBefore { sharpest = max(sharpest, abs(slope - slopeBefore) / step) }
                (before, slopeBefore) = (value, slope)
            }
            #expect(steepest < 5)
            #expect(sharpest < 60)
        }
    }

    @Test func `whole numbers are nothing special`() {
        let noise = Noise(seed: 6)
        let values = (0..<500).map { noise(Double($0)) }
        #expect(values.filter { abs($0) < 0.01 }.count < 100)
        #expect(values.contains { $0 > 0.3 } && values.contains { $0 < -0.3 })
    }

    @Test func `it does not repeat after 256`() {
        let noise = Noise(seed: 7)
        #expect((0..<100).contains { abs(noise(Double($0) + 0.4) - noise(Double($0) + 256.4)) > 0.2 })
    }

    @Test(
        arguments: [
            .nan, .infinity, -.infinity, 1e15, -1e15, 9.3e18, 1e300, -1e300, 0x1p63, -0x1p63, .leastNonzeroMagnitude,
            -0.0,
        ] as [Double])
    func `no number is too strange for it`(strange: Double) {
        let noise = Noise(seed: 8)
        for value in [noise(strange), noise(0.5, strange), noise(0.5, 0.5, strange), noise(strange, strange, strange)] {
            #expect(abs(value) <= 1)
        }
    }
}
