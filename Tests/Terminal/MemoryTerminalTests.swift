import Testing

@testable import SnowHost

@Suite struct MemoryTerminalTests {
    @Test func `every mode that is taken is given back, in the opposite order, once`() throws {
        for mouse in [TerminalModes.Mouse.off, .buttons, .all] {
            let terminal = MemoryTerminal()
            try terminal.enter(TerminalModes(mouse: mouse, marksPastes: true))
            try terminal.enter(TerminalModes(mouse: mouse, marksPastes: true))
            terminal.leave()
            terminal.leave()
            let text = String(decoding: terminal.output, as: UTF8.self)
            let emulator = TerminalEmulator(columns: 10, rows: 2)
            emulator.feed(terminal.output)
            #expect(emulator.isCursorVisible && !emulator.isAlternateScreen)
            for number in ["1049", "25", "7", "1000", "1003", "1006", "2004"] {
                let on = text.components(of: "\u{1B}[?\(number)h")
                let off = text.components(of: "\u{1B}[?\(number)l")
                #expect(on == off && on <= 1, "mode \(number)")
            }
        }
    }

    @Test(arguments: [
        (TerminalModes(), "\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"),
        (
            TerminalModes(mouse: .buttons),
            "\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        ),
        (
            TerminalModes(mouse: .all, images: .shown, marksPastes: true),
            "\u{1B}\\\u{1B}[m\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}[H\u{1B}[J\u{1B}[?1006l\u{1B}[?1003l"
                + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        ),
        (
            TerminalModes(images: .shownThroughTmux),
            "\u{1B}\\\u{1B}\\\u{1B}[m\u{1B}Ptmux;\u{1B}\u{1B}\\\u{1B}\u{1B}_Ga=d,d=A,q=2\u{1B}\u{1B}\\\u{1B}\\"
                + "\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
        ),
    ])
    func `the screen is given back without a cell of the show on it`(modes: TerminalModes, bytes: String) {
        #expect(TerminalSequences.leave(modes) == bytes)
        // Up to the alternate screen's end, which an emulator without one would stop at.
        let emulator = TerminalEmulator(columns: 10, rows: 3)
        emulator.feed(Array(("\u{1B}[?1049h\u{1B}[41msnow\r\n\nsnow" + bytes).utf8.dropLast(8)))
        #expect(!emulator.text.contains("snow"))
    }

    @Test func `events come at their times, and polls let time pass`() {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 10, rows: 5))
        terminal.schedule(.key("b"), at: .milliseconds(30))
        terminal.schedule(.key("a"), at: .milliseconds(10))
        terminal.schedule(.resize(TerminalSize(columns: 3, rows: 2)), at: .milliseconds(30))
        var events: [TerminalEvent] = []
        terminal.poll(until: .milliseconds(5), into: &events)
        #expect(events.isEmpty && terminal.now == .milliseconds(5))
        terminal.poll(until: .milliseconds(20), into: &events)
        #expect(events == [.key("a")] && terminal.now == .milliseconds(10))
        terminal.poll(until: .milliseconds(50), into: &events)
        #expect(events.count == 3 && terminal.size == TerminalSize(columns: 3, rows: 2))
    }

    @Test func `a stalled terminal keeps the rest of a frame, and takes no other before it`() {
        let terminal = MemoryTerminal()
        terminal.bytesBeforeStall = 2
        #expect(terminal.write(Array("abcd".utf8)) == .partly)
        #expect(!terminal.isReady)
        #expect(terminal.write(Array("efgh".utf8)) == .blocked)
        terminal.bytesBeforeStall = nil
        #expect(terminal.write(Array("ijkl".utf8)) == .sent)
        #expect(String(decoding: terminal.output, as: UTF8.self) == "abcdijkl")
    }

    @Test func `whatever a slow terminal takes, it shows a whole frame in the end`() {
        var random = SeededRandom(seed: 5)
        let terminal = MemoryTerminal()
        let emulator = TerminalEmulator(columns: 30, rows: 8)
        emulator.feed("\u{1B}[?7l")
        var renderer = Renderer(columns: 30, rows: 8, isLineFeedPlain: true)
        let board = FlakeBoard(capacity: 40)
        board.scatter(width: 30, height: 16, seed: 2)
        for frame in 0..<120 {
            let isLast = frame == 119
            terminal.bytesBeforeStall = isLast ? nil : [0, 1, 7, 40, nil, 1000].randomElement(using: &random) ?? nil
            renderer.begin()
            renderer.draw(board.columns, count: 40, mapping: ViewMapping(columns: 30, rows: 8))
            renderer.compose()
            if renderer.encode() {
                switch terminal.write(renderer.encoder.frame) {
                case .sent, .partly: renderer.commit()
                case .blocked, .closed: break
                }
            }
            for slot in 0..<40 { board[.y, slot] += 0.2 }
        }
        emulator.feed(terminal.output)
        #expect(emulator.difference(from: renderer.grid) == nil)
    }

    @Test func `the mouse is reported after what is left of a frame`() throws {
        let terminal = MemoryTerminal()
        terminal.report(.all)
        #expect(terminal.output.isEmpty)
        try terminal.enter(TerminalModes())
        terminal.forgetOutput()
        terminal.bytesBeforeStall = 2
        #expect(terminal.write(Array("snow".utf8)) == .partly)
        terminal.report(.all)
        terminal.bytesBeforeStall = nil
        var events: [TerminalEvent] = []
        terminal.poll(until: .milliseconds(1), into: &events)
        terminal.leave()
        let modes = TerminalModes(mouse: .all)
        let expected = "snow\u{1B}[?1003h\u{1B}[?1006h" + TerminalSequences.leave(modes)
        #expect(String(decoding: terminal.output, as: UTF8.self) == expected)
    }
}

extension String {
    /// How often a text occurs.
    func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
