import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Pixels in the real program: asked for, shown, and taken off the terminal.
@Suite struct PixelShowTests {
    private static let deletion = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    private static let answers = "\u{1B}[6;16;8t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c"

    private static let script = """
        function init() for i = 1, 30 do spawn { x = random(80), y = random(48), width = 3, speed = 3 } end end
        """

    /// A show whose terminal has said how large its cells are.
    private func show(_ blitter: String, for text: String) throws -> Showing {
        let show = try Showing(["--blitter", blitter], scripts: [Self.script])
        show.answers = false
        #expect(show.watchForFirstFrame())
        show.terminal.type(Self.answers)
        #expect(show.watch(for: text))
        return show
    }

    static let waysOut: [(cause: String, ending: ChildProcess.Ending)] = [
        ("q", .exited(0)), ("\u{3}", .exited(130)), ("TERM", .exited(143)), ("SEGV", .signaled(SIGSEGV)),
    ]

    @Test(arguments: waysOut)
    func `images are deleted before the screen is given back`(
        way: (cause: String, ending: ChildProcess.Ending)
    ) throws {
        let show = try show("kitty", for: "\u{1B}_Ga=T")
        switch way.cause {
        case "TERM": show.terminal.process.send(SIGTERM)
        case "SEGV": show.terminal.process.send(SIGSEGV)
        default: show.terminal.type(way.cause)
        }
        #expect(show.watchToEnd() == way.ending)
        show.expectGivenBack()
        let text = show.terminal.text
        let last = try #require(text.components(separatedBy: "\u{1B}[?1049l").first)
        let tail = last.components(separatedBy: Self.deletion).last ?? ""
        #expect(tail.utf8.count < 60 && !tail.contains("\u{1B}_G"), "\(tail)")
    }

    @Test func `after a stop the images are sent anew`() throws {
        let show = try show("kitty", for: "\u{1B}_Ga=T")
        show.terminal.type("\u{1A}")
        #expect(show.watch(for: "\u{1B}[?1049l"))
        let start = show.terminal.output.count
        show.terminal.process.send(SIGCONT)
        #expect(show.watch(for: Self.deletion, from: start))
        #expect(show.watch(for: "\u{1B}_Ga=T", from: start))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `before the terminal has said how large a cell is there are characters, and then sixels`() throws {
        let show = try show("sixel", for: "\u{1B}P0;1q")
        let parts = show.terminal.text.components(separatedBy: "\u{1B}P0;1q")
        #expect(parts[0].unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `inside tmux no pixels are sent, and that is said`() throws {
        let show = try Showing(
            ["--blitter", "kitty"], scripts: [Self.script],
            environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "COLORTERM": "truecolor"])
        #expect(show.watch(forShown: "not kitty: tmux keeps pixels from the terminal"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(!show.terminal.text.contains("\u{1B}_Ga=T"))
    }

    @Test func `into a file characters are drawn, and that is said`() throws {
        let run = try PipedRun(["render", "snowfall", "-o", "-", "--format", "ans", "--blitter", "sixel", "--at", "9"])
        #expect(run.ending == .exited(0) && run.errors.contains("files hold characters"))
        #expect(!run.output.contains("\u{1B}P"))
    }
}
