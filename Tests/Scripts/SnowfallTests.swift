import Testing

@testable import SnowHost

@Suite struct SnowfallTests {
    /// Whether the number of flakes is within a tenth of what the view asks for: 20 on a thousand square units.
    private func isDense(_ layer: Layer) -> Bool {
        let wanted = 20 * layer.scene.width * layer.scene.height / 1000
        return abs(Double(layer.scene.count) - wanted) <= wanted / 10 + 1
    }

    @Test(arguments: [1.0 / 60, 0.1])
    func `the density is kept`(seconds: Double) throws {
        let layer = try bundledLayer("snowfall")
        for _ in 0..<Int(60 / seconds) {
            layer.step(seconds: seconds)
            #expect(isDense(layer))
        }
        #expect(layer.trap == nil)
    }

    @Test func `the density is back soon after a resize`() throws {
        let layer = try bundledLayer("snowfall")
        for (columns, rows) in [(200, 60), (40, 10), (80, 24), (80, 50), (1, 1), (80, 24)] {
            layer.resize(width: Double(columns), height: Double(2 * rows))
            for _ in 0..<100 { layer.step(seconds: 0.05) }
            #expect(isDense(layer), "\(columns) × \(rows): \(layer.scene.count)")
        }
        #expect(layer.trap == nil)
    }

    @Test(arguments: [-30.0, 0, 30])
    func `every column gets its share, whatever the wind`(wind: Double) throws {
        let layer = try bundledLayer("snowfall", columns: 100, rows: 50, set: ["wind": wind])
        var counts = Array(repeating: 0, count: 100)
        var samples = 0
        for frame in 1...1200 {
            layer.step(seconds: 0.05)
            guard frame % 40 == 0 else { continue }
            for flake in layer.scene.flakes where flake.x >= 0 && flake.x < 100 {
                counts[Int(flake.x)] += 1
                samples += 1
            }
        }
        let share = samples / 100
        #expect(share > 30)
        #expect(counts.allSatisfy { $0 > share / 3 && $0 < 2 * share }, "\(counts)")
        for edge in [counts[0] + counts[1] + counts[2], counts[97] + counts[98] + counts[99]] {
            #expect(edge > 3 * share / 2 && edge < 9 * share / 2, "\(counts)")
        }
    }

    @Test func `flakes neither come nor go nor jump in sight`() throws {
        let layer = try bundledLayer("snowfall", set: ["wind": 12])
        var before: [UInt32: Flake] = [:]
        for frame in 1...1800 {
            if frame == 900 { layer.resize(width: 120, height: 60) }
            layer.step(seconds: 1.0 / 30)
            var now: [UInt32: Flake] = [:]
            for flake in layer.scene.flakes {
                now[flake.birthNumber] = flake
                guard let was = before[flake.birthNumber] else {
                    #expect(frame == 1 || !isSeen(flake, in: layer))
                    continue
                }
                let leap = max(abs(flake.x - was.x), abs(flake.y - was.y))
                if leap > 3, frame != 900 { #expect(!isSeen(was, in: layer) && !isSeen(flake, in: layer)) }
            }
            if frame != 900 {
                for (number, flake) in before where now[number] == nil { #expect(!isSeen(flake, in: layer)) }
            }
            before = now
        }
        #expect(layer.trap == nil)
    }

    private func isSeen(_ flake: Flake, in layer: Layer) -> Bool {
        flake.alpha > 0.1 && flake.x + flake.width / 2 > 0 && flake.x - flake.width / 2 < Float(layer.scene.width)
            && flake.y + flake.height / 2 > 0 && flake.y - flake.height / 2 < Float(layer.scene.height)
    }
}
