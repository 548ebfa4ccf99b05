import Testing

@testable import SnowHost

@Suite struct FrameEncoderTests {
    /// Glyphs on whose width libvterm and this project agree, then some on which they need not.
    private static let narrow: [UInt32] = [0x20, 0x20, 0x20, 0x41, 0x7A, 0x2580, 0x2584, 0x2588, 0xE9, 0x28FF, 0x2745]
    private static let wide: [UInt32] = [0x96EA, 0xAC00, 0x3042, 0xFF21]
    private static let disputed: [UInt32] = [0x1F40D, 0x2603, 0x1F9CA, 0x26C4]

    private static func style(_ random: inout SeededRandom, depth: ColorDepth) -> CellStyle {
        func color() -> CellColor {
            if Int.random(in: 0..<3, using: &random) == 0 { return .standard }
            return switch depth {
            case .none: .standard
            case .sixteen: .indexed(UInt8.random(in: 0..<16, using: &random))
            case .indexed: .indexed(UInt8.random(in: 16...255, using: &random))
            case .truecolor: .rgb(UInt32.random(in: 0...0xFF_FFFF, using: &random))
            }
        }
        let bits = Int.random(in: 0..<4, using: &random) == 0 ? UInt8.random(in: 0..<16, using: &random) : 0
        return CellStyle(foreground: color(), background: color(), attributes: CellAttributes(rawValue: bits))
    }

    /// Changes some cells of a grid: single ones, runs of one look, cleared rows, clusters, glyphs over half of wide ones.
    private static func scribble(on grid: inout CellGrid, _ random: inout SeededRandom, styles: [CellStyle]) {
        guard grid.columns > 0, grid.rows > 0 else { return }
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            let row = Int.random(in: 0..<grid.rows, using: &random)
            let column = Int.random(in: 0..<grid.columns, using: &random)
            let style = styles.randomElement(using: &random) ?? CellStyle()
            switch Int.random(in: 0..<11, using: &random) {
            case 8:
                let cell = Cell(content: 0x20, style: CellStyle(background: style.background))
                let end = Bool.random(using: &random) ? grid.columns : min(column + 14, grid.columns)
                for place in column..<end { grid.put(cell, column: place, row: row) }
            case 9:
                let end = min(column + Int.random(in: 2..<40, using: &random), grid.columns)
                for place in column..<end { grid.put(Cell(content: 0x2D, style: style), column: place, row: row) }
            case 10:
                let glyph = wide.randomElement(using: &random) ?? 0x96EA
                let cell = Cell(content: glyph, style: style, width: 2)
                grid.put(cell, column: grid.columns - 2, row: row)
                grid.put(cell, column: grid.columns - 1, row: row)
            case 0:
                for place in column..<grid.columns { grid.put(.blank, column: place, row: row) }
            case 1:
                for place in column..<min(column + 9, grid.columns) {
                    grid.put(Cell(content: 0x2588, style: style), column: place, row: row)
                }
            case 2:
                let glyph = (wide + disputed).randomElement(using: &random) ?? 0x96EA
                grid.put(
                    Cell(content: glyph, style: style, width: UInt8(CharacterWidth.of(glyph))), column: column, row: row
                )
            case 3:
                grid.write([0x65, 0x301, 0x2744, 0xFE0F, 0x78], column: column, row: row, style: style)
            case 4:
                for place in 0..<grid.rows { grid.put(Cell(content: 0x2584, style: style), column: column, row: place) }
            default:
                let glyph = narrow.randomElement(using: &random) ?? 0x41
                grid.put(Cell(content: glyph, style: style), column: column, row: row)
            }
        }
    }

    @Test(arguments: ColorDepth.allCases, (0..<8).map { EncoderControls(rawValue: $0) })
    func `after any sequence of frames the terminal shows the grid exactly`(
        depth: ColorDepth, controls: EncoderControls
    ) {
        for (columns, rows) in [(1, 1), (2, 1), (1, 9), (7, 3), (24, 9), (120, 11)] {
            var random = SeededRandom(seed: UInt64(columns * 100 + rows + 7 * Int(controls.rawValue)))
            let styles = (0..<6).map { _ in Self.style(&random, depth: depth) } + [CellStyle()]
            let clusters = ClusterTable()
            var grid = CellGrid(columns: columns, rows: rows, clusters: clusters)
            var encoder = FrameEncoder(
                columns: columns, rows: rows, clusters: clusters, isLineFeedPlain: Bool.random(using: &random))
            encoder.controls = controls
            encoder.isSynchronized = Bool.random(using: &random)
            let emulator = TerminalEmulator(columns: columns, rows: rows)
            emulator.feed("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7lremnants of another program\u{1B}[7;31m")
            for frame in 0..<40 {
                Self.scribble(on: &grid, &random, styles: styles)
                let isSent = encoder.encode(grid)
                #expect(isSent == !encoder.frame.isEmpty && encoder.statistics.byteCount == encoder.frame.count)
                // Every fifth frame is not taken; the next one makes up for it.
                if frame % 5 == 3 { continue }
                emulator.feed(encoder.frame)
                encoder.commit(grid)
                #expect(encoder.shown.cells == grid.cells)
                if let difference = emulator.difference(from: grid) {
                    Issue.record("\(columns)×\(rows), frame \(frame), seed \(controls.rawValue): \(difference)")
                    return
                }
            }
        }
    }

    @Test func `resizing in any way ends in what a fresh draw shows`() {
        let sizes = [
            (80, 24), (200, 60), (40, 10), (40, 30), (40, 10), (1, 1), (2, 1), (1, 50), (0, 0), (80, 24), (300, 100),
            (3, 2),
        ]
        let board = FlakeBoard(capacity: 200)
        board.scatter(width: 80, height: 48, seed: 1)
        var renderer = Renderer(columns: 80, rows: 24, isLineFeedPlain: true)
        let emulator = TerminalEmulator(columns: 80, rows: 24)
        emulator.feed("\u{1B}[?7l")
        for (columns, rows) in sizes {
            renderer.resize(columns: columns, rows: rows)
            emulator.resize(columns: columns, rows: rows)
            for _ in 0..<3 {
                renderer.begin()
                let mapping = ViewMapping(columns: columns, rows: rows, viewWidth: 80)
                renderer.draw(board.columns, count: 200, mapping: mapping)
                renderer.compose()
                renderer.write("雪 snow".unicodeScalars.map(\.value), column: 3, row: 0, color: 0xFF8800)
                if renderer.encode() { emulator.feed(renderer.encoder.frame) }
                renderer.commit()
                #expect(emulator.difference(from: renderer.grid) == nil, "\(columns)×\(rows)")
                for slot in 0..<200 { board[.y, slot] += 0.3 }
            }
        }
    }

    @Test(arguments: BlitterName.allCases) func `a screen of half a million cells is drawn`(name: BlitterName) {
        let board = FlakeBoard(capacity: 20)
        board.scatter(width: 1000, height: 1000, seed: 7)
        var renderer = Renderer(columns: 1000, rows: 500, blitter: name)
        renderer.begin()
        renderer.draw(board.columns, count: 20, mapping: ViewMapping(columns: 1000, rows: 500))
        renderer.compose()
        let isSent = renderer.encode()
        #expect(isSent && renderer.encoder.frame.count < (name.drawsPixels ? 1_000_000 : 10_000))
        #expect(renderer.canvas.pixels.count <= 4 << 20)
        renderer.commit()
    }

    @Test func `an unchanged grid costs no byte`() {
        let clusters = ClusterTable()
        let grid = CellGrid(columns: 80, rows: 24, clusters: clusters)
        var encoder = FrameEncoder(columns: 80, rows: 24, clusters: clusters)
        encoder.isSynchronized = true
        let isFirstSent = encoder.encode(grid)
        encoder.commit(grid)
        let isSecondSent = encoder.encode(grid)
        #expect(isFirstSent && !isSecondSent)
        #expect(encoder.frame.isEmpty)
        #expect(encoder.statistics.cellsElided == 80 * 24)
    }

    @Test func `no frame clears the screen, the first one included`() {
        var renderer = Renderer(columns: 40, rows: 10)
        let board = FlakeBoard(capacity: 30)
        board.scatter(width: 40, height: 20, seed: 3)
        for _ in 0..<20 {
            renderer.begin()
            renderer.draw(board.columns, count: 30, mapping: ViewMapping(columns: 40, rows: 10))
            renderer.compose()
            _ = renderer.encode()
            renderer.commit()
            let text = String(decoding: renderer.encoder.frame, as: UTF8.self)
            #expect(!text.contains("\u{1B}[2J") && !text.contains("\u{1B}[J"))
            for slot in 0..<30 { board[.y, slot] += 0.4 }
        }
    }

    @Test func `a synchronized frame is wrapped once`() {
        let clusters = ClusterTable()
        var grid = CellGrid(columns: 10, rows: 2, clusters: clusters)
        var encoder = FrameEncoder(columns: 10, rows: 2, clusters: clusters)
        encoder.isSynchronized = true
        encoder.encode(grid)
        encoder.commit(grid)
        grid.put(Cell(content: 0x78), column: 4, row: 1)
        encoder.encode(grid)
        #expect(String(decoding: encoder.frame, as: UTF8.self) == "\u{1B}[?2026h\u{1B}[2;5Hx\u{1B}[?2026l")
    }

    @Test func `a wide glyph at the last column becomes a space in its style`() {
        var grid = CellGrid(columns: 4, rows: 1)
        let style = CellStyle(background: .indexed(20))
        grid.put(Cell(content: 0x96EA, style: style, width: 2), column: 3, row: 0)
        #expect(grid[3, 0] == Cell(content: 0x20, style: style))
    }

    @Test func `a narrow glyph over half of a wide one blanks the other half`() {
        var grid = CellGrid(columns: 4, rows: 1)
        let snow = Cell(content: 0x96EA, width: 2)
        grid.put(snow, column: 1, row: 0)
        grid.put(Cell(content: 0x61), column: 2, row: 0)
        #expect(grid[1, 0].isBlank && grid[2, 0].content == 0x61)
        grid.put(snow, column: 1, row: 0)
        grid.put(Cell(content: 0x61), column: 1, row: 0)
        #expect(grid[2, 0].isBlank && grid[1, 0].content == 0x61)
    }
}
