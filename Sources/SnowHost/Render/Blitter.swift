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

/// The blitters by the names a user gives them, the finest first.
public enum BlitterName: String, CaseIterable, Sendable {
    case kitty, sixel, octant, braille, sextant, quadrant, half, glyph, ascii

    /// Those that draw with characters, which every terminal shows.
    public static let ofCharacters = allCases.filter { !$0.drawsPixels }

    /// Whether it sends pixels, which few terminals show.
    public var drawsPixels: Bool { self == .kitty || self == .sixel }

    /// A line about it, for a list.
    public var about: String {
        switch self {
        case .kitty: "pixels, by kitty's graphics protocol; for a local terminal"
        case .sixel: "pixels in few colours; for a local terminal with sixel"
        case .octant: "blocks, 2x4 a cell; for terminals that draw Unicode 16"
        case .braille: "braille dots, 2x4 a cell; small crystals, fine and crisp"
        case .sextant: "blocks, 2x3 a cell; for fonts with Unicode 13"
        case .quadrant: "blocks, 2x2 a cell, in every font that draws lines"
        case .half: "half blocks, 1x2 a cell; soft edges and smooth motion"
        case .glyph: "one character a flake, by its size; a line from its edge"
        case .ascii: "ASCII letters; . ' + * by size, large flakes of many"
        }
    }

    /// How snow that lies is drawn. Dots have gaps between them, and would make a veil of it.
    var pileKind: PileCells.Kind {
        switch self {
        case .half: .halves
        case .kitty, .sixel, .octant, .braille, .sextant, .quadrant: .blocks
        case .glyph, .ascii: .characters
        }
    }

    /// Sub-pixels in a cell; where there is no canvas, what sizes are told apart by. Pixels are as many as the terminal says.
    package var cellSize: (width: Int, height: Int) {
        switch self {
        case .kitty, .sixel: (PixelCell.assumed.canvasWidth, PixelCell.assumed.canvasHeight)
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
        case .kitty, .sixel, .quadrant, .half, .glyph: false
        }
    }

    /// Which characters a flake of a size is drawn as that is too small for a shape, or that has to be one character.
    package var alphabet: FlakeCharacters.Alphabet? {
        switch self {
        case .glyph: .symbols
        case .ascii: .letters
        case .kitty, .sixel, .octant, .braille, .sextant, .quadrant, .half: nil
        }
    }

    /// What shows the canvas in cells; nil where flakes are characters, or pixels.
    package func blitter(detail: ShadeDetail) -> (any Blitter)? {
        switch self {
        case .octant: MosaicBlitter(.octant, detail: detail)
        case .braille: MosaicBlitter(.braille, detail: detail)
        case .sextant: MosaicBlitter(.sextant, detail: detail)
        case .quadrant: MosaicBlitter(.quadrant, detail: detail)
        case .half: HalfBlitter(detail: detail)
        case .ascii: MosaicBlitter(.ascii, detail: detail)
        case .kitty, .sixel, .glyph: nil
        }
    }

    /// What shows the canvas in pixels; nil for all others.
    package func pixelBlitter(detail: ShadeDetail) -> (any PixelBlitter)? {
        switch self {
        case .kitty: KittyBlitter(detail: detail)
        case .sixel: SixelBlitter(detail: detail)
        case .octant, .braille, .sextant, .quadrant, .half, .glyph, .ascii: nil
        }
    }

    /// What a backdrop is made of where no flake is. Where flakes are dots or characters, half blocks show it best.
    var clothFace: Backcloth.Face {
        switch self {
        case .octant: .tiles(.octant)
        case .sextant: .tiles(.sextant)
        case .quadrant: .tiles(.quadrant)
        case .kitty, .sixel, .half, .braille, .glyph: .halves
        case .ascii: .spaces
        }
    }
}
