/// A colour as a terminal is told it: its own default, an entry of its palette, or 24 bits.
package struct CellColor: Hashable, Sendable {
    /// The kind in the top byte (0 default, 1 palette, 2 RGB), the value below.
    package let packed: UInt32

    private init(packed: UInt32) {
        self.packed = packed
    }

    /// Whatever the terminal draws with when it is told nothing.
    package static let standard = CellColor(packed: 0)

    /// Entry `index` of the terminal's palette; the first sixteen are the user's theme.
    package static func indexed(_ index: UInt8) -> CellColor {
        CellColor(packed: 1 << 24 | UInt32(index))
    }

    /// 0xRRGGBB.
    package static func rgb(_ value: UInt32) -> CellColor {
        CellColor(packed: 2 << 24 | value & 0xFF_FFFF)
    }

    /// The three ways a colour can be said.
    package enum Kind: Sendable {
        case standard
        case indexed(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }

    /// The colour, taken apart.
    package var kind: Kind {
        switch packed >> 24 {
        case 0: .standard
        case 1: .indexed(UInt8(truncatingIfNeeded: packed))
        default:
            .rgb(
                red: UInt8(truncatingIfNeeded: packed >> 16),
                green: UInt8(truncatingIfNeeded: packed >> 8),
                blue: UInt8(truncatingIfNeeded: packed)
            )
        }
    }
}
