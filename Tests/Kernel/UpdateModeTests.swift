import SnowHost
import Testing

/// What is compiled, and why the rest is not.
@Suite struct UpdateModeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let update: String
        /// Nil: it is compiled.
        let reason: String?

        init(_ update: String, _ reason: String? = nil) {
            self.update = update
            self.reason = reason
        }

        var testDescription: String { update }
    }

    private static let header = """
        plugin { flakes = 40, fields = { phase = 0 }, params = { wind = 3 } }
        local count, list, word, other = 0, { 1, 2, 3 }, "calm", nil
        local made = setmetatable({}, { __index = function() return 1 end })
        local function twice(x) return x + x end
        local function deep(x) return x < 0 and x or deep(x) end
        function init() for i = 1, 40 do other = spawn { x = i, y = 1, life = 1e9 } end end

        """

    private static let cases = [
        Case("function update(f) end"),
        Case("function update(f, dt, t) f.x = f.x + f.drift * dt * sin(t) end"),
        Case("function update(f) if f.x > 3 and f.y < 2 or not (f.width > 1) then f.x = 0 else f.y = 1 end end"),
        Case("function update(f) for i = 1, 4 do f.x = f.x + i / 8 end end"),
        Case("function update(f) for i = 1, 9 do if i > f.x then break end f.x = f.x - i end end"),
        Case("function update(f) if f.x > 5 then return end f.x = twice(f.x) + twice(2) end"),
        Case("function update(f) f.x = list[f.x // 1] or list[1] end"),
        Case("function update(f) f.x = #list + params.wind + scene.width end"),
        Case("function update(f) f.color = f.id % 7 * 1000; f.height = nil end"),
        Case("function update(f) f.x = random() + random(3) + random(1, 2) + noise(f.x) end"),
        Case("function update(f) if f.x > 39 then f:remove() elseif f.x > 38 then remove(f) end end"),
        Case("function update(f) local x = f.x > 3; if x == true then f.x = clamp(f.x, 1, 2) end end"),
        Case("function update(f) if word == 'calm' then f.x = math.max(f.x, 1, 3) end end"),
        Case("function update(f) if f.x < -1 then print('never') end end"),
        Case("function update(f) ground(f.x) f.x = 4 end"),
        Case("function update(f) list[1] = f.x end", "test.lua:7: update is interpreted: table write"),
        Case("function update(f) list.last = f.x end", "test.lua:7: update is interpreted: table write"),
        Case(
            "function update(f) count = count + 1 end",
            "test.lua:7: update is interpreted: a write to the variable 'count' outside of it"),
        Case(
            "function update(f) world = f.x end",
            "test.lua:7: update is interpreted: a write to the global 'world'"),
        Case("function update(f)\n  spawn {}\nend", "test.lua:8: update is interpreted: a new table"),
        Case("function update(f)\n  print(f.x)\nend", "test.lua:8: update is interpreted: a call of print"),
        Case("function update(f) local s = 'a' .. f.x end", "test.lua:7: update is interpreted: a new string"),
        Case(
            "function update(f) while f.x > 1 do f.x = f.x - 1 end f.x = 5 end",
            "test.lua:7: update is interpreted: a loop whose end is not known"),
        Case(
            "function update(f) for i = 1, f.x do f.y = i end end",
            "test.lua:7: update is interpreted: a loop whose bounds are not constants"),
        Case(
            "function update(f) for i = 1, 65 do f.y = i end end",
            "test.lua:7: update is interpreted: a loop that is run more than 64 times"),
        Case(
            "function update(f) for k in pairs(list) do end end", "test.lua:7: update is interpreted: a call of pairs"),
        Case("function update(f) f.x = made.x end", "test.lua:7: update is interpreted: a table with a metatable"),
        Case(
            "function update(f) f.x = other.x end",
            "test.lua:7: update is interpreted: a field of a value of another kind"),
        Case(
            "function update(...) local f = ... end",
            "test.lua:7: update is interpreted: a function with a varying number of arguments"),
        Case("function update(f) f.x = f.id & 3 end", "test.lua:7: update is interpreted: arithmetic on bits"),
        Case(
            "function update(f) local g = function() return 1 end end",
            "test.lua:7: update is interpreted: a new function"),
        Case("update = print", "update is interpreted: a function that is not written in Lua"),
    ]

    private static func layer(_ update: String, _ change: (inout Layer.Options) -> Void = { _ in }) throws -> Layer {
        var options = Layer.Options()
        change(&options)
        let module = try Module(source: header + update, name: "test.lua")
        let layer = try Layer(module: module, width: 80, height: 48, options: options)
        layer.step(seconds: 0.05)
        layer.step(seconds: 0.05)
        return layer
    }

    @Test(arguments: cases)
    func `an update is compiled, or it is said what stands in the way`(example: Case) throws {
        let layer = try Self.layer(example.update)
        // Where each flake comes there by a branch, it shows after some frames.
        if example.reason != nil { for _ in 0..<30 { layer.step(seconds: 0.01) } }
        #expect(layer.updateMode.words == example.reason)
        if example.reason == nil {
            #expect(layer.updateMode == .compiled)
            #expect(layer.updateCounts.called == 0)
            #expect(layer.updateCounts.compiled > 0)
        }
    }

    @Test func `a script without an update has none`() throws {
        #expect(try Self.layer("").updateMode == .absent)
        #expect(try Self.layer("function frame() update = function(f) f.x = 1 end end").updateMode == .compiled)
    }

    @Test func `compiling can be switched off, and fuel counts instructions that must be run`() throws {
        let update = "function update(f) f.x = 1 end"
        #expect(
            try Self.layer(update) { $0.compilesUpdates = false }.updateMode.words
                == "update is interpreted: compiling is switched off")
        #expect(
            try Self.layer(update) { $0.limits.fuel = 1_000_000 }.updateMode.words
                == "update is interpreted: fuel counts the instructions of the script")
    }

    @Test func `a rare flake is left to the script, and its neighbours are not`() throws {
        let layer = try Self.layer("function update(f) if f.id == 7 then print(f.id) end f.y = 1 end")
        #expect(layer.updateMode == .compiled)
        #expect(layer.updateExceptions.map(\.reason) == ["a call of print"])
        #expect(layer.updateExceptions.map(\.line) == [7])
        #expect(layer.instance.log.lines == ["7", "7"])
        #expect(layer.updateCounts.called == 32)
        #expect(layer.updateCounts.compiled == 48)
    }

    @Test func `where most flakes are left to the script, it is interpreted`() throws {
        let layer = try Self.layer("function update(f) if f.x > 2 then list[1] = f.x end end")
        #expect(layer.updateMode == .compiled)
        for _ in 0..<40 { layer.step(seconds: 0.01) }
        #expect(layer.updateMode.words == "test.lua:7: update is interpreted: table write")
    }
}
