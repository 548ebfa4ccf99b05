/// Writes cells as bytes, and keeps track of the cursor and the pen while it does.
///
/// Which cells, and in which order, is decided in `CellWriter+Rows` and `CellWriter+Groups`.
struct CellWriter {
    private(set) var pen = CellStyle()
    private(set) var statistics = FrameStatistics()
    var output = ByteBuffer()

    private(set) var controls: EncoderControls = []
    let motion: CursorMotion
    private(set) var cursor = CursorPosition()
    private let styles = StyleEncoder()

    /// A gap of this many unchanged cells is written over when that is no longer than a motion.
    private static let longestGap = 3

    init(motion: CursorMotion) {
        self.motion = motion
    }

    /// Starts a frame on a terminal whose pen is known, unless nothing about it is.
    mutating func begin(pen: CellStyle, controls: EncoderControls, isScreenKnown: Bool) {
        output.clear()
        statistics = FrameStatistics()
        self.controls = controls
        // Between frames the cursor may have been moved by an answer, a resize or the user's shell.
        cursor = CursorPosition()
        self.pen = pen
        if !isScreenKnown {
            output.append("\u{1B}[m")
            self.pen = CellStyle()
        }
    }

    /// Writes the glyph of a cell that is not the right half of one, where it stands.
    mutating func write(_ cell: Cell, row: Int, column: Int, of grid: CellGrid) {
        move(row, column)
        adopt(cell)
        let isCluster = cell.content & Cell.clusterBit != 0
        let isCertain = !isCluster && CharacterWidth.isCertain(cell.content)
        if !isCertain, cell.width == 2 {
            // Where the terminal takes the glyph for a narrow one, its right half is a space and not a remnant.
            output.append("  ")
            // At the end of a row the cursor may stand on the last cell or beyond it.
            cursor.column = column + 2 < grid.columns ? column + 2 : -1
            move(row, column)
        }
        if isCluster {
            for scalar in grid.clusters[Int(cell.content & ~Cell.clusterBit)] { output.append(scalar: scalar) }
        } else {
            output.append(scalar: cell.content)
        }
        advance(by: Int(cell.width), isCertain: isCertain, in: grid)
    }

    /// Writes the few unchanged cells between the cursor and a cell, where a motion would be longer.
    @inline(__always)
    mutating func fillGap(before column: Int, row: Int, in grid: CellGrid) {
        let gap = column - cursor.column
        if gap > 0, gap <= Self.longestGap, cursor.column >= 0, cursor.row == row {
            fill(before: column, row: row, in: grid)
        }
    }

    private mutating func fill(before column: Int, row: Int, in grid: CellGrid) {
        let start = row * grid.columns
        for place in cursor.column..<column {
            let cell = grid.cells[start + place]
            guard cell.width == 1, cell.content < 0x7F, !cell.isPictured, pen.shows(cell) else { return }
        }
        for place in cursor.column..<column { write(grid.cells[start + place], row: row, column: place, of: grid) }
    }

    /// Erases so many cells in the background of one of them; none for all that are left in the row.
    mutating func erase(_ count: Int?, row: Int, column: Int, like cell: Cell) {
        move(row, column)
        adopt(cell)
        output.append(atMost: 24) { next in
            next.putIntroducer()
            if let count, count > 1 { next.put(decimal: count) }
            next.put(count == nil ? 0x4B : 0x58)
        }
    }

    /// Repeats the glyph that was just written.
    mutating func repeatGlyph(_ count: Int, in grid: CellGrid) {
        output.append(atMost: 24) { next in
            next.putIntroducer()
            if count > 1 { next.put(decimal: count) }
            next.put(0x62)
        }
        advance(by: count, isCertain: true, in: grid)
    }

    private mutating func advance(by columns: Int, isCertain: Bool, in grid: CellGrid) {
        guard cursor.column >= 0 else { return }
        cursor.column += columns
        if !isCertain || cursor.column >= grid.columns { cursor.column = -1 }
    }

    @inline(__always)
    private mutating func move(_ row: Int, _ column: Int) {
        if cursor.row == row, cursor.column == column {
            statistics.motionsElided += 1
            return
        }
        statistics.motions += 1
        motion.append(from: cursor, toRow: row, column: column, to: &output)
        cursor.row = row
        cursor.column = column
    }

    /// Gives the pen a style that shows a cell as it is to be.
    @inline(__always)
    private mutating func adopt(_ cell: Cell) {
        if pen.shows(cell) {
            statistics.stylesElided += 1
        } else {
            changePen(for: cell)
        }
    }

    private mutating func changePen(for cell: Cell) {
        var style = cell.style
        // A foreground that nobody sees is left as it is, but where a plain reset is the shortest.
        if cell.isSpace, style.background != .standard { style.foreground = pen.foreground }
        statistics.styleChanges += 1
        styles.append(from: pen, to: style, to: &output)
        pen = style
    }
}
