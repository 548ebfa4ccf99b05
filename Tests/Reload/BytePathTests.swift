import Testing

@testable import SnowHost

#if canImport(Glibc)
    /// Files whose names are not UTF-8, which the file systems of Linux take.
    @Suite struct BytePathTests {
        private static let folderName = FilePath(bytes: [0x73, 0x6E, 0xE9])
        private static let script = """
            local cafe = require "caf\\xe9"
            picture = sprite("fl\\xe9.png")
            function frame() print(cafe, picture.width) end
            """
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try write(Self.script, [0xFF])
            try write("return 'coffee'", [0x63, 0x61, 0x66, 0xE9])
            try write(picture: 3)
        }

        @discardableResult
        private func write(_ text: String, _ name: [UInt8]) throws -> FilePath {
            try folder.write(Array(text.utf8), toPath: "\(Self.folderName)/\(FilePath(bytes: name)).lua")
        }

        private func write(picture width: Int) throws {
            let picture = PNGFile(width: width, height: 2, color: .gray) { _, _, _ in 255 }
            try folder.write(picture.bytes, toPath: "\(Self.folderName)/fl\(FilePath(bytes: [0xE9])).png")
        }

        private var path: FilePath { "\(folder.path)/\(Self.folderName)/\(FilePath(bytes: [0xFF])).lua" }

        private func layer() throws -> Layer {
            var linker = Linker()
            linker.grant(.image)
            let source = "plugin { imports = { 'image' } }\n" + Self.script
            try write(source, [0xFF])
            return try Layer(module: try Module(file: path), linker: linker, width: 80, height: 48)
        }

        @Test func `a script of such a name runs, with its modules and pictures`() throws {
            let layer = try layer()
            layer.step(seconds: 0.01)
            #expect(layer.trap == nil, "\(String(describing: layer.trap))")
            #expect(layer.instance.log.lines == ["coffee    3"])
            #expect(layer.instance.module.name == "\(folder.path)/sn\\xE9/\\xFF.lua")
            #expect(layer.instance.manifest.name == "\\xFF")
            #expect(layer.instance.requiredModules == ["\(folder.path)/sn\\xE9/caf\\xE9.lua"])
        }

        @Test(arguments: [true, false])
        func `a save of the script, of a module or of a picture is seen`(usesEvents: Bool) throws {
            let layer = try layer()
            let made = Reloader(layer: layer, watcher: ScriptWatcher(usesEvents: usesEvents))
            let reloader = try #require(made)
            var now = Duration.zero
            func reloads() -> Int {
                // Two looks at the files, and time for a burst of events to be over.
                (0..<12).count { _ in
                    now += .milliseconds(100)
                    return reloader.poll(now: now) == .reloaded
                }
            }
            #expect(reloads() == 0)
            try write("return 'espresso'", [0x63, 0x61, 0x66, 0xE9])
            #expect(reloads() == 1)
            try write(picture: 5)
            #expect(reloads() == 1)
            layer.step(seconds: 0.01)
            #expect(layer.instance.log.lines.last == "espresso    5")
            try write("function frame() print 'new' end", [0xFF])
            #expect(reloads() == 1)
            layer.step(seconds: 0.01)
            #expect(layer.instance.log.lines.last == "new")
        }

        @Test func `what is wrong is told with the name as it can be shown`() throws {
            try write("function frame() require 'caf\\xe9' end", [0xFF])
            try write("local x\nx.y = 1", [0x63, 0x61, 0x66, 0xE9])
            let layer = try Layer(module: try Module(file: path), width: 80, height: 48)
            layer.step(seconds: 0.01)
            #expect(layer.trap?.file == "\(folder.path)/sn\\xE9/caf\\xE9.lua")
            #expect(layer.trap?.line == 2)
            try write("function frame() require 'th\\xe9' end", [0xFF])
            let other = try Layer(module: try Module(file: path), width: 80, height: 48)
            other.step(seconds: 0.01)
            #expect(other.trap?.message == "module 'th\\xE9' is not beside the script (looked for th\\xE9.lua)")
            let missing: FilePath = "\(folder.path)/\(FilePath(bytes: [0xE9])).lua"
            let trap = #expect(throws: Trap.self) { try Module(file: missing) }
            #expect(trap?.description == "\(folder.path)/\\xE9.lua: no such file")
        }
    }
#endif
