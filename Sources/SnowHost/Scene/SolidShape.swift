/// Where in its cell a character is solid, so that snow lies on it and not above it.
///
/// Block and line characters by their shapes, punctuation that stands low by its height; anything else fills its cell.
enum SolidShape {
    /// What a half of a cell is filled with, in eighths of its height from the top; empty where start and end are equal.
    typealias Extent = (start: Int, end: Int)

    private static let full: Extent = (0, 8)
    private static let none: Extent = (0, 0)

    /// The filled part of the left or the right half of a cell.
    static func extent(of scalar: UInt32, isRight: Bool) -> Extent {
        switch scalar {
        // _ . , … and what else stands on the line
        case 0x5F: (7, 8)
        case 0x2C, 0x2E, 0x2026: (6, 8)
        case 0x2D, 0x7E, 0xB7, 0x2013, 0x2014, 0x2212: (4, 5)
        case 0x3A, 0x3B, 0x3D, 0x2B: (3, 8)
        case 0x22, 0x27, 0x5E, 0x60, 0xB4, 0x2018...0x201D: (0, 4)
        // Slashes: half of a cell lies under the stroke.
        case 0x2F, 0x2571: isRight ? full : (4, 8)
        case 0x5C, 0x2572: isRight ? (4, 8) : full
        case 0x2500...0x257F: line(scalar, isRight)
        case 0x2580...0x259F: block(scalar, isRight)
        case 0x2800...0x28FF: dots(scalar - 0x2800, isRight)
        case 0x1FB00...0x1FB3B: sextant(scalar - 0x1FB00, isRight)
        default: full
        }
    }

    /// Lines across lie in the middle; what comes down from the middle has its top there.
    private static func line(_ scalar: UInt32, _ isRight: Bool) -> Extent {
        switch scalar {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550, 0x257C, 0x257E: (3, 5)
        // Corners to the right and down, to the left and down, and what hangs from a line.
        case 0x250C...0x250F, 0x2552...0x2554, 0x256D: isRight ? (3, 5) : (3, 8)
        case 0x2510...0x2513, 0x2555...0x2557, 0x256E: isRight ? (3, 8) : (3, 5)
        case 0x252C...0x2533, 0x2564...0x2566, 0x2577, 0x257B: (3, 8)
        case 0x2574, 0x2578: isRight ? none : (3, 5)
        case 0x2576, 0x257A: isRight ? (3, 5) : none
        case 0x2575, 0x2579: (0, 5)
        default: full
        }
    }

    private static func block(_ scalar: UInt32, _ isRight: Bool) -> Extent {
        switch scalar {
        case 0x2580: return (0, 4)
        case 0x2581...0x2587: return (0x2588 - Int(scalar), 8)
        case 0x2589...0x258F: return isRight && scalar >= 0x258C ? none : full
        case 0x2590, 0x2595: return isRight ? full : none
        case 0x2594: return (0, 1)
        case 0x2596...0x259F:
            // Quadrants: upper left, upper right, lower left, lower right.
            let parts: [UInt8] = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111]
            let quarters = parts[Int(scalar - 0x2596)]
            let upper = quarters & (isRight ? 0b0100 : 0b1000) != 0
            let lower = quarters & (isRight ? 0b0001 : 0b0010) != 0
            return extent(of: [upper, lower])
        default: return full
        }
    }

    private static func dots(_ pattern: UInt32, _ isRight: Bool) -> Extent {
        let bits: [UInt32] = isRight ? [0x08, 0x10, 0x20, 0x80] : [0x01, 0x02, 0x04, 0x40]
        return extent(of: bits.map { pattern & $0 != 0 })
    }

    /// Two by three; the block leaves out what is empty, full, or a half block.
    private static func sextant(_ number: UInt32, _ isRight: Bool) -> Extent {
        var pattern = number + 1
        if pattern >= 0x15 { pattern += 1 }
        if pattern >= 0x2A { pattern += 1 }
        let shift: UInt32 = isRight ? 1 : 0
        return extent(of: [0, 2, 4].map { pattern >> ($0 + shift) & 1 != 0 })
    }

    /// From the first part that is filled to the last, of parts of equal height.
    private static func extent(of parts: [Bool]) -> Extent {
        guard let first = parts.firstIndex(of: true), let last = parts.lastIndex(of: true) else { return none }
        return (first * 8 / parts.count, (last + 1) * 8 / parts.count)
    }
}
