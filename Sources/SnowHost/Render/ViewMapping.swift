/// Where a point of the scene's view lies on the terminal.
///
/// A view of W units is stretched over all columns. Units are square on the glass, which makes the view's height
/// follow from the terminal's shape.
package struct ViewMapping: Equatable, Sendable {
    /// The terminal's columns and rows; never negative.
    package let columns: Int
    package let rows: Int
    /// The view's size in units.
    package let viewWidth: Double
    package let viewHeight: Double
    /// Columns a unit; 0 on a terminal of no width.
    package let columnsPerUnit: Double
    /// Rows a unit.
    package let rowsPerUnit: Double

    /// Lays a view over a terminal.
    ///
    /// - Parameters:
    ///   - viewWidth: in units; nil makes a unit one cell wide. What is not a positive number counts as nil.
    ///   - cellAspect: a cell's height over its width; 2 unless the terminal told its size in pixels.
    package init(columns: Int, rows: Int, viewWidth: Double? = nil, cellAspect: Double = 2) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        let aspect = cellAspect.isFinite && cellAspect > 0.1 && cellAspect < 10 ? cellAspect : 2
        if let viewWidth, viewWidth.isFinite, viewWidth > 0, self.columns > 0 {
            self.viewWidth = viewWidth
            columnsPerUnit = Double(self.columns) / viewWidth
        } else {
            self.viewWidth = Double(self.columns)
            columnsPerUnit = 1
        }
        rowsPerUnit = columnsPerUnit / aspect
        viewHeight = rowsPerUnit > 0 ? Double(self.rows) / rowsPerUnit : 0
    }

    /// The cell in which a point of the view lies; nil outside the terminal.
    package func cell(x: Double, y: Double) -> (column: Int, row: Int)? {
        let column = (x * columnsPerUnit).rounded(.down)
        let row = (y * rowsPerUnit).rounded(.down)
        guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return nil }
        return (Int(column), Int(row))
    }

    /// The point of the view at the middle of a cell.
    package func point(column: Int, row: Int) -> (x: Double, y: Double) {
        ((Double(column) + 0.5) / columnsPerUnit, (Double(row) + 0.5) / rowsPerUnit)
    }
}
