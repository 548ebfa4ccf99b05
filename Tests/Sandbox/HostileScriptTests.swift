@testable import SnowHost
import Testing

/// How a script ended.
enum Ending: Hashable {
    /// It ran to its end.
    case fine
    case trap(Trap.Reason)
}

@Suite(.serialized) struct HostileScriptTests {
    static func run(
        _ script: HostileScript, frames: Int = 3, withoutTimer: Bool = false
    ) -> (ending: Ending, trap: Trap?) {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(script.milliseconds)
        options.limits.loading = .milliseconds(script.milliseconds)
        options.limits.memory = script.memory
        options.limits.fuel = script.fuel
        options.limits.watchesWithoutTimer = withoutTimer
        do throws(Trap) {
            let module = try Module(source: script.source, name: "hostile.lua")
            let layer = try Layer(module: module, width: 80, height: 48, options: options)
            for _ in 0..<frames { layer.step(seconds: 0.05) }
            if let trap = layer.trap { return (.trap(trap.reason), trap) }
            return (.fine, nil)
        } catch {
            return (.trap(error.reason), error)
        }
    }

    @Test func `each hostile script ends as expected, and a healthy one runs as ever after it`() throws {
        let golden = try HealthyScript.hash()
        try Watchdog.within(seconds: 240) {
            for script in HostileScript.all {
                let result = Self.run(script)
                #expect(
                    script.endings.contains(result.ending),
                    "\(script.name): \(result.ending) \(result.trap.map(String.init(describing:)) ?? "")")
                let hash = try HealthyScript.hash()
                #expect(hash == golden, "after \(script.name)")
            }
        }
    }

    /// But for one: to move all keys of a full table, which takes seconds when they collide, is one instruction of Lua's,
    /// which only a tick leaves.
    @Test func `each ends so where no timer can be had, too`() {
        Watchdog.within(seconds: 240) {
            for script in HostileScript.all where script.name != "integer keys that collide" {
                let result = Self.run(script, withoutTimer: true)
                #expect(
                    script.endings.contains(result.ending),
                    "\(script.name): \(result.ending) \(result.trap.map(String.init(describing:)) ?? "")")
            }
        }
    }

    @Test(arguments: [
        ("while true do end", Ending.trap(.deadline)),
        ("local t = {} while true do t[#t + 1] = {} end", .trap(.memory)),
        ("local function f() return 1 + f() end f()", .trap(.stack)),
        ("return function() while true do end end", .trap(.deadline)),
        ("x =", .fine),
        ("require 'evil'", .fine),
        ("error('no')", .fine),
    ])
    func `a limit that a module hits goes through pcall, an error does not`(text: String, ending: Ending) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "evil.lua")
        let source = "function frame() local ok, f = pcall(require, 'evil') if ok then f() end end"
        var options = Layer.Options()
        options.limits.callback = .milliseconds(50)
        options.limits.memory = 2 << 20
        let module = try Module(source: Array(source.utf8), name: "main.lua", directory: folder.path)
        let layer = try Layer(module: module, width: 80, height: 48, options: options)
        layer.step(seconds: 0)
        #expect(layer.trap.map { .trap($0.reason) } ?? .fine == ending)
    }

    @Test func `an error after a swallowed fault of a module is an error`() throws {
        let layer = try makeLayer("function frame() pcall(require, 'x') pcall(plugin, 1) error('plain', 0) end")
        layer.step(seconds: 0)
        #expect(layer.trap?.reason == .error)
        #expect(layer.trap?.message == "plain")
    }

    @Test func `calls between two frames have a budget each`() throws {
        var options = Layer.Options()
        options.limits.fuel = 20_000
        let layer = try makeLayer("function key() for i = 1, 4000 do end end\nfunction frame() end", options: options)
        layer.step(seconds: 0)
        for _ in 0..<20 { layer.instance.call(.key) }
        #expect(layer.trap == nil)
    }

    @Test func `there are sixty hostile scripts at least, each with a name of its own`() {
        #expect(HostileScript.all.count >= 60)
        #expect(Set(HostileScript.all.map(\.name)).count == HostileScript.all.count)
    }
}
