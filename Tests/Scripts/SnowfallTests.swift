import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct SnowfallTests {
    /// Whether the number of flakes is within a tenth of what the view asks for: 20 on a thousand square units, and up
    /// to twice that in a small one.
    private func isDense(_ layer: Layer) -> Bool {
        let area = layer.scene.width * layer.scene.height
        let wanted = 20 * area / 1000 * min(max(pow(20_000 / area, 0.3), 1), 2)
        return abs(Double(layer.scene.count) - wanted) <= wanted / 10 + 1
    }

    @Test(arguments: [1.0 / 30, 0.1])
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
            for _ in 0..<50 { layer.step(seconds: 0.1) }
            #expect(isDense(layer), "\(columns) × \(rows): \(layer.scene.count)")
        }
        #expect(layer.trap == nil)
    }

    @Test func `fast snow does not run out, and the amount can be changed while it falls`() throws {
        let layer = try bundledLayer("snowfall", set: ["speed": 60, "size": 0.5])
        for _ in 0..<600 { layer.step(seconds: 0.1) }
        #expect(isDense(layer))
        try layer.set("amount", to: 40)
        layer.step(seconds: 0.1)
        let many = layer.scene.count
        try layer.set("amount", to: 20)
        for _ in 0..<300 { layer.step(seconds: 0.1) }
        #expect(many > layer.scene.count)
        #expect(isDense(layer))
        #expect(layer.trap == nil)
    }

    @Test(arguments: [-30.0, 0, 30])
    func `every column gets its share, whatever the wind`(wind: Double) throws {
        let layer = try bundledLayer("snowfall", columns: 50, rows: 40, set: ["wind": wind])
        var counts = Array(repeating: 0, count: 50)
        // Long enough for gusts to come from everywhere: while one lasts, flakes drift together.
        for frame in 1...2400 {
            layer.step(seconds: 0.1)
            guard frame % 10 == 0 else { continue }
            for flake in layer.scene.flakes where flake.x >= 0 && flake.x < 50 { counts[Int(flake.x)] += 1 }
        }
        let share = counts.reduce(0, +) / 50
        #expect(share > 60)
        #expect(counts.allSatisfy { $0 > share / 2 && $0 < 2 * share }, "\(counts)")
    }

    @Test func `flakes neither come nor go nor jump in sight`() throws {
        let layer = try bundledLayer("snowfall", set: ["wind": 12])
        var before: [UInt32: Flake] = [:]
        var faults: [Flake] = []
        for frame in 1...900 {
            let isNewSize = frame == 450
            if isNewSize { layer.resize(width: 120, height: 60) }
            layer.step(seconds: 1.0 / 15)
            var now: [UInt32: Flake] = [:]
            for flake in layer.scene.flakes {
                now[flake.birthNumber] = flake
                guard let was = before[flake.birthNumber] else {
                    if frame > 1, isSeen(flake, in: layer) { faults.append(flake) }
                    continue
                }
                let hasLeapt = max(abs(flake.x - was.x), abs(flake.y - was.y)) > 3
                if hasLeapt, !isNewSize, isSeen(was, in: layer) || isSeen(flake, in: layer) { faults.append(flake) }
            }
            let gone = before.values.filter { now[$0.birthNumber] == nil && isSeen($0, in: layer) }
            if !isNewSize { faults += gone }
            before = now
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.first.map { "\($0)" } ?? "")")
        #expect(layer.trap == nil)
    }

    private func isSeen(_ flake: Flake, in layer: Layer) -> Bool {
        flake.alpha > 0.1 && flake.x + flake.width / 2 > 0 && flake.x - flake.width / 2 < Float(layer.scene.width)
            && flake.y + flake.height / 2 > 0 && flake.y - flake.height / 2 < Float(layer.scene.height)
    }
}
