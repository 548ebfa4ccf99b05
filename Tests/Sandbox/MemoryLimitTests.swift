@testable import SnowHost
import Testing

@Suite(.serialized) struct MemoryLimitTests {
    /// Uses all that allocates: strings, tables, closures, coroutines, patterns, modules of the border's own, flakes.
    private static func busy(_ count: Int) -> String {
        """
        plugin { flakes = 8, fields = { phase = 0 }, params = { wind = { 1, min = 0, max = 2 } } }
        local Class = {}
        Class.__index = Class
        Class.__tostring = function(self) return "object " .. self.name end
        function init()
          objects = {}
          for i = 1, \(count) do objects[i] = setmetatable({ name = "n" .. i }, Class) end
        end
        function frame(dt, t)
          local words = {}
          for i, o in ipairs(objects) do words[#words + 1] = tostring(o):gsub("n(%d)", "<%1>") end
          table.sort(words, function(a, b) return a > b end)
          print(table.concat(words, ", "):sub(1, 100), ("%5.2f|%-8s|%q"):format(t, "x", "y\\n"))
          local co = coroutine.wrap(function(a) for k, v in pairs{ a = 1, b = a } do coroutine.yield(k) end end)
          co(1) co(2)
          local ok, why = pcall(error, { code = 7 })
          local f = spawn { x = random(0, 10), phase = 1, glyph = "❄" }
          if f then animate(f, { alpha = 0, duration = 0.05, ease = "steps(4)", done = function(f) f:remove() end }) end
          state.seen = (state.seen or 0) + load("return 1 + " .. #words)()
          text(1, 1, ("tick"):rep(3), { color = 0xFF0000 })
        end
        function update(f, dt, t) f.drift = sin(t) * params.wind end
        function removed(f, why) state[why] = f.id end
        """
    }

    private func ending(_ source: String, _ change: (inout Limits) -> Void) -> Ending {
        var options = Layer.Options()
        options.limits.callback = .seconds(20)
        options.limits.loading = .seconds(20)
        change(&options.limits)
        do throws(Trap) {
            let module = Module(unchecked: Array(source.utf8), file: "busy.lua", directory: nil)
            let layer = try Layer(module: module, width: 80, height: 48, options: options)
            for _ in 0..<3 { layer.step(seconds: 0.05) }
            #expect(layer.instance.memory.peak <= options.limits.memory)
            return layer.trap.map { .trap($0.reason) } ?? .fine
        } catch {
            return .trap(error.reason)
        }
    }

    @Test func `whichever allocation fails, the script ends in a memory trap`() {
        #expect(ending(Self.busy(400)) { _ in } == .fine)
        Watchdog.within(seconds: 120) {
            var endings: [Ending: Int] = [:]
            for number in 1...2000 as ClosedRange<UInt64> {
                endings[ending(Self.busy(400)) { $0.refusedAllocation = number }, default: 0] += 1
            }
            #expect(Array(endings.keys) == [.trap(.memory)], "\(endings)")
        }
    }

    @Test func `a limit raised in steps of 64 bytes ends in memory traps until the script fits`() {
        Watchdog.within(seconds: 120) {
            var fits = 0
            for bytes in stride(from: 64, through: 96 << 10, by: 64) {
                switch ending(Self.busy(10), { $0.memory = bytes }) {
                case .trap(.memory): continue
                case .fine: fits += 1
                case let other: Issue.record("\(bytes) bytes: \(other)")
                }
            }
            #expect(fits > 100)
        }
    }

    /// Scripts that grow in other steps than small ones.
    @Test(arguments: [
        "local t = {} for i = 1, 1e9 do t[i] = i end", "local t = {} for i = 1, 1e9 do t[i .. ''] = i end",
        "local s = 'x' for i = 1, 100 do s = s .. s end", "local t = {} for i = 1, 1e9 do t[i] = {} end",
        "local function f(...) return f(1, ...) end f()",
        "local t = {} for i = 1, 1e9 do t[i] = coroutine.create(print) end",
        "local t = {} for i = 1, 1e9 do t[i] = function() return t, i end end",
        "local s = ('x'):rep(1000) for i = 1, 1e9 do s = s:gsub('x', 'xx') end",
        "local t = setmetatable({}, { __newindex = function(t, k, v) rawset(t, k, { v }) end }) for i = 1, 1e9 do t[i] = i end",
    ])
    func `no kind of growth passes the limit by a byte`(body: String) throws {
        for memory in stride(from: 200_000, through: 1_200_000, by: 99_991) {
            var options = Layer.Options()
            options.limits.memory = memory
            options.limits.callback = .seconds(20)
            let layer = try makeLayer("function frame() \(body) end", options: options)
            layer.step(seconds: 0)
            #expect([.memory, .stack].contains(layer.trap?.reason))
            #expect(layer.instance.memory.peak <= memory)
        }
    }

    @Test func `the memory of a script is bounded by its limit, whatever it holds on to`() throws {
        var options = Layer.Options()
        options.limits.memory = 1 << 20
        let layer = try makeLayer(
            "function frame() local t = {} for i = 1, 1e9 do t[i] = i .. 'x' end end", options: options)
        layer.step(seconds: 0)
        #expect(layer.trap?.reason == .memory)
        #expect(layer.trap?.line == 1)
        #expect(layer.instance.memory.peak <= 1 << 20)
    }
}
