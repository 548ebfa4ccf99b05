/// Pixels as sixel graphics, whose pixels are there or not: a cell with flakes in it is drawn whole, over the colour that is
/// behind it, and a cell that they have left is written as the character that it is.
///
/// Each tile is a picture at its own place, with few colours, each row of six pixels a run of lengths for every colour in
/// it. Cells that have no flake in them stay out of it. The lowest row of cells has no pixels at all: terminals leave the
/// cursor below a picture, and would scroll for it.
///
/// The format: DEC, VT330/VT340 Programmer Reference Manual, chapter 14.
package struct SixelBlitter: PixelBlitter {
    private static let tileCells = (columns: 16, rows: 4)

    package var detail: ShadeDetail {
        didSet { tiles.detail = Self.bounded(detail) }
    }
    package private(set) var output = ByteBuffer()
    package private(set) var pictureEnds: [Int] = []
    package var place = PixelRelay.Place()

    private var tiles: PixelTiles
    private var registers = SixelRegisters()
    /// The register of each pixel of a tile's lit cells, on the canvas's scale, row by row.
    private var pixels: [UInt8] = []
    /// For each register the sixels of a row of six pixels.
    private var sixels: [UInt8] = []
    private var canvasColumns: [Int] = []
    private var canvasRows: [Int] = []
    private var isScreenKnown = false

    /// A blitter for a picture of no size.
    package init(detail: ShadeDetail) {
        self.detail = detail
        tiles = PixelTiles(
            columns: 0, rows: 0, cell: .assumed, tileCells: Self.tileCells, detail: Self.bounded(detail))
    }

    /// White flakes and what is behind them have as many shades as there are registers.
    private static func bounded(_ detail: ShadeDetail) -> ShadeDetail {
        ShadeDetail(levels: min(detail.levels, SixelRegisters.most - 1), hysteresis: detail.hysteresis)
    }

    package mutating func resize(columns: Int, rows: Int, cell: PixelCell) {
        tiles = PixelTiles(
            columns: columns, rows: rows - 1, cell: cell, tileCells: Self.tileCells, detail: Self.bounded(detail))
        canvasColumns = cell.canvasColumns(ofCells: Self.tileCells.columns)
        canvasRows = cell.canvasRows(ofCells: Self.tileCells.rows)
        pixels = [UInt8](repeating: 0, count: tiles.shades.count)
        sixels = [UInt8](repeating: 0, count: SixelRegisters.most * canvasColumns.count)
    }

    package mutating func forget() {
        tiles.forget()
        isScreenKnown = false
    }

    package mutating func commit() {
        tiles.commit()
        isScreenKnown = true
    }

    package mutating func encode(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, within grid: inout CellGrid,
        shown: inout CellGrid, palette: borrowing Palette
    ) {
        output.clear()
        pictureEnds.removeAll(keepingCapacity: true)
        tiles.begin()
        // Cells of a screen of which nothing is known are written all, and would wipe the pixels out again.
        guard isScreenKnown else { return }
        while let tile = tiles.nextChange(canvas, over: cloth, within: grid, shown: shown) {
            // The characters of its cells take the place of what was there.
            if tiles.litCells == 0 { continue }
            chooseRegisters(tile, over: cloth, palette)
            let part = Part(of: tile, lit: tiles.litCells)
            draw(tile, part)
            pictureEnds.append(output.count)
            markSpoiled(tile, part, grid, over: cloth, in: &shown)
        }
        tiles.markLitCells(in: &grid)
    }

    /// Some terminals keep no character under a picture, not even where nothing is drawn.
    private func markSpoiled(
        _ tile: PixelTiles.Tile, _ part: Part, _ grid: borrowing CellGrid, over cloth: borrowing Backcloth,
        in shown: inout CellGrid
    ) {
        for row in part.rows {
            for column in part.columns {
                let index = (tile.row + row) * tiles.columns + tile.column + column
                if !grid.cells[index].showsOnly(cloth.cell(index)) { shown.cells[index].isPictured = true }
            }
        }
    }

    /// The cells of a tile around all that are drawn.
    private struct Part {
        var columns: Range<Int>
        var rows: Range<Int>

        init(of tile: PixelTiles.Tile, lit: UInt64) {
            let row = UInt64(1) << UInt64(tile.columns) - 1
            var any: UInt64 = 0
            var first = tile.rows
            var last = 0
            for number in 0..<tile.rows {
                let cells = lit >> UInt64(number * tile.columns) & row
                any |= cells
                if cells != 0 { (first, last) = (min(first, number), number) }
            }
            columns = any.trailingZeroBitCount..<64 - any.leadingZeroBitCount
            rows = first..<last + 1
        }
    }

    /// Finds the register of each pixel of the cells that are drawn.
    private mutating func chooseRegisters(
        _ tile: PixelTiles.Tile, over cloth: borrowing Backcloth, _ palette: borrowing Palette
    ) {
        registers.clear()
        let (cellWidth, cellHeight) = (tiles.cell.canvasWidth, tiles.cell.canvasHeight)
        let stride = tiles.shadeWidth(of: tile)
        for row in 0..<tile.rows {
            for column in 0..<tile.columns {
                guard isLit(column, row, of: tile) else { continue }
                let corner = row * cellHeight * stride + column * cellWidth
                for y in 0..<cellHeight {
                    let line = corner + y * stride
                    // Two pixels of the cloth, one above the other.
                    let half = 2 * (tile.row + row) + (2 * y < cellHeight ? 0 : 1)
                    let behind = cloth.color(half * tiles.columns + tile.column + column)
                    for place in line..<line + cellWidth {
                        pixels[place] = registers.register(for: Self.color(tiles.shades[place], over: behind, palette))
                    }
                }
            }
        }
    }

    private func isLit(_ column: Int, _ row: Int, of tile: PixelTiles.Tile) -> Bool {
        tiles.litCells >> UInt64(row * tile.columns + column) & 1 != 0
    }

    private static func color(_ shade: Shader.Shade, over behind: UInt32, _ palette: borrowing Palette) -> UInt32 {
        let ground = behind == 0 ? palette.background : behind & 0xFF_FFFF
        if shade == 0 { return ground }
        let own = Palette.expand(shade & 0x7FFF)
        return Palette.mix(behind == 0 ? palette.ink(of: own) : own, over: ground, opacity: shade >> 16)
    }

    private mutating func draw(_ tile: PixelTiles.Tile, _ part: Part) {
        let cell = tiles.cell
        let width = part.columns.count * cell.width
        // Six rows of pixels are one of sixels, the last of which must not reach into the row below.
        let room = (tiles.rows - tile.row - part.rows.lowerBound) * cell.height - 5
        let height = min(part.rows.count * cell.height, room)
        guard height > 0 else { return }
        output.append(atMost: 48) { next in
            next.putIntroducer()
            next.put(decimal: place.row + tile.row + part.rows.lowerBound + 1)
            next.put(0x3B)
            next.put(decimal: place.column + tile.column + part.columns.lowerBound + 1)
            next.put(0x48)
        }
        // What is not drawn stays as it is; pixels are square; the picture's size.
        output.append("\u{1B}P0;1q\"1;1;")
        output.append(decimal: width)
        output.append(0x3B)
        output.append(decimal: height)
        for (register, color) in registers.colors.enumerated() { define(register, color) }
        let upper = part.rows.lowerBound * cell.height
        for top in stride(from: 0, to: height, by: 6) {
            if top > 0 { output.append(0x2D) }
            let rows = upper + top..<upper + min(top + 6, height)
            let used = fillBand(tile, part, rows: rows)
            writeBand(used, width: width)
        }
        output.append("\u{1B}\\")
    }

    private mutating func define(_ register: Int, _ color: UInt32) {
        output.append(atMost: 20) { next in
            next.put(0x23)
            next.put(decimal: register)
            next.put(0x3B)
            next.put(0x32)
            for shift: UInt32 in [16, 8, 0] {
                next.put(0x3B)
                next.put(decimal: Int(color >> shift & 0xFF))
            }
        }
    }

    /// Collects the sixels of a row of six pixels by register.
    ///
    /// - Returns: A bit for each register that is used.
    private mutating func fillBand(_ tile: PixelTiles.Tile, _ part: Part, rows: Range<Int>) -> UInt32 {
        var used: UInt32 = 0
        let stride = tiles.shadeWidth(of: tile)
        let (cellWidth, cellHeight) = (tiles.cell.width, tiles.cell.height)
        let left = part.columns.lowerBound * cellWidth
        let width = part.columns.count * cellWidth
        let lit = tiles.litCells
        let (canvasColumns, canvasRows) = (canvasColumns, canvasRows)
        pixels.withUnsafeBufferPointer { pixels in
            sixels.withUnsafeMutableBufferPointer { sixels in
                for y in rows {
                    let line = canvasRows[y] * stride
                    let bit = UInt8(1) << UInt8(y - rows.lowerBound)
                    let cells = lit >> UInt64(y / cellHeight * tile.columns)
                    for column in part.columns where cells >> UInt64(column) & 1 != 0 {
                        for x in column * cellWidth..<(column + 1) * cellWidth {
                            let register = UInt32(pixels[line + canvasColumns[x]])
                            let start = Int(register) * width
                            if used >> register & 1 == 0 {
                                used |= 1 << register
                                sixels[start..<start + width].update(repeating: 0)
                            }
                            sixels[start + x - left] |= bit
                        }
                    }
                }
            }
        }
        return used
    }

    private mutating func writeBand(_ used: UInt32, width: Int) {
        var isFirst = true
        for register in 0..<SixelRegisters.most where used >> UInt32(register) & 1 != 0 {
            // Each but the first goes back to the left.
            if !isFirst { output.append(0x24) }
            isFirst = false
            output.append(0x23)
            output.append(decimal: register)
            let start = register * width
            var end = start + width
            while end > start, sixels[end - 1] == 0 { end -= 1 }
            var place = start
            while place < end {
                let sixel = sixels[place]
                var count = 1
                while place + count < end, sixels[place + count] == sixel { count += 1 }
                write(sixel, count: count)
                place += count
            }
        }
    }

    private mutating func write(_ sixel: UInt8, count: Int) {
        output.append(atMost: 12) { next in
            if count > 3 {
                next.put(0x21)
                next.put(decimal: count)
                next.put(63 + sixel)
            } else {
                for _ in 0..<count { next.put(63 + sixel) }
            }
        }
    }
}
