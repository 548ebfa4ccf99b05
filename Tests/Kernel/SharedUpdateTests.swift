import Testing

@testable import SnowHost

/// Very many flakes are shared out to threads, and do what they would do on one.
@Suite struct SharedUpdateTests {
    private static let count = 40_000

    private func layer(_ update: String, sharesWork: Bool) throws -> Layer {
        let source = """
            plugin { flakes = \(Self.count), fields = { phase = 0 } }
            local gone, reasons = 0, {}
            function init()
              for i = 1, scene.capacity do
                spawn { x = i % 80, y = i % 41, drift = i % 7 - 3, speed = i % 5, phase = i * 0.37, life = 60 + i % 90 }
              end
            end
            function removed(flake, why)
              gone = gone + 1
              if gone % 1000 == 0 then print(gone, flake.id, why) end
            end
            \(update)
            """
        var options = Layer.Options()
        options.sharesWork = sharesWork
        options.limits.callback = .seconds(60)
        options.limits.loading = .seconds(60)
        return try Layer(
            module: try Module(source: source, name: "test.lua"), width: 80, height: 48, options: options)
    }

    @Test(arguments: [
        "function update(f, dt, t) f.drift = 8 * sin(t + f.phase) if f.y > 44 then f:remove() end end",
        "function update(f, dt, t) f.drift = random(-4, 4) + noise(f.x, t) if f.x > 79 then remove(f) end end",
        "function update(f, dt, t) if f.y > 44 then f.y = -2 elseif f.x < 0 then f.color = f.id % 7 * 9999 end end",
        "",
    ])
    func `flakes do the same on one thread and on several`(update: String) throws {
        let layers = try [true, false].map { try layer(update, sharesWork: $0) }
        for _ in 0..<6 {
            for layer in layers { layer.step(seconds: 0.1) }
        }
        for layer in layers {
            #expect(layer.trap == nil)
            #expect(update.isEmpty || layer.updateMode == .compiled)
        }
        #expect(layers[0].instance.log.lines == layers[1].instance.log.lines)
        #expect(layers[0].scene.flakes.map { "\($0)" } == layers[1].scene.flakes.map { "\($0)" })
        #expect(layers[0].updateCounts == layers[1].updateCounts)
    }
}
