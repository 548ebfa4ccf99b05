extension CellWriter {
    /// Writes the cells row by row, runs of one look in fewer bytes where that is possible.
    mutating func writeRows(_ cells: [UInt32], of grid: CellGrid, isScreenKnown: Bool) {
        let columns = grid.columns
        var place = 0
        var row = 0
        var rowStart = 0
        var run = ErasableRun()
        // Whether the row was erased before anything was written in it.
        var isRowErased = false
        while place < cells.count {
            let index = Int(cells[place])
            if place == 0 || index >= rowStart + columns {
                row = index / columns
                rowStart = row * columns
                isRowErased = !isScreenKnown && eraseRow(row, of: grid)
            }
            let cell = grid.cells[index]
            let column = index - rowStart
            if isRowErased, cell.isErasable, cell.style.background == .standard {
                place += 1
                continue
            }
            if cell.isErasable {
                if !run.covers(index) { run = ErasableRun(from: index, rowEnd: rowStart + columns, in: grid) }
                if let count = erase(run, from: place, in: cells, row: row, rowStart: rowStart, of: grid) {
                    place += count
                    continue
                }
            }
            // The right half of a wide glyph comes with its head.
            if cell.width != 0 {
                if isScreenKnown || isRowErased { fillGap(before: column, row: row, in: grid) }
                write(cell, row: row, column: column, of: grid)
                place += repeated(cell, from: place, in: cells, rowEnd: rowStart + columns, of: grid)
            }
            place += 1
        }
    }

    /// Erases a row in which anything may stand, where that spares the blanks in it.
    private mutating func eraseRow(_ row: Int, of grid: CellGrid) -> Bool {
        let cells = row * grid.columns..<(row + 1) * grid.columns
        let blanks = cells.count { grid.cells[$0].isErasable && grid.cells[$0].style.background == .standard }
        guard blanks > 3 else { return false }
        erase(nil, row: row, column: 0, like: .blank)
        return true
    }

    /// Erases the changed cells of a run from `place` on where that is shorter than writing them; how many they were.
    private mutating func erase(
        _ run: ErasableRun, from place: Int, in cells: [UInt32], row: Int, rowStart: Int, of grid: CellGrid
    ) -> Int? {
        let first = Int(cells[place])
        let cell = grid.cells[first]
        guard run.isTail || controls.contains(.eraseCharacters) else { return nil }
        guard cell.style.background == .standard || controls.contains(.erasesInBackground) else { return nil }
        var end = place
        var last = first - 1
        var plain = 0
        while end < cells.count, Int(cells[end]) < run.end {
            let gap = Int(cells[end]) - last - 1
            plain += 1 + min(gap, motion.cost(ofColumns: gap))
            last = Int(cells[end])
            end += 1
        }
        if run.isTail {
            guard plain > 3 else { return nil }
            erase(nil, row: row, column: first - rowStart, like: cell)
            return end - place
        }
        // "\e[5X" and, where more follows, the motion over what it erased, against writing and what is left to go.
        let count = last - first + 1
        guard plain > 3 + Self.digits(count) else { return nil }
        if end < cells.count, Int(cells[end]) < rowStart + grid.columns {
            let ahead = Int(cells[end])
            let motions = motion.cost(ofColumns: ahead - first) - motion.cost(ofColumns: ahead - last - 1)
            guard plain > 3 + Self.digits(count) + motions else { return nil }
        }
        erase(count, row: row, column: first - rowStart, like: cell)
        return end - place
    }

    /// Repeats the cell that was just written as far as the changed ones beside it are the same; how many they were.
    private mutating func repeated(
        _ cell: Cell, from place: Int, in cells: [UInt32], rowEnd: Int, of grid: CellGrid
    ) -> Int {
        guard controls.contains(.repeatCharacter), (0x20..<0x7F).contains(cell.content), cursor.column >= 0 else {
            return 0
        }
        let first = Int(cells[place])
        var count = 0
        while place + count + 1 < cells.count, Int(cells[place + count + 1]) == first + count + 1,
            first + count + 1 < rowEnd, grid.cells[first + count + 1] == cell
        {
            count += 1
        }
        guard count > 3 + Self.digits(count) else { return 0 }
        repeatGlyph(count, in: grid)
        return count
    }

    private static func digits(_ number: Int) -> Int {
        number == 1 ? 0 : number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 5
    }
}

/// Cells side by side in which nothing is seen but one background.
private struct ErasableRun {
    private var start = 0
    /// The place after the last one.
    private(set) var end = 0
    /// Whether they are all that is left of the row.
    private(set) var isTail = false

    /// No cells.
    init() {}

    /// The run that begins at a place.
    init(from start: Int, rowEnd: Int, in grid: CellGrid) {
        let background = grid.cells[start].style.background
        self.start = start
        end = start + 1
        while end < rowEnd, grid.cells[end].isErasable, grid.cells[end].style.background == background { end += 1 }
        isTail = end == rowEnd
    }

    /// Whether a place lies within.
    func covers(_ index: Int) -> Bool { index >= start && index < end }
}
