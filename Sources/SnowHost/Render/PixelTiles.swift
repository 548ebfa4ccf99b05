/// A picture in pieces of whole cells, of which those are sent whose pixels changed.
struct PixelTiles {
    /// A piece; those at the right and lower edge may have fewer cells.
    struct Tile: Equatable {
        /// Counted row by row.
        let number: Int
        /// Its first cell.
        let column: Int
        let row: Int
        let columns: Int
        let rows: Int
    }

    /// The part of a tile in which anything is drawn, in pixels of the canvas from the tile's corner.
    struct Area: Equatable {
        var left = Int.max
        var top = Int.max
        /// After the last one.
        var right = 0
        var bottom = 0
    }

    let columns: Int
    let rows: Int
    let cell: PixelCell
    let tileColumns: Int
    let tileRows: Int
    /// How exactly opacities are told apart.
    var detail: ShadeDetail {
        didSet {
            shader.detail = detail
            shader.threshold = Self.threshold(detail)
        }
    }

    /// Whether what the terminal shows is known.
    private(set) var isKnown = false
    /// Of the tile that was found last, row by row; 0 for clear ones.
    private(set) var shades: [Shader.Shade] = []
    private(set) var area = Area()
    /// For each row of it the first pixel that is drawn and the one after the last; the end is 0 where there is none.
    private(set) var litStarts: [Int] = []
    private(set) var litEnds: [Int] = []
    /// For each of its rows of cells a bit for each that has nothing of its own.
    private var bareCells: [UInt64] = []
    /// A bit for each of its cells, row by row, in which anything is drawn.
    private(set) var litCells: UInt64 = 0
    /// The same of every tile, as of the last search.
    private var lit: [UInt64]

    private let across: Int
    private let down: Int
    private var shader: Shader
    /// What each tile shows: a number that is another one for other pixels, and 0 for none.
    private var shown: [UInt64]
    private var changes: [(tile: Int, print: UInt64)] = []
    private var next = 0

    /// Tiles of which the terminal shows nothing that is known. A tile has at most 64 cells.
    init(columns: Int, rows: Int, cell: PixelCell, tileCells: (columns: Int, rows: Int), detail: ShadeDetail) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.cell = cell
        self.detail = detail
        tileColumns = tileCells.columns
        tileRows = tileCells.rows
        across = (self.columns + tileColumns - 1) / tileColumns
        down = (self.rows + tileRows - 1) / tileRows
        shader = Shader(detail: detail, threshold: Self.threshold(detail))
        shown = [UInt64](repeating: 0, count: across * down)
        lit = shown
        shades = [UInt32](repeating: 0, count: tileColumns * tileRows * cell.canvasWidth * cell.canvasHeight)
        litStarts = [Int](repeating: 0, count: tileRows * cell.canvasHeight)
        litEnds = litStarts
        bareCells = [UInt64](repeating: 0, count: tileRows)
        changes.reserveCapacity(shown.count)
    }

    /// What is less than half of the lowest level is nothing: edges would be wider than they are.
    private static func threshold(_ detail: ShadeDetail) -> UInt8 {
        UInt8(min(max(127 / detail.levels, 4), 38))
    }

    mutating func forget() { isKnown = false }

    /// Starts to look for changes.
    mutating func begin() {
        next = 0
        changes.removeAll(keepingCapacity: true)
    }

    /// The next tile whose pixels are not what the terminal shows, read; nil when there is none left.
    ///
    /// - Parameter shown: The cells on the terminal, where pixels wait until these have nothing of their own any more.
    mutating func nextChange(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, within grid: borrowing CellGrid,
        shown: CellGrid? = nil
    ) -> Tile? {
        while next < self.shown.count {
            let number = next
            next += 1
            let before = isKnown ? self.shown[number] : 0
            let tile = tile(number)
            litCells = 0
            let print = isDrawnOn(tile, canvas) ? read(tile, canvas, cloth, grid, shown) : 0
            lit[number] = litCells
            guard print != before else { continue }
            changes.append((number, print))
            return tile
        }
        return nil
    }

    /// Marks the cells in which anything is drawn, as of the last search.
    func markLitCells(in grid: inout CellGrid) {
        for number in lit.indices where lit[number] != 0 {
            let tile = tile(number)
            for place in 0..<tile.columns * tile.rows where lit[number] >> UInt64(place) & 1 != 0 {
                let row = tile.row + place / tile.columns
                grid.cells[row * columns + tile.column + place % tile.columns].isPictured = true
            }
        }
    }

    /// Notes that all changes are on their way.
    mutating func commit() {
        if !isKnown {
            for number in shown.indices { shown[number] = 0 }
            isKnown = true
        }
        for change in changes { shown[change.tile] = change.print }
    }

    private func tile(_ number: Int) -> Tile {
        let column = number % across * tileColumns
        let row = number / across * tileRows
        return Tile(
            number: number, column: column, row: row, columns: min(tileColumns, columns - column),
            rows: min(tileRows, rows - row))
    }

    /// Whether any row may have pixels in a tile.
    private func isDrawnOn(_ tile: Tile, _ canvas: borrowing Canvas) -> Bool {
        let left = Int32(tile.column * cell.canvasWidth)
        let right = left + Int32(shadeWidth(of: tile))
        for y in tile.row * cell.canvasHeight..<(tile.row + tile.rows) * cell.canvasHeight
        where canvas.spanStart[y] < right && canvas.spanEnd[y] > left {
            return true
        }
        return false
    }

    /// Pixels in a row of `shades`.
    func shadeWidth(of tile: Tile) -> Int { tile.columns * cell.canvasWidth }

    private mutating func read(
        _ tile: Tile, _ canvas: borrowing Canvas, _ cloth: borrowing Backcloth, _ grid: borrowing CellGrid,
        _ shown: CellGrid?
    ) -> UInt64 {
        for row in 0..<tile.rows { bareCells[row] = bareCells(of: tile, row: row, cloth, grid, shown) }
        let found = Self.scan(
            canvas, tile, cell, bareCells, shader, shades: &shades, starts: &litStarts, ends: &litEnds)
        area = found.area
        litCells = found.lit
        return found.lit == 0 ? 0 : max(found.hash, 1)
    }

    /// What there is in a tile.
    private struct Found {
        var hash: UInt64 = 0
        var lit: UInt64 = 0
        var area = Area()

        @inline(__always)
        mutating func add(_ shade: Shader.Shade, at place: Int, cell: Int) {
            hash = (hash ^ (UInt64(place) << 32 | UInt64(shade))) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
            lit |= 1 << UInt64(cell)
        }
    }

    private static func scan(
        _ canvas: borrowing Canvas, _ tile: Tile, _ cell: PixelCell, _ bareCells: [UInt64], _ shader: Shader,
        shades: inout [Shader.Shade], starts: inout [Int], ends: inout [Int]
    ) -> Found {
        let (cellWidth, cellHeight) = (cell.canvasWidth, cell.canvasHeight)
        let stride = tile.columns * cellWidth
        let canvasWidth = canvas.width
        var found = Found()
        canvas.pixels.withUnsafeBufferPointer { pixels in
            shades.withUnsafeMutableBufferPointer { shades in
                shades.update(repeating: 0)
                for y in 0..<tile.rows * cellHeight {
                    let row = y / cellHeight
                    let line = tile.row * cellHeight + y
                    let left = tile.column * cellWidth
                    let source = line * canvasWidth + left
                    var (start, end) = (0, 0)
                    let drawnFrom = max(Int(canvas.spanStart[line]) - left, 0)
                    let drawnTo = min(Int(canvas.spanEnd[line]) - left, stride)
                    // Most rows are clear.
                    let first =
                        drawnFrom < drawnTo ? firstPixel(in: pixels, source + drawnFrom..<source + drawnTo) : nil
                    for x in (first ?? source + stride) - source..<stride where pixels[source + x] != 0 {
                        let column = x / cellWidth
                        guard bareCells[row] >> UInt64(column) & 1 != 0 else { continue }
                        let shade = shader.shade(pixels[source + x], held: 0)
                        if shade == 0 { continue }
                        shades[y * stride + x] = shade
                        found.add(shade, at: y * stride + x, cell: row * tile.columns + column)
                        if end == 0 { start = x }
                        end = x + 1
                    }
                    (starts[y], ends[y]) = (start, end)
                    guard end > 0 else { continue }
                    found.area.left = min(found.area.left, start)
                    found.area.right = max(found.area.right, end)
                    found.area.top = min(found.area.top, y)
                    found.area.bottom = y + 1
                }
            }
        }
        return found
    }

    /// A bit for each cell in a row of a tile that has nothing of its own.
    private func bareCells(
        of tile: Tile, row: Int, _ cloth: borrowing Backcloth, _ grid: borrowing CellGrid, _ shown: CellGrid?
    ) -> UInt64 {
        var bits: UInt64 = 0
        for column in 0..<tile.columns {
            let index = (tile.row + row) * columns + tile.column + column
            let bare = cloth.cell(index)
            let isBare = grid.cells[index].showsOnly(bare) && shown?.cells[index].showsOnly(bare) != false
            if isBare { bits |= 1 << UInt64(column) }
        }
        return bits
    }

    /// The first pixel of a range that is not clear, or one up to three before it; nil when all are clear.
    private static func firstPixel(in pixels: UnsafeBufferPointer<UInt32>, _ range: Range<Int>) -> Int? {
        let raw = UnsafeRawBufferPointer(pixels)
        var place = range.lowerBound
        while place + 4 <= range.upperBound {
            // Four pixels, which lie within the range.
            let four = raw.loadUnaligned(fromByteOffset: 4 * place, as: SIMD2<UInt64>.self)
            if four.x | four.y != 0 { return place }
            place += 4
        }
        return (place..<range.upperBound).first { pixels[$0] != 0 }
    }
}

extension Cell {
    /// Whether a cell shows what another does, and maybe pixels over it.
    func showsOnly(_ other: Cell) -> Bool {
        content == other.content && style == other.style && width == other.width
    }
}
