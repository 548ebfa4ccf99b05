/// Holds back pictures that would flash.
///
/// A flash, after the Web Content Accessibility Guidelines (2.3.1, general flash threshold), is a pair of opposing
/// changes of relative luminance by a tenth or more, and three a second are the most. The picture is watched in fields
/// smaller than the area that the guideline exempts nothing of. A field may grow dark at once, but brighter only as fast
/// as keeps to three flashes a second; until then it shows what it showed.
package struct FlashLimiter {
    /// What a field may gain at once, in relative luminance.
    private static let slack = 0.05
    /// What it may gain in a second: with the slack, a rise of a tenth takes a third of a second.
    private static let risePerSecond = 0.15
    private static let fieldColumns = 16
    private static let fieldRows = 8

    private var columns = 0
    private var rows = 0
    /// How bright each field may be in the next frame.
    private var ceilings: [Double] = []
    /// The picture as it was let through last, without what is written over it afterwards.
    private var passed = CellGrid(columns: 0, rows: 0)

    /// A limiter that has seen nothing: the first picture is shown as it is.
    package init() {}

    /// Puts back what the last picture had in all fields of `grid` that would grow brighter too fast.
    ///
    /// - Parameter seconds: Since the last picture.
    package mutating func limit(_ grid: inout CellGrid, ground: TerminalGround, seconds: Double) {
        let isNew = columns != grid.columns || rows != grid.rows
        if isNew {
            columns = grid.columns
            rows = grid.rows
            passed = CellGrid(columns: columns, rows: rows, clusters: grid.clusters)
            let across = (columns + Self.fieldColumns - 1) / Self.fieldColumns
            let down = (rows + Self.fieldRows - 1) / Self.fieldRows
            ceilings = Array(repeating: 1, count: across * down)
        }
        var number = 0
        for top in stride(from: 0, to: rows, by: Self.fieldRows) {
            for left in stride(from: 0, to: columns, by: Self.fieldColumns) {
                let field = Field(
                    columns: left..<min(left + Self.fieldColumns, columns), rows: top..<min(top + Self.fieldRows, rows))
                let ceiling = min(ceilings[number] + Self.risePerSecond * seconds, 1)
                let luminance = field.luminance(in: grid, ground: ground)
                if luminance > ceiling, !isNew {
                    // Held back, and the more of it let through the longer it is asked for.
                    field.restore(grid: &grid, from: passed)
                    ceilings[number] = ceiling
                } else {
                    ceilings[number] = min(ceiling, luminance + Self.slack)
                }
                number += 1
            }
        }
        passed.copy(grid)
    }

    private struct Field {
        let columns: Range<Int>
        let rows: Range<Int>

        /// Mean relative luminance, 0…1.
        func luminance(in grid: CellGrid, ground: TerminalGround) -> Double {
            var sum = 0.0
            for row in rows {
                for column in columns { sum += Self.luminance(of: grid[column, row], ground: ground) }
            }
            return sum / Double(columns.count * rows.count)
        }

        func restore(grid: inout CellGrid, from shown: CellGrid) {
            for row in rows {
                for column in columns where shown[column, row].width > 0 {
                    grid.put(shown[column, row], column: column, row: row)
                }
            }
        }

        private static func luminance(of cell: Cell, ground: TerminalGround) -> Double {
            let behind = luminance(of: cell.style.background, standard: ground.color)
            let ink = luminance(of: cell.style.foreground, standard: ~ground.color & 0xFFFFFF)
            let share = coverage(of: cell.content)
            return cell.style.attributes.contains(.reverse)
                ? ink * (1 - share) + behind * share : ink * share + behind * (1 - share)
        }

        /// How much of a cell its character covers; letters are taken for a third.
        private static func coverage(of content: UInt32) -> Double {
            switch content {
            case 0x20, 0xA0, 0x2800: 0
            case 0x2588: 1
            case 0x2580...0x259F, 0x1FB00...0x1FBFF, 0x1CD00...0x1CEBF: 0.5
            case 0x2801...0x28FF: Double((content & 0xFF).nonzeroBitCount) / 16
            default: 1.0 / 3
            }
        }

        private static func luminance(of color: CellColor, standard: UInt32) -> Double {
            let rgb: UInt32 =
                switch color.kind {
                case .standard: standard
                case .indexed(let index): XtermColors.rgb[Int(index)]
                case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
                }
            // Relative luminance after WCAG 2.2, with a square for the curve of sRGB: the error is below 0.03.
            func linear(_ shift: UInt32) -> Double {
                let part = Double(rgb >> shift & 0xFF) / 255
                return part * part
            }
            return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
        }
    }
}
