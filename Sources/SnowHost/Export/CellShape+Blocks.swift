// Characters that fill parts of their cell.
extension CellShape {
    /// Draws a block, a mosaic or braille; false where the character is none of these.
    mutating func drawBlock(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2580: fillPart(y: 0..<4)
        case 0x2581...0x2588: fillPart(y: Int(0x2588 - scalar)..<8)
        case 0x2589...0x258F: fillPart(x: 0..<Int(0x2590 - scalar))
        case 0x2590: fillPart(x: 4..<8)
        case 0x2591...0x2593: shade(quarters: Int(scalar - 0x2590))
        case 0x2594: fillPart(y: 0..<1)
        case 0x2595: fillPart(x: 7..<8)
        case 0x2800...0x28FF: dots(UInt8(truncatingIfNeeded: scalar))
        default:
            guard let tile = Self.mosaics[scalar] else { return false }
            mosaic(tile.pattern, rowCount: tile.rowCount)
        }
        return true
    }

    /// Covers eighths of the cell.
    private mutating func fillPart(x: Range<Int> = 0..<8, y: Range<Int> = 0..<8) {
        fill(
            x: Self.part(x.lowerBound, of: 8, in: width)..<Self.part(x.upperBound, of: 8, in: width),
            y: Self.part(y.lowerBound, of: 8, in: height)..<Self.part(y.upperBound, of: 8, in: height))
    }

    /// A pattern of parts, two in a row: bit `2 * row + column`.
    private mutating func mosaic(_ pattern: UInt32, rowCount: Int) {
        for place in 0..<2 * rowCount where pattern >> UInt32(place) & 1 != 0 {
            let (column, row) = (place & 1, place >> 1)
            fill(
                x: Self.part(column, of: 2, in: width)..<Self.part(column + 1, of: 2, in: width),
                y: Self.part(row, of: rowCount, in: height)..<Self.part(row + 1, of: rowCount, in: height))
        }
    }

    /// So many quarters of the pixels, evenly spread.
    private mutating func shade(quarters: Int) {
        fill { x, y in
            // The order in which the pixels of each two by two are covered.
            let place = (Int(y) & 1) * 2 + Int(x) & 1
            return [0, 2, 3, 1][place] < quarters
        }
    }

    /// Braille dots, round ones from twice the size on. Bits are those of Unicode.
    private mutating func dots(_ bits: UInt8) {
        let pitch = Double(width) / 2
        // At the smallest size just the four pixels around the middle of a dot.
        let radius = pitch * 0.37
        for place in 0..<8 where bits & Self.dotBits[place] != 0 {
            let middle = (x: (Double(place & 1) + 0.5) * pitch, y: (Double(place >> 1) + 0.5) * Double(height) / 4)
            fill { x, y in
                (x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y) <= radius * radius
            }
        }
    }

    /// The bit of each dot (Unicode, block Braille Patterns), row by row.
    private static let dotBits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// The patterns of quadrants, sextants and octants, and how many rows they have.
    private static let mosaics: [UInt32: (pattern: UInt32, rowCount: Int)] = {
        var mosaics: [UInt32: (pattern: UInt32, rowCount: Int)] = [:]
        for tiles in [MosaicTiles.octant, .sextant, .quadrant] {
            for (pattern, scalar) in tiles.glyphs.enumerated() where scalar != 0x20 {
                mosaics[scalar] = (UInt32(pattern), tiles.rows)
            }
        }
        return mosaics
    }()
}
