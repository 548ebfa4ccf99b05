import Testing

@testable import SnowHost

/// What a script finds that takes the place of another.
@Suite struct LayerReloadTests {
    private func module(_ source: String) throws -> Module { try Module(source: source, name: "test.lua") }

    private func reload(_ layer: Layer, _ source: String) throws {
        try layer.reload(module: module(source))
    }

    private func run(_ layer: Layer, frames: Int = 1) {
        for _ in 0..<frames { layer.step(seconds: 0.05) }
        #expect(layer.trap == nil, "\(layer.trap.map(String.init(describing:)) ?? "")")
    }

    @Test func `the new text acts on the flakes of the old one, and init does not run again`() throws {
        let layer = try makeLayer(
            """
            function init() print("init 1") spawn { x = 3, y = 1 } spawn { x = 4, y = 1 } end
            function update(f) f.drift = 2 end
            """)
        run(layer)
        let flakes = layer.scene.flakes.map(\.id)
        let scene = layer.scene
        try reload(
            layer,
            """
            function init() print("init 2") end
            function reloaded() print("reloaded " .. scene.count) end
            function update(f) f.drift = -2 end
            """)
        run(layer, frames: 2)
        #expect(layer.instance.log.lines == ["init 1", "reloaded 2"])
        #expect(layer.scene.flakes.map(\.id) == flakes)
        #expect(layer.scene === scene)
        #expect(layer.scene.flakes.map { ($0.x * 10).rounded() } == [29, 39])
        #expect(layer.reloadCount == 1)
    }

    @Test func `time, frame, chance and the numbers of births go on as if nothing had happened`() throws {
        let source = """
            function frame(dt, t)
              local f = spawn { x = random(80), y = random(40), life = 0.3 }
              print(string.format("%.17g %.17g %d %d %.17g", t, scene.time, scene.frame, f.id, f.x))
            end
            function update(f) f.x = f.x + random() + noise(f.x) end
            """
        let still = try makeLayer(source)
        let reloaded = try makeLayer(source)
        for frame in 0..<40 {
            if frame % 7 == 3 { try reload(reloaded, source) }
            run(still)
            run(reloaded)
            #expect(still.scene.flakes.map(\.x) == reloaded.scene.flakes.map(\.x))
        }
        #expect(still.instance.log.lines == reloaded.instance.log.lines)
    }

    @Test func `state is a deep copy that the text of the script can already see`() throws {
        let layer = try makeLayer(
            "function init() state.n = 4 state.deep = { list = { 1, \"two\", { true } }, [2.5] = 7 } end")
        run(layer)
        try reload(
            layer,
            """
            state.n = (state.n or 0) + 1
            state.new = state.new or "added"
            function frame() end
            function key()
              local d = state.deep
              print(state.n, state.new, d.list[1], d.list[2], tostring(d.list[3][1]), d[2.5])
            end
            """)
        layer.press(key: "a")
        run(layer)
        #expect(layer.instance.log.lines == ["5    added    1    two    true    7"])
    }

    @Test func `a state that is no plain data is left behind, and that is said`() throws {
        let layer = try makeLayer("function init() state = 5 end")
        run(layer)
        try reload(layer, "function frame() print(type(state)) end")
        run(layer)
        #expect(layer.instance.log.lines.count == 2)
        #expect(layer.instance.log.lines[0].hasPrefix("snowscript: state is not kept"))
        #expect(layer.instance.log.lines[1] == "table")
    }

    @Test func `parameters that were set stay while the header has a place for them`() throws {
        let layer = try makeLayer(
            "plugin { params = { a = { 1, min = 0, max = 9 }, b = 2, c = 3.5 } } function frame() end")
        try layer.set("a", to: 7)
        try layer.set("c", to: 4.5)
        run(layer)
        let text = "print(params.a, params.b)\nfunction frame() end"
        try reload(layer, "plugin { params = { a = { 2, min = 0, max = 9 }, b = 5 } } \(text)")
        #expect(layer.parameterValues == ["a": 7, "b": 5])
        try reload(layer, "plugin { params = { a = { 2, min = 0, max = 6 }, b = 5, c = 1.5 } } \(text)")
        #expect(layer.parameterValues == ["a": 2, "b": 5, "c": 4.5])
        #expect(
            layer.instance.log.lines == [
                "7    5", "2    5", "snowscript: a was set, and is 2 again: a is at most 6, got 7",
            ])
        try reload(layer, "plugin { params = { a = { 2, min = 0, max = 9 }, b = 5 } } \(text)")
        #expect(layer.parameterValues["a"] == 7)
    }

    @Test func `new fields have their default in flakes that live, dropped ones are gone, moved ones keep their value`()
        throws
    {
        let layer = try makeLayer(
            "plugin { fields = { a = 1, b = 2 } } function init() spawn { x = 1, b = 8 } spawn { x = 2 } end")
        run(layer)
        let ids = layer.scene.flakes.map(\.id)
        try reload(
            layer,
            "plugin { fields = { b = 5, c = 3 } } function update(f) f.y = f.b * 3 + f.c end")
        run(layer)
        #expect(layer.scene.flakes.map(\.y) == [27, 9])
        #expect(layer.scene.flakes.map(\.id) == ids)
        try reload(layer, "plugin { fields = { b = 5 } } function update(f) f.y = f.a end")
        layer.step(seconds: 0)
        #expect(layer.trap?.message.hasPrefix("a flake has no field 'a'") == true)
    }

    @Test func `fewer flakes remove the oldest, the new text hears of it, and the log does too`() throws {
        let layer = try makeLayer(
            "plugin { flakes = 6 } function init() for i = 1, 6 do spawn { x = i, y = 1 } end end")
        run(layer)
        try reload(layer, "plugin { flakes = 4 } function removed(f, why) print(f.id, why) end")
        #expect(layer.scene.count == 4)
        run(layer)
        #expect(layer.scene.flakes.map(\.x) == [3, 4, 5, 6])
        #expect(
            layer.instance.log.lines == [
                "snowscript: flakes = 4 now; the oldest 2 of those in the air were removed", "1    removed",
                "2    removed",
            ])
        try reload(layer, "plugin { flakes = 9 } function frame() while spawn { x = 9, y = 1 } do end end")
        run(layer)
        #expect(layer.scene.count == 9)
        #expect(layer.scene.flakes.map(\.x).filter { $0 < 9 } == [3, 4, 5, 6])
    }

    @Test func `another width of the view keeps flakes where they are in units, and the script hears of it`() throws {
        let layer = try makeLayer("plugin { view = { width = 320 } } function init() spawn { x = 300, y = 10 } end")
        run(layer)
        try reload(
            layer,
            """
            plugin { view = { width = 160 } }
            print(scene.width, scene.height)
            function reloaded() print("reloaded") end
            function resize(w, h) print(w, h) end
            """)
        run(layer)
        #expect(layer.scene.flakes.map(\.x) == [300])
        #expect(layer.scene.width == 160 && layer.scene.height == 96)
        #expect(
            layer.instance.log.lines == [
                "160.0    96.0", "snowscript: the view is 160 units wide now; flakes keep their places in units",
                "reloaded", "160.0    96.0",
            ])
        try reload(layer, "function resize(w, h) print(w, h) end")
        run(layer)
        #expect(layer.scene.width == 80 && layer.scene.height == 48)
    }

    @Test func `animations go on, named ends are called in the new text, functions are dropped and said once`() throws {
        let layer = try makeLayer(
            """
            function landed(f) print("old landed") end
            function lost(f) end
            function init()
              for i = 1, 3 do
                spawn { x = 0 }:animate { x = 10, duration = 1, ease = "linear", done = function() print("old") end }
              end
              spawn { x = 0 }:animate { x = 10, duration = 1, ease = "linear", done = "landed" }
              spawn { x = 0 }:animate { x = 10, duration = 1, ease = "linear", done = "lost" }
              spawn { x = 0 }:animate { x = 10, duration = 1, ease = "linear", done = "remove" }
            end
            """)
        run(layer, frames: 10)
        try reload(layer, "function landed(f) print(\"landed\", f.id, f.x) end function frame() end")
        run(layer)
        #expect(layer.scene.flakes.map { ($0.x * 10).rounded() } == Array(repeating: 55, count: 6))
        run(layer, frames: 10)
        #expect(layer.scene.count == 5)
        #expect(
            layer.instance.log.lines == [
                "snowscript: done of 3 animations was a function of the old text and is dropped; the name of a global "
                    + "function would stay",
                "snowscript: done = \"lost\" of running animations is dropped: there is no such function any more",
                "landed    4    10.0",
            ])
    }

    static let broken = [
        "function frame( x", "error(\"while loading\")", "plugin { flaks = 3 } function frame() end", "local x = 1",
        "frame = 3", "require \"nothing\" function frame() end", "",
    ]

    @Test(arguments: broken)
    func `a text that does not load leaves the old one at work`(source: String) throws {
        let layer = try makeLayer(
            "function init() state.n = 0 spawn { x = 1 } end function frame() state.n = state.n + 1 print(state.n) end")
        run(layer, frames: 2)
        let scene = layer.scene
        let instance = layer.instance
        var twin = scene.random
        #expect(throws: Trap.self) { try reload(layer, source) }
        #expect(layer.scene === scene && layer.instance === instance)
        #expect(scene.random.next() == twin.next())
        run(layer, frames: 2)
        #expect(layer.instance.log.lines == ["1", "2", "3", "4"])
        #expect(layer.reloadCount == 0)
        try reload(layer, "function frame() state.n = state.n + 10 print(state.n) end")
        #expect(layer.reloadFailure == nil)
        run(layer)
        #expect(layer.instance.log.lines.last == "14")
    }

    @Test func `what a refused text did while loading is undone with it`() throws {
        let layer = try makeLayer("function frame() end")
        run(layer)
        #expect(throws: Trap.self) {
            try reload(layer, "state.n = 1 random() error(\"late\")")
        }
        #expect(layer.reloadFailure?.message == "late")
        var fresh = RandomStream(seed: 1)
        #expect(layer.scene.random.next() == fresh.next())
    }

    @Test func `a script that trapped runs again after a good text, with what it had`() throws {
        let layer = try makeLayer(
            "function init() state.n = 7 spawn { x = 1, speed = 1 } end function frame(dt, t) if t > 0.06 then nope() end end"
        )
        run(layer)
        layer.step(seconds: 0.05)
        #expect(layer.trap != nil)
        layer.step(seconds: 0.05)
        try reload(
            layer,
            "function reloaded() print(\"back\", state.n) end function frame(_, t) print(scene.count, t > 0.15) end")
        run(layer)
        #expect(layer.instance.log.lines == ["back    7", "1    true"])
    }

    @Test func `a size that a trapped script could not hear of is told to the next`() throws {
        let layer = try makeLayer("function frame() nope() end")
        layer.step(seconds: 0.05)
        layer.resize(width: 40, height: 20)
        layer.press(key: "a")
        for _ in 0..<3 { layer.step(seconds: 0.05) }
        try reload(
            layer,
            "function reloaded() print(1) end function resize(w, h) print(w, h) end function key(k) print(k) end")
        run(layer, frames: 2)
        #expect(layer.instance.log.lines == ["1", "40.0    20.0"])
    }

    @Test func `a script whose init trapped begins from nothing`() throws {
        let layer = try makeLayer("function init() spawn { x = 1 } state.n = 1 nope() end")
        layer.step(seconds: 0.05)
        #expect(layer.trap != nil && layer.scene.count == 1)
        try reload(
            layer,
            "function init() print(\"init\", scene.count, state.n) end function reloaded() print(\"reloaded\") end")
        run(layer)
        #expect(layer.instance.log.lines == ["init    0    nil"])
    }

    @Test func `before the first step a new text is as if it had been there from the start`() throws {
        let layer = try makeLayer("function init() print(1) end")
        try reload(layer, "function init() print(2) end function reloaded() print(3) end")
        run(layer)
        #expect(layer.instance.log.lines == ["2"])
    }

    @Test func `a restart is the same as a start, but for parameters that were set`() throws {
        let source = """
            plugin { params = { a = 1 } }
            function init() state.n = (state.n or 0) + 1 for i = 1, 5 do spawn { x = random(80) } end end
            function frame(_, t) spawn { x = random(80), y = params.a, life = 0.2 } print(t, state.n, scene.count) end
            """
        let first = try makeLayer(source)
        let again = try makeLayer(source)
        for layer in [first, again] { try layer.set("a", to: 4) }
        run(again, frames: 13)
        try again.restart()
        #expect(again.scene.count == 0 && again.time == 0 && again.frame == 0)
        let before = again.instance.log.count
        for _ in 0..<20 {
            run(first)
            run(again)
            #expect(first.scene.flakes.map(\.x) == again.scene.flakes.map(\.x))
        }
        #expect(again.instance.log.lines.suffix(20) == first.instance.log.lines[...])
        #expect(again.instance.log.count - before == 20)
    }

    @Test func `a restart brings a script back that trapped`() throws {
        let layer = try makeLayer("function key() nope() end function frame() print(1) end")
        run(layer)
        layer.press(key: "x")
        layer.step(seconds: 0.05)
        #expect(layer.trap != nil)
        try layer.restart()
        run(layer)
    }

    @Test func `a script cannot be replaced from inside one of its own callbacks`() throws {
        final class Box { var layer: Layer? }
        let box = Box()
        var linker = Linker()
        linker.define("again") { (_) throws(ImportError) in
            do throws(Trap) { try box.layer?.restart() } catch { throw ImportError(error.message) }
        }
        let layer = try makeLayer("plugin { imports = { \"again\" } } function frame() again() end", linker: linker)
        box.layer = layer
        layer.step(seconds: 0.05)
        #expect(layer.trap?.message == "a script cannot be replaced while one of its callbacks runs")
        box.layer = nil
    }

    @Test func `each callback runs once a frame after a hundred reloads, and state is kept`() throws {
        let source = """
            function init() state.n = 0 spawn { x = 1 } end
            function frame() state.n = state.n + 1 state.frames = (state.frames or 0) + 1 end
            function update() state.updates = (state.updates or 0) + 1 end
            function reloaded() state.reloads = (state.reloads or 0) + 1 end
            function key() print(state.n, state.frames, state.updates, state.reloads) end
            """
        let layer = try makeLayer(source)
        run(layer)
        for _ in 0..<100 {
            try reload(layer, source)
            run(layer)
        }
        layer.press(key: "k")
        run(layer)
        #expect(layer.instance.log.lines == ["101    101    101    100"])
    }

    @Test func `a thousand reloads leave nothing behind`() throws {
        let source =
            "plugin { flakes = 50, fields = { a = 1 } } function frame() spawn { life = 1 }:animate { x = 3, done = \"e\" } end function e() end"
        let other = source.replacing("a = 1", with: "b = 2").replacing("= 50", with: "= 60")
        let layer = try makeLayer(source)
        let modules = [try module(source), try module(other)]
        weak let instance = layer.instance
        weak let scene = layer.scene
        var memory = 0
        for number in 0..<1000 {
            try layer.reload(module: modules[number % 2])
            if number % 50 == 0 { run(layer, frames: 3) }
            if number == 199 { memory = layer.instance.memory.used }
        }
        #expect(instance == nil && scene == nil)
        #expect(abs(layer.instance.memory.used - memory) < 8 << 10)
        #expect(layer.instance.log.lines.isEmpty)
    }
}
