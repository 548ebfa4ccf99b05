/// A text that stands in the picture, on whose letters snow settles.
package struct Scenery: Equatable, Sendable {
    /// Where it stands, in view units.
    package struct Place: Equatable, Sendable {
        /// Nil for the middle of the view.
        package var x: Double?
        /// Of its lower edge; nil for the bottom of the view.
        package var y: Double?
        /// Which part of it is at `x`.
        package var alignment = TextItem.Alignment.center

        /// The middle of the bottom.
        package init() {}
    }

    package let text: StyledText
    package let place: Place

    /// A text at a place, by default at the bottom in the middle.
    package init(_ text: StyledText, at place: Place = Place()) {
        self.text = text
        self.place = place
    }

    /// The cell of its upper left corner in a picture of so many cells; it may lie outside.
    func origin(in size: GroundSize) -> (column: Int, row: Int) {
        func cell(_ value: Double) -> Int { Int(min(max(value.rounded(.down), -10_000), 10_000)) }
        let row = place.y.map { cell(($0 / size.cellHeight).rounded()) } ?? size.rows
        guard let x = place.x else { return ((size.columns - text.columns) / 2, row - text.rows) }
        let column = cell(x / size.cellWidth)
        return switch place.alignment {
        case .left: (column, row - text.rows)
        case .center: (column - text.columns / 2, row - text.rows)
        case .right: (column + 1 - text.columns, row - text.rows)
        }
    }
}

/// The size of what snow lies in: view units, and the cells that the view is shown in.
package struct GroundSize: Equatable, Sendable {
    /// View units; never negative, nor infinite.
    package let width: Double
    package let height: Double
    package let columns: Int
    package let rows: Int

    /// A size; what is not a number of anything counts as zero.
    ///
    /// - Parameters:
    ///   - columns: Cells across, as a number of units may be for a view without a header.
    ///   - rows: Cells down.
    package init(width: Double, height: Double, columns: Double, rows: Double) {
        func sane(_ value: Double, _ limit: Double) -> Double { value > 0 ? min(value, limit) : 0 }
        self.width = sane(width, 1e9)
        self.height = sane(height, 1e9)
        self.columns = Int(sane(columns.rounded(), 4000))
        self.rows = Int(sane(rows.rounded(), 4000))
    }

    /// Units across in a cell.
    package var cellWidth: Double { columns > 0 ? width / Double(columns) : 1 }
    /// Units down in a cell.
    package var cellHeight: Double { rows > 0 ? height / Double(rows) : 1 }
}
