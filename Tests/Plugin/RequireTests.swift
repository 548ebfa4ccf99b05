import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct RequireTests {
    /// The folder of a script with its modules, and a layer that ran one frame.
    private func layer(_ script: String, _ files: [String: String], in folder: TemporaryFolder) throws -> Layer {
        for (name, text) in files { try folder.write(text, to: name) }
        let name = "\(folder.path)/main.lua"
        let module = try Module(source: Array(script.utf8), name: name, directory: folder.path)
        let layer = try Layer(module: module, width: 80, height: 48)
        layer.step(seconds: 0.05)
        return layer
    }

    @Test func `a module beside the script is run once, and answers what it returned`() throws {
        let folder = try TemporaryFolder()
        let layer = try layer(
            """
            local shapes = require "shapes"
            local deep = require "lib.inner.deep"
            function frame()
              print(shapes.corners, deep, require "lib/inner/deep", require "silent", require "shapes" == shapes)
            end
            """,
            [
                "shapes.lua": "#!lua\nprint('once') return { corners = 6 }", "silent.lua": "",
                "lib/inner/deep.lua": "return (require 'shapes').corners + 1",
            ], in: folder)
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == ["once", "6    7    7    true    true"])
        #expect(
            layer.instance.requiredModules
                == ["lib/inner/deep.lua", "shapes.lua", "silent.lua"].map { "\(folder.path)/\($0)" })
    }

    @Test(
        arguments: [
            ("missing", "module 'missing' is not beside the script (looked for missing.lua)"),
            ("lib.missing", "module 'lib.missing' is not beside the script (looked for lib/missing.lua)"),
            ("../shapes", "require takes the name of a file beside the script, such as \"shapes\" or \"lib.shapes\""),
            ("lib/../../shapes", "require takes the name of a file beside the script, such as "),
            ("..", "require takes the name of a file beside the script, such as "),
            ("/etc/passwd", "require takes the name of a file beside the script, such as "),
            ("", "require takes the name of a file beside the script, such as "),
            ("a\\0b", "require takes the name of a file beside the script, such as "),
            ("a b", "require takes the name of a file beside the script, such as "),
            ("linked", "module 'linked' lies outside the script's folder"),
            ("way.main", "module 'way.main' lies outside the script's folder"),
            ("folder", "module 'folder': this is a folder"),
            ("huge", "module 'huge': larger than 256 KiB, which is the most"),
            ("compiled", "attempt to load a binary chunk"),
        ])
    func `what is not a file below the script's folder is refused`(name: String, words: String) throws {
        let outside = try TemporaryFolder()
        try outside.write("return 1", to: "main.lua")
        let folder = try TemporaryFolder()
        symlink("\(outside.path)/main.lua", "\(folder.path)/linked.lua")
        symlink(outside.path, "\(folder.path)/way")
        mkdir("\(folder.path)/folder.lua", 0o755)
        defer {
            for name in ["linked.lua", "way"] { unlink("\(folder.path)/\(name)") }
            rmdir("\(folder.path)/folder.lua")
        }
        let layer = try layer(
            "function frame()\n  require '\(name)' end",
            ["huge.lua": String(repeating: " ", count: 300_000), "compiled.lua": "\u{1B}Lua"], in: folder)
        let trap = try #require(layer.trap)
        #expect(trap.message.contains(words), "\(trap.message)")
        #expect(name == "compiled" || trap.line == 2)
    }

    @Test func `a script without a folder has nothing to require`() {
        #expect(
            transcript(of: "function frame() require 'a' end")
                == ["test.lua:1: require needs a script that lies in a folder"])
    }

    @Test func `modules that require each other are an error, not an endless loop`() throws {
        let folder = try TemporaryFolder()
        let layer = try layer(
            "function frame() require 'a' end", ["a.lua": "require 'b'", "b.lua": "\nrequire 'a'"], in: folder)
        #expect(
            layer.trap?.description == "\(folder.path)/b.lua:2: module 'a' requires itself, directly or through another"
        )
    }

    @Test func `an error inside a module is placed there`() throws {
        let folder = try TemporaryFolder()
        let files = [
            "bad.lua": "local bad = {}\nfunction bad.run()\n  error('deep down')\nend\nreturn bad",
            "worse.lua": "x =", "load.lua": "\n\nlocal a = nil + 1",
        ]
        let run = try layer("local bad = require 'bad'\nfunction frame()\n  bad.run()\nend", files, in: folder)
        let trap = try #require(run.trap)
        #expect(trap.description == "\(folder.path)/bad.lua:3: deep down")
        #expect(trap.sourceLine == "  error('deep down')")
        #expect(
            trap.traceback == [
                "host: in global 'error'", "\(folder.path)/bad.lua:3: in field 'run'",
                "\(folder.path)/main.lua:3: in callback 'frame'",
            ])
        let worse = try layer("function frame() require 'worse' end", files, in: folder)
        #expect(worse.trap?.reason == .syntax)
        #expect(worse.trap?.description == "\(folder.path)/worse.lua:1: unexpected symbol near <eof>")
        let load = #expect(throws: Trap.self) { try layer("require 'load'\nfunction frame() end", files, in: folder) }
        #expect(load?.file == "\(folder.path)/load.lua" && load?.line == 3)
        #expect(load?.traceback.contains("\(folder.path)/main.lua:1: in the main chunk") == true)
    }

    @Test(arguments: ["pcall(require, 'late')", "coroutine.resume(coroutine.create(require), 'late')"])
    func `a module that failed may be required again`(call: String) throws {
        let folder = try TemporaryFolder()
        let layer = try layer(
            "ready = false\nfunction frame() print((\(call))) ready = true print(require 'late') end",
            ["late.lua": "if not ready then error('not yet') end return 'now'"], in: folder)
        #expect(layer.instance.log.lines == ["false", "now"])
    }

    @Test func `a deep folder is named whole`() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "long/", count: 20) + "end"
        let layer = try layer(
            "function frame() require '\(name)' end", ["\(name).lua": "\nerror('here')"], in: folder)
        #expect(layer.trap?.description == "\(folder.path)/\(name).lua:2: here")
        #expect(layer.trap?.sourceLine == "error('here')")
    }
}
