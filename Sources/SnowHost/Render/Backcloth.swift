/// What lies behind the flakes: the backdrops of all scenes, at a few pixels a cell, and as cells.
///
/// It is painted when a backdrop, the size or the palette changes, and then only read. A cell without a flake shows all of
/// its pixels as well as it can; one in which characters stand for flakes shows their mean behind the character.
package struct Backcloth {
    /// What its cells are made of.
    package enum Face: Sendable {
        /// Two pixels, one above the other.
        case halves
        /// As many pixels as the tiles have, in two colours.
        case tiles(MosaicTiles)
        /// One pixel.
        case spaces

        /// Pixels across and down in a cell.
        var pixels: (across: Int, down: Int) {
            switch self {
            case .halves: (1, 2)
            case .tiles(let tiles): (2, tiles.rows)
            case .spaces: (1, 1)
            }
        }

        /// Whether characters beyond letters are shown, of which some are shades of two colours.
        var hasShades: Bool {
            switch self {
            case .halves, .tiles: true
            case .spaces: false
            }
        }
    }

    /// A backdrop, and the view that it is laid over.
    private struct Sheet: Equatable {
        var backdrop: Backdrop
        var mapping: ViewMapping
    }

    package var face: Face

    /// 0xFFRRGGBB of each pixel, row by row, 0 where the terminal's own ground shows. Empty when it does everywhere, as
    /// are the other arrays.
    private var colors: [UInt32] = []
    /// The mean of each cell's pixels, in the same way.
    private var means: [UInt32] = []
    /// What to tell the terminal for each mean.
    private var grounds: [CellColor] = []
    /// What each cell shows where no flake is.
    package private(set) var cells: [Cell] = []

    private var sheets: [Sheet] = []
    /// How many were seen in this picture.
    private var seenCount = 0
    private var isCurrent = true
    private var columns = 0
    private var rows = 0

    /// A cloth with nothing on it.
    package init(face: Face) {
        self.face = face
    }

    /// Whether there is nothing on it.
    package var isEmpty: Bool { cells.isEmpty }

    mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        invalidate()
    }

    /// Takes everything off; it is painted anew with the next picture.
    mutating func invalidate() {
        colors = []
        means = []
        grounds = []
        cells = []
        isCurrent = false
    }

    /// Starts a picture.
    mutating func begin() { seenCount = 0 }

    /// Notes the backdrop of a scene, the farthest first.
    mutating func see(_ backdrop: Backdrop?, _ mapping: ViewMapping) {
        guard let backdrop else { return }
        let sheet = Sheet(backdrop: backdrop, mapping: mapping)
        if seenCount < sheets.count {
            if sheets[seenCount] != sheet {
                sheets[seenCount] = sheet
                isCurrent = false
            }
        } else {
            sheets.append(sheet)
            isCurrent = false
        }
        seenCount += 1
    }

    /// Paints what was seen since `begin`, if it is not what was painted last.
    ///
    /// - Returns: Whether it did: every cell may be another one now.
    mutating func paint(_ palette: Palette) -> Bool {
        if seenCount < sheets.count {
            sheets.removeLast(sheets.count - seenCount)
            isCurrent = false
        }
        guard !isCurrent else { return false }
        let isLaid = !isEmpty
        invalidate()
        isCurrent = true
        // Without colours a picture would be dots among dots, and the snow lost in them.
        guard !sheets.isEmpty, columns > 0, rows > 0, palette.depth != .none else { return isLaid }
        let size = face.pixels
        colors = [UInt32](repeating: 0, count: columns * size.across * rows * size.down)
        for sheet in sheets { lay(sheet, palette.background) }
        fillCells(palette)
        return true
    }

    private mutating func lay(_ sheet: Sheet, _ background: UInt32) {
        let mapping = sheet.mapping
        let size = face.pixels
        let cellAspect = mapping.rowsPerUnit > 0 ? mapping.columnsPerUnit / mapping.rowsPerUnit : 2
        let laid = sheet.backdrop.image.laid(
            over: columns * size.across, rows * size.down,
            pixelAspect: cellAspect * Double(size.across) / Double(size.down), fit: sheet.backdrop.fit,
            columnsPerPixel: mapping.columnsPerUnit * Double(size.across))
        for (index, pixel) in laid.enumerated() where pixel >> 24 >= 8 {
            let below = colors[index] == 0 ? background : colors[index] & 0xFF_FFFF
            colors[index] = 0xFF00_0000 | Palette.mix(Image.straight(pixel), over: below, opacity: pixel >> 24)
        }
    }

    private mutating func fillCells(_ palette: Palette) {
        means.reserveCapacity(columns * rows)
        grounds.reserveCapacity(columns * rows)
        cells.reserveCapacity(columns * rows)
        let size = face.pixels
        var merger = ColorMerger()
        var inks = Inks(palette: palette)
        if case .halves = face {
            for index in colors.indices { colors[index] = merger.merged(colors[index]) }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let first = row * size.down * columns * size.across + column * size.across
                let mean = merger.merged(mean(ofPixelsFrom: first))
                means.append(mean)
                let isShaded = palette.depth == .sixteen && face.hasShades && mean != 0
                let ground = isShaded ? inks.shade(mean).first : inks.color(mean, column, row)
                grounds.append(ground)
                let plain =
                    isShaded ? inks.shade(mean).shade : Cell(content: 0x20, style: CellStyle(background: ground))
                switch face {
                case .spaces: cells.append(plain)
                case .halves:
                    let (upper, lower) = (colors[first], colors[first + columns])
                    if isShaded, merger.areAlike(upper, lower) {
                        cells.append(plain)
                    } else {
                        cells.append(
                            HalfBlitter.cell(
                                inks.color(upper, column, 2 * row, isShaded: isShaded),
                                inks.color(lower, column, 2 * row + 1, isShaded: isShaded)))
                    }
                case .tiles(let tiles):
                    guard let split = split(tiles, first),
                        !isShaded || !merger.areAlike(split.ground | 0xFF00_0000, split.ink | 0xFF00_0000)
                    else {
                        cells.append(plain)
                        continue
                    }
                    let behind = inks.color(merger.merged(split.ground | 0xFF00_0000), column, row, isShaded: isShaded)
                    let ink = inks.color(merger.merged(split.ink | 0xFF00_0000), column, row + 1, isShaded: isShaded)
                    let isPlain = split.pattern == 0 || ink == behind
                    cells.append(
                        isPlain
                            ? isShaded ? plain : Cell(content: 0x20, style: CellStyle(background: behind))
                            : Cell(
                                content: tiles.glyphs[Int(split.pattern)],
                                style: CellStyle(foreground: ink, background: behind)))
                }
            }
        }
    }

    /// The two colours of a cell whose first pixel is `first`; nil where it is not covered everywhere.
    private func split(_ tiles: MosaicTiles, _ first: Int) -> CellColors.Split? {
        var pixels = CellColors()
        for place in 0..<2 * tiles.rows {
            let color = colors[first + (place >> 1) * columns * 2 + place & 1]
            guard color != 0 else { return nil }
            pixels.append(color & 0xFF_FFFF)
        }
        return pixels.split(held: 0, leastContrast: 8)
    }

    /// The mean of the pixels of a cell that are covered; 0 where most are not.
    private func mean(ofPixelsFrom first: Int) -> UInt32 {
        let size = face.pixels
        var pixels = CellColors()
        for y in 0..<size.down {
            for x in 0..<size.across {
                let color = colors[first + y * columns * size.across + x]
                if color != 0 { pixels.append(color & 0xFF_FFFF) }
            }
        }
        return 2 * pixels.count < size.across * size.down || pixels.count == 0 ? 0 : 0xFF00_0000 | pixels.mean
    }

    /// What the terminal is told for colours, each asked of the palette once.
    private struct Inks {
        let palette: Palette
        private var mixtures: [UInt32: Palette.Mixture] = [:]
        private var shades: [UInt32: Palette.Mixture] = [:]

        init(palette: Palette) {
            self.palette = palette
        }

        /// A mixture for the shades of a font.
        mutating func shade(_ color: UInt32) -> Palette.Mixture {
            if let known = shades[color] { return known }
            let shade = palette.mixture(color & 0xFF_FFFF, isFine: true)
            shades[color] = shade
            return shade
        }

        /// The colour of a pixel; among shades, where single pixels would stand out, the one that is most of it.
        mutating func color(_ color: UInt32, _ column: Int, _ row: Int, isShaded: Bool = false) -> CellColor {
            if color == 0 { return .standard }
            if isShaded { return shade(color).first }
            if let known = mixtures[color] { return known.color(column: column, row: row) }
            let mixture = palette.mixture(color & 0xFF_FFFF)
            mixtures[color] = mixture
            return mixture.color(column: column, row: row)
        }
    }

    /// What is behind a pixel: 0xFFRRGGBB, or 0 for the terminal's ground.
    @inline(__always)
    func color(_ index: Int) -> UInt32 { colors.isEmpty ? 0 : colors[index] }

    /// What is behind a cell, in the same way.
    @inline(__always)
    func mean(_ index: Int) -> UInt32 { means.isEmpty ? 0 : means[index] }

    /// What is behind a cell, as the terminal is told.
    @inline(__always)
    func ground(_ index: Int) -> CellColor { grounds.isEmpty ? .standard : grounds[index] }

    /// What a cell shows where no flake is.
    @inline(__always)
    func cell(_ index: Int) -> Cell { cells.isEmpty ? .blank : cells[index] }
}
