import Testing

@testable import SnowHost

/// An import cannot change what the callback that called it stands on.
@Suite struct ReentryTests {
    private final class Place {
        weak var layer: Layer?
    }

    /// Runs `frame`, in which `call` is called, and the next step.
    private func play(
        _ source: String, export: String = "frame", options: Layer.Options = Layer.Options(),
        _ call: @escaping (Layer) -> Void
    ) throws -> Layer {
        let place = Place()
        var linker = Linker()
        linker.define("call") { (_) throws(ImportError) in
            if let layer = place.layer { call(layer) }
        }
        let header = "plugin { imports = { 'call' }, params = { wind = { 1, max = 5 } } } "
        let layer = try makeLayer(header + source, linker: linker, options: options)
        place.layer = layer
        layer.step(seconds: 0.01)
        return layer
    }

    private static let refusal = "was called by an import, and did nothing: call it when the import has returned"

    @Test func `step is refused, and refills no fuel`() throws {
        var options = Layer.Options()
        options.limits.fuel = 50_000
        options.limits.callback = .seconds(20)
        let layer = try play("function frame() while true do call() end end", options: options) {
            $0.step(seconds: 0.01)
        }
        #expect(layer.trap?.reason == .fuel)
        #expect(layer.frame == 1)
        #expect(layer.time == 0.01)
        #expect(layer.instance.log.lines == ["snowscript: step \(Self.refusal)"])
    }

    @Test(arguments: ["init", "frame", "update", "removed"])
    func `step is refused in every callback`(export: String) throws {
        let source = """
            function init() for i = 1, 2 do spawn { y = 1 } end spawn {}:remove() end
            local before = init
            function \(export)(...) if '\(export)' == 'init' then before() end call() state.done = true end
            """
        let layer = try play(source) { $0.step(seconds: 0.01) }
        #expect(layer.trap == nil, "\(layer.trap?.description ?? "")")
        #expect(layer.frame == 1)
        #expect(layer.instance.log.lines == ["snowscript: step \(Self.refusal)"])
        layer.step(seconds: 0.01)
        #expect(layer.frame == 2)
    }

    @Test func `resize is refused`() throws {
        let layer = try play("function frame() call() print(scene.width, scene.height) end") {
            $0.resize(width: 10, height: 10)
        }
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == ["snowscript: resize \(Self.refusal)", "80.0    48.0"])
        layer.resize(width: 10, height: 10)
        #expect(layer.scene.width == 10)
    }

    @Test func `reload and restart are refused, and the text is not to blame`() throws {
        var refusals: [String] = []
        let layer = try play("function frame() call() end") { layer in
            do throws(Trap) { try layer.restart() } catch { refusals.append(error.message) }
            do throws(Trap) { try layer.reload(module: layer.instance.module) } catch { refusals.append(error.message) }
        }
        #expect(refusals == Array(repeating: "a script cannot be replaced while one of its callbacks runs", count: 2))
        #expect(layer.reloadFailure == nil)
        #expect(layer.trap == nil)
    }

    @Test func `keys and the mouse wait for the next step, a parameter and a scenery do not`() throws {
        let source = """
            function frame() local before = params.wind call() print(before, params.wind) end
            function key(name) print(name) end
            function mouse(x, y, button) print(button) end
            """
        let layer = try play(source) { layer in
            layer.press(key: "a")
            layer.point(x: 1, y: 2, button: "left")
            layer.setScenery(text: Array("snow".utf8))
            layer.start()
            do throws(Layer.SettingError) { try layer.set("wind", to: 3) } catch { Issue.record(error) }
        }
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == ["1    3"])
        #expect(layer.parameterValues == ["wind": 3])
        layer.step(seconds: 0.01)
        #expect(layer.instance.log.lines.dropFirst().prefix(2) == ["a", "left"])
    }

    @Test func `a text that takes another's place cannot change the layer while it loads`() throws {
        var isLoading = false
        var refusals: [String] = []
        let layer = try play("function frame() end call()") { layer in
            guard isLoading else { return }
            layer.step(seconds: 0.01)
            layer.resize(width: 10, height: 10)
            do throws(Trap) { try layer.restart() } catch { refusals.append(error.message) }
            do throws(Trap) { try layer.reload(module: layer.instance.module) } catch { refusals.append(error.message) }
            do throws(Layer.SettingError) { try layer.set("wind", to: 3) } catch { refusals.append(error.message) }
            layer.press(key: "a")
        }
        isLoading = true
        try layer.reload(module: layer.instance.module)
        #expect(layer.trap == nil)
        #expect(refusals.count == 3)
        #expect(layer.frame == 1)
        #expect(layer.scene.width == 80)
        #expect(layer.parameterValues == ["wind": 1])
        #expect(layer.reloadCount == 1)
        isLoading = false
        layer.step(seconds: 0.01)
        #expect(layer.frame == 2)
    }

    @Test func `a save that an import looks for waits until it has returned`() throws {
        let folder = try TemporaryFolder()
        let source = "plugin { imports = { 'call' } } function frame() call() end"
        try folder.write(source, to: "a.lua")
        var linker = Linker()
        var outcomes: [Reloader.Outcome?] = []
        var reloader: Reloader?
        linker.define("call") { (_) throws(ImportError) in outcomes.append(reloader?.poll(now: .seconds(1))) }
        let layer = try Layer(
            module: try Module(file: folder.path + "/a.lua"), linker: linker, width: 80, height: 48)
        reloader = Reloader(layer: layer)
        try folder.write(source + " -- changed", to: "a.lua")
        layer.step(seconds: 0.01)
        #expect(outcomes == [.nothing])
        #expect(layer.reloadFailure == nil)
        var isReloaded = false
        for second in 2..<20 where !isReloaded { isReloaded = reloader?.poll(now: .seconds(second)) == .reloaded }
        #expect(isReloaded)
    }

    @Test func `two layers whose imports step each other come to an end`() throws {
        let (one, other) = (Place(), Place())
        func layer(stepping place: Place) throws -> Layer {
            var linker = Linker()
            linker.define("call") { (_) throws(ImportError) in place.layer?.step(seconds: 0.01) }
            return try makeLayer("plugin { imports = { 'call' } } function frame() call() end", linker: linker)
        }
        let (first, second) = (try layer(stepping: other), try layer(stepping: one))
        (one.layer, other.layer) = (first, second)
        first.step(seconds: 0.01)
        #expect(first.frame == 1)
        #expect(second.frame == 1)
        #expect(first.trap == nil && second.trap == nil)
    }
}
