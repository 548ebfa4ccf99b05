/// A text as a terminal would show it, cut to what is not blank: rows of cells, each with a glyph and a style.
///
/// Whatever it was read from, nothing in it can steer a terminal.
package struct StyledText: Equatable, Sendable {
    /// One place of it.
    package struct Cell: Equatable, Sendable {
        /// Its scalars in the text's `scalars`; none in a blank and in the right half of a wide glyph.
        fileprivate(set) var start: Int32 = 0
        fileprivate(set) var count: UInt8 = 0
        /// 1 or 2; 0 for the right half of a wide glyph.
        package fileprivate(set) var width: UInt8 = 1
        package fileprivate(set) var style = CellStyle()

        /// A space in the terminal's own colours.
        static let blank = Cell()

        /// Whether something stands there: a glyph, or a coloured space.
        package var isSolid: Bool { count > 0 || width == 0 }
    }

    /// What is wider or higher is cut off.
    package static let columnLimit = 1000
    package static let rowLimit = 500
    /// The longest text that is read whole; whoever reads one refuses more.
    package static let byteLimit = 1 << 20

    package let columns: Int
    package let rows: Int
    private let cells: [Cell]
    private let scalars: [UInt32]

    /// Keeps the smallest rectangle of `lines` that holds all of what is solid.
    init(lines: [[Cell]], scalars: [UInt32]) {
        let rows = lines.indices.filter { row in lines[row].contains(where: \.isSolid) }
        let starts = lines.compactMap { $0.firstIndex(where: \.isSolid) }
        let ends = lines.compactMap { $0.lastIndex(where: \.isSolid) }
        guard let first = rows.first, let last = rows.last, let start = starts.min(), let end = ends.max() else {
            self.columns = 0
            self.rows = 0
            cells = []
            self.scalars = []
            return
        }
        columns = end + 1 - start
        self.rows = last + 1 - first
        var cells: [Cell] = []
        cells.reserveCapacity(columns * self.rows)
        for line in lines[first...last] {
            let part = line.dropFirst(start).prefix(columns)
            cells += part
            cells += repeatElement(.blank, count: columns - part.count)
        }
        self.cells = cells
        self.scalars = scalars
    }

    /// The cell at a place that lies inside.
    package subscript(column: Int, row: Int) -> Cell {
        cells[row * columns + column]
    }

    /// The scalars of one of its cells.
    package func scalars(of cell: Cell) -> ArraySlice<UInt32> {
        scalars[Int(cell.start)..<Int(cell.start) + Int(cell.count)]
    }

    /// The glyph at a place, by its first scalar; 0 where it is blank, or the right half of a wide one.
    package func scalar(_ column: Int, _ row: Int) -> UInt32 {
        let cell = self[column, row]
        return cell.count > 0 ? scalars[Int(cell.start)] : 0
    }
}

/// The lines of a text while it is read: glyphs are put where the cursor stands, as on a terminal without end.
struct StyledTextLines {
    private(set) var lines: [[StyledText.Cell]] = []
    private(set) var scalars: [UInt32] = []
    private(set) var row = 0
    var column = 0

    /// Puts a glyph at the cursor, which goes on; what is outside the limits is left out.
    mutating func put(_ glyph: TextGlyph, _ style: CellStyle) {
        defer { column += glyph.width }
        guard row < StyledText.rowLimit, column + glyph.width <= StyledText.columnLimit else { return }
        while lines.count <= row { lines.append([]) }
        let isVisible = style.background != .standard || style.attributes.contains(.reverse)
        var cell = StyledText.Cell()
        cell.width = UInt8(glyph.width)
        if glyph.scalars[0] != 0x20 || glyph.count > 1 || isVisible {
            cell.start = Int32(scalars.count)
            cell.count = UInt8(glyph.count)
            cell.style = style
            for place in 0..<glyph.count { scalars.append(glyph.scalars[place]) }
        }
        let end = column + glyph.width
        if lines[row].count < end {
            lines[row] += repeatElement(.blank, count: end - lines[row].count)
        }
        for place in column..<end { release(place) }
        lines[row][column] = cell
        guard glyph.width == 2 else { return }
        cell.width = 0
        cell.count = 0
        lines[row][column + 1] = cell
    }

    /// Blanks the other half of a wide glyph that is about to be cut.
    private mutating func release(_ place: Int) {
        switch lines[row][place].width {
        case 0: lines[row][place - 1] = .blank
        case 2: lines[row][place + 1] = .blank
        default: break
        }
        lines[row][place] = .blank
    }

    /// Goes to the start of the next line.
    mutating func breakLine() {
        row += 1
        column = 0
    }

    /// Goes to the right without putting anything.
    mutating func skip(_ count: Int) {
        column = min(column + max(count, 0), StyledText.columnLimit)
    }

    /// Goes to the next place for a tab.
    mutating func tab() {
        skip(8 - column % 8)
    }

    mutating func goBack() {
        column = max(column - 1, 0)
    }
}
