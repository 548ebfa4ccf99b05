/// The cells in which a grid differs from what a terminal shows.
package struct Damage {
    /// Places of the cells (row × columns + column), ascending.
    package private(set) var cells: [UInt32] = []
    /// The places of those that are not to be written, since pixels cover them.
    package private(set) var covered: [UInt32] = []

    /// No damage.
    package init() {}

    /// Finds where two grids of one size differ.
    ///
    /// - Complexity: one comparison a cell.
    package mutating func find(from shown: CellGrid, to next: CellGrid) {
        cells.removeAll(keepingCapacity: true)
        covered.removeAll(keepingCapacity: true)
        shown.cells.withUnsafeBufferPointer { old in
            next.cells.withUnsafeBufferPointer { new in
                for index in 0..<min(old.count, new.count) where old[index] != new[index] {
                    if new[index].isPictured { covered.append(UInt32(index)) } else { cells.append(UInt32(index)) }
                }
            }
        }
    }

    /// Takes every cell of a grid as different.
    package mutating func takeAll(of grid: CellGrid) {
        cells.removeAll(keepingCapacity: true)
        covered.removeAll(keepingCapacity: true)
        cells.append(contentsOf: 0..<UInt32(grid.cells.count))
    }
}
