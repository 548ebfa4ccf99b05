import Testing

@testable import SnowHost

@Suite struct AnimateTests {
    /// The values that a flake's field takes in frames of 0.1 s while `animation` runs.
    private func path(_ animation: String, field: FlakeField = .x, frames: Int = 5) throws -> [Float] {
        let layer = try makeLayer(
            """
            plugin { fields = { phase = 3 } }
            function init() spawn { x = 0, y = 1, width = 4 }:animate { \(animation) } end
            """)
        var path: [Float] = []
        for _ in 0..<frames {
            layer.step(seconds: 0.1)
            let id = try #require(layer.scene.flakes.first { _ in true }?.id)
            path.append((layer.scene.value(of: field, for: id) ?? .nan))
        }
        #expect(layer.trap == nil)
        return path.map { ($0 * 1000).rounded() / 1000 }
    }

    @Test(
        arguments: [
            ("x = 10, duration = 0.4, ease = 'linear'", [2.5, 5, 7.5, 10, 10]),
            ("x = 10, duration = 0.4", [1.292, 5, 8.708, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'in-out'", [1.292, 5, 8.708, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'out'", [3.781, 6.846, 9.065, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'in'", [0.935, 3.154, 6.219, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'steps(2)'", [0, 5, 5, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'cubic-bezier(0, 0, 1, 1)'", [2.5, 5, 7.5, 10, 10]),
            ("x = 10, duration = 0.4, ease = 'quad-in'", [0.625, 2.5, 5.625, 10, 10]),
            ("x = 10, duration = 0.2, delay = 0.2, ease = 'linear'", [0, 0, 5, 10, 10]),
            ("x = 10, duration = 0.4, delay = -0.2, ease = 'linear'", [7.5, 10, 10, 10, 10]),
            ("x = 10, from = { x = 20 }, duration = 0.4, ease = 'linear'", [17.5, 15, 12.5, 10, 10]),
            ("x = 10, from = { x = 20 }, duration = 0.2, delay = 0.2, ease = 'linear'", [20, 20, 15, 10, 10]),
            ("x = 10, duration = 0.2, times = 2, ease = 'linear'", [5, 0, 5, 10, 10]),
            ("x = 10, duration = 0.2, times = 1.5, ease = 'linear'", [5, 0, 5, 5, 5]),
            ("x = 10, duration = 0.2, reverse = true, ease = 'linear'", [5, 10, 5, 0, 0]),
            ("x = 10, duration = 0.1, reverse = true, times = 2, ease = 'linear'", [10, 0, 10, 0, 0]),
            ("x = 10, duration = 0.2, times = math.huge, ease = 'linear'", [5, 0, 5, 0, 5]),
            ("x = 10, duration = 0", [10, 10, 10, 10, 10]), ("x = 10, duration = -1", [10, 10, 10, 10, 10]),
            ("x = 10, duration = 0, delay = 0.25", [0, 0, 10, 10, 10]),
            ("x = 10", [0.197, 0.817, 1.874, 3.319, 5]),
        ] as [(String, [Float])])
    func `every option of animate shapes the way`(animation: String, expected: [Float]) throws {
        #expect(try path(animation) == expected)
    }

    @Test(arguments: ["x", "y", "width", "height", "speed", "drift", "alpha", "rotation", "flip", "depth", "phase"])
    func `every number of a flake can be animated, declared ones too`(name: String) throws {
        let layer = try makeLayer("plugin { fields = { phase = 3 } } function frame() end")
        let field = try #require(layer.scene.fieldNumber(named: name))
        #expect(
            try path(
                "\(name) = 0.5, from = { \(name) = 0.25 }, duration = 0.2, ease = 'linear'", field: field, frames: 2)
                == [0.375, 0.5])
    }

    @Test func `a colour is blended channel by channel`() {
        let source = """
            function init() f = spawn { y = 1, color = 0x000000 }:animate { color = 0x204080, duration = 0.1, ease = "linear" } end
            """
        #expect(transcript(of: source).first == nil)
        let look = """
            function init() f = spawn { y = 1, color = 0x000000 } f:animate { color = 0x204080, duration = 0.1, ease = "linear" } end
            function removed() end
            function key() print(("%06X"):format(f.color)) end
            """
        #expect(
            transcript(of: look, frames: 3) { _, layer in layer.press(key: "a") } == ["000000", "102040", "204080"])
    }

    @Test(
        arguments: [
            ("{ ecks = 1 }", "animate has no 'ecks'"),
            ("{ duratio = 1 }", "animate has no 'duratio'; did you mean 'duration'?"),
            ("{ 3 }", "animate has no '[number]'"), ("{ x = 'a' }", "bad value for 'x' (number expected, got string)"),
            ("{ x = 0/0 }", "bad value for 'x' (number expected, got nan)"),
            ("{ glyph = 'a' }", "'glyph' cannot be animated"), ("{ age = 1 }", "'age' is read only"),
            ("{ id = 1 }", "'id' is read only"),
            ("{ color = -1 }", "bad value for 'color' (0x000000 to 0xFFFFFF expected)"),
            ("{ x = 1, ease = 'linaer' }", "there is no easing 'linaer'; did you mean 'linear'?"),
            ("{ x = 1, ease = 3 }", "bad value for 'ease' (string expected, got number)"),
            ("{ x = 1, ease = 'steps(0)' }", "there is no easing 'steps(0)'"),
            ("{ x = 1, ease = 'cubic-bezier(2,0,1,1)' }", "there is no easing 'cubic-bezier(2,0,1,1)'"),
            ("{ x = 1, duration = 'a' }", "bad value for 'duration' (number expected, got string)"),
            ("{ x = 1, delay = {} }", "bad value for 'delay' (number expected, got table)"),
            ("{ x = 1, delay = 0/0 }", "bad value for 'delay' (number expected, got nan)"),
            ("{ x = 1, times = 0 }", "bad value for 'times' (more than 0 expected)"),
            ("{ x = 1, reverse = 1 }", "bad value for 'reverse' (boolean expected, got number)"),
            ("{ x = 1, from = 3 }", "bad value for 'from' (table expected, got number)"),
            ("{ x = 1, from = { y = 2 } }", "'from' names 'y', which the animation does not change"),
            ("{ x = 1, from = { ecks = 2 } }", "animate has no 'ecks'"),
            ("{ x = 1, from = { x = true } }", "bad value for 'x' (number expected, got boolean)"),
            ("{ x = 1, done = 3 }", "bad value for 'done' (function or name of one expected, got number)"),
            ("{ x = 1, done = 'ready' }", "done names 'ready', which is not a function of this script"),
            ("{ x = 1, done = 'scene' }", "done names 'scene', which is not a function of this script"),
            ("3", "bad argument #2 to 'animate' (table expected, got number)"),
            ("nil", "bad argument #2 to 'animate' (table expected, got nil)"),
        ] as [(String, String)])
    func `what animate does not take is an error of its line`(options: String, words: String) {
        let lines = transcript(of: "function init()\n  animate(spawn { y = 1 }, \(options)) end")
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("test.lua:2: \(words)"), "\(lines[0])")
    }

    @Test func `done removes, calls a global by name, or calls a function, each once`() {
        let source = """
            function init()
              spawn { x = 1, y = 1 }:animate { alpha = 0.5, duration = 0.1, done = "remove" }
              spawn { x = 2, y = 1 }:animate { alpha = 0.5, duration = 0.1, done = "ready" }
              spawn { x = 3, y = 1 }:animate { alpha = 0.5, duration = 0.1, done = function(f) print("function", f.x) end }
              print(spawn { x = 4, y = 1 }:animate { alpha = 0.5, duration = 0, done = "ready" })
              spawn { x = 5, y = 1 }:animate { duration = 0.1, done = "ready" }
            end
            function ready(f) print("name", f.x, f.alpha) end
            function removed(f, why) print("removed", f.x, why) end
            """
        #expect(
            transcript(of: source, frames: 5) == [
                "true", "name    4.0    0.5", "name    2.0    0.5", "function    3.0", "name    5.0    1.0",
                "removed    1.0    removed",
            ])
    }

    @Test func `the name in done means what it means when the animation is over`() {
        let source = """
            function init() spawn { y = 1 }:animate { x = 1, duration = 0.1, done = "ready" } end
            function ready() print("old") end
            function frame(_, t) if t > 0.06 then function ready() print("new") end end end
            """
        #expect(transcript(of: source, frames: 4) == ["new"])
        let gone = source.replacing("function ready() print(\"new\") end", with: "ready = nil")
        #expect(
            transcript(of: gone, frames: 4) == ["test.lua: done names 'ready', which is not a function of this script"])
    }

    @Test(
        arguments: [
            "f:remove()", "f:animate { x = 5, duration = 9 }", "f.life = 0",
            "f:animate { x = 5, duration = 0 }",
        ])
    func `done of an animation that was cut short is not called`(cut: String) {
        let source = """
            function init()
              f = spawn { y = 1 }
              f:animate { x = 1, width = 2, duration = 0.1, done = function() print("never") end }
            end
            function frame(_, t) if not once then once = true \(cut) end end
            """
        #expect(transcript(of: source, frames: 5) == [])
    }

    @Test func `a later animation takes a property over from where it is, and leaves the others`() throws {
        let layer = try makeLayer(
            """
            function init()
              f = spawn { x = 0, y = 0 }
              f:animate { x = 10, y = 10, duration = 1, ease = "linear" }
            end
            function key() f:animate { x = 0, duration = 0.5, ease = "linear" } end
            """)
        var path: [[Float]] = []
        for frame in 0..<10 {
            if frame == 5 { layer.press(key: "a") }
            layer.step(seconds: 0.1)
            let flake = try #require(layer.scene.flakes.first { _ in true })
            path.append([flake.x, flake.y].map { ($0 * 100).rounded() / 100 })
        }
        #expect(path.map { $0[0] } == [1, 2, 3, 4, 5, 4, 3, 2, 1, 0])
        #expect(path.map { $0[1] } == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }

    @Test func `done may spawn, animate and remove`() {
        let source = """
            function init() step(spawn { y = 1 }) end
            function step(f)
              hops = (hops or 0) + 1
              print(hops, scene.count)
              if hops == 4 then f:remove() return end
              spawn { y = 1 }
              f:animate { x = hops, duration = 0.05, done = "step" }
            end
            function removed(f, why) print(why, scene.count) end
            """
        #expect(
            transcript(of: source, frames: 8)
                == ["1    1", "2    2", "3    3", "4    4", "removed    3"])
    }

    @Test func `a done that removes is counted before the next one is called`() {
        let source = """
            function init()
              spawn { y = 1 }:animate { x = 1, duration = 0.1, done = "remove" }
              spawn { y = 1 }:animate { x = 1, duration = 0.1, done = function() print(scene.count) end }
            end
            """
        #expect(transcript(of: source, frames: 3) == ["1"])
    }

    @Test func `the closures of a hundred thousand animations are released, ended or cut short`() throws {
        let layer = try makeLayer(
            """
            local body = ("x"):rep(100)
            function init() f = spawn { y = 1 } end
            function frame()
              for i = 1, 100 do
                local weight = body .. i
                f:animate { x = i, duration = 5, done = function() return weight end }
                f:animate { width = i, duration = 0, done = function() return weight end }
              end
            end
            """)
        for _ in 0..<20 { layer.step(seconds: 0.05) }
        let before = layer.instance.memory.peak
        for _ in 0..<480 { layer.step(seconds: 0.05) }
        #expect(layer.trap == nil)
        #expect(layer.instance.memory.peak < before + 300_000)
        #expect(layer.tweens.count <= 2)
    }

    @Test func `animate answers false when no more fit`() throws {
        let layer = try makeLayer(
            """
            plugin { flakes = 2000 }
            function init()
              while scene.count < scene.capacity do
                local f = spawn { y = 1 }
                started = f:animate { x = 1, y = 1, width = 1, alpha = 1, rotation = 1, duration = 9 }
                if not started then print(f.id) break end
              end
            end
            """,
            options: {
                var options = Layer.Options()
                options.limits.tweens = 1003
                return options
            }())
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == ["201"])
    }
}
