import Testing

@testable import SnowHost

@Suite struct SettleTests {
    private func layer(
        _ letters: String = "", columns: Int = 60, rows: Int = 20, set values: [String: Double] = [:]
    ) throws -> Layer {
        let layer = try bundledLayer("settle", seed: 3, columns: columns, rows: rows, set: values)
        layer.setScenery(text: Array(letters.utf8))
        return layer
    }

    @Test func `snow comes to lie, as deep as it is to be, and never fills the picture`() throws {
        let layer = try layer()
        var deepest = 0.0
        for frame in 1...2400 {
            layer.step(seconds: 0.05)
            let mean = layer.scene.ground.volume / layer.scene.width
            if frame > 1200 { deepest = max(deepest, mean) }
        }
        #expect(layer.trap == nil)
        #expect(deepest > 1.5 && deepest < 6, "\(deepest)")
    }

    @Test func `the heaviest snow leaves room above`() throws {
        let layer = try layer(set: ["amount": 200, "speed": 60, "snow": 20])
        for _ in 0..<1500 { layer.step(seconds: 0.05) }
        #expect(layer.trap == nil)
        for x in 0..<60 { #expect(layer.scene.ground.surface(x: Double(x)) >= 19) }
    }

    @Test func `letters carry snow, and what falls past them lies below`() throws {
        let layer = try layer("##########\n##\n##########")
        for _ in 0..<900 { layer.step(seconds: 0.05) }
        let ground = layer.scene.ground
        let left = Double(ground.sceneryOrigin.column)
        #expect(ground.surface(x: left + 5) < 33)
        #expect(ground.surface(x: left - 8) < 40)
        #expect(layer.trap == nil)
    }

    @Test func `flakes are never seen where snow or a letter is`() throws {
        let layer = try layer("##########\n##########")
        for _ in 0..<600 {
            layer.step(seconds: 0.05)
            for flake in layer.scene.flakes where flake.depth < 0.5 && flake.x > 0 && flake.x < 60 {
                // What a step may go further than the surface, and a cell that came in from the side.
                let surface = layer.scene.ground.surface(x: Double(flake.x))
                #expect(Double(flake.y) < surface + 7, "\(flake.y) below \(surface)")
            }
        }
    }

    @Test func `it goes on after a resize`() throws {
        let layer = try layer("###")
        for (columns, rows) in [(60, 20), (120, 40), (10, 4), (1, 1), (80, 24)] {
            layer.resize(width: Double(columns), height: Double(2 * rows))
            for _ in 0..<100 { layer.step(seconds: 0.05) }
            #expect(layer.trap == nil, "\(columns)x\(rows)")
        }
        #expect(layer.scene.ground.volume > 0)
    }
}
