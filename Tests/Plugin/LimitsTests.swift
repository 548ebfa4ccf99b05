import Testing

@testable import SnowHost

/// Each limit is enforced, and nothing that stands in one is taken for none.
@Suite struct LimitsTests {
    private func end(_ source: String, linker: Linker = Linker(), _ change: (inout Limits) -> Void) -> String {
        var options = Layer.Options()
        options.limits.callback = .seconds(20)
        options.limits.loading = .seconds(20)
        change(&options.limits)
        do throws(Trap) {
            let module = Module(unchecked: Array(source.utf8), file: "test.lua", directory: nil)
            let layer = try Layer(module: module, linker: linker, width: 80, height: 48, options: options)
            for _ in 0..<3 { layer.step(seconds: 0.05) }
            return layer.trap.map { "\($0.reason)" } ?? layer.instance.log.lines.joined(separator: "; ")
        } catch {
            return "\(error.reason)"
        }
    }

    private static let nothing = [0, -1, .min]
    private static let plain = "local n = 0 function frame() n = n + 1 if n == 3 then print 'fine' end end"

    @Test func `without any change a plain script runs`() {
        #expect(end(Self.plain) { _ in } == "fine")
    }

    @Test(arguments: nothing) func `memory`(bytes: Int) {
        #expect(end(Self.plain) { $0.memory = bytes } == "memory")
        #expect(end("local s = ('x'):rep(1 << 20) function frame() end") { $0.memory = 1 << 20 } == "memory")
        #expect(end("local s = ('x'):rep(1 << 18) " + Self.plain) { $0.memory = 1 << 20 } == "fine")
        #expect(end(Self.plain) { $0.memory = .max } == "fine")
    }

    @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(1)] as [Duration])
    func `time of a callback`(time: Duration) {
        #expect(end("function frame() while true do end end") { $0.callback = time } == "deadline")
        if time <= .zero {
            for source in [Self.plain, "frame = print", "function update() end function init() spawn {} end"] {
                #expect(end(source) { $0.callback = time } == "deadline")
            }
        }
        #expect(end(Self.plain) { $0.callback = .seconds(Int64.max) * 10 } == "fine")
    }

    @Test(arguments: [.zero, .seconds(-1), .seconds(Int64.min)] as [Duration])
    func `time of loading`(time: Duration) {
        #expect(end("while true do end") { $0.loading = time } == "deadline")
        #expect(end(Self.plain) { $0.loading = time } == "deadline")
        #expect(end(Self.plain) { $0.loading = .seconds(Int64.max) * 10 } == "fine")
        #expect(
            end("function frame() end function init() while true do end end") { $0.loading = .milliseconds(20) }
                == "deadline")
    }

    @Test(arguments: nothing) func `fuel`(units: Int) {
        #expect(end(Self.plain) { $0.fuel = units } == "fuel")
        #expect(end("function frame() end") { $0.fuel = units } == "fuel")
        #expect(end("function frame() while true do end end") { $0.fuel = 10_000 } == "fuel")
        #expect(end(Self.plain) { $0.fuel = 10_000 } == "fine")
        #expect(end(Self.plain) { $0.fuel = .max } == "fine")
    }

    @Test func `fuel is shared by callbacks that are shorter than a hundred instructions`() {
        let source = """
            plugin { flakes = 5000 }
            function init() for i = 1, 3000 do spawn { life = 0.001 } end end
            function removed() for i = 1, 10 do end end
            """
        #expect(end(source) { $0.fuel = 200_000 } == "")
        #expect(end(source) { $0.fuel = 30_000 } == "fuel")
    }

    private static let births = """
        function init()
          local n = 0
          while n < 3000 and spawn { y = 1 } do n = n + 1 end
          print(n, scene.capacity)
        end
        """

    @Test(arguments: nothing) func `flakes`(count: Int) {
        #expect(end(Self.births) { $0.flakes = count } == "0    0")
        #expect(end("plugin { flakes = 10 } " + Self.births) { $0.flakes = count } == "link")
        #expect(end(Self.births) { $0.flakes = 7 } == "7    7")
        #expect(end("plugin { flakes = 7 } " + Self.births) { $0.flakes = 7 } == "7    7")
        #expect(end("plugin { flakes = 8 } " + Self.births) { $0.flakes = 7 } == "link")
        #expect(end("plugin { flakes = 8 } " + Self.births) { $0.flakes = .max } == "8    8")
    }

    @Test(arguments: nothing) func `population`(count: Int) {
        for header in ["", "plugin { flakes = 10 } "] {
            #expect(end(header + Self.births) { $0.population = count } == "0    0")
            #expect(end(header + Self.births) { $0.population = 7 } == "7    7")
        }
        #expect(Limits.mostFlakes == 10_000_000)
        var limits = Limits()
        limits.population = .max
        limits.flakes = .max
        #expect(limits.enforced.population == Limits.mostFlakes)
        #expect(limits.enforced.flakes == Limits.mostFlakes)
    }

    @Test(arguments: nothing) func `tweens`(count: Int) {
        let source = """
            function init()
              local n = 0
              while n < 2000 and spawn { y = 1 }:animate { x = 1, duration = 9 } do n = n + 1 end
              print(n)
            end
            """
        #expect(end("plugin { flakes = 3000 } " + source) { $0.tweens = count } == "0")
        #expect(end("plugin { flakes = 3000 } " + source) { $0.tweens = 5 } == "5")
        #expect(end("plugin { flakes = 3000 } " + source) { $0.tweens = .max } == "2000")
    }

    @Test(arguments: nothing) func `lines of the log`(count: Int) {
        let source = "function frame() print 'a' print 'b' end"
        #expect(end(source) { $0.logLines = count } == "")
        #expect(end(source) { $0.logLines = 3 } == "b; a; b")
    }

    @Test(arguments: nothing) func `images and their bytes`(count: Int) throws {
        let image = try Image(width: 2, height: 2, pixels: [1, 2, 3, 4])
        let images = ["a": image, "b": image]
        func end(_ change: (inout Limits) -> Void) throws -> String {
            var options = Layer.Options()
            change(&options.limits)
            let module = try Module(
                source:
                    "plugin { imports = { 'image' } } function frame() sprite 'a' print 'one' sprite 'b' print 'two' end",
                name: "test.lua", images: images)
            let layer = try Layer(module: module, width: 80, height: 48, options: options)
            layer.step(seconds: 0)
            return layer.instance.log.lines.joined(separator: " ") + (layer.trap.map { " " + $0.message } ?? "")
        }
        #expect(try end { _ in } == "one two")
        #expect(try end { $0.images = count } == " image 'a': a script may have 0 images")
        #expect(try end { $0.images = 1 } == "one image 'b': a script may have 1 images")
        #expect(try end { $0.imageBytes = count }.hasPrefix(" image 'a': no room for 2 × 2 pixels"))
        #expect(try end { $0.imageBytes = 31 }.hasPrefix("one image 'b': no room for 2 × 2 pixels"))
        #expect(try end { $0.imageBytes = 32 } == "one two")
    }

    @Test func `bytes of a source`() throws {
        let source = "function frame() end --"
        let longest = source + String(repeating: "x", count: Limits.sourceBytes - source.utf8.count)
        #expect(throws: Never.self) { try Module(source: longest, name: "long.lua") }
        let trap = #expect(throws: Trap.self) { try Module(source: longest + "x", name: "long.lua") }
        #expect(trap?.reason == .syntax)
    }

    @Test func `bytes of an image's file`() throws {
        let folder = try TemporaryFolder()
        try folder.write(String(repeating: "x", count: Limits.imageFileBytes + 1), to: "a.png")
        try folder.write("plugin { imports = { 'image' } } function frame() sprite 'a.png' end", to: "a.lua")
        var linker = Linker()
        linker.grant(.image)
        let layer = try Layer(
            module: try Module(file: folder.path + "/a.lua"), linker: linker, width: 80, height: 48)
        layer.step(seconds: 0)
        #expect(layer.trap?.message.contains("larger than 16 MiB") == true, "\(layer.trap?.message ?? "")")
    }

    @Test func `what a script asks for and does not find is noted a thousand times at most`() throws {
        let folder = try TemporaryFolder()
        try folder.write("function frame() for i = 1, 1500 do pcall(require, 'm' .. i) end end", to: "a.lua")
        var options = Layer.Options()
        options.limits.callback = .seconds(60)
        let layer = try Layer(
            module: try Module(file: folder.path + "/a.lua"), width: 80, height: 48, options: options)
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(layer.instance.requiredFiles.paths.count == 1000)
    }

    @Test func `words of an error are cut, however long what they quote is`() {
        var linker = Linker()
        linker.define("say", parameters: [.string]) { (caller) throws(ImportError) in
            throw ImportError(caller.text(0) ?? "")
        }
        let source = """
            plugin { imports = { 'say' } }
            function init() local _, why = pcall(say, ('x'):rep(1 << 19)) print(#why) end
            """
        #expect(end(source, linker: linker) { _ in } == "4096")
    }

    #if os(Linux)
        @Test func `a script whose flakes find no memory in the system is refused`() throws {
            let folder = try TemporaryFolder()
            try folder.write("function frame() end", to: "a.lua")
            let run = try PipedRun(
                ["-c", "ulimit -v 1000000 && exec \"$0\" test --flakes 10000000 a.lua", TestBinary.path],
                executable: "/bin/bash", folder: folder.path)
            #expect(run.ending == .exited(1))
            #expect(run.errors.contains("the system has not enough memory for 10000000 flakes"), "\(run.errors)")
        }
    #endif
}
