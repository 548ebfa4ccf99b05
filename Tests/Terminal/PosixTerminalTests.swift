import Testing

@testable import SnowHost

@Suite struct PosixTerminalTests {
    private static func terminal(_ pair: TerminalPair) throws -> PosixTerminal {
        try PosixTerminal(input: pair.slave, output: pair.slave, environment: [:], watchesSignals: false)
    }

    /// Polls until an event comes, a second at most.
    private static func nextEvents(_ terminal: PosixTerminal) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        terminal.poll(until: terminal.now + .seconds(1), into: &events)
        return events
    }

    @Test func `the tty is left as it was found`() throws {
        let pair = try #require(TerminalPair())
        let before = pair.settings
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes(mouse: .all))
        #expect(pair.settings != before)
        #expect(terminal.write(Array("snow".utf8)) == .sent)
        terminal.leave()
        terminal.leave()
        #expect(pair.settings == before)
        #expect(!pair.isNonBlocking)
        let text = String(decoding: pair.read(), as: UTF8.self)
        let expected = TerminalSequences.enter(TerminalModes(mouse: .all)) + "snow"
        #expect(text == expected + TerminalSequences.leave(TerminalModes(mouse: .all)))
    }

    @Test func `the mouse is reported on and off, behind a frame that is under way, and is off in the end`() throws {
        let pair = try #require(TerminalPair())
        let terminal = try Self.terminal(pair)
        terminal.report(.all)
        try terminal.enter(TerminalModes())
        terminal.report(.off)
        let opening = TerminalSequences.enter(TerminalModes())
        let frame = [UInt8](repeating: 0x78, count: 200_000)
        #expect(terminal.write(frame) == .partly)
        terminal.report(.all)
        var received: [UInt8] = []
        var events: [TerminalEvent] = []
        for _ in 0..<2000 where !terminal.isReady {
            received += pair.read()
            terminal.poll(until: terminal.now + .milliseconds(1), into: &events)
        }
        received += pair.read()
        #expect(received == Array(opening.utf8) + frame + Array("\u{1B}[?1003h\u{1B}[?1006h".utf8))
        terminal.report(.buttons)
        terminal.report(.buttons)
        terminal.report(.off)
        let changes = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?1006l\u{1B}[?1000l"
        #expect(String(decoding: pair.read(), as: UTF8.self) == changes)
        terminal.leave()
        let last = String(decoding: pair.read(), as: UTF8.self)
        #expect(last == TerminalSequences.leave(TerminalModes(mouse: .buttons)))
        terminal.report(.all)
        #expect(pair.read().isEmpty)
    }

    @Test func `a terminal that is dropped gives the screen back`() throws {
        let pair = try #require(TerminalPair())
        let before = pair.settings
        do {
            let terminal = try Self.terminal(pair)
            try terminal.enter(TerminalModes())
        }
        #expect(pair.settings == before)
        #expect(String(decoding: pair.read(), as: UTF8.self).hasSuffix("\u{1B}[?1049l"))
    }

    @Test func `keys arrive raw, and Ctrl-C asks to quit`() throws {
        let pair = try #require(TerminalPair())
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes())
        pair.type("q\u{1B}[A")
        #expect(Self.nextEvents(terminal) == [.key("q"), .key("up")])
        pair.type("\u{1B}")
        #expect(Self.nextEvents(terminal) == [.key("escape")])
        pair.type("\u{03}")
        #expect(Self.nextEvents(terminal) == [.quit(.signal(2))])
        #expect(QuitReason.signal(2).exitStatus == 130)
        terminal.leave()
    }

    @Test func `a lone escape waits longer over ssh`() throws {
        let pair = try #require(TerminalPair())
        let environment = ["SSH_TTY": "/dev/pts/9"]
        let terminal = try PosixTerminal(
            input: pair.slave, output: pair.slave, environment: environment, watchesSignals: false)
        try terminal.enter(TerminalModes())
        pair.type("\u{1B}")
        let start = terminal.now
        #expect(Self.nextEvents(terminal) == [.key("escape")])
        #expect(terminal.now - start >= InputParser.remotePatience)
        terminal.leave()
    }

    @Test func `the mouse is in the window`() throws {
        let pair = try #require(TerminalPair(columns: 30, rows: 10))
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes(mouse: .all))
        pair.type("\u{1B}[<0;31;1M\u{1B}[<0;31;11m\u{1B}[<0;30;10M")
        let release = MouseEvent(column: 29, row: 9, button: "left", action: .release)
        let press = MouseEvent(column: 29, row: 9, button: "left", action: .press)
        #expect(Self.nextEvents(terminal) == [.mouse(release), .mouse(press)])
        terminal.leave()
    }

    @Test func `a closed window is a quit, told once`() throws {
        let pair = try #require(TerminalPair())
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes())
        pair.hangUp()
        #expect(Self.nextEvents(terminal) == [.quit(.hangup)])
        #expect(terminal.write(Array("x".utf8)) == .closed)
        var events: [TerminalEvent] = []
        let deadline = terminal.now + .milliseconds(20)
        terminal.poll(until: deadline, into: &events)
        #expect(events.isEmpty && terminal.now >= deadline)
        terminal.leave()
    }

    @Test func `a terminal that does not read gets at most one unsent frame, and can still be left`() throws {
        let pair = try #require(TerminalPair())
        let before = pair.settings
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes())
        let frame = [UInt8](repeating: 0x78, count: 100_000)
        var outcomes: [WriteOutcome] = []
        for _ in 0..<20 { outcomes.append(terminal.write(frame)) }
        #expect(outcomes.contains(.partly) && outcomes.last == .blocked)
        #expect(outcomes.filter { $0 == .partly }.count == 1)
        #expect(!terminal.isReady)
        pair.type("q")
        #expect(Self.nextEvents(terminal) == [.key("q")])
        let start = terminal.now
        terminal.leave()
        #expect(terminal.now - start < .milliseconds(500))
        #expect(pair.settings == before)
        #expect(String(decoding: pair.read(), as: UTF8.self).hasSuffix(TerminalSequences.leave(TerminalModes())))
    }

    @Test func `the rest of a frame is sent as the terminal takes it`() throws {
        let pair = try #require(TerminalPair())
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes())
        let opening = TerminalSequences.enter(TerminalModes()).utf8.count
        let frame = (0..<200_000).map { UInt8(truncatingIfNeeded: 0x30 + $0 % 64) }
        #expect(terminal.write(frame) == .partly)
        var received: [UInt8] = []
        var events: [TerminalEvent] = []
        for _ in 0..<2000 where received.count < frame.count + opening {
            received += pair.read()
            terminal.poll(until: terminal.now + .milliseconds(1), into: &events)
        }
        #expect(Array(received.dropFirst(opening)) == frame)
        #expect(terminal.isReady)
        terminal.leave()
    }

    @Test func `an answer that comes late reaches neither the keys nor the shell`() throws {
        let pair = try #require(TerminalPair())
        let terminal = try Self.terminal(pair)
        try terminal.enter(TerminalModes(asksQuestions: true))
        #expect(String(decoding: pair.read(), as: UTF8.self).hasSuffix("\u{1B}[c"))
        pair.type("\u{1B}[?2026;2$y\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        var events: [TerminalEvent] = []
        for _ in 0..<10 where events.count < 2 { events += Self.nextEvents(terminal) }
        #expect(events == [.reply(.mode(number: 2026, isKnown: true)), .reply(.background(0xFF_FFFF))])
        pair.type("\u{1B}[?62c")
        let start = terminal.now
        terminal.leave()
        #expect(terminal.now - start < .milliseconds(500))
    }

    @Test func `the size follows the window`() throws {
        let pair = try #require(TerminalPair(columns: 132, rows: 43))
        let terminal = try Self.terminal(pair)
        #expect(terminal.size == TerminalSize(columns: 132, rows: 43))
        pair.resize(columns: 0, rows: 0)
        try terminal.enter(TerminalModes())
        #expect(terminal.size == .fallback)
        terminal.leave()
    }

    @Test func `what is not a terminal is refused in words`() throws {
        let pair = try #require(TerminalPair())
        #expect(throws: TerminalError.notATerminal(input: true, output: false)) {
            try PosixTerminal(input: pair.slave, output: -1, environment: [:], watchesSignals: false)
        }
        let words = TerminalError.notATerminal(input: true, output: false).description
        #expect(words.contains("standard output") && words.hasSuffix("without redirection"))
    }
}
