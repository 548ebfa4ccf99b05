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

    /// The ways of 2000 flakes, all born at time 0.
    private func ways() throws -> (ways: [Way], layer: Layer) {
        let layer = try bundledLayer("falling", set: ["count": 2000])
        var ways: [UInt32: Way] = [:]
        for _ in 0..<2000 { layer.step(seconds: 0) }
        for flake in layer.scene.flakes { ways[flake.birthNumber] = Way(start: flake) }
        try layer.set("count", to: 1)
        for frame in 1...145 {
            layer.step(seconds: 0.1)
            var present: Set<UInt32> = []
            for flake in layer.scene.flakes where flake.birthNumber <= 2000 {
                present.insert(flake.birthNumber)
                ways[flake.birthNumber]?.seen.append(flake)
            }
            for (number, way) in ways where way.duration == 0 && !present.contains(number) {
                #expect(frame % 10 == 0, "a fall takes whole seconds")
                ways[number]?.duration = frame / 10
            }
        }
        #expect(layer.trap == nil)
        return (ways.sorted { $0.key < $1.key }.map(\.value), layer)
    }

    @Test func `births, ways and ends have the numbers of the view`() throws {
        let (ways, layer) = try ways()
        #expect(ways.count == 2000)
        #expect(layer.scene.width == 320 && layer.scene.height == 192)
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
            #expect(abs(2 * middle.y - way.start.y - 192) < 0.01)
            #expect(abs(middle.rotation - .pi / 2) < 1e-4)
            #expect(abs(middle.alpha - 0.65) < 1e-4)
            let last = try #require(way.seen.last)
            #expect(last.alpha >= 0.3 && last.alpha < 0.301)
            #expect(last.rotation > 3.135 && last.rotation <= .pi)
            #expect(last.y > 191 && last.y < 192)
            // Slow at both ends.
            let quarter = way.seen.count / 4
            #expect(way.seen[quarter].alpha > 0.87)
        }
        #expect(Uniformity.holds(ends, in: 0...320))
    }

    @Test func `one flake is born a frame while fewer than 250 are alive, and never more are`() throws {
        let layer = try bundledLayer("falling")
        var last: UInt32 = 0
        var most = 0
        for frame in 1...1200 {
            let before = layer.scene.count
            layer.step(seconds: 1.0 / 60)
            let newest = layer.scene.flakes.map(\.birthNumber).max() ?? 0
            #expect(newest <= last + 1)
            if before < 250 { #expect(newest == last + 1) } else { #expect(newest == last) }
            if frame <= 250 { #expect(layer.scene.count == frame) }
            last = newest
            most = max(most, layer.scene.count)
        }
        #expect(most == 250)
        #expect(last > 400)
    }
}
