import Testing

@testable import SnowHost

@Suite struct FallingTests {
    /// One flake's way, seen from outside.
    private struct Way {
        var start: Flake
        /// Seen every tenth of a second after the start.
        var seen: [Flake] = []
        /// Seconds until it was gone.
        var duration = 0
    }

    /// The ways of 500 flakes, all born at time 0.
    private func fall(seed: UInt64) throws -> [Way] {
        let layer = try bundledLayer("falling", seed: seed, set: ["count": 2000])
        #expect(layer.scene.width == 320 && layer.scene.height == 192)
        var ways: [UInt32: Way] = [:]
        for _ in 0..<500 { layer.step(seconds: 0) }
        for flake in layer.scene.flakes { ways[flake.birthNumber] = Way(start: flake) }
        try layer.set("count", to: 1)
        for frame in 1...145 {
            layer.step(seconds: 0.1)
            var present: Set<UInt32> = []
            for flake in layer.scene.flakes where flake.birthNumber <= 500 {
                present.insert(flake.birthNumber)
                ways[flake.birthNumber]?.seen.append(flake)
            }
            for (number, way) in ways where way.duration == 0 && !present.contains(number) {
                #expect(frame % 10 == 0, "a fall takes whole seconds")
                ways[number]?.duration = frame / 10
            }
        }
        #expect(layer.trap == nil)
        return ways.sorted { $0.key < $1.key }.map(\.value)
    }

    @Test func `births, ways and ends have the numbers of the view`() throws {
        var ways: [Way] = []
        for seed in 1...4 as ClosedRange<UInt64> { ways += try fall(seed: seed) }
        #expect(ways.count == 2000)
        #expect(ways.allSatisfy { $0.start.y == $0.start.y.rounded() && $0.start.width == $0.start.width.rounded() })
        #expect(Uniformity.holds(ways.map { Int($0.start.width) }, in: 5...19))
        #expect(ways.allSatisfy { $0.start.height == $0.start.width })
        #expect(ways.allSatisfy { (-99...0).contains($0.start.y) })
        #expect(Uniformity.holds(ways.map { Int(-$0.start.y) / 10 }, in: 0...9))
        #expect(Uniformity.holds(ways.map { Double($0.start.x) }, in: 0...320))
        #expect(Uniformity.holds(ways.map(\.duration), in: 5...14))
        #expect(ways.allSatisfy { $0.start.alpha == 1 && $0.start.rotation == 0 })

        var ends: [Double] = []
        for way in ways where way.duration > 0 {
            // The curve is in its middle at half the time, whatever the duration.
            let middle = way.seen[way.duration * 5 - 1]
            ends.append(Double(2 * middle.x - way.start.x))
        }
        #expect(ends.count == 2000)
        #expect(ways.allSatisfy(isEased))
        #expect(Uniformity.holds(ends, in: 0...320))
    }

    /// Slow at both ends, half done at half the time, and done in the end.
    private func isEased(_ way: Way) -> Bool {
        let middle = way.seen[way.duration * 5 - 1]
        guard let last = way.seen.last else { return false }
        return abs(2 * middle.y - way.start.y - 192) < 0.01 && abs(middle.rotation - .pi / 2) < 1e-4
            && abs(middle.alpha - 0.65) < 1e-4 && way.seen[way.seen.count / 4].alpha > 0.87
            && last.alpha >= 0.3 && last.alpha < 0.301 && last.rotation > 3.135 && last.rotation <= .pi
            && last.y > 191 && last.y < 192
    }

    @Test func `one flake is born a frame while fewer than 250 are alive, and never more are`() throws {
        let layer = try bundledLayer("falling")
        var last: UInt32 = 0
        var most = 0
        for frame in 1...900 {
            let before = layer.scene.count
            layer.step(seconds: 1.0 / 60)
            let newest = layer.scene.flakes.map(\.birthNumber).max() ?? 0
            #expect(newest == (before < 250 ? last + 1 : last))
            if frame <= 250 { #expect(layer.scene.count == frame) }
            last = newest
            most = max(most, layer.scene.count)
        }
        #expect(most == 250)
        #expect(last > 300)
    }
}
