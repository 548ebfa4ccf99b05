#if canImport(Glibc)
    import Glibc
    import SnowHost
    import Testing

    @testable import snowscript

    /// System calls that are refused while the command does what it is for: there must be none.
    @Suite(.enabled(if: access("/usr/bin/strace", X_OK) == 0)) struct RefusedCallTests {
        private static let script = """
            plugin { name = "all", imports = { "clock", "image", "stdin" }, params = { wind = { 1, min = 0, max = 9 } } }
            local words = require "words"
            local picture = sprite "flake.png"
            function frame()
              local now = clock()
              if scene.frame % 3 == 1 then spawn { x = random(scene.width), width = 3, speed = 9, sprite = picture } end
              text(0, 0, words .. (now and " o'clock" or ""))
            end
            function mouse() end
            """

        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(Self.script, to: "a.lua")
            try folder.write("return 'words'", to: "words.lua")
            try folder.write("snow\n", to: "backdrop.txt")
            try folder.write(try #require(BundledScript.file(named: "flake.png")), to: "flake.png")
            for name: FilePath in [
                "calls", "new.lua", ".luarc.json", ".snowscript/snowscript.lua", "types/snowscript.lua",
            ] {
                folder.adopt(name)
            }
        }

        /// The calls that were refused so far. clone3 does not count: the C library uses clone instead, whose flags the
        /// filter can see.
        private func refused() -> [Substring] {
            calls.filter { line in
                ["EPERM", "EACCES", "ENOSYS"].contains { line.contains(" = -1 \($0) ") } && !line.contains("clone3")
            }
        }

        private var calls: [Substring] {
            let bytes = (try? FileSystem.read("\(folder.path)/calls", limit: 1 << 26)) ?? []
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        }

        private func traced(_ arguments: [String]) -> [String] {
            ["-f", "-qq", "-Z", "-o", "calls", TestBinary.path] + arguments
        }

        private static let grants = ["--allow", "clock", "--allow", "image", "--allow", "stdin"]

        static let commands: [[String]] =
            [
                ["list"], ["show", "snowfall"], ["api", "spawn"], ["api", "--stubs", "types"], ["doctor"],
                ["--version", "--verbose"], ["--help"], ["--generate", "man"], ["new", "new", "--from", "falling"],
                ["check"] + BundledScript.all.map(\.name) + ["--frames", "8"], ["check", "a.lua"] + grants,
                ["test", "a.lua", "--frames", "5"] + grants, ["settle", "--backdrop", "-", "--frames", "2"],
            ]
            + ["png", "apng", "cast", "ans"].map {
                ["render", "a.lua", "snowfall", "-o", "-", "--format", $0, "--size", "20x6"] + grants
                    + ($0.hasSuffix("png") && $0 != "png" || $0 == "cast" ? ["--frames", "3"] : ["--at", "3"])
            } + BundledScript.all.map { ["test", $0.name, "--frames", "4"] }

        @Test(arguments: commands) func `no command makes a call that is refused`(arguments: [String]) throws {
            let run = try PipedRun(
                traced(arguments), executable: "/usr/bin/strace", input: "hello", folder: folder.path,
                timeout: .seconds(240))
            guard case .exited = run.ending else {
                Issue.record("\(String(describing: run.ending)) \(run.errors)")
                return
            }
            #expect(!calls.isEmpty && refused() == [])
        }

        @Test func `a file is rendered and put in its place without one`() throws {
            folder.adopt("a.png")
            let run = try PipedRun(
                traced(["render", "a.lua", "-o", "a.png", "--at", "3"] + Self.grants), executable: "/usr/bin/strace",
                folder: folder.path, timeout: .seconds(120))
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(!calls.isEmpty && refused() == [])
        }

        static let looks: [[String]] = [
            [], ["--blitter", "kitty"], ["--blitter", "sixel"], ["--calm", "--max-bps", "20K"],
            ["--backdrop", "backdrop.txt", "--record", "show.cast", "--stats"],
        ]

        @Test(arguments: looks) func `a show of the whole gallery makes none`(flags: [String]) throws {
            folder.adopt("show.cast")
            let terminal = try PseudoTerminal(
                "/usr/bin/strace",
                traced(["a.lua"] + BundledScript.all.map(\.name) + Self.grants + flags + ["--frames", "6"]),
                environment: ["TERM": "xterm-kitty"], folder: folder.path)
            #expect(terminal.readToEnd(timeout: .seconds(240)) == .exited(0), "\(terminal.text.suffix(500))")
            #expect(!calls.isEmpty && refused() == [])
        }

        @Test func `keys, saves, new pictures and a stop make none`() throws {
            let show = try Showing(
                ["--norc", "--noprofile", "-i"], executable: "/bin/bash",
                environment: ["PS1": "ready> ", "COLORTERM": "truecolor", "HISTFILE": "/dev/null"])
            #expect(show.watch(for: "ready> "))
            show.terminal.type(
                "cd \(folder.path); \(TestBinary.path) a.lua \(Self.grants.joined(separator: " ")) --record show.cast\n"
            )
            folder.adopt("show.cast")
            #expect(show.watch { show.emulator.text(row: 0).hasPrefix("words o'clock") })
            let process = try #require(InteractiveShell.job(of: show))
            let tracer = try ChildProcess(
                "/usr/bin/strace", ["-f", "-qq", "-o", "calls", "-p", "\(process)"],
                environment: ChildProcess.baseEnvironment, descriptors: [.path("/dev/null")], ownSession: true,
                folder: folder.path)
            #expect(show.watch { !calls.isEmpty })
            for key in ["?", "\t", "\u{1B}[C", " ", ".", " ", "s", "r", "?"] { show.terminal.type(key) }
            try folder.write("return 'other'", to: "words.lua")
            #expect(show.watch { show.emulator.text.contains("other o'clock") })
            try folder.write(try #require(BundledScript.file(named: "leaf.png")), to: "flake.png")
            try folder.write("function frame( x", to: "a.lua")
            #expect(show.watch { show.emulator.text.contains("a.lua:1:") })
            try folder.write(Self.script, to: "a.lua")
            #expect(show.watch { !show.emulator.text.contains("a.lua:1:") })
            let start = show.terminal.output.count
            show.terminal.type("\u{1A}")
            #expect(show.watch(for: "Stopped", from: start))
            show.terminal.type("fg\n")
            #expect(show.watch { show.emulator.isAlternateScreen && show.emulator.text.contains("other o'clock") })
            show.terminal.type("q")
            #expect(show.watch { tracer.checkForEnding() != nil })
            #expect(!calls.isEmpty && refused() == [])
        }

        @Test(.enabled(if: Probe.library != nil && Probe.hasFilter)) func `a call that is refused is counted`() throws {
            let probe = Probe.environment(for: folder).flatMap { ["-E", "\($0)=\($1)"] }
            let run = try PipedRun(
                probe + traced(["test", "a.lua"]), executable: "/usr/bin/strace", folder: folder.path,
                timeout: .seconds(120))
            #expect(run.ending == .exited(0))
            let refused = refused()
            for name in ["socket", "openat", "kill", "mprotect"] {
                #expect(refused.contains { $0.contains(" \(name)(") }, "\(name): \(refused.count)")
            }
        }
    }
#endif
