import Testing

@testable import SnowHost

@Suite struct DeterminismTests {
    /// A script that makes use of all that could differ from run to run.
    private static let restless = """
        plugin { flakes = 60, fields = { a = 0, b = 1 }, params = { pace = { 5, min = 1, max = 9 } } }
        local offsets = {}
        for i = 1, 5 do offsets[i] = random(-1, 1) end
        local eases = { "linear", "bounce-out", "steps(3)", "cubic-bezier(.3, 0, .7, 1)", "elastic-in" }
        local names = { first = 1, second = 2, third = 3, [1] = 4, [true] = 5 }
        function again(f)
          f:animate { x = random(scene.width), color = math.random(0, 0xFFFFFF), duration = random(2),
            ease = eases[math.random(#eases)], done = random() < 0.8 and "again" or "remove" }
        end
        function frame(dt, t)
          for i = 1, math.random(0, 3) do
            local f = spawn { x = random(scene.width), y = random(9), speed = params.pace * random(), life = random(1, 9) }
            if f then again(f) end
          end
        end
        function update(f, dt, t)
          f.drift = noise(t, f.y / 9, offsets[f.id % 5 + 1]) * 20 + random(-1, 1)
          f.a = f.a + math.random(10)
          f.b = lerp(f.b, sin(f.a), 0.5)
          if random() < 0.002 then f:remove() end
        end
        function removed(f, why)
          for name, number in pairs(names) do
            if number == #why % 6 then spawn { x = f.x, y = random(9), speed = number } end
          end
        end
        function key(name) for f in flakes() do if random() < 0.3 then f:remove() end end end
        function resize(w, h) for f in flakes() do f.x = f.x * random() end end
        function mouse(x, y) spawn { x = x, y = y, rotation = random(6) } end
        """

    private func layer(_ name: String, seed: UInt64) throws -> Layer {
        if name != "restless" { return try bundledLayer(name, seed: seed) }
        var options = Layer.Options()
        options.seed = seed
        return try makeLayer(Self.restless, options: options)
    }

    /// One number for everything that can be seen of the flakes.
    private func fingerprint(_ layer: Layer) -> UInt64 {
        let columns = layer.scene.columns
        var hash = UInt64(layer.scene.count)
        for slot in 0..<layer.scene.highWater where columns.state[slot] == FlakeColumns.SlotState.alive {
            hash = CounterHash.mix(hash &+ UInt64(columns.birthNumber[slot]) << 32 &+ UInt64(columns.color[slot]))
            for field in 0..<columns.fieldCount {
                hash = CounterHash.mix(hash &+ UInt64(columns.fields[field][slot].bitPattern) &+ UInt64(field) << 40)
            }
        }
        return hash
    }

    /// Hands the same events to whichever layers are given, by chance of its own.
    private func disturb(_ layers: [Layer], with stream: inout RandomStream) {
        let event = stream.integer(in: 0...60)
        let (a, b) = (stream.integer(in: 1...120), stream.integer(in: 2...80))
        for layer in layers {
            switch event {
            case 0: layer.resize(width: Double(a), height: Double(b))
            case 1...3: layer.press(key: "a")
            case 4: layer.point(x: Double(a), y: Double(b), button: "left")
            default: break
            }
        }
    }

    @Test func `flakes that are keys beside strings come in one order, by pairs and by next`() throws {
        let source = """
            plugin { flakes = 40, fields = { place = 0, second = 0 } }
            local seen = { n = 0, x = 1, k = "x", [3] = 1, [true] = 2 }
            function init()
              for i = 1, 30 do seen[spawn { x = random(80), life = 1e9 }] = true end
              local place = 0
              for key in pairs(seen) do
                place = place + 1
                if type(key) == "userdata" then key.place = place end
              end
              local key = next(seen)
              while key ~= nil do
                place = place + 1
                if type(key) == "userdata" then key.second = place end
                key = next(seen, key)
              end
            end
            """
        // Each VM has its own order of strings, and of what collides with them.
        for _ in 0..<12 {
            let layer = try makeLayer(source)
            layer.step(seconds: 0.1)
            #expect(layer.trap == nil)
            let columns = layer.scene.columns
            let place = try #require(layer.scene.fieldNumber(named: "place"))
            let second = try #require(layer.scene.fieldNumber(named: "second"))
            for slot in 0..<30 {
                #expect(columns[place][slot] == Float(slot + 6))
                #expect(columns[second][slot] == Float(slot + 6 + 35))
            }
        }
    }

    @Test(arguments: ["restless", "snowfall", "falling", "snowfallview"])
    func `two layers of one seed never differ, whatever happens to both`(name: String) throws {
        let layers = try [layer(name, seed: 5), layer(name, seed: 5)]
        var stream = RandomStream(seed: 11)
        for frame in 1...600 {
            disturb(layers, with: &stream)
            // What one did before it was made does not reach the other.
            for layer in layers { layer.step(seconds: Double(frame % 4) / 60) }
            guard frame % 20 == 0 else { continue }
            let prints = layers.map(fingerprint)
            try #require(prints[0] == prints[1], "frame \(frame)")
        }
        for layer in layers { #expect(layer.trap == nil) }
        #expect(layers[0].scene.count > 0)
    }

    @Test(arguments: ["restless", "snowfall", "falling", "snowfallview"])
    func `layers of two seeds differ`(name: String) throws {
        let layers = try [layer(name, seed: 5), layer(name, seed: 6)]
        for _ in 0..<30 { for layer in layers { layer.step(seconds: 0.05) } }
        #expect(fingerprint(layers[0]) != fingerprint(layers[1]))
    }
}
