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
    private var shown: [ShownCell] = []
    /// The columns of each row that are not blank, from the last call.
    private var shownStart: [Int32] = []
    private var shownEnd: [Int32] = []

    /// A blitter that has drawn nothing yet.
    package init(_ tiles: MosaicTiles, detail: ShadeDetail) {
        self.tiles = tiles
        self.detail = detail
        cellHeight = tiles.rows
        shader = Shader(detail: detail, threshold: 16)
    }

    package mutating func resize(columns: Int, rows: Int) {
        shown = [ShownCell](repeating: ShownCell(), count: columns * rows)
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
        // Without this, what says how cells look would be copied for each.
        let look = CellLook(tiles: tiles, shader: shader)
        canvas.pixels.withUnsafeBufferPointer { pixels in
            shown.withUnsafeMutableBufferPointer { shown in
                for row in 0..<layer.rows {
                    let drawn = canvas.cells(inRow: row, width: cellWidth, height: cellHeight)
                    let start = min(drawn.start, shownStart[row])
                    let end = min(max(drawn.end, shownEnd[row]), Int32(columns))
                    shownStart[row] = drawn.start
                    shownEnd[row] = drawn.end
                    guard start < end else { continue }
                    for column in Int(start)..<Int(end) {
                        let index = row * columns + column
                        let cell = CellPixels(
                            pixels, column: column, row: row, height: cellHeight, width: canvas.width)
                        let held = shown[index]
                        guard cell.print != held.print else { continue }
                        let next =
                            palette.depth == .none
                            ? look.lit(cell) : look.shades(of: cell, held: held, cloth.mean(index), palette)
                        shown[index] = next
                        if next.ink == held.ink, next.ground == held.ground, next.pattern == held.pattern { continue }
                        layer.cells[index] =
                            next.pattern == 0 && next.ground == 0
                            ? cloth.cell(index) : look.cell(next, cloth.mean(index), cloth.ground(index), &palette)
                    }
                }
            }
        }
    }
}

/// What a cell shows.
private struct ShownCell {
    /// Stands for its pixels, so that a cell whose pixels stayed is passed over; 0 for clear ones.
    var print: UInt64 = 0
    /// A shade above the background, or 0xRRGGBB above another colour.
    var ink: UInt32 = 0
    /// 0xRRGGBB and the top bit; 0 where the background shows.
    var ground: UInt32 = 0
    var pattern: UInt8 = 0
}

/// What pixels look like in a cell.
private struct CellLook {
    let tiles: MosaicTiles
    let shader: Shader

    /// Opacities below this let the background show.
    private static let covering: UInt32 = 128

    /// The pixels that an ordered dither lights, for a terminal without colours.
    func lit(_ cell: CellPixels) -> ShownCell {
        var next = ShownCell(print: cell.print)
        for place in 0..<2 * tiles.rows {
            let y = cell.row * tiles.rows + (place >> 1)
            if DitherMatrix.isLit(pixel: cell[place], x: 2 * cell.column + place & 1, y: y) {
                next.pattern |= 1 << UInt8(place)
            }
        }
        next.ink = next.pattern == 0 ? 0 : 0xFF_7FFF
        return next
    }

    @inline(__always)
    func shades(
        of cell: CellPixels, held: ShownCell, _ behind: UInt32, _ palette: borrowing Palette
    ) -> ShownCell {
        var next = ShownCell(print: cell.print)
        guard cell.print != 0 else { return next }
        // Dots have gaps between them: a ground of their own colour would make blocks of them.
        if tiles.isSolid, cell.leastOpacity >= Self.covering { return covered(cell, held: held, behind, palette) }
        let lights = cell.lights
        let most = lights.largest
        next.ink = shader.shade(cell.brightest(lights, most), held: held.ground == 0 ? held.ink : 0)
        guard next.ink != 0 else { return next }
        // Half of the most for one that comes, two fifths for one that is there.
        let twice = lights &+ lights
        let isHeld = CellPixels.places(of: held.ground == 0 ? held.pattern : 0)
        let lacksHalf = twice.below(SIMD8(repeating: most))
        let lacksFifths = (twice &+ twice &+ lights).below(SIMD8(repeating: 2 * most)) | ~isHeld
        next.pattern = CellPixels.pattern(~(lacksHalf & lacksFifths) & SIMD8<Int32>().below(lights))
        return next
    }

    /// Two colours for a cell through which no background shows.
    private func covered(
        _ cell: CellPixels, held: ShownCell, _ behind: UInt32, _ palette: borrowing Palette
    ) -> ShownCell {
        var colors = CellColors()
        for place in 0..<2 * tiles.rows {
            colors.append(palette.seen(cell[place], over: behind))
        }
        let isSteady = shader.detail.hysteresis > 0
        let split = colors.split(held: isSteady && held.ground != 0 ? held.pattern : 0, leastContrast: 8)
        let slack = isSteady ? Int32(255 * shader.detail.hysteresis) / Int32(shader.detail.levels) : 0
        var next = ShownCell(print: cell.print, pattern: split.pattern)
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

    func cell(_ shown: ShownCell, _ behind: UInt32, _ cloth: CellColor, _ palette: inout Palette) -> Cell {
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
}

/// The pixels of one cell, two across.
private struct CellPixels {
    let column: Int
    let row: Int
    /// The same for the same pixels, and, but for a chance of one in 2⁶⁴, for no others; 0 when all are clear.
    let print: UInt64

    /// At `2 * row + column` within the cell; clear where it has fewer rows.
    private let pixels: SIMD8<UInt32>
    private let height: Int

    @inline(__always)
    init(_ pixels: UnsafeBufferPointer<UInt32>, column: Int, row: Int, height: Int, width: Int) {
        self.column = column
        self.row = row
        self.height = height
        // The two pixels of a row are looked at together.
        let raw = UnsafeRawBufferPointer(pixels)
        let first = 4 * (height * row * width + 2 * column)
        var pairs = SIMD4<UInt64>()
        pairs[0] = raw.loadUnaligned(fromByteOffset: first, as: UInt64.self)
        pairs[1] = raw.loadUnaligned(fromByteOffset: first + 4 * width, as: UInt64.self)
        if height > 2 { pairs[2] = raw.loadUnaligned(fromByteOffset: first + 8 * width, as: UInt64.self) }
        if height > 3 { pairs[3] = raw.loadUnaligned(fromByteOffset: first + 12 * width, as: UInt64.self) }
        self.pixels = unsafeBitCast(pairs, to: SIMD8<UInt32>.self)
        guard pairs[0] | pairs[1] | pairs[2] | pairs[3] != 0 else {
            print = 0
            return
        }
        var print: UInt64 = 0
        for line in 0..<4 {
            print = (print ^ pairs[line]) &* 0x9E37_79B9_7F4A_7C15
            print ^= print >> 29
        }
        self.print = max(print, 2)
    }

    /// The pixel at `2 * row + column` within the cell.
    @inline(__always)
    subscript(place: Int) -> UInt32 { pixels[place] }

    /// How much each premultiplied pixel counts: its opacity and, half as much, its green, which stands for its light.
    var lights: SIMD8<Int32> {
        @inline(__always) get {
            let opacity = pixels &>> 24
            return unsafeBitCast(opacity &+ opacity &+ (pixels &>> 8 & 0xFF), to: SIMD8<Int32>.self)
        }
    }

    /// The least opacity of a cell of that many rows.
    var leastOpacity: UInt32 {
        @inline(__always) get {
            var least = UInt32.max
            for place in 0..<2 * height { least = min(least, pixels[place]) }
            return least >> 24
        }
    }

    /// The first of the pixels that count most.
    @inline(__always)
    func brightest(_ lights: SIMD8<Int32>, _ most: Int32) -> UInt32 {
        pixels[Self.pattern(~lights.below(SIMD8(repeating: most))).trailingZeroBitCount & 7]
    }

    private static var bits: SIMD8<Int32> {
        @inline(__always) get { SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128) }
    }

    /// A bit for each place whose lane is all ones, the lowest for the first.
    @inline(__always)
    static func pattern(_ places: SIMD8<Int32>) -> UInt8 {
        let set = places & bits
        let four = set.lowHalf | set.highHalf
        let two = four.lowHalf | four.highHalf
        return UInt8(truncatingIfNeeded: two.x | two.y)
    }

    /// All ones in the lanes of a pattern's places.
    @inline(__always)
    static func places(of pattern: UInt8) -> SIMD8<Int32> {
        SIMD8<Int32>().below(SIMD8(repeating: Int32(pattern)) & bits)
    }
}

/// Comparisons by sums: those of the library's masks are worked out lane by lane.
extension SIMD8<Int32> {
    /// All ones where a number is below another one; both are small.
    @inline(__always)
    fileprivate func below(_ other: Self) -> Self { (self &- other) &>> 31 }

    /// The largest of the eight.
    fileprivate var largest: Int32 {
        @inline(__always) get {
            let four = Swift.max(lowHalf.x, highHalf.x), five = Swift.max(lowHalf.y, highHalf.y)
            let six = Swift.max(lowHalf.z, highHalf.z), seven = Swift.max(lowHalf.w, highHalf.w)
            return Swift.max(Swift.max(four, five), Swift.max(six, seven))
        }
    }
}
