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
        case 0x2596...0x259F: mosaic(Self.quadrants[Int(scalar - 0x2596)], rowCount: 2)
        case 0x2800...0x28FF: dots(UInt8(truncatingIfNeeded: scalar))
        case 0x1FB00...0x1FB3B: mosaic(Self.sextant(scalar - 0x1FB00), rowCount: 3)
        case 0x1FB82: fillPart(y: 0..<2)
        case 0x1FB85: fillPart(y: 0..<6)
        default:
            guard let pattern = Self.octants[scalar] else { return false }
            mosaic(pattern, rowCount: 4)
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
        let radius = pitch * 0.34
        for place in 0..<8 where bits & Self.dotBits[place] != 0 {
            let middle = (x: (Double(place & 1) + 0.5) * pitch, y: (Double(place >> 1) + 0.5) * Double(height) / 4)
            fill { x, y in
                (x - middle.x) * (x - middle.x) + (y - middle.y) * (y - middle.y) <= radius * radius
            }
        }
    }

    /// The bit of each dot (Unicode, block Braille Patterns), row by row.
    private static let dotBits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// The patterns of ▖ to ▟.
    private static let quadrants: [UInt32] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

    /// The pattern of a sextant: all in order, but those that are halves.
    private static func sextant(_ number: UInt32) -> UInt32 {
        let pattern = number + 1
        return pattern < 0x15 ? pattern : pattern < 0x29 ? pattern + 1 : pattern + 2
    }

    /// The patterns of octants (Unicode 16, Symbols for Legacy Computing Supplement): all in order, but those that other
    /// blocks have. Of these the ones that are in no range above come first.
    private static let octants: [UInt32: UInt32] = {
        var patterns: [UInt32: UInt32] = [
            0x1CEA8: 0x01, 0x1CEAB: 0x02, 0x1CEA3: 0x40, 0x1CEA0: 0x80, 0x1FBE6: 0x14, 0x1FBE7: 0x28,
        ]
        var taken = Set(patterns.values)
        taken.formUnion([0x00, 0x03, 0x3F, 0xC0, 0xFC])
        // Those of four by four quarters.
        for quadrants in 0..<UInt32(16) {
            taken.insert((0..<4).reduce(0) { quadrants >> $1 & 1 == 0 ? $0 : $0 | [0x05, 0x0A, 0x50, 0xA0][Int($1)] })
        }
        var next: UInt32 = 0x1CD00
        for pattern in 0..<UInt32(256) where !taken.contains(pattern) {
            patterns[next] = pattern
            next += 1
        }
        return patterns
    }()
}
