/// The characters of a mosaic: one for every pattern of pixels in a cell two pixels wide.
package struct MosaicTiles: Sendable {
    /// Pixels in a cell, from top to bottom.
    package let rows: Int
    /// By pattern: bit `2 * row + column` stands for a pixel.
    package let glyphs: [UInt32]
    /// Whether the pixels that are set fill their share of the cell, so that a picture can be shown in two colours.
    package let isSolid: Bool

    /// ▘ ▝ ▀ ▖ ▌ … (Unicode 3.2, Block Elements).
    package static let quadrant = MosaicTiles(
        rows: 2,
        glyphs: [
            0x20, 0x2598, 0x259D, 0x2580, 0x2596, 0x258C, 0x259E, 0x259B, 0x2597, 0x259A, 0x2590, 0x259C, 0x2584,
            0x2599, 0x259F, 0x2588,
        ],
        isSolid: true)

    /// U+1FB00… (Unicode 13, Symbols for Legacy Computing): all patterns in order, but those that Block Elements has.
    package static let sextant = MosaicTiles(
        rows: 3, glyphs: fill(64, from: 0x1FB00, holes: [0: 0x20, 0x15: 0x258C, 0x2A: 0x2590, 0x3F: 0x2588]),
        isSolid: true)

    /// U+1CD00… (Unicode 16, Symbols for Legacy Computing Supplement): all patterns in order, but those that older
    /// blocks have, and a few quarters that stand elsewhere.
    package static let octant = MosaicTiles(
        rows: 4,
        glyphs: fill(
            256, from: 0x1CD00,
            holes: [
                0x00: 0x20, 0x01: 0x1CEA8, 0x02: 0x1CEAB, 0x03: 0x1FB82, 0x05: 0x2598, 0x0A: 0x259D, 0x0F: 0x2580,
                0x14: 0x1FBE6, 0x28: 0x1FBE7, 0x3F: 0x1FB85, 0x40: 0x1CEA3, 0x50: 0x2596, 0x55: 0x258C, 0x5A: 0x259E,
                0x5F: 0x259B, 0x80: 0x1CEA0, 0xA0: 0x2597, 0xA5: 0x259A, 0xAA: 0x2590, 0xAF: 0x259C, 0xC0: 0x2582,
                0xF0: 0x2584, 0xF5: 0x2599, 0xFA: 0x259F, 0xFC: 0x2586, 0xFF: 0x2588,
            ]),
        isSolid: true)

    /// U+2800… (Braille Patterns), whose dots are numbered down the left side first, the lowest two last.
    package static let braille = MosaicTiles(
        rows: 4,
        glyphs: (0..<256).map { (pattern: UInt32) in
            let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
            let dots = bits.indices.reduce(UInt32(0)) { pattern >> UInt32($1) & 1 == 0 ? $0 : $0 | bits[$1] }
            return dots == 0 ? 0x20 : 0x2800 + dots
        },
        isSolid: false)

    /// The letter whose shape is most like each pattern; see `LetterShapes`.
    package static let ascii = MosaicTiles(rows: 4, glyphs: LetterShapes.nearest, isSolid: false)

    private static func fill(_ count: UInt32, from first: UInt32, holes: [UInt32: UInt32]) -> [UInt32] {
        var next = first
        return (0..<count).map { pattern in
            if let older = holes[pattern] { return older }
            defer { next += 1 }
            return next
        }
    }
}
