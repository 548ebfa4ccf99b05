import Testing

@testable import SnowHost

@Suite struct InputParserTests {
    private static func events(_ bytes: [UInt8], settle: Bool = true) -> [TerminalEvent] {
        var parser = InputParser()
        var events: [TerminalEvent] = []
        parser.feed(bytes, at: .zero, into: &events)
        if settle { parser.settle(at: .seconds(1), into: &events) }
        return events
    }

    private static func mouse(_ column: Int, _ row: Int, _ button: String, _ action: MouseEvent.Action) -> TerminalEvent
    {
        .mouse(MouseEvent(column: column, row: row, button: button, action: action))
    }

    static let table: [(String, [TerminalEvent])] = [
        ("a", [.key("a")]),
        ("Q ", [.key("Q"), .key("space")]),
        ("\r\n\t", [.key("enter"), .key("enter"), .key("tab")]),
        ("\u{7F}\u{08}", [.key("backspace"), .key("backspace")]),
        ("\u{03}\u{1A}\u{1C}", [.key("ctrl-c"), .key("ctrl-z"), .key("ctrl-\\")]),
        ("\u{00}", [.key("ctrl-space")]),
        ("é雪🐍", [.key("é"), .key("雪"), .key("🐍")]),
        ("\u{1B}", [.key("escape")]),
        ("\u{1B}\u{1B}", [.key("escape"), .key("escape")]),
        ("\u{1B}x\u{1B}é", [.key("alt-x"), .key("alt-é")]),
        ("\u{1B}[", [.key("alt-[")]),
        ("\u{1B}O", [.key("alt-O")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key("up"), .key("down"), .key("right"), .key("left")]),
        ("\u{1B}OA\u{1B}OP\u{1B}OH", [.key("up"), .key("f1"), .key("home")]),
        ("\u{1B}[1;2D\u{1B}[1;5C\u{1B}[1;8A", [.key("shift-left"), .key("ctrl-right"), .key("ctrl-alt-shift-up")]),
        ("\u{1B}[Z", [.key("shift-tab")]),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6;5~", [.key("delete"), .key("pageup"), .key("ctrl-pagedown")]),
        ("\u{1B}[15~\u{1B}[17~\u{1B}[24~", [.key("f5"), .key("f6"), .key("f12")]),
        ("\u{1B}[113;5u\u{1B}[27u", [.key("ctrl-q"), .key("escape")]),
        ("\u{1B}[<0;1;1M", [mouse(0, 0, "left", .press)]),
        ("\u{1B}[<2;200;50m", [mouse(199, 49, "right", .release)]),
        ("\u{1B}[<35;7;3M", [mouse(6, 2, "none", .move)]),
        ("\u{1B}[<65;7;3M", [mouse(6, 2, "wheel-down", .press)]),
        ("\u{1B}[<0;0;0M\u{1B}[<0;1M", []),
        ("\u{1B}[?62;4c", [.reply(.deviceAttributes([62, 4]))]),
        ("\u{1B}[?2026;2$y", [.reply(.mode(number: 2026, isKnown: true))]),
        ("\u{1B}[?2026;0$y", [.reply(.mode(number: 2026, isKnown: false))]),
        ("\u{1B}[24;80R\u{1B}[>0;276;0c", [.reply(.cursor(column: 80, row: 24)), .reply(.other)]),
        ("\u{1B}[0;2R\u{1B}[1;2;3R", [.reply(.other), .reply(.other)]),
        ("\u{1B}]11;rgb:1e1e/2020/ffff\u{1B}\\", [.reply(.background(0x1E20FF))]),
        ("\u{1B}]11;rgb:0/8/f\u{07}q", [.reply(.background(0x0088FF)), .key("q")]),
        ("\u{1B}P>|kitty(0.32)\u{1B}\\", [.reply(.version("kitty(0.32)"))]),
        ("\u{1B}_Gi=31;OK\u{1B}\\", [.reply(.graphics(isSupported: true))]),
        ("\u{1B}_Gi=31;ENOTSUP:no\u{1B}\\", [.reply(.graphics(isSupported: false))]),
        ("\u{1B}_x\u{1B}\\", [.reply(.other)]),
        ("\u{1B}[6;20;10t", [.reply(.cellSize(width: 10, height: 20))]),
        ("\u{1B}[6;0;0t\u{1B}[8;24;80t", [.reply(.other), .reply(.other)]),
    ]

    @Test(arguments: table) func `bytes mean events`(bytes: String, expected: [TerminalEvent]) {
        #expect(Self.events(Array(bytes.utf8)) == expected)
    }

    @Test func `any way of cutting the bytes gives the same events`() {
        var random = SeededRandom(seed: 9)
        let pieces = Self.table.map { Array($0.0.utf8) }
        for _ in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                if Int.random(in: 0..<4, using: &random) == 0 {
                    bytes += (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
                } else {
                    bytes += pieces.randomElement(using: &random) ?? []
                }
            }
            let whole = Self.events(bytes)
            var parser = InputParser()
            var events: [TerminalEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...max(1, rest.count), using: &random)
                parser.feed(rest.prefix(count), at: .zero, into: &events)
                rest = rest.dropFirst(count)
            }
            parser.settle(at: .seconds(1), into: &events)
            #expect(events == whole, "\(bytes)")
        }
    }

    @Test func `a lone escape waits for its time, and no longer`() {
        var parser = InputParser()
        var events: [TerminalEvent] = []
        parser.feed([0x1B], at: .seconds(1), into: &events)
        #expect(parser.deadline == .milliseconds(1050))
        parser.settle(at: .milliseconds(1049), into: &events)
        #expect(events.isEmpty)
        parser.settle(at: .milliseconds(1050), into: &events)
        #expect(events == [.key("escape")])
        #expect(parser.deadline == nil)
        parser.feed([0x1B], at: .seconds(2), into: &events)
        parser.feed([0x5B, 0x41], at: .milliseconds(2049), into: &events)
        #expect(events == [.key("escape"), .key("up")])
    }

    @Test(arguments: ["\u{1B}[" + String(repeating: "1", count: 100), "\u{1B}]" + String(repeating: "x", count: 2000)])
    func `a key is heard some time after garbage whose end never came`(garbage: String) {
        var parser = InputParser()
        var events: [TerminalEvent] = []
        parser.feed(garbage.utf8, at: .zero, into: &events)
        parser.feed("q".utf8, at: .seconds(1), into: &events)
        #expect(events == [.key("q")])
    }

    @Test func `garbage without end is dropped, and what follows it is heard`() {
        for opening in ["\u{1B}[", "\u{1B}]11;", "\u{1B}P"] {
            var parser = InputParser()
            var events: [TerminalEvent] = []
            parser.feed(Array(opening.utf8), at: .zero, into: &events)
            for _ in 0..<3000 { parser.feed([0x31], at: .zero, into: &events) }
            parser.feed(Array("\u{1B}\\".utf8), at: .zero, into: &events)
            parser.feed(Array("q".utf8), at: .seconds(1), into: &events)
            #expect(events.last == .key("q"))
            #expect(events.count <= 2)
        }
    }

    @Test func `a late answer never becomes a key`() {
        let answers = "\u{1B}[?2026;1$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?65;1;9c\u{1B}[1;2R"
        for event in Self.events(Array(answers.utf8)) {
            guard case .reply = event else {
                Issue.record("\(event)")
                continue
            }
        }
    }
}
