import Testing

@testable import SnowHost

/// What lies behind the flakes.
@Suite struct BackclothTests {
    /// Red above and blue below, as many pixels as any blitter has in four rows, or a multiple.
    private static let flag: [UInt32] =
        Array(repeating: 0xFFFF_0000, count: 24) + Array(repeating: 0xFF00_00FF, count: 24)

    /// A column of pixels over a view of so many cells.
    private static func renderer(
        _ name: BlitterName, depth: ColorDepth = .truecolor, ground: TerminalGround = .dark, fit: ImageFit = .stretch,
        pixels: [UInt32] = flag, columns: Int = 12, rows: Int = 4
    ) throws -> (Renderer, FlakeBoard) {
        let board = FlakeBoard(capacity: 1)
        board.columns.pictures.backdrop = Backdrop(
            try Image(width: 1, height: pixels.count, pixels: pixels), fit: fit)
        board[.alpha, 0] = 0
        return (Renderer(columns: columns, rows: rows, blitter: name, depth: depth, ground: ground), board)
    }

    private static func draw(_ renderer: inout Renderer, _ board: FlakeBoard) -> Bool {
        renderer.begin()
        renderer.draw(
            board.columns, count: 1, mapping: ViewMapping(columns: renderer.columns, rows: renderer.rows))
        renderer.compose()
        let isChanged = renderer.encode()
        renderer.commit()
        return isChanged
    }

    private static func rgb(_ color: CellColor) -> UInt32? {
        switch color.kind {
        case .standard: nil
        case .indexed(let number): XtermColors.rgb[Int(number)]
        case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    @Test(arguments: BlitterName.allCases)
    func `a backdrop is behind every cell, costs nothing while it stays, and goes when it is taken away`(
        name: BlitterName
    ) throws {
        var (renderer, board) = try Self.renderer(name)
        #expect(Self.draw(&renderer, board))
        for row in 0..<4 {
            for column in 0..<12 {
                #expect(Self.rgb(renderer.grid[column, row].style.background) == (row < 2 ? 0xFF0000 : 0xFF))
                #expect(renderer.grid[column, row].content == 0x20)
            }
        }
        for _ in 0..<5 { #expect(!Self.draw(&renderer, board)) }
        renderer.resize(columns: 5, rows: 2)
        #expect(Self.draw(&renderer, board))
        #expect(Self.rgb(renderer.grid[4, 1].style.background) == 0xFF)
        board.columns.pictures.backdrop = nil
        #expect(Self.draw(&renderer, board))
        #expect(renderer.grid.cells.allSatisfy { $0.isBlank })
        #expect(!Self.draw(&renderer, board))
    }

    @Test(arguments: BlitterName.ofCharacters, [TerminalGround.dark, .light])
    func `a flake before it has its own colour, and leaves the picture as it was`(
        name: BlitterName, ground: TerminalGround
    ) throws {
        var (renderer, board) = try Self.renderer(name, ground: ground)
        renderer.detail = .exact
        _ = Self.draw(&renderer, board)
        let before = renderer.grid.cells
        board[.x, 0] = 6
        board[.y, 0] = 2
        board[.width, 0] = 4
        board[.alpha, 0] = 1
        _ = Self.draw(&renderer, board)
        let cell = renderer.grid[6, 1]
        // White, whatever the terminal's own ground is: it is not behind the flake.
        let color = try #require(Self.rgb(cell.style.foreground))
        #expect(color & 0xE0_E0E0 == 0xE0_E0E0, "\(String(color, radix: 16))")
        if name != .half { #expect(Self.rgb(cell.style.background) == 0xFF0000) }
        board[.alpha, 0] = 0
        _ = Self.draw(&renderer, board)
        #expect(renderer.grid.cells == before)
    }

    @Test func `two halves of a cell show two colours, and a flake in one leaves the other`() throws {
        var (renderer, board) = try Self.renderer(.half, columns: 12, rows: 1)
        _ = Self.draw(&renderer, board)
        let cell = renderer.grid[3, 0]
        #expect(cell.content == HalfBlitter.upper)
        #expect(Self.rgb(cell.style.foreground) == 0xFF0000 && Self.rgb(cell.style.background) == 0xFF)
        board[.x, 0] = 3.5
        board[.y, 0] = 1.5
        board[.alpha, 0] = 1
        _ = Self.draw(&renderer, board)
        let covered = renderer.grid[3, 0]
        #expect(covered.content == HalfBlitter.lower)
        #expect(Self.rgb(covered.style.background) == 0xFF0000)
        #expect(Self.rgb(covered.style.foreground) != 0xFF)
    }

    @Test func `where a backdrop is transparent or does not reach, the terminal's own ground shows`() throws {
        var (renderer, board) = try Self.renderer(.braille, pixels: Self.flag.map { $0 == 0xFFFF_0000 ? 0 : $0 })
        _ = Self.draw(&renderer, board)
        #expect(renderer.grid[3, 0].isBlank && !renderer.grid[3, 3].isBlank)
        (renderer, board) = try Self.renderer(.half, fit: .fit, pixels: [0xFF00_FF00])
        _ = Self.draw(&renderer, board)
        // A square of eight by eight in twelve by eight.
        let first = (0..<12).map { renderer.grid[$0, 1].isBlank }
        #expect(first == [true, true] + Array(repeating: false, count: 8) + [true, true])
    }

    @Test func `without colours there is no backdrop, with sixteen it is mixed of them`() throws {
        var (renderer, board) = try Self.renderer(.half, depth: .none)
        _ = Self.draw(&renderer, board)
        #expect(renderer.grid.cells.allSatisfy { $0.isBlank })
        for (name, contents) in [(BlitterName.half, 1), (.braille, 1), (.octant, 1), (.ascii, 1)] {
            (renderer, board) = try Self.renderer(name, depth: .sixteen, pixels: [0xFFB2_B2B2], columns: 16, rows: 8)
            _ = Self.draw(&renderer, board)
            var shown: Set<CellColor> = []
            for cell in renderer.grid.cells {
                shown.insert(cell.style.background)
                if cell.content != 0x20 { shown.insert(cell.style.foreground) }
            }
            #expect(shown.count == 2, "\(name)")
            #expect(shown.allSatisfy { if case .indexed(let number) = $0.kind { number < 16 } else { false } })
            // One shade of two colours in each cell, and no board of single colours; letters have no shades.
            #expect(Set(renderer.grid.cells.map(\.content)).count == contents)
            #expect(renderer.grid.cells[0].content == (name == .ascii ? 0x20 : 0x2592), "\(name)")
        }
    }

    @Test(arguments: [BlitterName.half, .braille, .octant, .quadrant])
    func `with sixteen colours an edge stays one, and a flake is before the colour that is most of the cell`(
        name: BlitterName
    ) throws {
        var (renderer, board) = try Self.renderer(
            name, depth: .sixteen, pixels: [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFF00_0000], columns: 6, rows: 3)
        _ = Self.draw(&renderer, board)
        #expect(renderer.grid[2, 0].style.background == .indexed(15))
        #expect(renderer.grid[2, 2].style.background == .indexed(0))
        (renderer, board) = try Self.renderer(name, depth: .sixteen, pixels: [0xFFB2_B2B2], columns: 6, rows: 3)
        (board[.x, 0], board[.y, 0], board[.width, 0], board[.alpha, 0]) = (3, 3, 1, 1)
        _ = Self.draw(&renderer, board)
        let ground = renderer.grid[0, 0].style.background
        #expect(
            renderer.grid.cells.allSatisfy { $0.content == 0x2592 || $0.style.background == ground || name == .half })
        #expect(renderer.grid.cells.contains { $0.content != 0x2592 })
    }

    @Test func `the backdrops of all scenes lie behind the flakes of all`() throws {
        var (renderer, far) = try Self.renderer(.half)
        let (_, near) = try Self.renderer(.half, fit: .fit, pixels: [0xFF00_FF00])
        far[.x, 0] = 6
        far[.y, 0] = 4
        far[.width, 0] = 2
        far[.alpha, 0] = 1
        let mapping = ViewMapping(columns: 12, rows: 4)
        renderer.begin()
        renderer.draw(far.columns, count: 1, mapping: mapping)
        renderer.draw(near.columns, count: 1, mapping: mapping)
        renderer.compose()
        #expect(Self.rgb(renderer.grid[0, 0].style.background) == 0xFF0000)
        #expect(Self.rgb(renderer.grid[4, 0].style.background) == 0x00FF00)
        let color = try #require(Self.rgb(renderer.grid[6, 2].style.foreground))
        #expect(color >> 16 > 0x80)
    }

    @Test func `words of a script lie on the picture, those of a panel on the terminal's ground`() throws {
        var (renderer, board) = try Self.renderer(.braille)
        _ = Self.draw(&renderer, board)
        let words = "hi".unicodeScalars.map(\.value)
        let mapping = ViewMapping(columns: renderer.columns, rows: renderer.rows)
        renderer.write(words, x: 0, y: 0.5, color: 0xFFFFFF, mapping: mapping)
        renderer.write(words, column: 0, row: 2, color: 0xFFFFFF)
        renderer.write(words, column: 0, row: 3, color: nil)
        #expect(Self.rgb(renderer.grid[1, 0].style.background) == 0xFF0000)
        #expect(renderer.grid[1, 2].style.background == .standard)
        #expect(renderer.grid[1, 3].style.background == .standard)
    }

    @Test func `colours that can hardly be told apart become one`() {
        var merger = ColorMerger()
        var shown: Set<UInt32> = []
        for level: UInt32 in 0...255 { shown.insert(merger.merged(0xFF00_0000 | level * 0x01_0101)) }
        #expect((30...60).contains(shown.count), "\(shown.count)")
        #expect(merger.merged(0) == 0)
        let color = merger.merged(0xFF12_3456)
        #expect(merger.merged(0xFF12_3456) == color)
    }
}
