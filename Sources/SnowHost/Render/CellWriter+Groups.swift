extension CellWriter {
    /// Writes group after group; within one, the next cell is a near one wherever there is one, and blanks are written
    /// in passing.
    mutating func write(_ groups: inout StyleGroups, of grid: CellGrid) {
        for number in groups.groups.indices {
            let group = groups.groups[number]
            let awaited = StyleGroups.firstGroup + UInt16(number)
            var place = group.first
            while place >= 0 {
                let index = Int(groups.cells[Int(place)])
                guard groups.awaited(by: index) == awaited else {
                    place = groups.following(place)
                    continue
                }
                // A flake falls from a cell that is blank now: from there it is two bytes to where it is.
                let blank = group.style.showsBlanks ? blank(onTheWayTo: index, groups, grid) : nil
                writeChain(from: blank ?? index, awaited, &groups, of: grid)
            }
        }
        for index in groups.blanks where groups.awaited(by: Int(index)) == StyleGroups.anyPen {
            writeChain(from: Int(index), StyleGroups.anyPen, &groups, of: grid)
        }
    }

    /// Writes a cell, and then those that wait for the same pen and are near the one before.
    private mutating func writeChain(
        from first: Int, _ awaited: UInt16, _ groups: inout StyleGroups, of grid: CellGrid
    ) {
        var next: Int? = first
        while let index = next {
            groups.take(index)
            let row = index / grid.columns
            let column = index - row * grid.columns
            fillGap(before: column, row: row, in: grid)
            write(grid.cells[index], row: row, column: column, of: grid)
            next = nearest(to: row, column, awaited, groups, grid)
        }
    }

    /// How far around a cell the next one is looked for.
    private static let reach = (rows: 2, columns: 6)

    /// The cell for the present pen that the cursor, just past the cell at `row` and `column`, gets to in the fewest
    /// bytes; nil when none is near.
    private func nearest(
        to row: Int, _ column: Int, _ awaited: UInt16, _ groups: borrowing StyleGroups, _ grid: CellGrid
    ) -> Int? {
        let columns = grid.columns
        let other = pen.showsBlanks ? StyleGroups.anyPen : awaited
        let first = max(column - Self.reach.columns, 0)
        let last = min(column + Self.reach.columns, columns - 1)
        var best: Int?
        // A motion that is no shorter than going anywhere would only leave the order of the rows.
        var least = 6
        // The cursor's own row first, where the nearest ones are.
        for away in 0...2 * Self.reach.rows {
            let nearRow = row + (away & 1 == 0 ? -(away / 2) : away / 2 + 1)
            guard nearRow >= 0, nearRow < grid.rows else { continue }
            for near in nearRow * columns + first...nearRow * columns + last {
                let waits = groups.awaited(by: near)
                guard waits == awaited || waits == other, waits != StyleGroups.nothing else { continue }
                let cost = motion.cost(from: cursor, toRow: nearRow, column: near - nearRow * columns)
                if cost == 0 { return near }
                if cost < least {
                    least = cost
                    best = near
                }
            }
        }
        return best
    }

    /// A blank near a cell that the cursor is about to go to, when it is shorter to write it before than after.
    private func blank(onTheWayTo index: Int, _ groups: borrowing StyleGroups, _ grid: CellGrid) -> Int? {
        let columns = grid.columns
        let row = index / columns
        let column = index - row * columns
        let width = Int(grid.cells[index].width)
        let straight = motion.cost(from: cursor, toRow: row, column: column)
        let behind = CursorPosition(row: row, column: column + width)
        var best: Int?
        var least = 0
        for nearRow in max(row - 2, 0)...min(row + 2, grid.rows - 1) {
            for near in nearRow * columns + max(column - 3, 0)...nearRow * columns + min(column + 2, columns - 1)
            where groups.awaited(by: near) == StyleGroups.anyPen {
                let nearColumn = near - nearRow * columns
                let after = CursorPosition(row: nearRow, column: nearColumn + 1)
                let before =
                    motion.cost(from: cursor, toRow: nearRow, column: nearColumn)
                    + motion.cost(from: after, toRow: row, column: column)
                let later = straight + motion.cost(from: behind, toRow: nearRow, column: nearColumn)
                if before - later < least {
                    least = before - later
                    best = near
                }
            }
        }
        return best
    }
}
