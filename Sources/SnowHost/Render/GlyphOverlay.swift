/// Flakes that are drawn as one character each, above what a blitter shows of the canvas.
///
/// Of two in one cell the later, nearer one is seen. The character takes the colour of its flake, as transparent as the
/// flake is, on what lies behind: the terminal's background, or the mean of a picture.
package struct GlyphOverlay {
    /// How exactly opacities are shown.
    package var detail: ShadeDetail

    /// A character that is to be drawn.
    private struct Mark {
        var column: Int32
        var row: Int32
        var content: UInt32
        var width: UInt8
        /// 0…255.
        var opacity: UInt8
        /// 5-5-5.
        var color: UInt16
    }

    private var marks: [Mark] = []
    /// The rows of cells in which it has any.
    let rows: Range<Int>

    /// An overlay without flakes.
    package init(detail: ShadeDetail, rows: Range<Int> = 0..<Int(Int32.max)) {
        self.detail = detail
        self.rows = rows
    }

    /// Takes over the flakes of another one, nearer than its own.
    mutating func append(_ other: borrowing GlyphOverlay) { marks.append(contentsOf: other.marks) }

    /// Starts a frame.
    package mutating func clear() {
        marks.removeAll(keepingCapacity: true)
    }

    /// Takes a flake: as its own character where it has one, else as one of an alphabet; false when it has neither, or
    /// is large enough to be drawn with many.
    ///
    /// - Parameters:
    ///   - cell: sub-pixels in a cell.
    ///   - unit: sub-pixels in a unit of the view.
    package mutating func take(
        _ flake: FlakeLook, alphabet: FlakeCharacters.Alphabet?, cell: (width: Int, height: Int), unit: FlakeLook.Scale
    ) -> Bool {
        if CharacterWidth.isPrintable(flake.glyph), CharacterWidth.of(flake.glyph) > 0, flake.glyph > 0 {
            let isEdge = flake.narrowing < FlakeCharacters.edge
            append(flake, isEdge ? FlakeCharacters.line(along: flake, unit: unit) : flake.glyph, cell: cell)
            return true
        }
        guard let alphabet else { return false }
        let width = 2 * max(flake.halfWidth, flake.halfHeight) / Float(cell.width)
        if alphabet == .letters, width >= FlakeCharacters.manyFrom { return false }
        append(
            flake, FlakeCharacters.character(for: flake, from: alphabet, cell: cell, unit: unit), cell: cell)
        return true
    }

    private mutating func append(_ flake: FlakeLook, _ content: UInt32, cell: (width: Int, height: Int)) {
        let level = (flake.opacity * Float(detail.levels)).rounded() / Float(detail.levels)
        guard level > 0 else { return }
        // A wide character has its middle between two cells; one that is not wholly in the picture is not drawn.
        let width = max(CharacterWidth.of(content), 1)
        let column = (flake.x / Float(cell.width) - Float(width - 1) / 2).rounded(.down)
        let row = (flake.y / Float(cell.height)).rounded(.down)
        guard abs(column) < 1e6, abs(row) < 1e6, rows.contains(Int(row)) else { return }
        marks.append(
            Mark(
                column: Int32(column), row: Int32(row), content: content, width: UInt8(width),
                opacity: UInt8(level * 255), color: Self.shortened(flake.color)))
    }

    /// Writes the flakes' characters over the cells of a canvas, and of the cloth behind it.
    package func write(
        onto grid: inout CellGrid, over canvas: borrowing Canvas, _ cloth: borrowing Backcloth,
        cell: (width: Int, height: Int), palette: inout Palette
    ) {
        for mark in marks {
            let column = Int(mark.column)
            let row = Int(mark.row)
            guard column >= 0, row >= 0, row < grid.rows, column + Int(mark.width) <= grid.columns else { continue }
            // What can have no colour at all can also not be faint.
            if palette.depth == .none, mark.opacity < 26 { continue }
            var style = CellStyle()
            if let behind = canvas.cover(column: column, row: row, width: cell.width, height: cell.height) {
                let ground = palette.seen(0xFF00_0000 | behind)
                let ink = palette.seen(0xFF00_0000 | Palette.expand(UInt32(mark.color)))
                style.background = palette.exactColor(ground)
                style.foreground = palette.exactColor(Palette.mix(ink, over: ground, opacity: UInt32(mark.opacity)))
            } else {
                let index = row * grid.columns + column
                style.background = cloth.ground(index)
                style.foreground = palette.shade(
                    rgb555: UInt32(mark.color), opacity: UInt32(mark.opacity), over: cloth.mean(index))
            }
            grid.put(Cell(content: mark.content, style: style, width: mark.width), column: column, row: row)
        }
    }

    private static func shortened(_ color: UInt32) -> UInt16 {
        UInt16(color >> 19 & 31) << 10 | UInt16(color >> 11 & 31) << 5 | UInt16(color >> 3 & 31)
    }
}
