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
        #expect(!show.terminal.text.contains("\u{1B}_"))
    }

    private static let inTmux = ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "COLORTERM": "truecolor"]
    private static let question = "\u{1B}[2;1H\u{A0}\u{1B}Ptmux;\u{1B}\u{1B}[6n\u{1B}\u{1B}_Gi=31"
    /// Of a terminal behind tmux, of which this pane leaves 40 columns and one row above.
    private static let answersBehind = "\u{1B}[3;42R\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;16;8t\u{1B}[?62c"

    /// A show in tmux, which has answered for itself, and is asked for what is behind it.
    private func showInTmux() throws -> Showing {
        let show = try Showing(
            ["--blitter", "kitty", "--passthrough"], scripts: [Self.script], environment: Self.inTmux)
        show.answers = false
        #expect(show.watchForFirstFrame())
        #expect(!show.terminal.text.contains("Ptmux;"))
        show.terminal.type("\u{1B}[?1;2c")
        #expect(show.watch(for: Self.question))
        return show
    }

    @Test(arguments: waysOut)
    func `on request images go through tmux, each with its place on the terminal, and are deleted that way`(
        way: (cause: String, ending: ChildProcess.Ending)
    ) throws {
        let show = try showInTmux()
        show.terminal.type(Self.answersBehind)
        #expect(show.watch(for: "\u{1B}\u{1B}_Ga=T"))
        switch way.cause {
        case "TERM": show.terminal.process.send(SIGTERM)
        case "SEGV": show.terminal.process.send(SIGSEGV)
        default: show.terminal.type(way.cause)
        }
        #expect(show.watchToEnd() == way.ending)
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
        let modes = TerminalModes(images: .shownThroughTmux, marksPastes: true)
        #expect(show.terminal.text.hasSuffix(TerminalSequences.leave(modes)) || way.cause == "SEGV")
        let (pieces, kept) = TmuxPane.divide(show.terminal.output)
        #expect(!kept.contains(0x5F), "tmux would take it for a title")
        #expect(String(decoding: pieces.last ?? [], as: UTF8.self) == "\u{1B}\\" + Self.deletion)
        for piece in pieces {
            let words = String(decoding: piece, as: UTF8.self).components(separatedBy: "\u{1B}_Ga=T")
            for before in words.dropLast() {
                let place = try #require(before.split(separator: "\u{1B}").last).dropFirst().dropLast().split(
                    separator: ";")
                let numbers = place.compactMap { Int($0) }
                try #require(numbers.count == 2, "\(place)")
                #expect((2...25).contains(numbers[0]) && (41...120).contains(numbers[1]))
            }
        }
    }

    @Test func `a pane whose size changed is asked for its place again, and shows characters until it is told`() throws
    {
        let show = try showInTmux()
        show.terminal.type(Self.answersBehind)
        #expect(show.watch(for: "\u{1B}\u{1B}_Ga=T"))
        let start = show.terminal.output.count
        show.resize(columns: 60, rows: 20)
        #expect(show.watch(for: Self.question, from: start))
        #expect(show.watch(for: TmuxPassage.wrap(Self.deletion), from: start))
        let again = show.terminal.output.count
        show.terminal.type(Self.answersBehind)
        #expect(show.watch(for: "\u{1B}\u{1B}_Ga=T", from: again))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `when nothing comes back through tmux that is said, with what it needs`() throws {
        let show = try showInTmux()
        #expect(show.watch(forShown: "is allow-passthrough on"))
        #expect(ModeTraces.count(of: Self.question, in: show.terminal.output) > 1)
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        #expect(!show.terminal.text.contains("_Ga=T"))
    }

    @Test func `without tmux the flag for passing through changes nothing`() throws {
        let show = try Showing(["--blitter", "kitty", "--passthrough"], scripts: [Self.script])
        show.answers = false
        #expect(show.watchForFirstFrame())
        show.terminal.type(Self.answers)
        #expect(show.watch(for: "\u{1B}_Ga=T"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        #expect(!show.terminal.text.contains("Ptmux;"))
        show.expectGivenBack()
    }

    @Test func `into a file characters are drawn, and that is said`() throws {
        let run = try PipedRun(["render", "snowfall", "-o", "-", "--format", "ans", "--blitter", "sixel", "--at", "9"])
        #expect(run.ending == .exited(0) && run.errors.contains("files hold characters"))
        #expect(!run.output.contains("\u{1B}P"))
    }
}
