/// Draws snow that lies, right as characters: in eighths of a row it has a smoother edge than the pixels of any canvas
/// give it, and a cell that stays as it is costs nothing.
struct PileCells {
    /// How the snow is drawn.
    enum Kind {
        /// ▁▂▃▄▅▆▇█, and quadrants where one half of a cell is much fuller than the other.
        case blocks
        /// `.` up to half of a cell, `:` up to most of it, `#` for a full one.
        case characters
        /// ▄ ▀ █, soft where a half is not full: for fonts without the others.
        case halves
    }

    /// How full the left and the right half of each cell of a column are, 0…1, and where the surface lies above its
    /// middle, in rows.
    private var left: [Float] = []
    private var right: [Float] = []
    private var depth: [Float] = []

    private static let quadrants: [UInt32] = [
        0x20, 0x2597, 0x2596, 0x2584, 0x259D, 0x2590, 0x259E, 0x259F,
        0x2598, 0x259A, 0x258C, 0x2599, 0x2580, 0x259C, 0x259B, 0x2588,
    ]

    /// Draws all that lies over a grid on which the scenery stands already.
    mutating func draw(
        _ ground: Ground, onto grid: inout CellGrid, over cloth: borrowing Backcloth, as kind: Kind,
        colors: PileColors, palette: inout Palette
    ) {
        guard ground.grainCount > 0, ground.size.rows == grid.rows, ground.columnCount == 2 * grid.columns else {
            return
        }
        if left.count != grid.rows {
            left = [Float](repeating: 0, count: grid.rows)
            right = left
            depth = left
        }
        for column in 0..<grid.columns {
            var rows: Range<Int>?
            add(ground, 2 * column, isRight: false, &rows)
            add(ground, 2 * column + 1, isRight: true, &rows)
            guard let rows else { continue }
            for row in rows {
                let halves = (left[row], right[row])
                left[row] = 0
                right[row] = 0
                let level = PileColors.level(rowsBelow: depth[row])
                let color = palette.exactColor(colors.tone(level))
                let fill = (halves.0 + halves.1) / 2
                if ground.isScenery(column: column, row: row) {
                    Self.cover(&grid, column, row, fill, color, kind)
                } else if kind == .halves {
                    let cell = Self.soft(
                        fill, color, pixel: colors.pixel(level), over: cloth.mean(row * grid.columns + column), &palette
                    )
                    if let cell { grid.put(cell, column: column, row: row) }
                } else if let content = Self.content(halves, kind) {
                    grid.put(Cell(content: content, style: CellStyle(foreground: color)), column: column, row: row)
                }
            }
        }
    }

    private mutating func add(_ ground: Ground, _ column: Int, isRight: Bool, _ rows: inout Range<Int>?) {
        let count = left.count
        let scale = Double(count) / (ground.size.height * ground.grainsPerDepth)
        for number in ground.starts[column]..<ground.starts[column + 1] where ground.shelves[number].depth > 0 {
            let shelf = ground.shelves[number]
            let top = Float(Double(count) - Double(shelf.surface) * scale)
            let bottom = Float(Double(count) - Double(shelf.floor) * scale)
            let start = Int(min(max(top, 0), Float(count)))
            let end = Int(min(max(bottom, 0), Float(count)).rounded(.up))
            guard start < end else { continue }
            for row in start..<end {
                let covered = max(min(bottom, Float(row + 1)) - max(top, Float(row)), 0)
                if isRight { right[row] += covered } else { left[row] += covered }
                depth[row] = Float(row) + 0.5 - top
            }
            let known = rows ?? start..<end
            rows = min(known.lowerBound, start)..<max(known.upperBound, end)
        }
    }

    /// The character for a cell with nothing else in it; nil for too little.
    private static func content(_ halves: (left: Float, right: Float), _ kind: Kind) -> UInt32? {
        let mean = (halves.left + halves.right) / 2
        switch kind {
        case .halves: return mean < 0.25 ? nil : mean < 0.75 ? 0x2584 : 0x2588
        case .characters: return mean < 0.2 ? nil : mean < 0.5 ? 0x2E : mean < 0.8 ? 0x3A : 0x23
        case .blocks:
            guard abs(halves.left - halves.right) < 0.45 else {
                func bits(_ fill: Float) -> Int { fill >= 0.75 ? 0b1010 : fill >= 0.25 ? 0b0010 : 0 }
                let place = bits(halves.left) | bits(halves.right) >> 1
                return place == 0 ? nil : quadrants[place]
            }
            let eighths = UInt32((min(mean, 1) * 8).rounded())
            return eighths == 0 ? nil : 0x2580 + eighths
        }
    }

    /// Two halves of a cell, of which the one at the edge is as opaque as it is full.
    private static func soft(
        _ fill: Float, _ color: CellColor, pixel: UInt32, over behind: UInt32, _ palette: inout Palette
    ) -> Cell? {
        // Full, or without colours to be soft in.
        let isSharp = fill >= 0.97 || palette.depth == .none
        guard !isSharp else {
            return content((fill, fill), .halves).map { Cell(content: $0, style: CellStyle(foreground: color)) }
        }
        let isUpper = fill >= 0.5
        let steps = UInt32(((isUpper ? 2 * fill - 1 : 2 * fill) * 6).rounded())
        guard steps > 0 || isUpper else { return nil }
        guard steps > 0 else { return Cell(content: 0x2584, style: CellStyle(foreground: color)) }
        let edge = palette.shade(
            rgb555: (pixel >> 19 & 31) << 10 | (pixel >> 11 & 31) << 5 | pixel >> 3 & 31,
            opacity: min(steps * 255 / 6, 255), over: behind)
        return isUpper
            ? Cell(content: 0x2580, style: CellStyle(foreground: edge, background: color))
            : Cell(content: 0x2584, style: CellStyle(foreground: edge))
    }

    /// Snow in a cell with a letter: behind a block that fills the lower part, and in place of a stroke once it is
    /// mostly covered.
    private static func cover(
        _ grid: inout CellGrid, _ column: Int, _ row: Int, _ fill: Float, _ color: CellColor, _ kind: Kind
    ) {
        var cell = grid[column, row]
        guard cell.width == 1, cell.style.background == .standard, cell.style.attributes.isDisjoint(with: .reverse)
        else { return }
        switch cell.content {
        case 0x2581...0x2587:
            guard fill * 8 >= Float(0x2588 - cell.content) * 0.6 else { return }
            cell.style.background = color
        case 0x2580...0x259F, 0x2801...0x28FF: return
        default:
            guard fill >= 0.45 else { return }
            guard let content = content((fill, fill), kind) else { return }
            cell = Cell(content: content, style: CellStyle(foreground: color))
        }
        grid.put(cell, column: column, row: row)
    }
}

extension Ground {
    /// Whether a letter stands in a cell of the picture.
    fileprivate func isScenery(column: Int, row: Int) -> Bool {
        guard let text = scenery?.text else { return false }
        let place = (column: column - sceneryOrigin.column, row: row - sceneryOrigin.row)
        guard place.column >= 0, place.row >= 0, place.column < text.columns, place.row < text.rows else {
            return false
        }
        return text[place.column, place.row].isSolid
    }
}
