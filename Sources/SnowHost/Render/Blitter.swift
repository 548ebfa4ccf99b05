/// A way of showing a canvas in character cells.
///
/// `blit` writes only the cells that changed since the last call: the layer keeps the others, and must not be
/// written by anyone else in between. Where nothing is drawn, a cell is that of the cloth behind.
package protocol Blitter {
    /// Sub-pixels in a cell.
    var cellWidth: Int { get }
    var cellHeight: Int { get }

    /// Forgets what was drawn; the layer is of this size, and shows the cloth behind, from now on.
    mutating func resize(columns: Int, rows: Int)

    /// Brings a layer of cells up to date with a canvas of `cellWidth * columns` by `cellHeight * rows` pixels.
    ///
    /// - Parameter cloth: What lies behind; the same as at the last call, unless `resize` was called in between.
    mutating func blit(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, onto layer: inout CellGrid, palette: inout Palette)

    /// How exactly opacities are shown.
    var detail: ShadeDetail { get set }
}

/// The blitters by the names a user gives them.
public enum BlitterName: String, CaseIterable, Sendable {
    case half, braille, glyph

    /// A line about it, for a list.
    public var about: String {
        switch self {
        case .half: "half blocks, two pixels a cell; soft edges and smooth motion"
        case .braille: "braille dots, eight a cell; small crystals, fine and crisp"
        case .glyph: "one character a flake, chosen by its size"
        }
    }

    /// Sub-pixels in a cell.
    package var cellSize: (width: Int, height: Int) {
        switch self {
        case .half: (1, 2)
        case .braille: (2, 4)
        case .glyph: (1, 1)
        }
    }
}
