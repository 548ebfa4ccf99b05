import Testing

@testable import SnowHost

@Suite struct FrameHashTests {
    private static func hash(_ change: (inout CellGrid) -> Void = { _ in }) -> FrameHash {
        var grid = CellGrid(columns: 6, rows: 2)
        grid.write("ab雪".unicodeScalars.map(\.value), column: 0, row: 0)
        grid.write("e\u{301}".unicodeScalars.map(\.value), column: 5, row: 1)
        change(&grid)
        var hash = FrameHash()
        hash.add(grid)
        return hash
    }

    // Hashes are kept in other people's tests: another number here is another version.
    @Test func `the hash of a picture is this one in every release of the version`() {
        #expect(Self.hash().text == "1-646a2e36ed616a40")
        #expect(FrameHash().text == "1-0000000000000000")
    }

    @Test func `whatever differs in a picture makes another hash`() {
        let changes: [(inout CellGrid) -> Void] = [
            { $0.put(Cell(content: 0x63), column: 0, row: 0) },
            { $0.put(Cell(content: 0x61, style: CellStyle(foreground: .rgb(1))), column: 0, row: 0) },
            { $0.put(Cell(content: 0x61, style: CellStyle(background: .rgb(1))), column: 0, row: 0) },
            { $0.put(Cell(content: 0x61, style: CellStyle(foreground: .indexed(1))), column: 0, row: 0) },
            { $0.put(Cell(content: 0x61, style: CellStyle(attributes: .bold)), column: 0, row: 0) },
            { $0.write("e\u{300}".unicodeScalars.map(\.value), column: 5, row: 1) },
            { $0.resize(columns: 6, rows: 2) },
            { $0.resize(columns: 2, rows: 6) },
            { $0.resize(columns: 0, rows: 0) },
        ]
        #expect(Set(changes.map { Self.hash($0) } + [Self.hash()]).count == changes.count + 1)
        #expect(Self.hash() == Self.hash())
    }

    @Test func `what a hash looks like is known`() {
        for text in [Self.hash().text, FrameHash().text, "12-0123456789abcdef"] { #expect(FrameHash.isHash(text)) }
        for text in [
            "", "1", "1-", "0-0123456789abcdef", "1-0123456789ABCDEF", "1-0123456789abcde", "x-0123456789abcdef",
        ] {
            #expect(!FrameHash.isHash(text), "\(text)")
        }
    }
}
