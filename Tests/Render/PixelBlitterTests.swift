import Testing

@testable import SnowHost

/// What is sent in pixels, read back.
@Suite struct PixelBlitterTests {
    struct Look: CustomTestStringConvertible, Sendable {
        let blitter: BlitterName
        let width: Int
        let height: Int
        let side: Int
        let levels: Int

        var testDescription: String { "\(blitter), cells of \(width)×\(height), \(side), \(levels) levels" }
    }

    static let looks = [BlitterName.kitty, .sixel].flatMap { blitter in
        [(8, 16, 1, 255), (7, 13, 1, 15), (10, 21, 2, 8), (24, 48, 1, 15), (5, 9, 4, 5), (1, 1, 1, 12)].map {
            Look(blitter: blitter, width: $0.0, height: $0.1, side: $0.2, levels: $0.3)
        }
    }

    /// A renderer and the screen that shows what it sends.
    private struct Pair {
        var renderer: Renderer
        var screen: PixelScreen
        let look: Look

        init(_ look: Look, columns: Int, rows: Int, background: UInt32? = nil) {
            self.look = look
            var detail = RenderDetail(shade: ShadeDetail(levels: look.levels, hysteresis: 0), stepsPerPixel: 0)
            detail.pixelSide = look.side
            renderer = Renderer(
                columns: columns, rows: rows, blitter: look.blitter,
                pixelCell: PixelCell(width: look.width, height: look.height), background: background, detail: detail)
            screen = PixelScreen(columns: columns, rows: rows, cell: (look.width, look.height))
        }

        mutating func resize(columns: Int, rows: Int) {
            renderer.resize(columns: columns, rows: rows)
            screen = PixelScreen(columns: columns, rows: rows, cell: (look.width, look.height))
        }

        mutating func draw(_ board: FlakeBoard, text: String = "") {
            renderer.begin()
            renderer.draw(
                board.columns, count: board.columns.capacity,
                mapping: ViewMapping(columns: renderer.columns, rows: renderer.rows))
            renderer.compose()
            if !text.isEmpty {
                renderer.write(text.unicodeScalars.map(\.value), column: 2, row: 1, color: 0xFF8800)
            }
        }

        mutating func send() throws {
            // Where a character was, and on a screen of which nothing is known, sixels come a frame later.
            for _ in 0..<(look.blitter == .sixel ? 2 : 1) where renderer.encode() {
                try screen.feed(renderer.encoder.frame)
                renderer.commit()
            }
        }

        /// The canvas's pixel that is to be seen at a pixel of the screen; 0 in a cell with a character of its own.
        private func wanted(_ x: Int, _ y: Int) -> UInt32 {
            let cell = renderer.pixelCell
            let (column, row) = (x / cell.width, y / cell.height)
            var character = renderer.grid[column, row]
            character.isPictured = false
            guard character.isBlank else { return 0 }
            let across = column * cell.canvasWidth + x % cell.width * cell.canvasWidth / cell.width
            let down = row * cell.canvasHeight + y % cell.height * cell.canvasHeight / cell.height
            return renderer.canvas.pixels[down * renderer.canvas.width + across]
        }

        /// The first pixel that is not what it should be, in words.
        var difference: String? {
            if let difference = screen.emulator.difference(from: renderer.encoder.shown) { return difference }
            return look.blitter == .kitty ? kittyDifference : sixelDifference
        }

        /// Of large cells every third pixel is looked at, along either axis.
        private var step: Int { look.width > 9 ? 3 : 1 }

        private var slack: Int32 { Int32(255 / look.levels / 2 + 1) }

        private var kittyDifference: String? {
            let shown = screen.composed
            for y in stride(from: 0, to: screen.height, by: step) {
                for x in stride(from: 0, to: screen.width, by: step) {
                    let pixel = wanted(x, y)
                    let opacity = Int32(pixel >> 24)
                    let seen = shown[y * screen.width + x]
                    // What is nearly clear is left out.
                    if opacity < max(6, slack), seen == 0 { continue }
                    let isRight =
                        abs(opacity - Int32(seen >> 24)) <= slack
                        && Self.isNear(Image.straight(pixel), Self.swapped(seen), by: 8 + 1024 / max(opacity, 1))
                    if !isRight {
                        return "\(x),\(y): \(String(seen, radix: 16)), expected \(String(pixel, radix: 16))"
                    }
                }
            }
            return nil
        }

        private var sixelDifference: String? {
            let cell = renderer.pixelCell
            // Six rows of pixels are sent together, and must not reach into the lowest row of cells.
            let drawnHeight = screen.height - cell.height - 5
            for row in 0..<renderer.rows {
                for column in 0..<renderer.columns {
                    let places = stride(from: 0, to: cell.height, by: step).flatMap { y in
                        stride(from: 0, to: cell.width, by: step).map {
                            (column * cell.width + $0, row * cell.height + y)
                        }
                    }
                    let isPictured = renderer.grid[column, row].isPictured
                    let isLit = places.contains { wanted($0.0, $0.1) >> 24 > 60 }
                    if isLit, !isPictured, row < renderer.rows - 1 { return "\(column),\(row) is lit and not drawn" }
                    for (x, y) in places {
                        let seen = screen.pixels[y * screen.width + x]
                        guard isPictured, y < drawnHeight else {
                            if let seen { return "\(x),\(y): left \(String(seen, radix: 16))" }
                            continue
                        }
                        guard let seen else { return "\(x),\(y) is not drawn" }
                        let expected = renderer.palette.seen(wanted(x, y))
                        if !Self.isNear(seen, expected, by: slack + 12) {
                            return "\(x),\(y): \(String(seen, radix: 16)), expected \(String(expected, radix: 16))"
                        }
                    }
                }
            }
            return nil
        }

        private static func isNear(_ first: UInt32, _ second: UInt32, by most: Int32) -> Bool {
            [16, 8, 0].allSatisfy { (shift: UInt32) in
                abs(Int32(first >> shift & 0xFF) - Int32(second >> shift & 0xFF)) <= most
            }
        }

        private static func swapped(_ pixel: UInt32) -> UInt32 {
            (pixel & 0xFF) << 16 | pixel & 0xFF00 | pixel >> 16 & 0xFF
        }
    }

    @Test(arguments: looks)
    func `after any frames, sizes and texts the terminal shows the canvas`(look: Look) throws {
        var random = SeededRandom(seed: UInt64(look.width * 1000 + look.height))
        let board = FlakeBoard(capacity: 14)
        board.scatter(width: 40, height: 24, seed: UInt64(look.width))
        for slot in 0..<14 where look.blitter == .kitty {
            board.columns.color[slot] = [0xFFFFFF, 0x20A0FF, 0xFF2000][slot % 3]
        }
        var pair = Pair(look, columns: 21, rows: 9, background: 0x101830)
        for frame in 0..<40 {
            for slot in 0..<14 where Int.random(in: 0..<3, using: &random) > 0 {
                board[.y, slot] += Float.random(in: 0...0.4, using: &random)
                board[.x, slot] += Float.random(in: -0.2...0.2, using: &random)
                board[.rotation, slot] += 0.1
                if board[.y, slot] > 24 { board[.y, slot] = -2 }
            }
            switch frame {
            case 12: pair.resize(columns: 33, rows: 5)
            case 18: pair.resize(columns: 1, rows: 1)
            case 20: pair.resize(columns: 18, rows: 10)
            case 26: pair.renderer.encoder.invalidate()
            case 30: for slot in 0..<14 { board[.alpha, slot] = 0 }
            case 33: for slot in 0..<14 { board[.alpha, slot] = 0.8 }
            default: break
            }
            pair.draw(board, text: frame % 9 < 3 ? "" : "snow \(frame / 4) 雪")
            // Some frames are not taken; the next one makes up for them.
            if frame % 5 == 3 {
                _ = pair.renderer.encode()
                continue
            }
            try pair.send()
            if let difference = pair.difference {
                Issue.record("frame \(frame): \(difference)")
                return
            }
            if (30..<33).contains(frame) {
                #expect(pair.screen.images.isEmpty && pair.screen.pixels.allSatisfy { $0 == nil })
            }
        }
        #expect(pair.screen.pictureCount > 3)
    }

    @Test(arguments: looks)
    func `what stands still costs nothing, and one flake that moves costs its tile`(look: Look) throws {
        let board = FlakeBoard(capacity: 30)
        board.scatter(width: 100, height: 60, seed: 4)
        var pair = Pair(look, columns: 100, rows: 30)
        pair.draw(board)
        try pair.send()
        let all = pair.screen.pictureCount
        for _ in 0..<3 {
            pair.draw(board)
            let isSent = pair.renderer.encode()
            #expect(!isSent)
        }
        board[.x, 0] = 44
        board[.y, 0] = 30
        board[.width, 0] = 2
        pair.draw(board)
        try pair.send()
        board[.x, 0] += 1
        let before = pair.screen.pictureCount
        pair.draw(board)
        try pair.send()
        #expect((1...4).contains(pair.screen.pictureCount - before) && all >= 10)
        #expect(pair.difference == nil)
    }

    @Test(arguments: [BlitterName.kitty, .sixel])
    func `nothing is left when another blitter takes over`(blitter: BlitterName) throws {
        let look = Look(blitter: blitter, width: 8, height: 16, side: 1, levels: 15)
        let board = FlakeBoard(capacity: 20)
        board.scatter(width: 30, height: 20, seed: 9)
        var pair = Pair(look, columns: 30, rows: 10)
        pair.draw(board)
        try pair.send()
        #expect(!pair.screen.images.isEmpty || pair.screen.pixels.contains { $0 != nil })
        for next in [BlitterName.braille, blitter, .glyph] {
            pair.renderer.adopt(blitter: next)
            pair.draw(board)
            try pair.send()
            #expect(pair.screen.emulator.difference(from: pair.renderer.grid) == nil)
            if !next.drawsPixels {
                #expect(pair.screen.images.isEmpty && pair.screen.pixels.allSatisfy { $0 == nil })
            }
        }
    }

    @Test func `a cell with a flake in it shows the backdrop around the flake`() throws {
        let look = Look(blitter: .sixel, width: 6, height: 12, side: 1, levels: 15)
        let board = FlakeBoard(capacity: 1)
        board.columns.pictures.backdrop = Backdrop(
            try Image(width: 1, height: 8, pixels: (0..<8).map { $0 % 2 == 0 ? 0xFF80_0000 : 0xFF00_0080 }),
            fit: .stretch)
        board[.x, 0] = 3.5
        board[.y, 0] = 3
        board[.width, 0] = 0.3
        board[.height, 0] = 0.3
        var pair = Pair(look, columns: 8, rows: 4)
        pair.draw(board)
        try pair.send()
        let colors = Set(pair.screen.pixels.compactMap { $0 })
        #expect(pair.renderer.grid.cells.count { $0.isPictured } == 1)
        #expect(colors.contains(0x800000) && colors.contains(0x000080) && colors.count > 2, "\(colors)")
    }

    @Test func `more colours than a picture may have become the nearest of them`() throws {
        let look = Look(blitter: .sixel, width: 8, height: 16, side: 1, levels: 15)
        let board = FlakeBoard(capacity: 40)
        for slot in 0..<40 {
            board[.x, slot] = Float(slot % 8) * 2 + 1
            board[.y, slot] = Float(slot / 8) + 1
            board[.width, slot] = 1.4
            board.columns.color[slot] = UInt32(slot * 6) << 16 | UInt32(255 - slot * 6) << 8 | UInt32(slot % 7 * 40)
        }
        var pair = Pair(look, columns: 16, rows: 4)
        pair.draw(board)
        try pair.send()
        #expect(Set(pair.screen.pixels.compactMap { $0 }).count == SixelRegisters.most)
    }

    @Test(arguments: [BlitterName.kitty, .sixel])
    func `no flake is seen in the spaces of a text`(blitter: BlitterName) throws {
        let look = Look(blitter: blitter, width: 6, height: 12, side: 1, levels: 15)
        let board = FlakeBoard(capacity: 1)
        board[.x, 0] = 5
        board[.y, 0] = 4
        board[.width, 0] = 9
        var pair = Pair(look, columns: 10, rows: 5)
        for _ in 0..<2 {
            pair.draw(board, text: "a    b")
            try pair.send()
        }
        let seen = blitter == .kitty ? pair.screen.composed.map { $0 != 0 } : pair.screen.pixels.map { $0 != nil }
        func isSeen(inRow row: Int) -> Bool {
            (12 * row * 60..<12 * (row + 1) * 60).contains { seen[$0] && (12..<48).contains($0 % 60) }
        }
        #expect((0..<4).map(isSeen) == [true, false, true, true])
    }

    @Test func `without colours pixels are grey`() throws {
        let board = FlakeBoard(capacity: 1)
        board[.x, 0] = 4
        board[.y, 0] = 4
        board[.width, 0] = 4
        board.columns.color[0] = 0xFF4010
        for blitter in [BlitterName.kitty, .sixel] {
            let look = Look(blitter: blitter, width: 8, height: 16, side: 1, levels: 15)
            var pair = Pair(look, columns: 8, rows: 4)
            pair.renderer.adopt(depth: .none, ground: .dark)
            pair.draw(board)
            try pair.send()
            let colors = blitter == .kitty ? pair.screen.composed : pair.screen.pixels.compactMap { $0 }
            #expect(colors.contains { $0 & 0xFFFFFF != 0 })
            #expect(colors.allSatisfy { $0 & 0xFF == $0 >> 8 & 0xFF && $0 & 0xFF == $0 >> 16 & 0xFF })
        }
    }

    @Test(arguments: looks)
    func `flakes come back when the terminal tells of another background`(look: Look) throws {
        var pair = Pair(look, columns: 24, rows: 8, background: 0)
        let board = FlakeBoard(capacity: 20)
        board.scatter(width: 24, height: 16, seed: 3)
        pair.draw(board)
        try pair.send()
        pair.renderer.adopt(depth: .truecolor, ground: .dark, background: 0x1E1E2E)
        pair.draw(board)
        var sent = 0
        for _ in 0..<3 {
            guard pair.renderer.encode() else { continue }
            sent += pair.renderer.encoder.frame.count
            pair.renderer.commit()
        }
        #expect(sent > 0)
    }
}
