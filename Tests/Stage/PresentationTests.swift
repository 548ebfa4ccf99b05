import Testing

@testable import SnowHost

@Suite struct PresentationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let environment: [String: String]
        var answer: String?
        let blitter: BlitterName
        let depth: ColorDepth

        var testDescription: String {
            environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ") + " " + (answer ?? "")
        }

        init(
            _ environment: [String: String], _ blitter: BlitterName, _ depth: ColorDepth, answer: String? = nil
        ) {
            (self.environment, self.answer, self.blitter, self.depth) = (environment, answer, blitter, depth)
        }
    }

    static let table = [
        Case(["TERM": "xterm-256color"], .braille, .indexed),
        Case(["TERM": "xterm"], .braille, .sixteen),
        Case(["TERM": "xterm", "COLORTERM": "truecolor"], .braille, .truecolor),
        Case(["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .braille, .none),
        Case(["TERM": "xterm-256color", "LANG": "C"], .ascii, .indexed),
        Case(["TERM": "xterm-256color", "LANG": "de_DE.ISO-8859-1"], .ascii, .indexed),
        Case(["TERM": "xterm-256color", "LANG": "C", "LC_ALL": "en_US.utf8"], .braille, .indexed),
        Case(["TERM": "xterm-256color", "LANG": "en_US.UTF-8", "LC_CTYPE": "POSIX"], .ascii, .indexed),
        Case(["TERM": "linux", "LANG": "en_US.UTF-8"], .half, .sixteen),
        Case(["TERM": "linux", "LANG": "C"], .ascii, .sixteen),
        Case(["TERM": "linux", "NO_COLOR": "1"], .half, .none),
        // Octants are drawn where the version is known, from the first that has them.
        Case(["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], .braille, .truecolor),
        Case(["TERM": "xterm-kitty"], .octant, .truecolor, answer: "kitty(0.40.0)"),
        Case(["TERM": "xterm-kitty"], .braille, .truecolor, answer: "kitty(0.39.1)"),
        Case(["TERM": "xterm-256color", "VTE_VERSION": "7802"], .octant, .indexed),
        Case(["TERM": "xterm-256color", "VTE_VERSION": "7603"], .braille, .indexed),
        Case(["TERM": "xterm-256color"], .octant, .truecolor, answer: "VTE(7802)"),
        Case(["TERM": "foot"], .octant, .truecolor, answer: "foot(1.20.2)"),
        Case(["TERM": "foot"], .braille, .truecolor, answer: "foot(1.9.0)"),
        Case(
            ["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"], .octant,
            .truecolor),
        Case(["TERM": "xterm-256color"], .octant, .truecolor, answer: "ghostty 1.10.0-arch2"),
        Case(["TERM": "xterm-256color"], .braille, .indexed, answer: "XTerm(390)"),
        Case(["TERM": "xterm"], .braille, .indexed, answer: "XTerm(390)"),
        Case(["TERM": "xterm", "NO_COLOR": "1"], .braille, .none, answer: "XTerm(390)"),
        Case(["TERM": "xterm"], .braille, .sixteen, answer: "rxvt 9.31"),
        Case(["TERM": "xterm-256color"], .braille, .truecolor, answer: "WezTerm 20240203-110809-5046fc22"),
        Case(["TERM": "xterm-256color"], .braille, .indexed, answer: ""),
        // What a multiplexer was started in is not what draws.
        Case(
            ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "KITTY_WINDOW_ID": "1", "VTE_VERSION": "7802"], .braille,
            .indexed),
        Case(
            ["TERM": "screen-256color", "TMUX": "/tmp/x,1,0", "TERM_PROGRAM": "ghostty", "COLORTERM": "truecolor"],
            .braille, .truecolor),
        Case(["TERM": "xterm-256color", "STY": "1.pts", "TERM_PROGRAM": "ghostty"], .braille, .truecolor),
        Case(["TERM": "xterm-256color"], .braille, .indexed, answer: "tmux 3.4"),
    ]

    private static func terminal(_ row: Case) -> Capabilities {
        var terminal = Capabilities(environment: row.environment)
        if let answer = row.answer { terminal.take(.version(answer)) }
        return terminal
    }

    @Test(arguments: table) func `the best is chosen that is known to work`(row: Case) {
        let shown = Presentation(on: Self.terminal(row))
        #expect(shown.blitter.value == row.blitter, "\(shown.blitter.reason)")
        #expect(shown.depth.value == row.depth, "\(shown.depth.reason)")
        #expect(!shown.blitter.reason.isEmpty && !shown.depth.reason.isEmpty && !shown.ground.reason.isEmpty)
    }

    @Test(arguments: table) func `what is asked for is obeyed everywhere`(row: Case) {
        for blitter in BlitterName.ofCharacters {
            for depth in ColorDepth.allCases {
                let wishes = Presentation.Wishes(blitter: blitter, depth: depth, ground: .light)
                let shown = Presentation(on: Self.terminal(row), wishes: wishes)
                #expect(shown.blitter.value == blitter && shown.depth.value == depth && shown.ground.value == .light)
            }
        }
    }

    static let pixelCases: [(environment: [String: String], answers: [TerminalReply], isCalm: Bool, isObeyed: Bool)] = [
        ([:], [.cellSize(width: 8, height: 16)], false, true),
        ([:], [], false, false),
        ([:], [.cellSize(width: 8, height: 16)], true, false),
        (["TMUX": "/tmp/x,1,0"], [.cellSize(width: 8, height: 16)], false, false),
        (["TERM": "screen"], [.cellSize(width: 8, height: 16)], false, false),
        (["TERM": "linux"], [.cellSize(width: 8, height: 16)], false, false),
        ([:], [.version("tmux 3.5"), .cellSize(width: 8, height: 16)], false, false),
        ([:], [.cellSize(width: 8, height: 16), .deviceAttributes([62])], false, true),
    ]

    @Test(arguments: pixelCases, [BlitterName.kitty, .sixel])
    func `pixels are drawn where they can be placed and arrive`(
        row: (environment: [String: String], answers: [TerminalReply], isCalm: Bool, isObeyed: Bool),
        blitter: BlitterName
    ) {
        var terminal = Capabilities(environment: row.environment)
        for answer in row.answers { terminal.take(answer) }
        var wishes = Presentation.Wishes(blitter: blitter)
        wishes.isCalm = row.isCalm
        let shown = Presentation(on: terminal, wishes: wishes)
        #expect((shown.blitter.value == blitter) == row.isObeyed)
        if !row.isObeyed {
            #expect(shown.blitter.value == Presentation(on: terminal).blitter.value)
            #expect(shown.blitter.reason.hasPrefix("not \(blitter.rawValue): "))
        }
        // The window's size in pixels will do, too.
        let size = TerminalSize(columns: 80, rows: 24, pixelWidth: 805, pixelHeight: 480)
        if row.answers.isEmpty {
            let sized = Presentation(on: terminal, wishes: wishes, size: size)
            #expect(sized.blitter.value == blitter && sized.cellPixels == .init(width: 10, height: 20))
        }
        #expect(!Presentation(on: terminal, size: size).blitter.value.drawsPixels)
    }

    @Test func `what the terminal says against a wish is told`() {
        var terminal = Capabilities(environment: [:])
        terminal.take(.cellSize(width: 8, height: 16))
        func reason(_ blitter: BlitterName) -> String {
            Presentation(on: terminal, wishes: .init(blitter: blitter)).blitter.reason
        }
        #expect(reason(.sixel) == "asked for" && reason(.kitty) == "asked for")
        terminal.take(.deviceAttributes([62, 4]))
        #expect(reason(.sixel) == "asked for" && reason(.kitty).contains("does not say"))
        terminal.take(.graphics(isSupported: true))
        #expect(reason(.kitty) == "asked for")
    }

    @Test func `an answer about the background is worth more than a claim`() {
        var terminal = Capabilities(environment: ["COLORFGBG": "0;15"])
        #expect(Presentation(on: terminal).ground.value == .light)
        terminal.take(.background(0x102030))
        let shown = Presentation(on: terminal)
        #expect(shown.ground.value == .dark && shown.background == 0x102030)
        #expect(shown.ground.reason.contains("#102030"))
        // A wish that contradicts it keeps its own colour.
        #expect(Presentation(on: terminal, wishes: .init(ground: .light)).background == nil)
        #expect(Presentation(on: terminal, wishes: .init(ground: .dark)).background == 0x102030)
    }

    @Test func `flakes blend with the very background`() {
        var palette = Palette(depth: .truecolor, ground: .dark, background: 0x002B36, indexedTolerance: 0)
        #expect(palette.shade(rgb555: 0x7FFF, opacity: 0) == .rgb(0x002B36))
        #expect(palette.shade(rgb555: 0x7FFF, opacity: 255) == .indexed(231))
        #expect(
            palette.shade(rgb555: 0x7FFF, opacity: 128) == .rgb(Palette.mix(0xFFFFFF, over: 0x002B36, opacity: 128)))
        #expect(palette.seen(0) == 0x002B36)
        #expect(palette.seen(0xFF12_3456) == 0x123456)
    }

    @Test func `a show takes what a late answer makes possible`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 40, rows: 12))
        var options = Stage.Options()
        options.capabilities = Capabilities(environment: ["TERM": "xterm-256color"])
        options.followsKnownDepth = true
        options.frameLimit = 20
        let layer = try makeLayer(
            "function init() for i = 1, 30 do spawn { x = i, y = i % 24, width = 5, speed = 9 } end end")
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        #expect(stage.renderer.blitterName == .braille)
        terminal.schedule(.reply(.version("ghostty 1.2.0")), at: .milliseconds(100))
        terminal.schedule(.reply(.background(0x102030)), at: .milliseconds(110))
        terminal.atRest = {
            #expect(terminal.emulator.difference(from: stage.renderer.encoder.shown) == nil)
        }
        #expect(try stage.run() == .finished)
        #expect(stage.renderer.blitterName == .octant)
        #expect(stage.renderer.palette.depth == .truecolor)
        #expect(stage.renderer.palette.background == 0x102030)
        #expect(stage.renderer.grid.cells.allSatisfy { !(0x2800...0x28FF).contains($0.content) })
    }
}
