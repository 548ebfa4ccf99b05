/// Draws cells as pixels, as a terminal would with the colours of xterm.
struct CellPainter {
    /// Pixels of the picture to one of `CellShape.cellSize`.
    let scale: Int
    let ground: TerminalGround
    private var shapes: [Key: CellShape] = [:]

    private struct Key: Hashable {
        let scalar: UInt32
        let columns: Int
        let attributes: CellAttributes
    }

    init(scale: Int, ground: TerminalGround) {
        self.scale = min(max(scale, 1), CellShape.largestScale)
        self.ground = ground
    }

    /// A cell's size in pixels.
    var cellWidth: Int { CellShape.cellSize.width * scale }
    var cellHeight: Int { CellShape.cellSize.height * scale }

    /// Draws a cell at its place. The right half of a wide glyph is drawn with its head.
    mutating func paint(
        _ cell: Cell, of clusters: ClusterTable, column: Int, row: Int, on pixels: inout PixelGrid, _ table: InkTable
    ) {
        guard cell.width > 0 else { return }
        let shape = shape(of: cell, clusters)
        let colors = Self.colors(of: cell.style, on: ground)
        let (ink, paper) = (table.ink(for: colors.foreground), table.ink(for: colors.background))
        pixels.inks.withUnsafeMutableBufferPointer { inks in
            for y in 0..<shape.height {
                var bits = shape.rows[y]
                let start = (row * cellHeight + y) * pixels.width + column * cellWidth
                for place in start..<start + shape.width {
                    inks[place] = bits & 1 == 0 ? paper : ink
                    bits >>= 1
                }
            }
        }
    }

    private mutating func shape(of cell: Cell, _ clusters: ClusterTable) -> CellShape {
        // Of a cluster the letter is drawn, and its marks are left out.
        let isCluster = cell.content & Cell.clusterBit != 0
        let scalar = isCluster ? clusters[Int(cell.content & ~Cell.clusterBit)].first ?? 0x20 : cell.content
        let key = Key(
            scalar: scalar, columns: Int(cell.width), attributes: cell.style.attributes.subtracting(.reverse))
        if let shape = shapes[key] { return shape }
        let shape = CellShape(of: scalar, columns: key.columns, scale: scale).drawn(with: key.attributes)
        shapes[key] = shape
        return shape
    }

    /// 0xRRGGBB of what is drawn in a style, and of what is behind it.
    static func colors(
        of style: CellStyle, on ground: TerminalGround
    ) -> (foreground: UInt32, background: UInt32) {
        let foreground = rgb(style.foreground) ?? (ground == .dark ? 0xE5E5E5 : 0x000000)
        let background = rgb(style.background) ?? ground.color
        return style.attributes.contains(.reverse) ? (background, foreground) : (foreground, background)
    }

    /// Nil for the terminal's own.
    private static func rgb(_ color: CellColor) -> UInt32? {
        switch color.kind {
        case .standard: nil
        case .indexed(let index): XtermColors.rgb[Int(index)]
        case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }
}
