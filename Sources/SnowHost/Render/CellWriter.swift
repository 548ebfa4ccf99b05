/// Writes cells as bytes, and keeps track of the cursor and the pen while it does.
struct CellWriter {
    private(set) var pen = CellStyle()
    private(set) var statistics = FrameStatistics()
    var output = ByteBuffer()

    private var cursor = CursorPosition()
    private var styles = StyleEncoder()
    private let motion: CursorMotion

    /// A gap of this many unchanged cells is written over when that is no longer than a motion.
    private static let longestGap = 3
    /// "\e[K" is worth it from this many blanks on.
    private static let shortestErase = 4
    /// "\e[12X", and the motion over what it erased, from this many on.
    private static let shortestErasedRun = 12

    init(motion: CursorMotion) {
        self.motion = motion
    }

    /// Starts a frame on a terminal whose pen is known, unless nothing about it is.
    mutating func begin(pen: CellStyle, isScreenKnown: Bool, isSynchronized: Bool) {
        output.clear()
        statistics = FrameStatistics()
        // Between frames the cursor may have been moved by an answer, a resize or the user's shell.
        cursor = CursorPosition()
        self.pen = pen
        if isSynchronized { output.append("\u{1B}[?2026h") }
        if !isScreenKnown {
            output.append("\u{1B}[m")
            self.pen = CellStyle()
        }
    }

    mutating func end(isSynchronized: Bool) {
        if isSynchronized { output.append("\u{1B}[?2026l") }
    }

    /// Writes the cells row by row; `shown` is what the terminal has, or nil when that is unknown.
    mutating func writeInOrder(_ cells: [UInt32], of grid: CellGrid, over shown: CellGrid?) {
        let columns = grid.columns
        var place = 0
        // The end of what is not blank in a row, found when the row is first reached.
        var row = -1
        var content = 0
        while place < cells.count {
            let index = Int(cells[place])
            if index / columns != row {
                row = index / columns
                content = Self.contentEnd(ofRow: row, in: grid)
            }
            let column = index - row * columns
            let isTail = column >= content
            let blanks =
                isTail
                ? Self.restOfRow(from: place, in: cells, rowEnd: (row + 1) * columns)
                : Self.blankRun(from: place, in: cells, of: grid)
            if blanks >= (isTail ? Self.shortestErase : Self.shortestErasedRun) {
                move(row, column)
                setStyle(CellStyle())
                output.append("\u{1B}[")
                if !isTail { output.append(decimal: blanks) }
                output.append(isTail ? 0x4B : 0x58)
                place += blanks
                continue
            }
            if grid.cells[index].width != 0 {
                fillGap(before: index, column: column, row: row, in: grid, isShown: shown != nil)
                write(grid, index)
            }
            place += 1
        }
    }

    /// Writes group after group; within one, the next cell is a near one wherever there is one.
    mutating func write(_ groups: inout StyleGroups, of grid: CellGrid) {
        for group in groups.groups {
            var place = group.first
            while place >= 0 {
                var index = Int(groups.cells[Int(place)])
                place = groups.following(place)
                let number = groups.group(of: index)
                while number != 0 {
                    groups.take(index)
                    write(grid, index)
                    guard let near = nearest(to: index, waitingIn: number, groups, grid) else { break }
                    index = near
                }
            }
        }
    }

    /// How far around a cell the next one is looked for.
    private static let reach = (rows: 2, columns: 6)

    /// The cell of a group that the cursor, just past `index`, gets to in the fewest bytes; nil when none is near.
    private func nearest(
        to index: Int, waitingIn number: UInt16, _ groups: borrowing StyleGroups, _ grid: CellGrid
    ) -> Int? {
        let columns = grid.columns
        let row = index / columns
        let column = index - row * columns
        if column + 1 < columns, groups.waits(index + 1, in: number) { return index + 1 }
        let first = max(column - Self.reach.columns, 0)
        let last = min(column + Self.reach.columns, columns - 1)
        var best: Int?
        // A motion that is no shorter than going anywhere would only leave the order of the rows.
        var least = 6
        for nearRow in max(row - Self.reach.rows, 0)...min(row + Self.reach.rows, grid.rows - 1) {
            for near in nearRow * columns + first...nearRow * columns + last where groups.waits(near, in: number) {
                let cost = motion.cost(from: cursor, toRow: nearRow, column: near - nearRow * columns)
                if cost < least {
                    least = cost
                    best = near
                }
            }
        }
        return best
    }

    /// Writes the few unchanged cells between the cursor and a cell, where a motion would be longer.
    private mutating func fillGap(before index: Int, column: Int, row: Int, in grid: CellGrid, isShown: Bool) {
        guard isShown, cursor.row == row, cursor.column >= 0, cursor.column < column else { return }
        guard column - cursor.column <= Self.longestGap else { return }
        for gap in index - (column - cursor.column)..<index {
            let cell = grid.cells[gap]
            guard cell.width == 1, cell.content < 0x7F, cell.style == pen else { return }
        }
        while cursor.column < column { write(grid, row * grid.columns + cursor.column) }
    }

    private mutating func write(_ grid: CellGrid, _ index: Int) {
        let cell = grid.cells[index]
        let row = index / grid.columns
        let column = index - row * grid.columns
        move(row, column)
        setStyle(cell.style)
        let width = Int(cell.width)
        let isCertain = cell.content & Cell.clusterBit == 0 && CharacterWidth.isCertain(cell.content)
        if !isCertain, width == 2 {
            // Where the terminal takes the glyph for a narrow one, its right half is a space and not a remnant.
            output.append("  ")
            // At the end of a row the cursor may stand on the last cell or beyond it.
            cursor.column = column + 2 < grid.columns ? column + 2 : -1
            move(row, column)
        }
        if cell.content & Cell.clusterBit == 0 {
            output.append(scalar: cell.content)
        } else {
            for scalar in grid.clusters[Int(cell.content & ~Cell.clusterBit)] { output.append(scalar: scalar) }
        }
        cursor.column += width
        if !isCertain || cursor.column >= grid.columns { cursor.column = -1 }
    }

    private mutating func move(_ row: Int, _ column: Int) {
        if cursor.row == row, cursor.column == column { return }
        statistics.motions += 1
        motion.append(from: cursor, toRow: row, column: column, to: &output)
        cursor.row = row
        cursor.column = column
    }

    private mutating func setStyle(_ style: CellStyle) {
        if style == pen { return }
        statistics.styleChanges += 1
        styles.append(from: pen, to: style, to: &output)
        pen = style
    }

    /// How many changed cells are left in a row from `place` on.
    private static func restOfRow(from place: Int, in cells: [UInt32], rowEnd: Int) -> Int {
        var end = place
        while end < cells.count, Int(cells[end]) < rowEnd { end += 1 }
        return end - place
    }

    /// How many cells from `place` on are changed, blank, and side by side; content in the row ends the run.
    private static func blankRun(from place: Int, in cells: [UInt32], of grid: CellGrid) -> Int {
        let first = Int(cells[place])
        var count = 0
        while place + count < cells.count, Int(cells[place + count]) == first + count,
            grid.cells[first + count].isBlank
        {
            count += 1
        }
        return count
    }

    private static func contentEnd(ofRow row: Int, in grid: CellGrid) -> Int {
        var end = grid.columns
        while end > 0, grid.cells[row * grid.columns + end - 1].isBlank { end -= 1 }
        return end
    }
}
