import Testing

@testable import SnowHost

/// One byte order mark at the start of a text is no part of it.
@Suite struct ByteOrderMarkTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func module(_ marks: Int, _ text: String) throws(Trap) -> Module {
        let bytes = (0..<marks).flatMap { _ in Self.mark } + Array(text.utf8)
        return try Module(source: bytes, name: "test.lua")
    }

    @Test(arguments: [0, 1], ["", "#!/usr/bin/env snowscript\n"])
    func `a script may begin with one, also before the line of a shell`(marks: Int, line: String) throws {
        let layer = try Layer(
            module: try module(marks, line + "function frame()\n  nope()\nend"), width: 80, height: 48)
        layer.step(seconds: 0.01)
        let trap = try #require(layer.trap)
        #expect(trap.line == (line.isEmpty ? 2 : 3))
        #expect(trap.sourceLine == "  nope()")
    }

    @Test func `the first line is told without it`() {
        let trap = #expect(throws: Trap.self) { try module(1, "local x = = 1") }
        #expect(trap?.description == "test.lua:1: unexpected symbol near '='")
        #expect(trap?.sourceLine == "local x = = 1")
    }

    @Test func `a second one is an error, like any other character that is no Lua`() {
        for text in ["function frame() end", "#!lua\nfunction frame() end"] {
            let trap = #expect(throws: Trap.self) { try module(2, text) }
            #expect(trap?.reason == .syntax && trap?.line == 1)
        }
    }

    @Test func `compiled Lua behind one is refused by its name`() {
        let trap = #expect(throws: Trap.self) { try module(1, "\u{1B}Lua") }
        #expect(trap?.message == "this is compiled Lua; only its source text can be run")
    }

    @Test func `a module may begin with one, and a save that adds one is a save`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.mark + Array("#!lua\nreturn 'told'".utf8), to: "told.lua")
        let path = try folder.write(
            Self.mark + Array("function frame() print(require 'told') end".utf8), to: "main.lua")
        let layer = try Layer(module: try Module(file: path), width: 80, height: 48)
        layer.step(seconds: 0.01)
        #expect(layer.instance.log.lines == ["told"])
        let watcher = ScriptWatcher(usesEvents: false)
        let made = Reloader(layer: layer, watcher: watcher)
        let reloader = try #require(made)
        var now = Duration.zero
        func reloads() -> Int {
            (0..<12).count { _ in
                now += .milliseconds(100)
                return reloader.poll(now: now) == .reloaded
            }
        }
        #expect(reloads() == 0)
        try folder.write("return 'anew'", to: "told.lua")
        #expect(reloads() == 1)
        layer.step(seconds: 0.01)
        #expect(layer.instance.log.lines.last == "anew")
    }

    @Test func `a text that stands in the snow may begin with one`() throws {
        func sceneries(_ marks: Int) throws -> Scenery? {
            let layer = try makeLayer("function frame() end")
            layer.setScenery(text: (0..<marks).flatMap { _ in Self.mark } + Array("words".utf8))
            return layer.scene.ground.scenery
        }
        #expect(try sceneries(1) == sceneries(0))
        #expect(try sceneries(2) != sceneries(0))
    }

    @Test func `a text that is piped in may begin with one`() throws {
        let folder = try TemporaryFolder()
        let script = "plugin { imports = { 'stdin' } } function frame() print(#stdin(), stdin()) end"
        try folder.write(Self.mark + Array(script.utf8), to: "main.lua")
        try folder.write(Self.mark + Self.mark + Array("ab".utf8), to: "two.txt")
        let render = "main.lua -o out.ans --allow stdin --at 1 --size 9x3"
        folder.adopt("out.ans")
        for (line, answer) in [
            ("printf '\\357\\273\\277words'", "main: 5    words\n"), ("printf words", "main: 5    words\n"),
            ("cat two.txt", "main: 5    \u{FEFF}ab\n"),
        ] {
            let run = try PipedRun(
                ["-c", "\(line) | \"$PROGRAM\" render \(render)"], executable: "/bin/sh",
                environment: ["PROGRAM": TestBinary.path], folder: folder.path)
            #expect(run.errors == answer)
        }
        let backdrop = try PipedRun(
            [
                "-c",
                "printf '\\357\\273\\277x' | \"$PROGRAM\" render main.lua -o - --format ans --allow stdin --backdrop - --at 1 --size 1x1",
            ],
            executable: "/bin/sh", environment: ["PROGRAM": TestBinary.path], folder: folder.path)
        #expect(backdrop.output.contains("x"))
        #expect(!backdrop.output.contains("\u{FEFF}"))
    }

    @Test func `settings may begin with one`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.mark + Array("fps = 30\nblitter = hlaf\n".utf8), to: "snowscript/config")
        let run = try PipedRun(["run", "snowfall"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(run.errors.contains("snowscript/config:2: blitter: expected one of"))
        try folder.write(Self.mark + Self.mark + Array("fps = 30\n".utf8), to: "snowscript/config")
        let wrong = try PipedRun(["run", "snowfall"], environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(wrong.errors.contains("snowscript/config:1: unknown setting"))
    }
}
