import Testing

@testable import SnowHost

@Suite struct StyledTextTests {
    /// The rows as text, with a blank for what is blank and for the right half of a wide glyph.
    private func rows(_ text: StyledText) -> [String] {
        (0..<text.rows).map { row in
            var line = ""
            for column in 0..<text.columns {
                let cell = text[column, row]
                if text.scalars(of: cell).isEmpty { line += " " }
                for scalar in text.scalars(of: cell) { line.unicodeScalars.append(Unicode.Scalar(scalar) ?? "?") }
            }
            return line
        }
    }

    private func rows(of bytes: [UInt8]) -> [String] { rows(StyledText(reading: bytes)) }

    private static let shown: [(String, [String])] = [
        ("ab\ncd", ["ab", "cd"]),
        ("ab\r\ncd\r\n", ["ab", "cd"]),
        ("\n\n   ab\n     c\n\n", ["ab ", "  c"]),
        ("abc\rX", ["Xbc"]),
        ("abc\u{8}\u{8}X", ["aXc"]),
        ("a\tb", ["a       b"]),
        ("a\u{0}b\u{7}c", ["abc"]),
        ("", []), ("   \n\t\n", []),
        ("e\u{301}x", ["e\u{301}x"]),
        ("雪a", ["雪 a"]),
        ("雪a\r.", [". a"]),
        ("a\u{1B}[31mb\u{1B}[0mc", ["abc"]),
        ("a\u{1B}[2Jb\u{1B}[10;10Hc\u{1B}[?25ld", ["abcd"]),
        ("a\u{1B}[3Cb\u{1B}[Cc", ["a   b c"]),
        ("a\u{1B}]0;title\u{7}b\u{1B}]8;;http://x\u{1B}\\c", ["abc"]),
        ("a\u{1B}Pq#0;2;0;0;0\u{1B}\\b\u{1B}_G payload\u{1B}\\c\u{1B}^x\u{1B}\\d\u{1B}Xy\u{1B}\\e", ["abcde"]),
        ("a\u{1B}(Bb\u{1B})0c\u{1B}#8d\u{1B}=e\u{1B}7f", ["abcdef"]),
        ("a\u{9B}31mb\u{9D}0;t\u{9C}c\u{90}q\u{9C}d\u{85}e", ["abcd", "e   "]),
        ("a\u{1B}[1;\u{1B}[32mb", ["ab"]),
        ("a\u{1B}[31\nmb", ["a", "b"]),
        ("a\u{1B}]never ends", ["a"]),
        ("a\u{1B}]cut\u{18}b\u{1B}Pcut\u{1B}[31mc", ["abc"]),
        ("a\u{1B}", ["a"]), ("a\u{1B}[", ["a"]),
        ("a\u{202E}b\u{FEFF}c", ["a\u{FFFD}b\u{FFFD}c"]),
    ]

    @Test(arguments: shown)
    func `a text is read as a terminal shows it`(text: String, expected: [String]) {
        #expect(rows(of: Array(text.utf8)) == expected)
    }

    @Test(
        arguments: [
            ([0x61, 0xFF, 0x62], ["a\u{FFFD}b"]), ([0xC3], ["\u{FFFD}"]), ([0x9B, 0x41], ["\u{FFFD}A"]),
            ([0xED, 0xA0, 0x80, 0x61], ["\u{FFFD}\u{FFFD}\u{FFFD}a"]), ([0xF0, 0x9F, 0x61], ["\u{FFFD}a"]),
        ] as [([UInt8], [String])])
    func `what is not UTF-8 is replaced`(bytes: [UInt8], expected: [String]) {
        #expect(rows(of: bytes) == expected)
    }

    private static func style(
        _ foreground: CellColor = .standard, on background: CellColor = .standard, _ attributes: CellAttributes = []
    ) -> CellStyle {
        CellStyle(foreground: foreground, background: background, attributes: attributes)
    }

    private static let styles: [(String, CellStyle)] = [
        ("31", style(.indexed(1))), ("1;97", style(.indexed(15), .bold)),
        ("7;44", style(on: .indexed(4), .reverse)),
        ("38;5;200", style(.indexed(200))), ("38:5:200", style(.indexed(200))),
        ("38;2;1;2;3", style(.rgb(0x010203))), ("38:2::1:2:3", style(.rgb(0x010203))),
        ("38:2:1:2:3", style(.rgb(0x010203))), ("48;2;255;0;9;3", style(on: .rgb(0xFF0009), .italic)),
        ("4:3", style(.standard, .underline)), ("4;4:0", style()), ("31;0", style()), ("31;", style()),
        ("", style()),
        ("31;39", style()), ("1;3;4;7;22;23;24;27", style()), ("38;5;999", style()), ("38;2;1;2", style()),
        ("38;5", style()), ("38", style()), ("99999999999999999999;32", style(.indexed(2))), ("103;49", style()),
        ("5;8;53;31", style(.indexed(1))),
    ]

    @Test(arguments: styles)
    func `colours and attributes are kept`(parameters: String, expected: CellStyle) {
        let text = StyledText(reading: "\u{1B}[\(parameters)mx".utf8)
        #expect(text[0, 0].style == expected)
    }

    @Test func `a coloured space is there, a plain one is not`() {
        let text = StyledText(reading: "a \u{1B}[41m \u{1B}[0m b".utf8)
        #expect((0..<5).map { text[$0, 0].isSolid } == [true, false, true, false, true])
    }

    @Test func `what is too wide or too high is cut off`() {
        let line = String(repeating: "x", count: 3000) + "\n"
        let text = StyledText(reading: String(repeating: line, count: 700).utf8)
        #expect(text.columns == StyledText.columnLimit && text.rows == StyledText.rowLimit)
        let far = StyledText(
            reading: "a\u{1B}[999999999Cb\u{1B}[99999999999999999999Cc\n\(String(repeating: "\t", count: 999))d".utf8)
        #expect(far.columns == 1)
        let wide = StyledText(reading: (String(repeating: "x", count: 999) + "雪").utf8)
        #expect(wide.columns == 999)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `no bytes make a text that could steer a terminal`(seed: UInt64) {
        var stream = RandomStream(seed: seed)
        let pieces: [[UInt8]] = [
            [0x1B], [0x1B, 0x5B], [0x1B, 0x5D], [0x1B, 0x50], [0xC2, 0x9B], [0x9B], [0x07], [0x1B, 0x5C], [0x0A],
            [0x0D],
            [0x08], [0x09], Array("38;2;1;2;3m".utf8), Array("31m".utf8), Array("雪".utf8), Array("e\u{301}".utf8),
            Array("\u{1F600}\u{FE0F}".utf8), [0x20], [0x41], [0xFF], [0xF0, 0x9F], [0x3B], [0x3A],
        ]
        var bytes: [UInt8] = []
        for _ in 0..<400 {
            if stream.unit() < 0.3 {
                bytes.append(UInt8(truncatingIfNeeded: stream.next()))
            } else {
                bytes += pieces[Int(stream.integer(in: 0...Int64(pieces.count - 1)))]
            }
        }
        let text = StyledText(reading: bytes)
        for row in 0..<text.rows {
            for column in 0..<text.columns {
                let cell = text[column, row]
                #expect(text.scalars(of: cell).allSatisfy { CharacterWidth.isPrintable($0) })
                #expect(text.scalars(of: cell).count <= TextGlyph.longest)
                // Wide glyphs are whole.
                if cell.width == 2 { #expect(text[column + 1, row].width == 0) }
                if cell.width == 0 { #expect(text[column - 1, row].width == 2) }
            }
        }
    }
}
