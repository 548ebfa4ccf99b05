import Testing

@testable import SnowHost

@Suite struct TextTests {
    private static func row(
        _ text: String, columns: Int = 12, at column: Int = 0, _ alignment: TextItem.Alignment = .left
    )
        -> String
    {
        var grid = CellGrid(columns: columns, rows: 1)
        grid.write(text.unicodeScalars.map(\.value), column: column, row: 0, alignment: alignment)
        var result = ""
        for place in 0..<columns where grid[place, 0].width > 0 {
            let content = grid[place, 0].content
            let scalars =
                content & Cell.clusterBit == 0 ? [content] : Array(grid.clusters[Int(content & ~Cell.clusterBit)])
            for scalar in scalars { result.unicodeScalars.append(Unicode.Scalar(scalar) ?? "?") }
        }
        while result.last == " " { result.removeLast() }
        return result
    }

    @Test func `text stands left, centred or right of its place, and is cut at the borders`() {
        #expect(Self.row("snow", at: 3) == "   snow")
        #expect(Self.row("snow", at: 6, .center) == "    snow")
        #expect(Self.row("snow", at: 11, .right) == "        snow")
        #expect(Self.row("snow", at: -2) == "ow")
        #expect(Self.row("snow", at: 10) == "          sn")
        #expect(Self.row("snow", at: 400).isEmpty && Self.row("snow", at: -400).isEmpty)
    }

    @Test func `wide glyphs count twice, and never half of one is written`() {
        #expect(CellGrid.columnCount(of: "雪a雪".unicodeScalars.map(\.value)) == 5)
        #expect(Self.row("雪雪雪", columns: 5) == "雪雪")
        #expect(Self.row("雪x", columns: 5, at: -1) == " x")
    }

    @Test func `marks and selectors join the glyph before them`() {
        #expect(Self.row("e\u{301}x").unicodeScalars.elementsEqual("e\u{301}x".unicodeScalars))
        #expect(CellGrid.columnCount(of: [0x2744, 0xFE0F, 0x78]) == 3)
        #expect(CellGrid.columnCount(of: [0x2744, 0x78]) == 2)
        #expect(CellGrid.columnCount(of: [0x31, 0xFE0F, 0x20E3]) == 1)
    }

    @Test func `no control and no broken scalar gets out`() {
        let evil: [UInt32] = [0x1B, 0x5B, 0x32, 0x4A, 0x07, 0x9B, 0x7F, 0xD800, 0xFFFF_FFFF, 0x202E, 0x110000, 0x301]
        var grid = CellGrid(columns: 20, rows: 1)
        grid.write(evil, column: 0, row: 0)
        var encoder = FrameEncoder(columns: 20, rows: 1, clusters: grid.clusters)
        encoder.encode(grid)
        let frame = String(decoding: encoder.frame, as: UTF8.self)
        let shown = "\u{FFFD}[2J" + String(repeating: "\u{FFFD}", count: 7) + "\u{301}"
        #expect(frame == "\u{1B}[m\u{1B}[H\u{1B}[K" + shown)
        grid.write([0x41, 0x09, 0x42, 0x0A, 0x43], column: 0, row: 0)
        #expect(grid[1, 0].content == 0x20 && grid[3, 0].content == 0x20)
    }

    static let widths: [(UInt32, Int)] = [
        (0x41, 1), (0xE9, 1), (0x301, 0), (0x200B, 0), (0x200D, 0), (0xFE0F, 0), (0x1100, 2), (0x1160, 0), (0x2026, 1),
        (0x2580, 1), (0x2745, 1), (0x2744, 1), (0x26C4, 2), (0x2614, 2), (0x3042, 2), (0x96EA, 2), (0xAC00, 2),
        (0xFF21, 2),
        (0xFF71, 1), (0x1F40D, 2), (0x1F600, 2), (0x20000, 2), (0xE0100, 0), (0x10FFFF, 1),
    ]

    @Test(arguments: widths) func `a scalar takes its columns`(scalar: UInt32, width: Int) {
        #expect(CharacterWidth.of(scalar) == width)
    }

    @Test func `the tables of widths are in order and apart`() {
        for table in [CharacterWidthTable.wide, CharacterWidthTable.zero] {
            for place in table.indices.dropFirst() {
                #expect(place % 2 == 1 ? table[place] >= table[place - 1] : table[place] > table[place - 1])
            }
        }
    }

    @Test func `a full table of clusters falls back to first scalars`() {
        var grid = CellGrid(columns: 4, rows: 1)
        for mark in 0..<1200 {
            grid.write([0x61 + UInt32(mark % 26), 0x300 + UInt32(mark / 26)], column: 0, row: 0)
        }
        #expect(grid.clusters.count == ClusterTable.capacity)
        #expect(grid[0, 0].content < Cell.clusterBit)
        grid.write([0x61, 0x300], column: 0, row: 0)
        #expect(grid[0, 0].content == Cell.clusterBit)
    }
}
