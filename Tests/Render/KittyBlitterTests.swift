import Testing

@testable import SnowHost

@Suite struct KittyBlitterTests {
    private static let (columns, rows) = (40, 9)

    /// A canvas of flakes' pixels, premultiplied white.
    private static func canvas(seed: UInt64, cell: PixelCell) -> Canvas {
        var random = SeededRandom(seed: seed)
        var canvas = Canvas(width: columns * cell.canvasWidth, height: rows * cell.canvasHeight)
        for _ in 0..<300 {
            let place = Int.random(in: canvas.pixels.indices, using: &random)
            for end in place..<min(place + 9, canvas.pixels.count) {
                canvas.pixels[end] = UInt32.random(in: 1...255, using: &random) &* 0x0101_0101
            }
        }
        canvas.touch()
        return canvas
    }

    private static func send(_ blitter: inout KittyBlitter, _ canvas: borrowing Canvas, to screen: PixelScreen) throws {
        var grid = CellGrid(columns: columns, rows: rows, clusters: ClusterTable())
        var shown = grid
        blitter.encode(
            canvas, over: Backcloth(face: .spaces), within: &grid, shown: &shown,
            palette: Palette(depth: .truecolor, ground: .dark, background: nil))
        try screen.feed(blitter.output.bytes)
        blitter.commit()
    }

    @Test(arguments: [1, 3])
    func `where zlib cannot, pictures are sent as they are`(leastSide: Int) throws {
        let cell = PixelCell(width: 9, height: 18, leastSide: leastSide)
        let screens = try [3, 99].map { level in
            let screen = PixelScreen(columns: Self.columns, rows: Self.rows, cell: (9, 18))
            var blitter = KittyBlitter(
                detail: ShadeDetail(levels: 255, hysteresis: 0), deflater: PixelDeflater(level: Int32(level)))
            blitter.resize(columns: Self.columns, rows: Self.rows, cell: cell)
            for seed in 0..<3 {
                try Self.send(&blitter, Self.canvas(seed: UInt64(seed), cell: cell), to: screen)
            }
            return screen
        }
        #expect(screens[0].pictureCount > 20)
        #expect(screens[0].composed.contains { $0 != 0 } && screens[0].composed == screens[1].composed)
    }

    @Test func `copies of a blitter draw what is their own`() throws {
        let cell = PixelCell(width: 8, height: 16)
        var blitters = [KittyBlitter(detail: ShadeDetail(levels: 255, hysteresis: 0))]
        blitters[0].resize(columns: Self.columns, rows: Self.rows, cell: cell)
        var seed: UInt64 = 0
        for round in 0..<4 {
            var pictures: [[UInt32]] = []
            for number in blitters.indices {
                let screen = PixelScreen(columns: Self.columns, rows: Self.rows, cell: (8, 16))
                blitters[number].forget()
                seed += 1
                try Self.send(&blitters[number], Self.canvas(seed: seed, cell: cell), to: screen)
                pictures.append(screen.composed)
                var alone = KittyBlitter(detail: ShadeDetail(levels: 255, hysteresis: 0))
                alone.resize(columns: Self.columns, rows: Self.rows, cell: cell)
                let other = PixelScreen(columns: Self.columns, rows: Self.rows, cell: (8, 16))
                try Self.send(&alone, Self.canvas(seed: seed, cell: cell), to: other)
                #expect(other.composed == screen.composed, "round \(round), copy \(number)")
            }
            #expect(Set(pictures).count == pictures.count)
            blitters.append(blitters[round / 2])
        }
    }
}
