import SnowHost

/// What the host itself costs: instances, calls, the deadline.
enum HostBench {
    static func run() throws -> [Figure] {
        try [instances(), importCall(), hostCall(), stepCall()] + deadline()
    }

    private static func layer(_ source: String, limits: Limits = Limits(), linker: Linker = Linker()) throws -> Layer {
        var options = Layer.Options()
        options.limits = limits
        let module = try Module(source: source, name: "bench.lua")
        return try Layer(module: module, linker: linker, width: 80, height: 48, options: options)
    }

    private static func instances() throws -> Figure {
        let module = try Module(
            source: "plugin { name = 'empty', flakes = 1 }\nfunction frame() end", name: "bench.lua")
        let seconds = try Measurement.seconds {
            for _ in 0..<200 { _ = try Layer(module: module, width: 80, height: 48) }
        }
        return Figure(name: "an instance made, linked and closed", value: seconds / 200 * 1e6, unit: "µs", goal: 100)
    }

    private static func importCall() throws -> Figure {
        var linker = Linker()
        linker.define("nothing") { (_) throws(ImportError) in }
        func seconds(_ body: String) throws -> Double {
            let source = """
                plugin { imports = { "nothing" } }
                local nothing = nothing
                local function empty() end
                function frame() for i = 1, 100000 do \(body) end end
                """
            let layer = try layer(source, linker: linker)
            return Measurement.seconds { layer.step(seconds: 0) }
        }
        let nanoseconds = (try seconds("nothing()") - seconds("")) / 100_000 * 1e9
        return Figure(name: "an empty import called from Lua", value: nanoseconds, unit: "ns", goal: 60)
    }

    private static func hostCall() throws -> Figure {
        let layer = try layer("function frame() end\nfunction key() end")
        let seconds = Measurement.seconds {
            for _ in 0..<10_000 { layer.instance.call(.key) }
        }
        return Figure(name: "an empty export called, deadline armed", value: seconds / 10_000 * 1e9, unit: "ns")
    }

    private static func stepCall() throws -> Figure {
        let layer = try layer("function mouse() end")
        func seconds(_ events: Int) -> Double {
            Measurement.seconds {
                for _ in 0..<events { layer.point(x: 0, y: 0, button: "") }
                layer.step(seconds: 0)
            }
        }
        let nanoseconds = (seconds(1000) - seconds(0)) / 1000 * 1e9
        return Figure(name: "an empty callback called in a step", value: nanoseconds, unit: "ns")
    }

    /// Plain VM code with the deadline off, on, and with fuel.
    private static func deadline() throws -> [Figure] {
        let source = """
            function frame()
              local x = 0
              for i = 1, 1000000 do x = x + i % 7 end
            end
            """
        func seconds(_ change: (inout Limits) -> Void) throws -> Double {
            var limits = Limits()
            change(&limits)
            let layer = try layer(source, limits: limits)
            return Measurement.seconds { layer.step(seconds: 0) }
        }
        let free = try seconds { $0.callback = .seconds(1_000_000_000) }
        let armed = try seconds { $0.callback = .milliseconds(500) }
        let fueled = try seconds { $0.fuel = 1 << 40 }
        return [
            Figure(name: "plain Lua code, deadline armed against far off", value: armed / free, unit: "×", goal: 1.03),
            Figure(name: "plain Lua code, with fuel", value: fueled / free, unit: "×"),
        ]
    }
}
