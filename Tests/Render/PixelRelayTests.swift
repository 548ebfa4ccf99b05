import Testing

@testable import SnowHost

/// Pixels that go through tmux.
@Suite struct PixelRelayTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what is wrapped comes out as it was, cut only where a picture ends`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes = ByteBuffer()
        var ends: [Int] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            for _ in 0..<Int.random(in: 1...40_000, using: &random) {
                bytes.append([0x1B, 0x5C, 0x41].randomElement(using: &random) ?? 0)
            }
            ends.append(bytes.count)
        }
        var relay = PixelRelay(to: .init())
        relay.wrap(bytes, pictureEnds: ends)
        let (pieces, kept) = TmuxPane.divide(relay.output.bytes)
        #expect(Array(pieces.joined()) == bytes.bytes && kept.isEmpty)
        var cut = 0
        for piece in pieces.dropLast() {
            cut += piece.count
            #expect(ends.contains(cut) && piece.count >= 64 << 10)
        }
        // tmux takes no more at once.
        #expect(pieces.allSatisfy { $0.count < 1 << 20 })
    }

    @Test(arguments: [BlitterName.kitty, .sixel])
    func `pictures lie where the pane lies, and cells are left to tmux`(blitter: BlitterName) throws {
        let board = FlakeBoard(capacity: 20)
        board.scatter(width: 40, height: 24, seed: 3)
        let cell = PixelCell(width: 8, height: 16)
        var direct = Renderer(columns: 40, rows: 12, blitter: blitter, pixelCell: cell)
        var relayed = direct
        relayed.send(through: PixelRelay(to: .init(column: 5, row: 3)))
        let whole = PixelScreen(columns: 40, rows: 12, cell: (8, 16))
        let outer = PixelScreen(columns: 50, rows: 20, cell: (8, 16))
        for frame in 0..<12 {
            for slot in 0..<20 { board[.y, slot] += 0.3 }
            if frame == 6 { for slot in 0..<20 { board[.alpha, slot] = frame == 6 ? 0 : 1 } }
            try Self.send(board, &direct) { try whole.feed($0) }
            try Self.send(board, &relayed) { bytes in
                let (pieces, kept) = TmuxPane.divide(bytes)
                #expect(!kept.contains(0x5F) && kept.firstRange(of: Array("\u{1B}P".utf8)) == nil)
                for piece in pieces {
                    try outer.feed(piece)
                    // It sets the cursor where it likes.
                    try outer.feed(Array("\u{1B}[m\u{1B}[H".utf8))
                }
            }
            #expect(outer.pictureCount == whole.pictureCount)
            guard blitter == .kitty else { continue }
            let (inner, all) = (whole.composed, outer.composed)
            for y in 0..<whole.height {
                let row = Array(all[(y + 48) * outer.width + 40..<(y + 48) * outer.width + 40 + whole.width])
                #expect(row == Array(inner[y * whole.width..<(y + 1) * whole.width]), "frame \(frame), row \(y)")
            }
        }
        #expect(whole.pictureCount > 3)
    }

    private static func send(_ board: FlakeBoard, _ renderer: inout Renderer, _ feed: ([UInt8]) throws -> Void) throws {
        renderer.begin()
        renderer.draw(
            board.columns, count: board.columns.capacity,
            mapping: ViewMapping(columns: renderer.columns, rows: renderer.rows))
        renderer.compose()
        guard renderer.encode() else { return }
        try feed(renderer.encoder.frame)
        renderer.commit()
    }

    @Test func `images are taken off through tmux, too, when characters take over`() throws {
        let board = FlakeBoard(capacity: 20)
        board.scatter(width: 40, height: 24, seed: 3)
        var renderer = Renderer(columns: 40, rows: 12, blitter: .kitty, pixelCell: PixelCell(width: 8, height: 16))
        renderer.send(through: PixelRelay(to: .init(column: 5, row: 3)))
        try Self.send(board, &renderer) { #expect(!TmuxPane.divide($0).pieces.isEmpty) }
        renderer.adopt(blitter: .braille)
        renderer.send(through: nil)
        try Self.send(board, &renderer) { bytes in
            let (pieces, kept) = TmuxPane.divide(bytes)
            #expect(pieces == [Array("\u{1B}_Ga=d,d=A,q=2\u{1B}\\".utf8)] && !kept.contains(0x5F))
        }
    }
}
