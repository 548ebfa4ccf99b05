import Testing

@testable import SnowHost

@Suite struct TrapTests {
    private func trap(in source: String, name: String = "test.lua", frames: Int = 1) throws -> Trap {
        let module = try Module(source: source, name: name)
        let layer = try Layer(module: module, width: 80, height: 48)
        for _ in 0..<frames { layer.step(seconds: 0.05) }
        return try #require(layer.trap)
    }

    @Test(
        arguments: [
            ("function init()\n  error('no') end", 2, "no", "init"),
            ("function frame()\n  error('no') end", 2, "no", "frame"),
            ("function init() spawn {} end\nfunction update(f)\n  f.x = nil + 1 end", 3, "", "update"),
            (
                "function init() spawn { life = 0 } end\nfunction removed(f, why)\n  error(why) end", 3, "life",
                "removed"
            ),
            (
                "function init() spawn{}:animate { x = 1, duration = 0, done = 'ready' } end\nfunction ready()\n"
                    + "  error('no') end",
                3, "no", "done"
            ),
        ] as [(String, Int, String, String)])
    func `an error in a callback names the line and the callback`(
        source: String, line: Int, words: String, callback: String
    ) throws {
        let trap = try trap(in: source)
        #expect(trap.reason == .error)
        #expect(trap.line == line)
        #expect(words.isEmpty || trap.message == words)
        #expect(trap.sourceLine == source.split(separator: "\n").map(String.init)[line - 1])
        #expect(trap.traceback.last == "test.lua:\(line): in callback '\(callback)'")
    }

    @Test(
        arguments: [
            ("error('plain')", "test.lua:1: plain"), ("error('bare', 0)", "test.lua:1: bare"),
            ("error {}", "test.lua:1: an error object without words was raised"),
            ("error()", "test.lua:1: an error object without words was raised"),
            ("error(setmetatable({}, { __tostring = function() return 'worded' end }))", "test.lua:1: worded"),
            ("error('a:3: b')", "test.lua:1: a:3: b"), ("assert(false, 'said')", "test.lua:1: said"),
            ("assert(nil)", "test.lua:1: assertion failed!"),
            ("local t = nil; t.x = 1", "test.lua:1: attempt to index a nil value (local 't')"),
            ("sceen.width = 1", "test.lua:1: attempt to index a nil value (global 'sceen'); did you mean 'scene'?"),
            ("return 1 + {}", "test.lua:1: attempt to perform arithmetic on a table value"),
            ("error('a\\nb')", "test.lua:1: a\nb"),
        ])
    func `whatever is raised has words and a place`(statement: String, words: String) throws {
        #expect(try trap(in: "function frame() \(statement) end").description == words)
    }

    @Test func `an error in a coroutine is placed inside of it`() throws {
        let source = """
            local function work() coroutine.yield() error("inside") end
            function frame()
              local step = coroutine.wrap(work)
              step() step()
            end
            """
        let trap = try trap(in: source)
        #expect(trap.line == 1)
        #expect(trap.message == "inside")
        #expect(trap.sourceLine == source.split(separator: "\n").first.map(String.init))
    }

    @Test func `an error that pcall caught is none`() throws {
        let layer = try makeLayer("function frame() print(pcall(error, 'x')) print(select('#', pcall(error))) end")
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == ["false    x", "2"])
    }

    @Test(arguments: ["a", "é", "雪", "❄️"])
    func `a path of any length is named whole`(letter: String) throws {
        for length in [20, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 200] {
            let name = "dir/" + String(repeating: letter, count: length) + ".lua"
            let trap = try trap(in: "\n\nfunction frame()\n deep() end", name: name)
            #expect(trap.file == name)
            #expect(trap.description == "\(name):4: attempt to call a nil value (global 'deep')")
            #expect(trap.traceback == ["\(name):4: in callback 'frame'"])
            #expect(trap.sourceLine == " deep() end")
        }
    }

    @Test func `text that is not Lua is a syntax trap with its line`() {
        let trap = #expect(throws: Trap.self) { try Module(source: "function frame()\n  x =\nend", name: "a.lua") }
        #expect(trap?.reason == .syntax)
        #expect(trap?.file == "a.lua" && trap?.line == 3)
        #expect(trap?.message == "unexpected symbol near 'end'")
    }

    @Test func `an error of loading names the script's own line`() {
        let trap = #expect(throws: Trap.self) { try makeLayer("local a = {}\nlocal b = a.b.c\nfunction frame() end") }
        #expect(trap?.reason == .error)
        #expect(trap?.description == "test.lua:2: attempt to index a nil value (field 'b')")
        #expect(trap?.traceback == ["test.lua:2: in the main chunk"])
    }

    @Test func `a first line for the shell and a mark of UTF-8 are no Lua`() throws {
        for start in ["#!/usr/bin/env snowscript", "\u{FEFF}", "\u{FEFF}#!snowscript", "\u{FEFF}-- text"] {
            let trap = try trap(in: "\(start)\nfunction frame() error('two') end")
            #expect(trap.line == 2)
        }
        #expect(throws: Trap.self) { try Module(source: "# comment", name: "a.lua") }
    }

    @Test func `after a trap no callback runs, and flakes and tweens go on`() throws {
        let layer = try makeLayer(
            """
            function init()
              spawn { x = 10, y = 1, speed = 10 }
              spawn { x = 20, y = 1 }:animate { y = 41, duration = 1, ease = "linear", done = "remove" }
              spawn { y = 1, fade = 4 }
            end
            function frame(dt, t) print(t) if t > 0.1 then error("over") end end
            function removed() print("heard") end
            """)
        for _ in 0..<20 { layer.step(seconds: 0.05) }
        let trap = try #require(layer.trap)
        #expect(trap.message == "over")
        #expect(layer.instance.log.lines == ["0.05", "0.1", "0.15"])
        #expect(layer.scene.count == 1)
        let flake = try #require(layer.scene.flakes.first { _ in true })
        #expect(abs(flake.y - 11) < 1e-4)
        layer.press(key: "a")
        layer.step(seconds: 0.05)
        #expect(layer.trap == trap)
        #expect(layer.instance.log.lines.count == 3)
        try? layer.set("nothing", to: 1)
    }
}
