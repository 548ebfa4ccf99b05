@testable import SnowHost
import Testing

/// How a script ended.
enum Ending: Hashable {
    /// It ran to its end.
    case fine
    case trap(Trap.Reason)
}

@Suite(.serialized) struct HostileScriptTests {
    static func run(_ script: HostileScript, frames: Int = 3) -> (ending: Ending, trap: Trap?) {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(script.milliseconds)
        options.limits.loading = .milliseconds(script.milliseconds)
        options.limits.memory = script.memory
        options.limits.fuel = script.fuel
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

    @Test func `there are sixty hostile scripts at least, each with a name of its own`() {
        #expect(HostileScript.all.count >= 60)
        #expect(Set(HostileScript.all.map(\.name)).count == HostileScript.all.count)
    }
}
