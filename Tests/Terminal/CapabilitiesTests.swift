import Testing

@testable import SnowHost

@Suite struct CapabilitiesTests {
    static let names: [(String, String, [Int])] = [
        ("kitty(0.40.1)", "kitty", [0, 40, 1]), ("ghostty 1.2.3", "ghostty", [1, 2, 3]),
        ("foot(1.20.2)", "foot", [1, 20, 2]), ("VTE(7802)", "vte", [0, 78, 2]), ("XTerm(390)", "xterm", [390]),
        ("WezTerm 20240203-110809-5046fc22", "wezterm", [20_240_203]), ("tmux 3.5a", "tmux", [3, 5]),
        ("iTerm2 3.5.0beta1", "iterm2", [3, 5, 0]), ("Konsole", "konsole", []), ("", "", []), ("()", "", []),
        ("x 99999999999999999999.1", "x", [0, 1]),
    ]

    @Test(arguments: names) func `a terminal's own words tell its name and version`(
        words: String, program: String, version: [Int]
    ) {
        let identity = TerminalIdentity(answer: words)
        #expect(identity.program == program && identity.version == version)
    }

    @Test func `versions are compared number by number, and an unknown one is none`() {
        func isAtLeast(_ version: [Int], _ wanted: [Int]) -> Bool {
            TerminalIdentity(program: "x", version: version).isAtLeast(wanted)
        }
        #expect(isAtLeast([1, 20], [1, 20]) && isAtLeast([1, 20, 1], [1, 20]) && isAtLeast([2], [1, 20]))
        #expect(!isAtLeast([1, 9], [1, 20]) && !isAtLeast([1], [1, 20]) && !isAtLeast([], [0]))
    }

    @Test func `device attributes are the fence behind which nothing more comes`() {
        var terminal = Capabilities(environment: ["TERM": "xterm"])
        #expect(terminal.hasSixel == nil && terminal.hasKittyGraphics == nil && !terminal.hasAnswered)
        terminal.take(.deviceAttributes([62, 4, 22]))
        #expect(terminal.hasSixel == true && terminal.hasKittyGraphics == false && terminal.hasAnswered)
        terminal.take(.graphics(isSupported: true))
        #expect(terminal.hasKittyGraphics == true)
        terminal.take(.deviceAttributes([62]))
        #expect(terminal.hasSixel == false)
        terminal.take(.cellSize(width: 9, height: 18))
        #expect(terminal.cellPixels?.width == 9 && terminal.cellPixels?.height == 18)
        terminal.take(.mode(number: 2026, isKnown: true))
        terminal.take(.mode(number: 7, isKnown: false))
        #expect(terminal.hasSynchronizedUpdate == true)
    }

    static let multiplexers: [([String: String], Capabilities.Multiplexer?)] = [
        (["TERM": "xterm-256color"], nil),
        (["TERM": "tmux-256color"], .tmux),
        (["TERM": "screen"], .screen),
        (["TERM": "screen-256color", "TMUX": "/tmp/tmux-1/default,1,0"], .tmux),
        (["TERM": "xterm-256color", "TMUX": "/tmp/tmux-1/default,1,0"], .tmux),
        (["TERM": "xterm", "STY": "12.pts-0.host"], .screen),
        (["TERM": "xterm-256color", "ZELLIJ": "0"], .zellij),
        (["TERM": "xterm", "TMUX": ""], nil),
    ]

    @Test(arguments: multiplexers) func `a multiplexer is known, and not asked for graphics`(
        environment: [String: String], multiplexer: Capabilities.Multiplexer?
    ) {
        let terminal = Capabilities(environment: environment)
        #expect(terminal.multiplexer == multiplexer)
        #expect(TerminalSequences.questions(to: terminal).contains("\u{1B}_G") == (multiplexer == nil))
        #expect(TerminalSequences.questions(to: terminal).hasSuffix("\u{1B}[c"))
    }

    @Test func `where a pane lies is told by the cursor behind the first cell of its second row`() {
        let places: [(column: Int, row: Int, rows: Int, place: PanePlace?)] = [
            (2, 2, 24, PanePlace(left: 0, top: 0)), (43, 20, 15, PanePlace(left: 41, top: 18)),
            (2, 1, 1, PanePlace(left: 0, top: 0)), (2, 1, 24, nil), (1, 9, 24, nil),
        ]
        for (column, row, rows, place) in places {
            #expect(PanePlace(cursorColumn: column, cursorRow: row, rows: rows) == place)
        }
    }

    @Test func `pixels go through tmux only where that is asked for and the pane's place is known`() {
        var terminal = Capabilities(environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
        var wishes = Presentation.Wishes(blitter: .kitty)
        let size = TerminalSize(columns: 80, rows: 24, pixelWidth: 1280, pixelHeight: 768)
        func shown() -> Presentation { Presentation(on: terminal, wishes: wishes, size: size) }
        #expect(shown().blitter.reason == "not kitty: tmux keeps pixels from the terminal; see --passthrough")
        wishes.passesThrough = true
        #expect(
            shown().blitter.reason
                == "not kitty: no answer came through tmux; is allow-passthrough on, and this window shown?")
        #expect(shown().relay(on: terminal) == nil)
        terminal.note(pane: PanePlace(left: 41, top: 1))
        terminal.take(.cellSize(width: 9, height: 18))
        #expect(shown().blitter.value == .kitty && shown().pixelCell == PixelCell(width: 9, height: 18))
        #expect(shown().relay(on: terminal)?.place == PixelRelay.Place(column: 41, row: 1))
        wishes.passesThrough = false
        #expect(shown().blitter.value == .braille && shown().relay(on: terminal) == nil)
        terminal = Capabilities(environment: ["TERM": "xterm", "STY": "1.x"])
        wishes.passesThrough = true
        #expect(shown().blitter.reason == "not kitty: screen keeps pixels from the terminal")
    }

    @Test func `sixels lie on the terminal's own background, whatever they are to be seen against`() {
        var terminal = Capabilities(environment: ["TERM": "xterm"])
        terminal.take(.background(0xFFFFFF))
        terminal.take(.cellSize(width: 9, height: 18))
        let sixel = Presentation(on: terminal, wishes: .init(blitter: .sixel, ground: .dark))
        #expect(sixel.blitter.value == .sixel && sixel.ground.value == .dark && sixel.background == 0xFFFFFF)
        #expect(Presentation(on: terminal, wishes: .init(blitter: .half, ground: .dark)).background == nil)
    }

    @Test func `what a multiplexer was started in does not name the terminal`() {
        let inherited = ["TERM": "screen-256color", "TERM_PROGRAM": "ghostty", "KITTY_WINDOW_ID": "2", "STY": "1.x"]
        #expect(Capabilities(environment: inherited).identity?.program == "screen")
        var terminal = Capabilities(environment: ["TERM": "xterm-256color"])
        terminal.take(.version("tmux 3.4"))
        #expect(terminal.multiplexer == .tmux)
    }

    @Test(arguments: ["linux", "dumb", "vt52"]) func `what would print a question is asked none`(term: String) {
        #expect(!Capabilities(environment: ["TERM": term]).takesQuestions)
    }

    @Test(arguments: [
        ([:], false), (["SSH_TTY": "/dev/pts/1"], true), (["SSH_CONNECTION": "set"], true), (["SSH_TTY": ""], false),
        (["SSH_TTY": "/dev/pts/1", "TMUX": "/tmp/tmux"], false), (["SSH_TTY": "/dev/pts/1", "TERM": "screen"], false),
    ])
    func `bytes come over a network in a session of ssh, but not behind a multiplexer`(
        environment: [String: String], isRemote: Bool
    ) {
        #expect(Capabilities(environment: environment).isRemote == isRemote)
    }
}
