/// A number for what a picture shows: the same cells give the same number, on every machine.
///
/// It starts as 0 and takes in 64-bit words, `hash = mix(hash ^ word)` with `CounterHash.mix`. A picture is its columns
/// (high half) and rows, then for each cell, row by row, the packed colours (foreground in the high half), then
/// attributes (from bit 40 on), width (from bit 32 on) and scalar; each further scalar of a cluster is a word with bit
/// 63 set.
package struct FrameHash: Hashable, Sendable {
    /// Counts the ways in which hashes were made. A change of the words above, or of what stands in the cells, raises it.
    package static let version = 1

    /// The hash of all words so far.
    package private(set) var value: UInt64 = 0

    /// The hash of nothing.
    package init() {}

    /// Takes in a word.
    package mutating func add(_ word: UInt64) {
        value = CounterHash.mix(value ^ word)
    }

    /// Takes in a picture.
    package mutating func add(_ grid: CellGrid) {
        add(UInt64(grid.columns) << 32 | UInt64(grid.rows))
        for cell in grid.cells {
            add(UInt64(cell.style.foreground.packed) << 32 | UInt64(cell.style.background.packed))
            let shape = UInt64(cell.style.attributes.rawValue) << 40 | UInt64(cell.width) << 32
            guard cell.content & Cell.clusterBit != 0 else {
                add(shape | UInt64(cell.content))
                continue
            }
            let scalars = grid.clusters[Int(cell.content & ~Cell.clusterBit)]
            for (place, scalar) in scalars.enumerated() { add((place == 0 ? shape : 1 << 63) | UInt64(scalar)) }
        }
    }

    /// The hash as people paste it: the version, a dash, 16 hexadecimal digits.
    package var text: String { "\(Self.version)-\(Self.digits(value))" }

    /// 16 hexadecimal digits.
    package static func digits(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether `text` has the shape of a hash, of whichever version.
    package static func isHash(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && Int(parts[0]) ?? 0 > 0 && parts[0].allSatisfy(\.isWholeNumber)
            && parts[1].utf8.count == 16
            && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
