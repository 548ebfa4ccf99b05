import Testing

@testable import SnowHost

/// What is wrong with a script, as it stands over the snow.
@Suite struct TrapPanelTests {
    private func lines(_ trap: Trap, _ columns: Int, _ rows: Int, isWatched: Bool = true) -> [String] {
        TrapPanel(trap, columns: columns, rows: rows, isWatched: isWatched).lines.map { line in
            var text = String(String.UnicodeScalarView(line.scalars.compactMap(Unicode.Scalar.init)))
            #expect(CellGrid.columnCount(of: line.scalars) == columns)
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    private static let trap = Trap(
        reason: .error, message: "attempt to call a nil value (global 'spwan'); did you mean 'spawn'?",
        file: "snow.lua", line: 12,
        traceback: ["snow.lua:12: in upvalue 'birth'", "snow.lua:20: in callback 'frame'"],
        sourceLine: "  local flake = spwan { x = random(scene.width), y = 0, width = 3, speed = 4 }")

    @Test func `on an ordinary terminal it has everything`() {
        #expect(
            lines(Self.trap, 80, 24) == [
                " snow.lua:12: attempt to call a nil value (global 'spwan'); did you mean",
                " 'spawn'?",
                " 12 |   local flake = spwan { x = random(scene.width), y = 0, width = 3, speed…",
                "    |                 ^^^^^",
                " snow.lua:12: in upvalue 'birth'",
                " snow.lua:20: in callback 'frame'",
                " flakes fall on; save a better version",
            ])
    }

    @Test func `on a small one the place, the line and the caret are left`() {
        #expect(
            lines(Self.trap, 40, 10) == [
                " snow.lua:12: attempt to call a nil",
                " value (global 'spwan'); did you mean",
                " 'spawn'?",
                " 12 |   local flake = spwan { x = rand…",
                "    |                 ^^^^^",
                " flakes fall on; save a better version",
            ])
    }

    @Test func `the line is moved until the caret shows`() {
        let trap = Trap(
            reason: .error, message: "a nil value (global 'far')", file: "s.lua", line: 7,
            sourceLine: String(repeating: "word ", count: 40) + "far()")
        let shown = lines(trap, 40, 24)
        #expect(shown[1].hasSuffix(" word far()"))
        #expect(shown[1].hasPrefix(" 7 | …"))
        let caret = shown[2].firstRange(of: "^^^")?.lowerBound
        #expect(caret == shown[1].firstRange(of: "far")?.lowerBound || shown[1].contains("…"))
        let before = shown[1].prefix { $0 != "f" }.count
        #expect(shown[2].prefix { $0 != "^" }.count == before)
    }

    @Test func `a name is found as a whole word, and the first word stands in for none`() {
        func carets(_ message: String, _ source: String) -> Substring {
            let trap = Trap(reason: .error, message: message, file: "s.lua", line: 1, sourceLine: source)
            return lines(trap, 80, 24)[2].dropFirst(5)
        }
        #expect(carets("nil value (local 'a')", "sea = a.b") == "      ^")
        #expect(carets("unexpected symbol near '='", "x = = 1") == "  ^")
        #expect(carets("')' expected near 'bubble'", "function f(a) bubble = 1") == "              ^^^^^^")
        #expect(carets("no names here", "    return 5") == "    ^^^^^^")
        #expect(carets("no 'such' name", "\tif x then") == "    ^^")
        #expect(carets("wide '雪'", "ab 雪雪 雪") == "          ^^".dropFirst(2))
        #expect(carets("nothing at all", "") == "^")
    }

    @Test func `controls reach no terminal, and no size is too small or too large`() {
        let wild = Trap(
            reason: .error, message: String(repeating: "\u{1B}[2J雪", count: 900), file: "\r\u{9B}", line: 3,
            traceback: Array(repeating: "\u{7}deep\ttrace", count: 60),
            sourceLine: String(repeating: "\t雪\u{1B}", count: 500))
        for columns in [0, 1, 4, 5, 6, 9, 12, 20, 40, 80, 500] {
            for rows in [0, 1, 2, 3, 4, 5, 10, 24, 200] {
                for trap in [wild, Self.trap, Trap(reason: .link, message: "", file: "")] {
                    let shown = TrapPanel(trap, columns: columns, rows: rows, isWatched: true).lines
                    #expect(shown.count <= max(rows * 3 / 5, min(rows, 2)))
                    for line in shown {
                        #expect(line.scalars.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !(0x80..<0xA0).contains($0) })
                        #expect(CellGrid.columnCount(of: line.scalars) <= columns)
                    }
                }
            }
        }
    }
}
