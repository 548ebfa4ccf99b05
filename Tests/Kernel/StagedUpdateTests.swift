import Testing

@testable import SnowHost
@testable import snowscript

/// Calls of `update` with fields in registers, beside calls that look each field up: whatever a script does, nobody can
/// tell one from the other.
@Suite struct StagedUpdateTests {
    private static let header = """
        plugin { flakes = 60, fields = { own = 0.5 } }
        saved, first, marks, list, words, lib, name = nil, nil, {}, {}, { [7] = "x" }, { f = math.sin }, "f"
        deep, base, global_sine = 0, 1, math.sin
        local sine, floor, random_sign = math.sin, math.floor, 1
        local function bad(f) f.y = f.y + 5; error("bad at " .. f.x) end
        local function peek(f) return f.height + f.x end
        local function touch(f) f.y, f.x = f.x, f.y; return f.own end
        local function evil(v) if first.alive then first.x = 99 end return "evil" end
        local function harsh(v) saved:remove() return 5 end
        local function poison(how) base = setmetatable({}, { __add = how }) return 1 end
        local function refuse() return "no" end
        local function unmake() saved:remove() return 2 end
        local function lay() setmetatable(list, { __index = unmake }) end
        local function fall(n) return 1 + fall(n + 1) end
        function fall_for_ever(n) return 1 + fall_for_ever(n + 1) end
        function init()
          for i = 1, 30 do first = spawn { x = i % 7 + 0.1, y = i, speed = 0.3 * i, life = 9 } end
        end

        """

    private static func layer(
        _ source: String, _ stages: Bool, _ linker: Linker = Linker(),
        _ change: (inout Layer.Options) -> Void = { _ in }
    ) throws -> Layer {
        var options = Layer.Options()
        options.compilesUpdates = false
        options.staging = stages ? .always : .never
        options.limits.callback = .seconds(20)
        change(&options)
        let module = try Module(source: source, name: "test.lua")
        return try Layer(module: module, linker: linker, width: 80, height: 48, options: options)
    }

    /// Runs a script in both ways, and answers the layer with the registers.
    @discardableResult
    private func compare(
        _ source: String, frames: Int = 3, _ change: (inout Layer.Options) -> Void = { _ in },
        each: (Layer, Int) throws -> Void = { _, _ in }
    ) throws -> Layer {
        let layers = try [true, false].map { stages in
            let layer = try Self.layer(source, stages, Linker(), change)
            for frame in 0..<frames {
                layer.step(seconds: 0.05)
                try each(layer, frame)
            }
            return layer
        }
        let difference = UpdateComparison.difference(layers[0], layers[1])
        #expect(difference == nil, "\(difference ?? "")\n\(source)")
        #expect(layers[1].stagingCounts.staged == 0)
        return layers[0]
    }

    private static let bodies = [
        // The same flake by another name, and by a handle that was kept.
        "local g = f f.x = f.x + 1 g.x = g.x * 2 f.y = f.y + 1 g.y = g.x",
        "saved = saved or f f.y = f.y + 0.1 if saved.alive then saved.y = saved.y * 2 f.own = saved.y + 0 end",
        "f.y = f.y + 0.1 f['x'] = f['y'] local k = 'y' f[k] = f[k] + 1 f.own = f[k] * 3",
        "f.y = f.y + 0.1 for other in flakes() do other.y = other.y + f.id; other.x = other.y end",
        "f.y = f.y + 0.1 for other in flakes() do if other == f then other.y = other.y + 7 end end",
        "f.y = f.y + 0.1 f.x = touch(f)", "f.x = f.x + 0.1 f.own = peek(f)",
        "f.width = f.width + 0.1 f.own = f.height * 2", "f.width = f.width + 0.1 f.own = peek(f) * 2",
        "f.width = f.width + 0.1 f.height = f.x", "f.width = f.width + 0.1 f.height = nil f.own = f.height",
        // Removal.
        "f.x = f.x + 1 if f.id % 3 == 0 then remove(f) end",
        "f.x = f.x + 1 if f.id % 3 == 0 then f:remove() return end f.y = 2",
        "f.x = f.x + 1 f:remove() f.y = 2", "f.x = f.x + 1 f:remove() print(f.y)",
        "f.x = f.x + 1 if f.id == 7 then local r = f.remove r(f) end f.own = 2",
        "f.x = f.x + 1 if f ~= first and first.alive then remove(first) end f.own = 3",
        "f.x = f.x + 1 f.y = f.y + 2 if f.id == 5 then settle(f) end",
        "f.y = f.y + 1 f:animate { y = 9, duration = 0 }",
        "f.y = f.y + 1 f:animate { y = 9, duration = 1, done = 'remove' }",
        // Errors half-way, with what was written before.
        "f.y = f.y + 0.1 if f.id == 7 then f.x = 3 error('no') end f.x = 4", "f.y = f.y + 0.1 f.x = f.x + 1 bad(f)",
        "f.y = f.y + 0.1 if f.id == 7 then error('up', 2) end", "f.y = f.y + 0.1 if f.id == 7 then error() end",
        "f.y = f.y + 0.1 if f.id == 7 then local z = nil + f.x end f.x = 4", "f.x = f.x + (f.id == 7 and {} or 1)",
        "f.x = f.x + 0.1 f.own = words[f.id]",
        "f.x = f.x + 0.1 f.own = list",
        "f.x = f.x + 0.1 if f.id == 7 then f.y = nil end",
        "f.x = f.x + 0.1 f.age = 3", "f.x = f.x + 0.1 f.wrong = 3", "f.x = f.x + 0.1 print(f.wrong)",
        "f.x = f.x + 0.1 if f.id == 7 then f.y = f.own.z end", "f.x = f.x + 0.1 if f.id == 7 then f.own() end",
        "f.x = f.x + 0.1 if f.id == 7 then list[1] = #f.own end", "f.x = f.x + 0.1 if f.id == 7 then f.own.z = 1 end",
        "f.x = f.x + 0.1 if f.id == 7 then list[1] = f.own .. nil end", "f.x = f.x + 0.1 list[1] = f.own & 1",
        "f.x = f.x + 0.1 if f.id == 7 then f() end", "f.x = f.x + 0.1 if f.id == 7 then list[1] = f .. 'x' end",
        "f.x = f.x + 0.1 if f.id == 7 then list[1] = f.own < f end", "f.x = f.x + 0.1 local v = f.own v.z = 1",
        "f.x = f.x + 0.1 fall_for_ever(1)", "f.x = f.x + 0.1 fall(1)",
        // Rounding, whole numbers, and what is no number of the usual kind.
        "f.own = f.own + 0.1 f.x = f.own f.y = f.y + 1",
        "f.x = f.id // 2 f.y = f.y + 1 list[f.id] = math.type(f.speed)",
        "f.x = f.x + (f.id % 3 == 0 and 0 / 0 or 1) f.y = -(0 / 0) f.own = f.own * math.huge",
        "f.x = -0.0 f.y = f.y * -0.0",
        "f.x = '3' + f.x f.y = -'2' + f.y",
        "f.x = math.max(f.x, 3) f.y = math.min(f.y)",
        "f.y = math.max('3') f.x = f.x + 1",
        // A way through the function that writes, and one that does not.
        "if f.id % 2 == 0 then f.x = 5 end f.y = f.y + 1",
        "if f.id % 2 == 0 then return f.x, 3 end f.y = f.y + 1 return 7",
        "for i = 1, f.id % 4 do f.x = i if i == 2 then return end end",
        "for i = 1, 3 do f.own = f.own + i end f.y = f.y + 1",
        "f.speed = f.speed + 1 for k, v in pairs { 1, 2 } do f.x = v if f.id == 3 then return end end f.y = 1",
        "f.speed = f.speed + 1 for i, v in ipairs(words) do if f.id == 3 then return f, 2 end end",
        "f.y = f.y + 1 local i = 0 while i < f.speed do i = i + 1 if i > 4 then break end end f.x = i",
        "f.y = f.y + 1 goto last do f.x = 2 end ::last:: f.own = 3",
        // Code that runs in the middle, and may do anything.
        "f.y = f.y + 1 pcall(bad, f)", "f.y = f.y + 1 xpcall(bad, print, f)",
        "f.y = f.y + 1 coroutine.wrap(touch)(f)", "f.y = f.y + 1 print(coroutine.resume(coroutine.create(bad), f))",
        "f.y = f.y + 1 if deep < 1 then deep = deep + 1 update(f, dt, t) deep = deep - 1 end",
        "f.y = f.y + 1 local old = update update = function(f) f.y = f.y + 3 update = old end",
        "f.y = f.y + 1 f.own = f.own + 1 print(tostring(f), f == saved, type(f), marks[f]) marks[f] = f.id saved = f",
        "f.y = f.y + 1 print(getmetatable(f), pcall(rawget, f, 'x'), pcall(rawset, f, 'x', 1), pcall(next, f), pcall(ipairs, f))",
        "f.y = f.y + 1 local n = rawlen(f)", "f.y = f.y + 1 local n = #f", "f.y = f.y + 1 setmetatable(f, {})",
        "f.y = f.y + 1 for k in pairs(f) do end", "f.y = f.y + 1 spawn { x = f.x, y = f.own, life = 0.1 }",
        "f.y = f.y + 1 table.insert(list, f) list[1].y = 2",
        "f.y = f.y + 1 table.sort(marks, evil)",
        // Functions that others take the place of, in all the ways there are.
        "f.y = f.y + 1 f.x = sine(f.x) if f.id == 9 then sine = evil end f.own = sine(3)",
        "f.y = f.y + 1 f.x = global_sine(f.x) if f.id == 9 then global_sine = evil end f.own = global_sine(3)",
        "f.y = f.y + 1 f.x = lib.f(f.x) if f.id == 9 then lib.f = evil end",
        "f.x = lib.f(f.x) if f.id == 9 then lib[name] = evil end",
        "f.y = f.y + 1 f.x = lib.f(f.x) if f.id == 9 then rawset(lib, 'f', evil) end",
        "f.y = f.y + 1 f.x = math.sin(f.x) if f.id == 9 then math = { sin = evil } end",
        "f.y = f.y + 1 f.x = global_sine(f.x) if f.id == 9 then _ENV.global_sine = evil end f.own = 3",
        "f.y = f.y + 1 f.x = global_sine(f.x) if f.id == 9 then local g = _G g['global_' .. 'sine'] = evil end f.own = 3",
        "f.y = f.y + 1 f.x = global_sine(f.x) if f.id == 9 then _ENV = { global_sine = evil, setmetatable = setmetatable } end",
        "saved = f f.y = f.y + 1 f.x = sine(f.x) f.own = 3 if f.id == 9 then sine = harsh end",
        "saved = f f.y = f.y + 1 f.x = lib.f(f.x) f.own = 3 if f.id == 9 then lib.f = harsh end",
        "saved = f f.y = f.y + 1 f.x = lib.f(f.x) f.own = 3 if f.id == 9 then lib[name] = harsh end",
        "saved = f f.y = f.y + 1 if f.id == 9 then sine = harsh end local v = sine(3) f.own = 3",
        "saved = f f.y = f.y + 1 if f.id == 9 then global_sine = harsh end local v = global_sine(3) f.own = 3",
        "saved = f f.y = f.y + 1 if f.id == 9 then lib[name] = harsh end local v = lib.f(3) f.own = 3",
        // Metatables, from which on any operation may be a call.
        "saved = f f.y = f.y + 1 f.x = base + 1 if f.id == 9 then poison(refuse) end",
        "saved = f f.y = f.y + 1 local v = base + 1 f.x = 3 if f.id == 9 then poison(unmake) end",
        "saved = f f.y = f.y + 1 if f.id == 9 then poison(unmake) end f.x = base + 1 f.own = 2",
        "saved = f f.y = f.y + 1 local v = list.k f.x = 2 if f.id == 9 then lay() end",
    ]

    @Test(arguments: bodies)
    func `nobody can tell where the fields are`(body: String) throws {
        let layer = try compare(
            Self.header + "function update(f, dt, t)\n\(body.replacing(" end ", with: "\nend "))\nend")
        #expect(layer.stagingCounts.staged > 0)
    }

    @Test func `fields are in registers at all`() throws {
        let rare = [
            "f.y = f.y + 1 if f.id == 7 then spawn { x = f.x } end", "f.y = f.y + 1 f.x = 3 deep = deep + 1",
            "f.y = f.y + 1 f.x = sine(f.y * 2 + f.x) list[f.id] = f.own",
            "f.x = f.x + 1 if f.y > 400 then remove(f) end",
        ]
        for body in rare.dropFirst() {
            let layer = try compare(Self.header + "function update(f, dt, t) \(body) end")
            #expect(layer.stagingCounts.staged == 90 && layer.stagingCounts.putBack == 0, "\(body)")
        }
        let layer = try compare(Self.header + "function update(f, dt, t) \(rare[0]) end")
        #expect(layer.stagingCounts.staged > 80)
    }

    @Test(arguments: [
        "function update(f) f.x = f.x + 1 end", "function update(f, dt) f.x = f.x + dt end",
        "function update(f, dt, t, more) f.x = f.x + t if more == nil then f.y = 3 end end",
        "function update(f, dt, t) dt = nil local a, b f.x = f.x + t f.y = a or 3 end",
        "function update(_ENV, dt, t) x = x + t if y > 20 then local z = speed.z end end",
        "function update(f) f = first f.x = f.x + 1 end", "function update(...) local f = ... f.x = f.x + 1 end",
        "function update(f) local g = function() return f.x end f.y = g() + 1 end",
        "function update(f) f.x = f.x + 1 return sine(f.y) end",
        "function update(f) f.x = f.x + 1 xpcall(error, function() f.y = 9 end) end",
        "local function change(f) f.x = f.x + 1 end update = change", "update = load('local f = ... f.x = f.x + 1')",
        "local u = { function(f) f.x = f.x + 1 end, function(f) f.x = 2 end } function frame(_, t) update = u[scene.frame % 2 + 1] end",
        "function frame() update = update or function(f) f.x = f.x + 1 end end",
    ])
    func `any function can be an update`(text: String) throws {
        try compare(Self.header + text, frames: 60)
    }

    @Test func `an error far down has its line`() throws {
        let lines = (0..<90).map { "f.y = f.y + \($0) list[\($0)] = f.own * \($0) + f.x" }.joined(separator: "\n")
        let tail = "\nif f.id == 20 then f.x = 7 list = list + 1 end\nend"
        let layer = try compare(Self.header + "function update(f)\n" + lines + tail)
        #expect(layer.stagingCounts.staged > 0)
        #expect(layer.trap?.sourceLine?.contains("list + 1") == true)
    }

    @Test func `what was written is there when a limit ends the update`() throws {
        let text = Self.header + "function update(f) f.y = f.y + 0.1 f.x = 3 if f.id == 7 then HERE end end"
        for (statement, reason) in [
            ("string.rep('x', 1 << 23)", Trap.Reason.memory), ("list = ('x'):rep(1 << 23)", .memory),
            ("while true do end", .deadline), ("string.rep('x', 1 << 23) f.own = 1", .memory),
        ] {
            let layer = try compare(text.replacing("HERE", with: statement)) { options in
                options.limits.memory = 4 << 20
                options.limits.callback = .milliseconds(40)
            }
            #expect(layer.trap?.reason == reason, "\(statement)")
            #expect(layer.stagingCounts.staged == 7)
        }
    }

    @Test func `fuel counts what the script itself runs`() throws {
        let text = Self.header + "function update(f) f.y = f.y + 0.1 for i = 1, 9 do f.own = i * 2 end f.speed = 1 end"
        for fuel in [1000, 1020, 1040, 1_000_000] {
            let layer = try compare(text) { $0.limits.fuel = fuel }
            #expect(layer.stagingCounts.staged == 0)
        }
    }

    @Test func `a NaN that the host left keeps its bits while nobody writes`() throws {
        let text = Self.header + "function update(f) f.x = f.x + 1 if f.id % 2 == 0 then f.own = f.own + 1 end end"
        try compare(text) { _ in
        } each: { layer, frame in
            guard frame < 2 else { return }
            let columns = layer.scene.columns
            for slot in 0..<20 { columns.fields[columns.fieldCount - 1][slot] = Float(bitPattern: 0xFFC0_0001) }
        }
    }

    @Test func `what the host lends sees the flake as it is, and may change it`() throws {
        let text = """
            plugin { flakes = 9, imports = { "look" } }
            function init() for i = 1, 9 do spawn { x = i, y = i / 3, life = 9 } end end
            function update(f)
              f.y = f.y + 0.1
              f.x = 3
              print(look(f), f.x)
            end
            """
        let layers = try [true, false].map { stages in
            let viewed = Viewed()
            var linker = Linker()
            linker.define("look", parameters: [.flake]) { (caller) throws(ImportError) in
                let flake = FlakeID(rawValue: caller.handle(0) ?? 0)
                caller.answer(.number(Double(viewed.layer?.scene.value(of: .y, for: flake) ?? -1)))
                _ = viewed.layer?.scene.set(.x, to: 17, for: flake)
            }
            let layer = try Self.layer(text, stages, linker)
            viewed.layer = layer
            for _ in 0..<4 { layer.step(seconds: 0.05) }
            return layer
        }
        let difference = UpdateComparison.difference(layers[0], layers[1])
        #expect(difference == nil, "\(difference ?? "")")
        #expect(layers[0].instance.log.lines.allSatisfy { $0.hasSuffix("    17.0") })
        #expect(layers[0].stagingCounts.putBack == 36)
    }

    /// What an import of the host's looks at.
    private final class Viewed {
        weak var layer: Layer?
    }

    @Test func `a reload makes registers for what is new`() throws {
        let layer = try compare(Self.header + "function update(f) f.y = f.y + 0.1 deep = 1 end", frames: 4) { _ in
        } each: { layer, frame in
            #expect(layer.trap == nil)
            guard frame < 3 else { return }
            let update = "function update(f) f.x = f.x + \(frame) list[1] = f.own end"
            try layer.reload(module: try Module(source: Self.header + update, name: "test.lua"))
        }
        #expect(layer.stagingCounts.staged == 30)
    }

    @Test func `nothing is allocated for a flake`() throws {
        let layer = try compare(
            Self.header + "function update(f) f.y = f.y + 0.1 f.x = sine(f.x) + 2 deep = deep + 1 end", frames: 3)
        let before = layer.instance.memory.used
        for _ in 0..<5 { layer.step(seconds: 0.01) }
        #expect(layer.instance.memory.used == before)
        #expect(layer.stagingCounts.staged == 240)
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `a bundled script is the same with registers and without`(name: String) throws {
        let layers = try [true, false].map { try bundledLayer(name, seed: 5, columns: 60, compiles: false, stages: $0) }
        for _ in 0..<90 { for layer in layers { layer.step(seconds: 1.0 / 30) } }
        let difference = UpdateComparison.difference(layers[0], layers[1])
        #expect(difference == nil, "\(difference ?? "")")
    }
}
