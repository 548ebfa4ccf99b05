internal import CLua
@testable import SnowHost
import Testing

@Suite struct IsolationTests {
    /// Prints the path and the words of everything that can be reached from the globals.
    private static let walk = """
        local seen, count = {}, 0
        local function visit(path, value, depth)
          count = count + 1
          print(path .. " = " .. tostring(value), ("%s"):format(value))
          if type(value) == "string" or seen[value] or depth > 6 then return end
          seen[value] = true
          local meta = getmetatable(value)
          if type(meta) == "table" then visit(path .. "<meta>", meta, depth + 1) end
          if type(value) == "table" then
            for k, v in pairs(value) do visit(path .. "." .. tostring(k), v, depth + 1) end
          end
        end
        function frame()
          visit("_G", _G, 0)
          visit("thread", coroutine.running(), 0)
          visit("flake", spawn {}, 0)
          visit("file", coroutine.create(print), 0)
          for _, f in ipairs { function() return {} .. 1 end, function() return {} < {} end, function() return print < 1 end,
            function() ("%d"):format({}) end, function() ("%s"):rep({}) end, function() error({}) end,
            function() setmetatable(1, {}) end, function() table.concat({ {} }) end, function() return #print end,
            function() string.format("%p", {}) end, function() ipairs() end, function() math.floor({}) end,
            function() spawn({ x = {} }) end, function() spawn({ [{}] = 1 }) end, function() scene[{}] = 1 end,
            function() return scene[print] end, function() return params[print] end, function() load(print) end } do
            print(select(2, pcall(f)))
          end
        end
        """

    private func walk() throws -> [String] {
        var options = Layer.Options()
        options.limits.callback = .seconds(20)
        options.limits.logLines = 10_000
        let layer = try makeLayer(Self.walk, options: options)
        layer.step(seconds: 0)
        if let trap = layer.trap { throw trap }
        return layer.instance.log.lines
    }

    @Test func `nothing within reach of a script shows an address`() throws {
        let lines = try walk()
        #expect(lines.count > 120)
        for line in lines where line.contains(/0x[0-9a-fA-F]{4,}/) {
            Issue.record("\(line)")
        }
        #expect(try walk() == lines, "the words of things do not change from run to run")
    }

    @Test(arguments: [
        "io", "os", "debug", "package", "dofile", "loadfile", "collectgarbage", "warn", "string.dump",
        "math.randomseed",
        "_G.io", "require.path",
    ])
    func `a script has no such thing`(name: String) throws {
        for line in try walk() {
            #expect(!line.hasPrefix("_G.\(name) ") && !line.hasPrefix("_G.\(name)."), "\(line)")
        }
    }

    @Test func `what one script does to its libraries no other sees`() throws {
        let one = try makeLayer(
            "string.rep = nil; string.format = print; math.floor = nil; pairs = nil; _G.table = nil\nfunction frame() end"
        )
        let other = try makeLayer(
            "function frame() print(('x'):rep(2), ('%d'):format(1), math.floor(1.5), table.concat{1}, pairs) end")
        one.step(seconds: 0)
        other.step(seconds: 0)
        #expect(one.trap == nil && other.trap == nil)
        #expect(other.instance.log.lines == ["xx    1    1    1    function"])
    }

    @Test func `an import that calls back into its own instance is refused`() throws {
        final class Place { weak var instance: Instance? }
        let place = Place()
        var answers: [Bool] = []
        var linker = Linker()
        linker.define("again") { _ throws(ImportError) in
            answers.append(place.instance?.call(.key, .string([0x61])) == nil)
        }
        let layer = try makeLayer(
            "plugin { imports = { 'again' } }\nfunction frame() again() again() print('on') end\nfunction key() print('in') end",
            linker: linker)
        place.instance = layer.instance
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(answers == [true, true])
        #expect(layer.instance.log.lines == ["on"])
    }

    @Test func `a handle stays stale though its slot is taken 65,536 times`() throws {
        var options = Layer.Options()
        options.limits.callback = .seconds(20)
        let layer = try makeLayer(
            """
            plugin { flakes = 1 }
            function init() first = spawn { x = 7 } last = first end
            function frame()
              for i = 1, 64 do first.alive = nil end
            end
            function key()
              last:remove()
            end
            function mouse()
              last = spawn { x = 1 }
              assert(last and last.alive and not first.alive)
              assert(not pcall(function() return first.x end))
              assert(not pcall(function() first.x = 3 end))
              assert(last.x == 1)
            end
            """.replacing("  for i = 1, 64 do first.alive = nil end\n", with: ""), options: options)
        layer.start()
        for _ in 0..<65_536 {
            layer.instance.call(.key)
            layer.scene.collect()
            layer.instance.call(.mouse)
        }
        #expect(layer.trap == nil, "\(layer.trap.map(String.init(describing:)) ?? "")")
    }

    @Test func `twenty thousand instances one after another leave nothing behind`() throws {
        let module = try Module(source: "plugin { flakes = 1 } function frame() state.n = 1 end", name: "small.lua")
        for number in 0..<20_000 {
            let layer = try Layer(module: module, width: 8, height: 8)
            if number % 1000 == 0 {
                layer.step(seconds: 0)
                #expect(layer.trap == nil)
            }
        }
        #expect(clua_panic_count() == 0)
    }
}
