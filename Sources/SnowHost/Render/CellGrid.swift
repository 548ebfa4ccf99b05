/// A screenful of cells, row by row.
///
/// A wide glyph is always whole: its head and its right half stand side by side in one row, or it is not there.
package struct CellGrid {
    package private(set) var columns: Int
    package private(set) var rows: Int
    /// `columns * rows` cells. Whoever writes here keeps wide glyphs whole; `put` does it by itself.
    package var cells: [Cell]
    /// Where `Cell.content` finds its clusters.
    package let clusters: ClusterTable

    /// A blank grid; negative sizes count as zero.
    package init(columns: Int, rows: Int, clusters: ClusterTable = ClusterTable()) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.clusters = clusters
        cells = [Cell](repeating: .blank, count: self.columns * self.rows)
    }

    /// Changes the size and blanks everything.
    package mutating func resize(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        cells.removeAll(keepingCapacity: true)
        cells.append(contentsOf: repeatElement(.blank, count: self.columns * self.rows))
    }

    /// Blanks everything.
    package mutating func clear() {
        cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
    }

    /// Takes these cells, if there are as many.
    mutating func fill(with cells: [Cell]) {
        if cells.count == self.cells.count { self.cells.replaceSubrange(0..., with: cells) }
    }

    /// Lets a cloth go on behind the cells that have no background of their own.
    mutating func lieOn(_ cloth: borrowing Backcloth) {
        guard !cloth.isEmpty else { return }
        for index in cells.indices where cells[index].style.background == .standard {
            if cells[index].style.attributes.contains(.reverse) { continue }
            if cells[index] != cloth.cell(index) { cells[index].style.background = cloth.ground(index) }
        }
    }

    /// Takes every cell of a grid of the same size.
    package mutating func copy(_ other: CellGrid) {
        precondition(other.columns == columns && other.rows == rows, "grids of one size")
        cells.withUnsafeMutableBufferPointer { own in
            other.cells.withUnsafeBufferPointer { theirs in
                guard let source = theirs.baseAddress, let target = own.baseAddress else { return }
                // Both arrays hold columns * rows cells, and differ: one of them is being written.
                target.update(from: source, count: theirs.count)
            }
        }
    }

    /// The cell at a place that lies inside.
    package subscript(column: Int, row: Int) -> Cell {
        cells[row * columns + column]
    }

    /// Writes a glyph of width 1 or 2, and blanks what is left of any wide glyph it cuts.
    ///
    /// Outside the grid nothing happens; a wide glyph that would spill over the last column becomes a space.
    package mutating func put(_ cell: Cell, column: Int, row: Int) {
        guard row >= 0, row < rows, column >= 0, column < columns else { return }
        let index = row * columns + column
        guard cell.width == 2 else {
            release(index)
            cells[index] = cell
            return
        }
        guard column + 1 < columns else {
            release(index)
            cells[index] = Cell(content: 0x20, style: cell.style)
            return
        }
        release(index)
        release(index + 1)
        cells[index] = cell
        cells[index + 1] = cell
        cells[index + 1].width = 0
    }

    /// Makes the partner of the wide glyph at `index`, if there is one, a blank.
    private mutating func release(_ index: Int) {
        switch cells[index].width {
        case 0: cells[index - 1] = .blank
        case 2: cells[index + 1] = .blank
        default: break
        }
    }
}
