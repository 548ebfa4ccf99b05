import Testing

@testable import SnowHost

@Suite struct GlyphFlakeTests {
    private static let snow: UInt32 = 0x96EA
    private static let mapping = ViewMapping(columns: 20, rows: 6)

    /// Flakes with their places in cells, each in its middle, and what they are.
    private static func grid(
        _ name: BlitterName, depth: ColorDepth = .truecolor,
        _ flakes: [(column: Float, row: Float, glyph: Character, set: (FlakeBoard, Int) -> Void)]
    ) -> CellGrid {
        let board = FlakeBoard(capacity: flakes.count)
        for (slot, flake) in flakes.enumerated() {
            board[.x, slot] = flake.column
            board[.y, slot] = 2 * flake.row
            board.columns.glyph[slot] = flake.glyph == " " ? 0 : flake.glyph.unicodeScalars.first?.value ?? 0
            flake.set(board, slot)
        }
        var renderer = Renderer(columns: 20, rows: 6, blitter: name, depth: depth, detail: .exact)
        renderer.begin()
        renderer.draw(board.columns, count: flakes.count, mapping: mapping)
        renderer.compose()
        return renderer.grid
    }

    @Test(arguments: BlitterName.allCases) func `a glyph is drawn by every blitter, over what lies there`(
        name: BlitterName
    ) {
        let grid = Self.grid(
            name,
            [
                (8.5, 2.5, "A", { _, _ in }),
                (8.5, 2.5, " ", { board, slot in board[.width, slot] = 8 }),
                (4.5, 3.5, "B", { _, _ in }), (4.5, 3.5, "C", { _, _ in }),
            ])
        // Where every flake is a character, the later one hides the other.
        if name != .glyph { #expect(grid[8, 2].content == 0x41) }
        #expect(grid[4, 3].content == 0x43)
    }

    @Test(arguments: BlitterName.allCases) func `a wide glyph is whole or not there`(name: BlitterName) {
        for column in stride(from: Float(-1), through: 21, by: 0.25) {
            let grid = Self.grid(name, [(column, 1.5, "雪", { _, _ in })])
            let heads = grid.cells.filter { $0.content == Self.snow && $0.width == 2 }
            let tails = grid.cells.filter { $0.width == 0 }
            #expect(heads.count == tails.count && heads.count <= 1)
            if column >= 1, column < 19 { #expect(heads.count == 1) }
            #expect(grid.cells.allSatisfy { $0.width != 1 || $0.isBlank })
        }
    }

    @Test(arguments: [("❄\u{FE0F}", 1), ("☃\u{FE0F}", 1), ("*\u{FE0E}", 1), ("🎄\u{FE0F}", 2), ("雪\u{FE0F}", 2)])
    func `a glyph with a selector is as wide as it is without`(glyph: String, width: Int) throws {
        let layer = try Layer(
            module: try Module(source: "function init() spawn { x = 5, y = 5, glyph = '\(glyph)' } end", name: "a"),
            width: 20, height: 10)
        layer.start()
        var renderer = Renderer(columns: 20, rows: 5, blitter: .braille)
        renderer.begin()
        renderer.draw(
            layer.scene.columns, count: layer.scene.highWater, mapping: ViewMapping(columns: 20, rows: 5))
        renderer.compose()
        let heads = renderer.grid.cells.filter { !$0.isBlank && $0.width > 0 }
        #expect(heads.map(\.content) == [glyph.unicodeScalars.first?.value ?? 0])
        #expect(heads.map { Int($0.width) } == [width])
    }

    @Test func `a glyph is as faint as its flake`() {
        let grid = Self.grid(.braille, [(3.5, 2.5, "x", { board, slot in board[.alpha, slot] = 0.5 })])
        guard case .indexed(let index) = grid[3, 2].style.foreground.kind else {
            Issue.record("\(grid[3, 2].style)")
            return
        }
        #expect(abs(XtermColors.lab[Int(index)].lightness - OKLab(rgb: 0x7F7F7F).lightness) < 0.05)
    }

    @Test func `on a picture a glyph stands on the picture's colour`() {
        var overlay = GlyphOverlay(detail: .exact)
        var canvas = Canvas(width: 4, height: 8)
        for index in canvas.pixels.indices { canvas.pixels[index] = 0xFF10_3050 }
        guard
            var look = FlakeLook(
                x: 1, y: 2, width: 1, height: 1, scale: .init(x: 2, y: 2))
        else { return }
        look.glyph = 0x41
        let isTaken = overlay.take(look, alphabet: nil, cell: (2, 4), unit: .init(x: 2, y: 2))
        #expect(isTaken)
        var grid = CellGrid(columns: 2, rows: 2)
        var palette = Palette(depth: .truecolor, indexedTolerance: 0)
        overlay.write(
            onto: &grid, over: canvas, Backcloth(face: .spaces), cell: (2, 4), palette: &palette)
        #expect(grid[0, 0].content == 0x41)
        #expect(grid[0, 0].style.background == .rgb(0x103050))
    }

    /// Turns and flips, and the line that a flake seen from its edge is.
    @Test(arguments: [
        (Float(0), Character("|")), (0.3, "|"), (0.6, "/"), (0.9, "/"), (1.57, "-"), (2.2, "\\"), (2.6, "\\"),
        (3.14, "|"), (-0.8, "\\"),
    ])
    func `a flake seen from its edge is a line along its axis`(rotation: Float, line: Character) {
        for name in [BlitterName.glyph, .ascii] {
            let grid = Self.grid(
                name,
                [
                    (
                        8.5, 2.5, " ",
                        { board, slot in
                            board[.width, slot] = 2
                            board[.flip, slot] = .pi / 2
                            board[.rotation, slot] = rotation
                        }
                    )
                ])
            #expect(Unicode.Scalar(grid[8, 2].content) == line.unicodeScalars.first, "\(name) \(rotation)")
        }
    }

    @Test func `a glyph seen from its edge is a line, and a small flake stays what it is`() {
        let edge: (FlakeBoard, Int) -> Void = { board, slot in board[.flip, slot] = .pi / 2 }
        #expect(Self.grid(.braille, [(8.5, 2.5, "A", edge)])[8, 2].content == 0x7C)
        let small = Self.grid(
            .glyph,
            [
                (
                    8.5, 2.5, " ",
                    { board, slot in
                        edge(board, slot); board[.width, slot] = 0.3; board[.height, slot] = 0.2
                    }
                )
            ])
        #expect(small[8, 2].content == 0x2E)
    }

    @Test func `a large flake that turns goes through the shapes of its size`() {
        var seen: [UInt32] = []
        for step in 0..<12 {
            let grid = Self.grid(
                .glyph,
                [
                    (
                        8.5, 2.5, " ",
                        { board, slot in
                            board[.width, slot] = 4
                            board[.rotation, slot] = Float(step) * .pi / 6
                        }
                    )
                ])
            seen.append(grid[8, 2].content)
        }
        #expect(Set(seen) == [0x2745, 0x2746, 0x273B])
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `characters that are chosen are one column wide everywhere`() {
        for width in stride(from: Float(0.1), through: 6, by: 0.1) {
            for number in UInt32(0)..<6 {
                for alphabet in [FlakeCharacters.Alphabet.symbols, .letters] {
                    guard var look = FlakeLook(x: 3, y: 3, width: width, height: width, scale: .init(x: 1, y: 0.5))
                    else { continue }
                    look.birthNumber = number
                    let character = FlakeCharacters.character(
                        for: look, from: alphabet, cell: (1, 1), unit: .init(x: 1, y: 0.5))
                    #expect(CharacterWidth.of(character) == 1 && CharacterWidth.isCertain(character))
                }
            }
        }
    }
}
