/// What lies behind the flakes: the backdrops of all scenes, two pixels a cell, and as cells.
///
/// It is painted when a backdrop, the size or the palette changes, and then only read. A cell without a flake shows both
/// of its pixels; one in which characters stand for flakes shows their mean behind the character.
package struct Backcloth {
    /// A backdrop, and the view that it is laid over.
    private struct Sheet: Equatable {
        var backdrop: Backdrop
        var mapping: ViewMapping
    }

    /// 0xFFRRGGBB of each pixel, `columns` by `2 * rows`, 0 where the terminal's own ground shows. Empty when it does
    /// everywhere, as are the other arrays.
    private var colors: [UInt32] = []
    /// The mean of each cell's two pixels, in the same way.
    private var means: [UInt32] = []
    /// What to tell the terminal for each mean.
    private var grounds: [CellColor] = []
    /// What each cell shows where no flake is.
    package private(set) var cells: [Cell] = []

    private var sheets: [Sheet] = []
    /// How many were seen in this frame.
    private var seenCount = 0
    private var isCurrent = true
    private var columns = 0
    private var rows = 0

    /// A cloth with nothing on it.
    package init() {}

    /// Whether there is nothing on it.
    package var isEmpty: Bool { cells.isEmpty }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        invalidate()
    }

    /// Takes everything off; it is painted anew with the next picture.
    mutating func invalidate() {
        colors = []
        means = []
        grounds = []
        cells = []
        isCurrent = false
    }

    /// Starts a picture.
    mutating func begin() { seenCount = 0 }

    /// Notes the backdrop of a scene, the farthest first.
    mutating func see(_ backdrop: Backdrop?, _ mapping: ViewMapping) {
        guard let backdrop else { return }
        let sheet = Sheet(backdrop: backdrop, mapping: mapping)
        if seenCount < sheets.count {
            if sheets[seenCount] != sheet {
                sheets[seenCount] = sheet
                isCurrent = false
            }
        } else {
            sheets.append(sheet)
            isCurrent = false
        }
        seenCount += 1
    }

    /// Paints what was seen, if it is not what was painted last.
    ///
    /// - Parameter isComplete: Whether every scene has been seen; until then backdrops that are still to come are
    ///   taken to be as they were.
    /// - Returns: Whether it did: every cell may be another one now.
    mutating func paint(_ palette: Palette, isComplete: Bool) -> Bool {
        if isComplete, seenCount < sheets.count {
            sheets.removeLast(sheets.count - seenCount)
            isCurrent = false
        }
        guard !isCurrent else { return false }
        let isLaid = !isEmpty
        invalidate()
        isCurrent = true
        // Without colours a picture would be dots among dots, and the snow lost in them.
        guard !sheets.isEmpty, columns > 0, rows > 0, palette.depth != .none else { return isLaid }
        colors = [UInt32](repeating: 0, count: columns * rows * 2)
        for sheet in sheets { lay(sheet, palette.ground) }
        fillCells(palette)
        return true
    }

    private mutating func lay(_ sheet: Sheet, _ ground: TerminalGround) {
        let mapping = sheet.mapping
        let cellAspect = mapping.rowsPerUnit > 0 ? mapping.columnsPerUnit / mapping.rowsPerUnit : 2
        let laid = sheet.backdrop.image.laid(
            over: columns, rows * 2, pixelAspect: cellAspect / 2, fit: sheet.backdrop.fit,
            columnsPerPixel: mapping.columnsPerUnit)
        for (index, pixel) in laid.enumerated() where pixel >> 24 >= 8 {
            let below = colors[index] == 0 ? ground.color : colors[index] & 0xFF_FFFF
            colors[index] = 0xFF00_0000 | Palette.mix(Image.straight(pixel), over: below, opacity: pixel >> 24)
        }
    }

    private mutating func fillCells(_ palette: Palette) {
        means.reserveCapacity(columns * rows)
        grounds.reserveCapacity(columns * rows)
        cells.reserveCapacity(columns * rows)
        let none = Palette.Mixture(first: .standard, second: .standard, share: 0)
        var answers: [UInt32: Palette.Mixture] = [0: none]
        func answer(_ color: UInt32) -> Palette.Mixture {
            if let known = answers[color] { return known }
            let answer = palette.mixture(color & 0xFF_FFFF)
            answers[color] = answer
            return answer
        }
        var merger = ColorMerger()
        for index in colors.indices { colors[index] = merger.merged(colors[index]) }
        for row in 0..<rows {
            for column in 0..<columns {
                let upper = 2 * row * columns + column
                let (first, second) = (colors[upper], colors[upper + columns])
                let mean = merger.merged(Self.mean(first, second))
                means.append(mean)
                grounds.append(answer(mean).color(column: column, row: row))
                cells.append(
                    HalfBlitter.cell(
                        answer(first).color(column: column, row: 2 * row),
                        answer(second).color(column: column, row: 2 * row + 1)))
            }
        }
    }

    private static func mean(_ first: UInt32, _ second: UInt32) -> UInt32 {
        if first == second || second == 0 { return first }
        if first == 0 { return second }
        return 0xFF00_0000 | Palette.mix(first & 0xFF_FFFF, over: second & 0xFF_FFFF, opacity: 128)
    }

    /// What is behind a pixel: 0xFFRRGGBB, or 0 for the terminal's ground.
    @inline(__always)
    func color(_ index: Int) -> UInt32 { colors.isEmpty ? 0 : colors[index] }

    /// What is behind a cell, in the same way.
    @inline(__always)
    func mean(_ index: Int) -> UInt32 { means.isEmpty ? 0 : means[index] }

    /// What is behind a cell, as the terminal is told.
    @inline(__always)
    func ground(_ index: Int) -> CellColor { grounds.isEmpty ? .standard : grounds[index] }

    /// What a cell shows where no flake is.
    @inline(__always)
    func cell(_ index: Int) -> Cell { cells.isEmpty ? .blank : cells[index] }
}
