/// A way of showing a canvas in character cells.
///
/// `blit` writes only the cells that changed since the last call: the layer keeps the others, and must not be
/// written by anyone else in between.
package protocol Blitter {
    /// Sub-pixels in a cell.
    var cellWidth: Int { get }
    var cellHeight: Int { get }

    /// Forgets what was drawn; the layer is blank and of this size from now on.
    mutating func resize(columns: Int, rows: Int)

    /// Brings a layer of cells up to date with a canvas of `cellWidth * columns` by `cellHeight * rows` pixels.
    mutating func blit(_ canvas: borrowing Canvas, onto layer: inout CellGrid, palette: inout Palette)

    /// How exactly opacities are shown.
    var detail: ShadeDetail { get set }
}

/// The blitters by the names a user gives them, the finest first.
public enum BlitterName: String, CaseIterable, Sendable {
    case octant, braille, sextant, quadrant, half, glyph, ascii

    /// A line about it, for a list.
    public var about: String {
        switch self {
        case .octant: "blocks, 2x4 a cell; for terminals that draw Unicode 16"
        case .braille: "braille dots, 2x4 a cell; small crystals, fine and crisp"
        case .sextant: "blocks, 2x3 a cell; for fonts with Unicode 13"
        case .quadrant: "blocks, 2x2 a cell, in every font that draws lines"
        case .half: "half blocks, 1x2 a cell; soft edges and smooth motion"
        case .glyph: "one character a flake, by its size; a line from its edge"
        case .ascii: "ASCII letters; . ' + * by size, large flakes of many"
        }
    }

    /// Sub-pixels in a cell; where there is no canvas, what sizes are told apart by.
    package var cellSize: (width: Int, height: Int) {
        switch self {
        case .octant, .braille, .glyph, .ascii: (2, 4)
        case .sextant: (2, 3)
        case .quadrant: (2, 2)
        case .half: (1, 2)
        }
    }

    /// Whether flakes are whole pixels, which stop at pixels; else they are soft. Pixels that are far from square look
    /// better soft.
    package var drawsDots: Bool {
        switch self {
        case .octant, .braille, .sextant, .ascii: true
        case .quadrant, .half, .glyph: false
        }
    }

    /// Which characters a flake of a size is drawn as that is too small for a shape, or that has to be one character.
    package var alphabet: FlakeCharacters.Alphabet? {
        switch self {
        case .glyph: .symbols
        case .ascii: .letters
        case .octant, .braille, .sextant, .quadrant, .half: nil
        }
    }

    /// What shows the canvas; nil where flakes are characters and there is none.
    package func blitter(detail: ShadeDetail) -> (any Blitter)? {
        switch self {
        case .octant: MosaicBlitter(.octant, detail: detail)
        case .braille: MosaicBlitter(.braille, detail: detail)
        case .sextant: MosaicBlitter(.sextant, detail: detail)
        case .quadrant: MosaicBlitter(.quadrant, detail: detail)
        case .half: HalfBlitter(detail: detail)
        case .ascii: MosaicBlitter(.ascii, detail: detail)
        case .glyph: nil
        }
    }
}
