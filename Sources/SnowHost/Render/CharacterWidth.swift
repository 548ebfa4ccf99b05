/// How many terminal columns a Unicode scalar takes, by a table of the project's own.
///
/// Terminals disagree with each other and with any C library, so the encoder trusts only what they all agree on
/// and asks `isCertain` before it relies on where the cursor went.
package enum CharacterWidth {
    /// Makes the scalar before it an emoji, two columns wide where the terminal knows of it.
    package static let emojiSelector: UInt32 = 0xFE0F
    /// Makes the scalar before it plain text.
    package static let textSelector: UInt32 = 0xFE0E
    /// Glues emoji into one picture, in some terminals.
    package static let joiner: UInt32 = 0x200D

    /// 0 for combining marks and format characters, 2 for wide ones, else 1.
    ///
    /// - Complexity: two binary searches; constant for Latin text.
    package static func of(_ scalar: UInt32) -> Int {
        if scalar < 0x300 { return 1 }
        if contains(CharacterWidthTable.zero, scalar) { return 0 }
        if scalar < 0x1100 { return 1 }
        return contains(CharacterWidthTable.wide, scalar) ? 2 : 1
    }

    /// Whether every terminal in use agrees on `of(scalar)`: not so for emoji and for young parts of Unicode.
    package static func isCertain(_ scalar: UInt32) -> Bool {
        if scalar < 0x300 { return true }
        return switch scalar {
        case 0x2000...0x22FF, 0x2500...0x259F, 0x2800...0x28FF: of(scalar) == 1
        case 0x2700...0x27BF: of(scalar) == 1
        case 0x1100...0x115F, 0x2E80...0x2FD5, 0x3041...0x3247, 0x3400...0x4DB5, 0x4E00...0x9FA5: of(scalar) == 2
        case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60: of(scalar) == 2
        // Blocks that are drawn where the terminal is known to have them, or at the user's word.
        case 0x1FB00...0x1FBFF, 0x1CD00...0x1CEBF: true
        case 0x370...0x58F, 0x1E00...0x1FFF, 0xFFFD: of(scalar) == 1
        default: false
        }
    }

    /// Whether a terminal may be sent this scalar at all: no control, no surrogate, nothing beyond Unicode.
    package static func isPrintable(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7F..<0xA0, 0xAD, 0xD800...0xDFFF, 0xFFFE...0xFFFF: false
        // Directional marks reorder what is already on the line.
        case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: scalar <= 0x10FFFF
        }
    }

    private static func contains(_ table: [UInt32], _ scalar: UInt32) -> Bool {
        var low = 0
        var high = table.count / 2
        while low < high {
            let middle = (low + high) / 2
            if scalar < table[2 * middle] {
                high = middle
            } else if scalar > table[2 * middle + 1] {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }
}
