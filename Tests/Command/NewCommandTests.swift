import SnowHost
import Testing

@testable import snowscript

@Suite struct NewCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["snow.lua", ".luarc.json", ".snowscript", ".snowscript/snowscript.lua"] as [FilePath] {
            folder.adopt(name)
        }
    }

    private func run(_ arguments: String...) throws -> PipedRun {
        try PipedRun(["new"] + arguments, folder: folder.path)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try FileSystem.read("\(folder.path)/\(name)", limit: 1 << 20), as: UTF8.self)
    }

    private static func isThere(_ path: FilePath) -> Bool { NewFile.isTaken(path) }

    @Test func `a new script plays under its name, and says what to type next`() throws {
        let run = try run("snow")
        #expect(run.ending == .exited(0) && run.errors.isEmpty)
        #expect(
            run.output == """
                wrote snow.lua
                wrote .snowscript/snowscript.lua
                wrote .luarc.json
                next: snowscript run snow.lua

                """)
        let module = try Module(file: "\(folder.path)/snow.lua")
        for (width, height) in [(80.0, 48.0), (10, 6), (200, 100)] {
            let layer = try Layer(module: module, width: width, height: height)
            for _ in 0..<600 { layer.step(seconds: 1.0 / 60) }
            #expect(layer.trap == nil)
            #expect(layer.instance.manifest.name == "snow")
            #expect(layer.scene.count > 20)
            #expect(layer.instance.log.lines.isEmpty)
        }
        #expect(try text(".luarc.json") == LanguageServerSettings.text)
        #expect(try text(".snowscript/snowscript.lua") == TypeStubs().text)
    }

    @Test func `nothing is overwritten`() throws {
        try folder.write("-- mine", to: "snow.lua")
        for name in ["snow", "snow.lua", "./snow"] {
            let run = try run(name)
            #expect(run.ending == .exited(1) && run.output.isEmpty)
            #expect(run.errors.hasSuffix("snow.lua': it is there already; choose another name\n"))
        }
        #expect(try text("snow.lua") == "-- mine")
        #expect(!Self.isThere("\(folder.path)/.luarc.json") && !Self.isThere("\(folder.path)/.snowscript"))
    }

    @Test func `settings that are there are kept, which is said where they are others`() throws {
        _ = try run("snow")
        folder.adopt("second.lua")
        folder.adopt("third.lua")
        #expect(try run("second").output == "wrote second.lua\nnext: snowscript run second.lua\n")
        try folder.write("{}", to: ".luarc.json")
        let run = try run("third")
        #expect(run.ending == .exited(0))
        #expect(run.output.contains("kept .luarc.json as it is; \".snowscript\" belongs into its workspace.library\n"))
        #expect(try text(".luarc.json") == "{}")
    }

    @Test func `a script can be written alone`() throws {
        #expect(try run("snow.lua", "--bare").output == "wrote snow.lua\nnext: snowscript run snow.lua\n")
        #expect(!Self.isThere("\(folder.path)/.luarc.json") && !Self.isThere("\(folder.path)/.snowscript"))
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `a copy of a bundled script differs in its name alone`(name: String) throws {
        let script = try #require(BundledScript.named(name))
        for picture in script.pictures { folder.adopt(FilePath(picture.name)) }
        let run = try run("snow", "--from", name, "--bare")
        #expect(run.ending == .exited(0))
        for picture in script.pictures {
            #expect(run.output.contains("wrote \(picture.name)\n"))
            #expect(try FileSystem.read("\(folder.path)/\(picture.name)", limit: 1 << 20) == picture.bytes)
        }
        #expect(run.output.hasSuffix(" --allow image\n") == !script.pictures.isEmpty)
        let source = String(decoding: script.source, as: UTF8.self)
        let header = try #require(source.firstRange(of: "name = \"\(name)\""))
        #expect(try text("snow.lua") == source[..<header.lowerBound] + "name = \"snow\"" + source[header.upperBound...])
    }

    @Test func `a copy of a file lies where it is told to`() throws {
        try folder.write("function frame() end", to: "deep/one.lua")
        folder.adopt("deep/two.lua")
        let run = try run("deep/two", "--from", "deep/one.lua", "--bare")
        #expect(run.output == "wrote deep/two.lua\nnext: snowscript run deep/two.lua\n")
        #expect(try text("deep/two.lua") == "function frame() end")
    }

    @Test(
        arguments: [
            ([""], 2, "expected a name such as drizzle, got ''"),
            ([".lua"], 2, "expected a name such as drizzle, got '.lua'"),
            (["a/"], 2, "expected a name such as drizzle, got 'a/'"),
            (["a\u{1B}b"], 2, "expected a name such as drizzle, got 'a\\u{1b}b'"),
            (["snow", "--from", "snowfal"], 2, "no script is called 'snowfal'; did you mean 'snowfall'?"),
            (["snow", "--from", "gone.lua"], 2, "cannot read 'gone.lua': no such file"),
            (["nowhere/snow"], 1, "cannot write 'nowhere/snow.lua': there is no folder 'nowhere'"),
            ([String(repeating: "x", count: 65)], 2, "a script's name has at most 64 characters, got 65"),
        ] as [([String], Int32, String)])
    func `what cannot be written is answered by a sentence`(
        arguments: [String], status: Int32, message: String
    ) throws {
        let run = try PipedRun(["new"] + arguments, folder: folder.path)
        #expect(run.ending == .exited(status))
        #expect(run.errors.split(separator: "\n").first == "snowscript: \(message)")
        #expect(run.output.isEmpty)
    }

    @Test func `names that a shell would take apart are quoted in what to type next`() throws {
        for (name, shown) in [("it's", "'it'\\''s.lua'"), ("a b", "'a b.lua'"), ("\"q\"", "'\"q\".lua'")] {
            folder.adopt("\(name).lua")
            let run = try run(name, "--bare")
            #expect(run.output.hasSuffix("next: snowscript run \(shown)\n"), "\(run.output)")
            let layer = try Layer(module: try Module(file: "\(folder.path)/\(name).lua"), width: 80, height: 48)
            #expect(layer.instance.manifest.name == name)
        }
    }

    @Test func `the settings name what scripts do not have`() {
        let names = Set(StandardImports.names)
        for library in LanguageServerSettings.missingLibraries {
            #expect(!names.contains(library))
            #expect(LanguageServerSettings.text.contains("\"\(library)\": \"disable\""))
        }
        #expect(LanguageServerSettings.text.contains("\"workspace.library\": [\".snowscript\"]"))
    }
}
