import SnowHost
import Testing

/// A layer over a script given as text, in a view of 80 × 48 units.
func makeLayer(
    _ source: String, linker: Linker = Linker(), options: Layer.Options = Layer.Options(), width: Double = 80,
    height: Double = 48
) throws -> Layer {
    let module = try Module(source: source, name: "test.lua")
    return try Layer(module: module, linker: linker, width: width, height: height, options: options)
}

@Suite struct LayerTests {
    @Test func `a step's time is told apart into Lua's and the host's`() throws {
        let idle = try makeLayer("function init() end")
        idle.step(seconds: 0.01)
        idle.step(seconds: 0.01)
        let busy = try makeLayer("function frame() for i = 1, 200000 do end end")
        busy.step(seconds: 0.01)
        #expect(idle.cost.lua >= .zero && idle.cost.host > .zero)
        #expect(busy.cost.lua > idle.cost.lua)
    }

    @Test func `what was tuned is what differs from the header`() throws {
        let layer = try makeLayer("plugin { params = { b = 1, a = 2, c = 3 } } function frame() end")
        #expect(layer.tunedParameters.isEmpty)
        try layer.set("c", to: 4)
        try layer.set("b", to: 5)
        try layer.set("a", to: 2)
        #expect(layer.tunedParameters.map(\.name) == ["b", "c"])
        #expect(layer.tunedParameters.map(\.value) == [5, 4])
    }

    @Test func `frame spawns flakes that fall by their speed`() throws {
        let layer = try makeLayer("function frame() spawn { x = 3, y = 10, speed = 2 } end")
        layer.step(seconds: 0.05)
        let flake = try #require(layer.scene.flakes.first { _ in true })
        #expect(layer.trap == nil)
        #expect(flake.x == 3)
        #expect(abs(flake.y - 10.1) < 1e-6)
    }

    @Test func `update reads and writes every numeric field`() throws {
        let layer = try makeLayer(
            """
            plugin { fields = { phase = 2 } }
            function init() spawn { x = 1 } end
            function update(f, dt, t)
              f.y = f.x + f.phase; f.width = 4; f.alpha = 0.5; f.phase = f.phase + 1; f.color = 0x102030
              f.glyph = "❄"
              seen = f.height .. f.glyph .. f.id .. tostring(f.alive) .. f.color
            end
            function key() print(seen) end
            """)
        layer.step(seconds: 0)
        layer.press(key: "a")
        layer.step(seconds: 0)
        #expect(layer.trap == nil, "\(layer.trap.map(String.init(describing:)) ?? "")")
        #expect(layer.instance.log.lines == ["4.0❄1true1056816"])
        let flake = try #require(layer.scene.flakes.first { _ in true })
        #expect(flake.y == 4)
        #expect(flake.height == 4)
    }

    @Test func `a trap names file, line, message and the calls`() throws {
        let layer = try makeLayer("local function deep() spwan {} end\nfunction frame()\n  deep()\nend")
        layer.step(seconds: 0.1)
        let trap = try #require(layer.trap)
        #expect(trap.reason == .error)
        #expect(trap.description == "test.lua:1: attempt to call a nil value (global 'spwan'); did you mean 'spawn'?")
        #expect(trap.sourceLine == "local function deep() spwan {} end")
        #expect(trap.traceback == ["test.lua:1: in upvalue 'deep'", "test.lua:3: in callback 'frame'"])
    }
}
