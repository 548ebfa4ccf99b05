import Testing

@testable import SnowHost
@testable import snowscript

/// A compiled update within its frame: limits, removal, and values that change their kinds between frames.
@Suite struct CompiledFrameTests {
    private func layers(_ source: String, frames: Int, each: (Layer) -> Void = { _ in }) throws -> [Layer] {
        try [true, false].map { compiles in
            var options = Layer.Options()
            options.compilesUpdates = compiles
            let layer = try Layer(
                module: try Module(source: source, name: "test.lua"), width: 80, height: 48, options: options)
            for _ in 0..<frames {
                layer.step(seconds: 0.05)
                each(layer)
            }
            return layer
        }
    }

    private func expectSame(_ layers: [Layer]) {
        let (left, right) = (layers[0], layers[1])
        #expect(left.trap?.description == right.trap?.description)
        #expect(left.instance.log.lines == right.instance.log.lines)
        #expect(left.scene.ground.volume == right.scene.ground.volume)
        #expect(left.scene.flakes.map { "\($0)" } == right.scene.flakes.map { "\($0)" })
    }

    @Test(arguments: BundledScript.all.map(\.name), [(80, 24), (200, 50), (3, 2)])
    func `the bundled scripts do the same, compiled or not`(name: String, size: (columns: Int, rows: Int)) throws {
        let layers = try [true, false].map { compiles in
            try bundledLayer(name, seed: 9, columns: size.columns, rows: size.rows, compiles: compiles)
        }
        for frame in 0..<240 {
            for layer in layers {
                if frame == 100 { layer.resize(width: 61, height: 40) }
                layer.step(seconds: 1.0 / 30)
            }
        }
        expectSame(layers)
        #expect(layers[0].updateMode == .absent || layers[0].updateMode == .compiled)
        // Flakes that settle, and a frame when a value is whole that was none, are left to the script.
        #expect(layers[0].updateCounts.called <= layers[0].updateCounts.compiled)
    }

    @Test func `removal tells the script in the same order, and frees the same places`() throws {
        expectSame(
            try layers(
                """
                plugin { flakes = 300 }
                local gone = 0
                function frame() while scene.count < 300 do spawn { x = random(80), y = random(40), speed = 20 } end end
                function update(f) if f.y > 30 then f:remove() elseif f.x < 3 then f.drift = 4; remove(f) end end
                function removed(f, why) gone = gone + 1; print(why, f.id, f.x // 1, gone) end
                """, frames: 30))
    }

    @Test func `who asks for the ground is known to ask, whatever becomes of the answer`() throws {
        expectSame(
            try layers(
                """
                plugin { flakes = 60 }
                function frame() spawn { x = 40, y = 40, speed = 400 } end
                function update(f) ground(f.x) if f.y > 300 then f.x = ground(f.x, f.y) f.x = 3 end end
                function removed(f, why) print(why, f.id, f.y) end
                """, frames: 30))
    }

    @Test func `a count that removal changes is right for the flakes behind`() throws {
        expectSame(
            try layers(
                """
                plugin { flakes = 400 }
                function init() for i = 1, 400 do spawn { x = i % 80, y = 1 } end end
                function update(f) if scene.count > 390 and f.id % 3 == 0 then f:remove() end f.width = scene.count end
                """, frames: 3))
    }

    @Test(arguments: [
        "speed = speed == 1 and 2.5 or 1",
        "speed = speed == 1 and 'x' or 1",
        "speed = speed and speed < 4 and speed + 1 or nil",
        "if t > 0.2 then update = other end",
        "row[1] = t; row[2] = t > 0.2 and 1 or 2.5; row[3] = t > 0.3 and 'x' or nil",
        "math.sin = t > 0.2 and math.cos or math.sin",
        "helper = t > 0.2 and other_helper or helper",
    ])
    func `what changes its kind from frame to frame is seen`(change: String) throws {
        expectSame(
            try layers(
                """
                plugin { flakes = 90 }
                speed = 1
                row = { 1, 2 }
                function helper(x) return x * 2 end
                function other_helper(x) return x * 3 end
                local function number(x) if x == nil or x == 'x' then return 7 end return x end
                function init() for i = 1, 90 do spawn { x = i % 80, y = 1 } end end
                function frame(_, t) \(change) end
                function other(f) f.x = 5 end
                function update(f, dt, t)
                  f.drift = number(speed) + helper(f.x) * math.sin(t) + (row[f.id % 3 + 1] or 0)
                end
                """, frames: 12))
    }

    @Test func `what the script does for one flake, the flakes behind it see`() throws {
        expectSame(
            try layers(
                """
                plugin { flakes = 600 }
                local seen, latest = 0, nil
                function init() for i = 1, 500 do spawn { x = i % 80, y = 1, life = 9 } end end
                function update(f)
                  if f.id % 97 == 0 then seen = seen + 1; latest = spawn { x = f.x } end
                  if f.id == 450 then for other in flakes() do if other.id > 460 then other.x = 70 end end end
                  f.width = seen + f.x / 80
                end
                """, frames: 6))
    }

    @Test func `an error has its line, and what came before it is done`() throws {
        for update in [
            "if f.id == 333 then f:remove() f.x = 1 end f.y = 2", "f.y = 2 if f.id == 333 then f.color = -1 end",
            "f.y = list[f.id] + 1", "if f.id == 333 then local x = nil + f.x end f.y = 2",
        ] {
            let layers = try layers(
                """
                plugin { flakes = 500 }
                local list = {}
                for i = 1, 332 do list[i] = i end
                function init() for i = 1, 500 do spawn { x = i % 80, y = 1 } end end
                function update(f)
                  \(update)
                end
                """, frames: 3)
            #expect(layers[0].trap?.line == 6)
            expectSame(layers)
        }
    }

    @Test func `a compiled frame counts against the deadline`() throws {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(2)
        options.limits.loading = .seconds(20)
        let layer = try Layer(
            module: try Module(
                source: """
                    plugin { flakes = 400000 }
                    function init() for i = 1, scene.capacity do spawn { x = i % 80, y = 1 } end end
                    function update(f, dt, t)
                      f.x = noise(f.x, f.y, t) + noise(f.y, t) + noise(t, f.x)
                    end
                    """, name: "test.lua"), width: 80, height: 48, options: options)
        layer.step(seconds: 0.05)
        #expect(layer.updateMode == .compiled)
        #expect(layer.trap?.reason == .deadline)
        #expect(layer.trap?.line == 4)
    }

    @Test func `a flake that Lua never touched has no handle`() throws {
        var options = Layer.Options()
        options.limits.loading = .seconds(20)
        let layer = try Layer(
            module: try Module(
                source: """
                    plugin { flakes = 20000 }
                    function update(f, dt, t) f.x = f.x + sin(t) end
                    """, name: "test.lua"), width: 80, height: 48, options: options)
        layer.start()
        while layer.scene.spawn() != nil {}
        layer.step(seconds: 0.05)
        let before = layer.instance.memory.used
        for _ in 0..<4 { layer.step(seconds: 0.05) }
        #expect(layer.updateCounts.compiled >= 80_000)
        #expect(layer.instance.memory.used <= before + 1024)
        #expect(before < 300_000)
    }

    @Test func `a reload compiles what is new`() throws {
        let layer = try Layer(
            module: try Module(
                source: "function init() spawn { y = 3 } end function update(f) f.x = 1 end", name: "test.lua"),
            width: 80, height: 48)
        layer.step(seconds: 0.05)
        try layer.reload(
            module: try Module(source: "local n = 0 function update(f) n = n + 1 f.x = n end", name: "test.lua"))
        layer.step(seconds: 0.05)
        #expect(layer.updateMode != .compiled)
        try layer.reload(module: try Module(source: "function update(f) f.x = 4 end", name: "test.lua"))
        layer.step(seconds: 0.05)
        #expect(layer.updateMode == .compiled)
        #expect(layer.scene.flakes.map(\.x) == [4])
    }
}
