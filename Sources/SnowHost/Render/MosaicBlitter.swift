/// Two pixels across and several down in each cell, as one of the characters of `MosaicTiles`.
///
/// Where the terminal's background shows in a cell it stays, and the cell has one colour more: that of its brightest
/// pixel. A pixel less than about half as bright as that one is left out: it would shine as brightly. A set pixel goes
/// out a little later than it came. A cell of blocks that is covered everywhere is shown in the two colours that fit it
/// best.
package struct MosaicBlitter: Blitter {
    package let cellWidth = 2
    package let cellHeight: Int
    package var detail: ShadeDetail {
        didSet { if detail != oldValue { forgetPrints() } }
    }

    private let tiles: MosaicTiles
    private var shader: Shader
    private var shown: [Shown] = []
    /// The columns of each row that are not blank, from the last call.
    private var shownStart: [Int32] = []
    private var shownEnd: [Int32] = []

    /// Opacities below this let the background show.
    private static let covering: UInt32 = 128

    /// What a cell shows.
    private struct Shown: Equatable {
        /// Stands for its pixels, so that a cell whose pixels stayed is passed over; 0 for clear ones.
        var print: UInt64 = 0
        /// A shade above the background, or 0xRRGGBB above another colour.
        var ink: UInt32 = 0
        /// 0xRRGGBB and the top bit; 0 where the background shows.
        var ground: UInt32 = 0
        var pattern: UInt8 = 0
    }

    /// A blitter that has drawn nothing yet.
    package init(_ tiles: MosaicTiles, detail: ShadeDetail) {
        self.tiles = tiles
        self.detail = detail
        cellHeight = tiles.rows
        shader = Shader(detail: detail, threshold: 16)
    }

    package mutating func resize(columns: Int, rows: Int) {
        shown = [Shown](repeating: Shown(), count: columns * rows)
        shownStart = [Int32](repeating: .max, count: rows)
        shownEnd = [Int32](repeating: 0, count: rows)
    }

    private mutating func forgetPrints() {
        // No print is 1 by intent, and one that is by chance costs one cell for as long as it stands still.
        for index in shown.indices where shown[index].print != 0 { shown[index].print = 1 }
    }

    package mutating func blit(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, onto layer: inout CellGrid, palette: inout Palette
    ) {
        shader.detail = detail
        let columns = layer.columns
        canvas.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<layer.rows {
                let drawn = canvas.cells(inRow: row, width: cellWidth, height: cellHeight)
                let start = min(drawn.start, shownStart[row])
                let end = min(max(drawn.end, shownEnd[row]), Int32(columns))
                shownStart[row] = drawn.start
                shownEnd[row] = drawn.end
                guard start < end else { continue }
                for column in Int(start)..<Int(end) {
                    let index = row * columns + column
                    let cell = CellPixels(pixels, column: column, row: row, height: cellHeight, width: canvas.width)
                    guard cell.print != shown[index].print else { continue }
                    let next =
                        palette.depth == .none
                        ? lit(cell) : shades(of: cell, held: shown[index], cloth.mean(index), palette)
                    let isSame =
                        next.ink == shown[index].ink && next.ground == shown[index].ground
                        && next.pattern == shown[index].pattern
                    shown[index] = next
                    if isSame { continue }
                    layer.cells[index] =
                        next.pattern == 0 && next.ground == 0
                        ? cloth.cell(index) : self.cell(next, cloth.mean(index), cloth.ground(index), &palette)
                }
            }
        }
    }

    /// The pixels that an ordered dither lights, for a terminal without colours.
    private func lit(_ cell: CellPixels) -> Shown {
        var next = Shown(print: cell.print)
        for place in 0..<2 * cellHeight {
            let y = cell.row * cellHeight + (place >> 1)
            if DitherMatrix.isLit(pixel: cell[place], x: 2 * cell.column + place & 1, y: y) {
                next.pattern |= 1 << UInt8(place)
            }
        }
        next.ink = next.pattern == 0 ? 0 : 0xFF_7FFF
        return next
    }

    private func shades(
        of cell: CellPixels, held: Shown, _ behind: UInt32, _ palette: borrowing Palette
    ) -> Shown {
        var next = Shown(print: cell.print)
        guard cell.print != 0 else { return next }
        var brightest: UInt32 = 0
        var most: UInt32 = 0
        var least: UInt32 = 255
        for place in 0..<2 * cellHeight {
            let pixel = cell[place]
            let light = Self.light(of: pixel)
            least = min(least, pixel >> 24)
            if light > most {
                most = light
                brightest = pixel
            }
        }
        // Dots have gaps between them: a ground of their own colour would make blocks of them.
        if tiles.isSolid, least >= Self.covering { return covered(cell, held: held, behind, palette) }
        next.ink = shader.shade(brightest, held: held.ground == 0 ? held.ink : 0)
        guard next.ink != 0 else { return next }
        for place in 0..<2 * cellHeight {
            let light = Self.light(of: cell[place])
            let bit: UInt8 = 1 << UInt8(place)
            let percent: UInt32 = held.ground == 0 && held.pattern & bit != 0 ? 40 : 50
            if light > 0, light * 100 >= most * percent { next.pattern |= bit }
        }
        return next
    }

    /// Two colours for a cell through which no background shows.
    private func covered(
        _ cell: CellPixels, held: Shown, _ behind: UInt32, _ palette: borrowing Palette
    ) -> Shown {
        var colors = CellColors()
        for place in 0..<2 * cellHeight {
            colors.append(palette.seen(cell[place], over: behind))
        }
        let isSteady = detail.hysteresis > 0
        let split = colors.split(held: isSteady && held.ground != 0 ? held.pattern : 0, leastContrast: 8)
        let slack = isSteady ? Int32(255 * detail.hysteresis) / Int32(detail.levels) : 0
        var next = Shown(print: cell.print, pattern: split.pattern)
        next.ground =
            Self.steady(split.ground, held: held.ground & 0xFF_FFFF, isHeld: held.ground != 0, slack) | 1 << 31
        if split.pattern != 0 {
            next.ink = Self.steady(split.ink, held: held.ink, isHeld: held.ground != 0 && held.pattern != 0, slack)
        }
        return next
    }

    /// The colour on show while each channel of the wanted one is within `slack` of it.
    private static func steady(_ color: UInt32, held: UInt32, isHeld: Bool, _ slack: Int32) -> UInt32 {
        func isNear(_ shift: UInt32) -> Bool {
            abs(Int32(color >> shift & 0xFF) - Int32(held >> shift & 0xFF)) <= slack
        }
        return isHeld && isNear(16) && isNear(8) && isNear(0) ? held : color
    }

    private func cell(_ shown: Shown, _ behind: UInt32, _ cloth: CellColor, _ palette: inout Palette) -> Cell {
        if shown.ground != 0 {
            let ground = palette.exactColor(shown.ground & 0xFF_FFFF)
            let ink = shown.pattern == 0 ? ground : palette.exactColor(shown.ink)
            if ink == ground { return Cell(content: 0x20, style: CellStyle(background: ground)) }
            let style = CellStyle(foreground: ink, background: ground)
            return Cell(content: tiles.glyphs[Int(shown.pattern)], style: style)
        }
        let color = palette.shade(rgb555: shown.ink & 0x7FFF, opacity: shader.opacity(of: shown.ink), over: behind)
        let style = CellStyle(foreground: color, background: cloth)
        return Cell(content: tiles.glyphs[Int(shown.pattern)], style: style)
    }

    /// How much a premultiplied pixel counts: its opacity and, half as much, its green, which stands for its light.
    @inline(__always)
    private static func light(of pixel: UInt32) -> UInt32 {
        2 * (pixel >> 24) + (pixel >> 8 & 0xFF)
    }
}

/// The pixels of one cell, two across.
private struct CellPixels {
    let column: Int
    let row: Int
    /// The same for the same pixels, and, but for a chance of one in 2⁶⁴, for no others; 0 when all are clear.
    let print: UInt64

    private let pixels: UnsafeBufferPointer<UInt32>
    private let first: Int
    private let width: Int

    @inline(__always)
    init(_ pixels: UnsafeBufferPointer<UInt32>, column: Int, row: Int, height: Int, width: Int) {
        self.pixels = pixels
        self.column = column
        self.row = row
        self.width = width
        first = height * row * width + 2 * column
        // The two pixels of a row are looked at together.
        let raw = UnsafeRawBufferPointer(pixels)
        var print: UInt64 = 0
        var isClear = true
        for line in 0..<height {
            let pair = raw.loadUnaligned(fromByteOffset: 4 * (first + line * width), as: UInt64.self)
            if pair != 0 { isClear = false }
            print = (print ^ pair) &* 0x9E37_79B9_7F4A_7C15
            print ^= print >> 29
        }
        self.print = isClear ? 0 : max(print, 2)
    }

    /// The pixel at `2 * row + column` within the cell.
    @inline(__always)
    subscript(place: Int) -> UInt32 { pixels[first + (place >> 1) * width + place & 1] }
}
