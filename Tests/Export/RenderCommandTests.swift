import SnowHost
import Testing

@Suite struct RenderCommandTests {
    private static let script = """
        plugin { params = { size = { 3, min = 1, max = 9 } } }
        function frame(dt, t)
          text(1, 1, string.format("%.2f", t))
          spawn { x = random(scene.width), y = random(scene.height), width = params.size }
        end
        """

    private func files(in folder: TemporaryFolder) throws -> [String] {
        try PipedRun([folder.path], executable: "/bin/ls").output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: ["png", "apng", "cast", "ans"])
    func `the same command makes the same file, and only it`(format: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.script, to: "a.lua")
        folder.adopt("a.\(format)")
        folder.adopt("b.\(format)")
        let flags = ["--size", "20x6"] + (format == "apng" || format == "cast" ? ["-n", "12"] : ["--at", "12"])
        for (name, more) in [("a", []), ("b", ["--seed", "1", "--fps", "60"])] as [(String, [String])] {
            let run = try PipedRun(
                ["render", "a.lua", "-o", "\(name).\(format)"] + flags + more, folder: folder.path)
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.isEmpty && run.errors.isEmpty)
        }
        let first = try FileSystem.read("\(folder.path)/a.\(format)", limit: 1 << 20)
        #expect(try first == FileSystem.read("\(folder.path)/b.\(format)", limit: 1 << 20))
        #expect(try files(in: folder) == ["a.\(format)", "a.lua", "b.\(format)"].sorted())
        let printed = try PipedRun(
            ["render", "a.lua", "-o", "-", "--format", format] + flags, folder: folder.path)
        #expect(printed.outputBytes == first)
        let other = try PipedRun(
            ["render", "a.lua", "-o", "-", "--format", format, "--seed", "2"] + flags, folder: folder.path)
        #expect(other.ending == .exited(0) && other.outputBytes != first)
    }

    @Test func `a moment is a frame's number or its time`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.script, to: "a.lua")
        func text(_ flags: [String]) throws -> String {
            try PipedRun(
                ["render", "a.lua", "-o", "-", "--format", "ans", "--set", "size=1", "-c", "none", "--size", "20x6"]
                    + flags,
                folder: folder.path
            ).output
        }
        #expect(try text(["--at", "90"]).contains("1.50"))
        #expect(try text(["--at", "1.5s"]).contains("1.50"))
        #expect(try text(["--at", "500ms", "--fps", "10"]).contains("0.50"))
        #expect(try text(["--fps", "20"]).contains("5.00"))
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let complaint: String
        var status: Int32 = 2
        var testDescription: String { arguments.description }
    }

    static let refusals = [
        Refusal(arguments: ["snowfall"], complaint: "expected --output FILE, such as snow.png"),
        Refusal(
            arguments: ["snowfall", "-o", "x.gif"],
            complaint: "one of .png, .apng, .cast, .ans, or --format; got 'x.gif'"),
        Refusal(arguments: ["snowfall", "-o", "-"], complaint: "or --format; got '-'"),
        Refusal(arguments: ["snowfall", "-o", "x.png", "--frames", "3"], complaint: "--frames: png holds one frame"),
        Refusal(arguments: ["snowfall", "-o", "x.cast", "--scale", "2"], complaint: "--scale: cast has no pixels"),
        Refusal(
            arguments: ["snowfall", "-o", "x.png", "--at", "soon"],
            complaint: "--at: expected a frame's number or a time"),
        Refusal(
            arguments: ["snowfall", "-o", "x.png", "--at", "0"], complaint: "--at: expected a whole number from 1"),
        Refusal(
            arguments: ["snowfall", "-o", "x.png", "--size", "2000x2000", "--scale", "4"],
            complaint: "at most 64 million pixels, got one of 64000x128000; make --size or --scale smaller"),
        Refusal(arguments: ["snowfall", "-o", "x.png", "--set", "nothing=1"], complaint: "--set:"),
        Refusal(
            arguments: ["snowfall", "-o", "x.png", "--format", "gif"], complaint: "expected one of png, apng, cast, ans"
        ),
        Refusal(arguments: ["missing.lua", "-o", "x.png"], complaint: "cannot read 'missing.lua'"),
        Refusal(arguments: ["snowfall", "-o", "none/x.png"], complaint: "there is no folder 'none'", status: 1),
        Refusal(arguments: ["snowfall", "-o", "folder.png"], complaint: "cannot write 'folder.png'", status: 1),
        Refusal(arguments: ["bad.lua", "-o", "x.png"], complaint: "bad.lua:1", status: 1),
        Refusal(arguments: ["snowfall", "bad.lua", "-o", "x.png"], complaint: "bad.lua:1", status: 1),
    ]

    @Test(arguments: refusals) func `what cannot be made is refused in words, and leaves nothing`(refusal: Refusal)
        throws
    {
        let folder = try TemporaryFolder()
        try folder.write("function frame() error(\"no\") end", to: "bad.lua")
        try folder.write("", to: "folder.png/inside")
        let run = try PipedRun(["render"] + refusal.arguments, folder: folder.path)
        #expect(run.ending == .exited(refusal.status))
        #expect(run.errors.contains(refusal.complaint), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(try files(in: folder) == ["bad.lua", "folder.png"])
    }

    @Test func `a file is replaced where its link leads, and a device is written to`() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "real.ans")
        folder.adopt("link.ans")
        _ = try PipedRun(["-s", "real.ans", "\(folder.path)/link.ans"], executable: "/bin/ln")
        for path in ["link.ans", "/dev/null"] {
            let run = try PipedRun(
                ["render", "snowfall", "-o", path, "--format", "ans", "--at", "1", "--size", "4x2"], folder: folder.path
            )
            #expect(run.ending == .exited(0), "\(run.errors)")
        }
        #expect(FileSystem.linkTarget(of: "\(folder.path)/link.ans") == "real.ans")
        #expect(try FileSystem.read("\(folder.path)/real.ans", limit: 1000) != Array("old".utf8))
    }

    @Test func `a show is recorded while it goes on, and a kill leaves what was shown`() throws {
        let shown = try Showing(
            ["--record", "show.cast", "--seed", "3"], scripts: [Self.script], columns: 40, rows: 10)
        #expect(shown.watchForFirstFrame())
        shown.watch(forMoreBytes: 2000)
        shown.terminal.process.send(9)
        #expect(shown.watchToEnd() == .signaled(9))
        let bytes = try FileSystem.read("\(shown.scriptFolder)/show.cast", limit: 1 << 24)
        let whole = bytes[..<((bytes.lastIndex(of: 0x0A) ?? -1) + 1)]
        let cast = try Cast(Array(whole))
        #expect(cast.events.count > 3)
        #expect(cast.output.hasPrefix("\u{1B}[?1049h"))
        _ = try PipedRun(["\(shown.scriptFolder)/show.cast"], executable: "/bin/rm")
    }

    @Test func `a recording does not take the place of a file`() throws {
        let shown = try Showing(["--record", "a.lua"], scripts: [Self.script])
        #expect(shown.watchToEnd() == .exited(1))
        #expect(shown.terminal.text.contains("cannot write 'a.lua': it is there already; choose another name"))
        #expect(!shown.terminal.text.contains("\u{1B}"))
    }
}
