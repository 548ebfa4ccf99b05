/// The glyphs of several scalars (a letter and its marks, an emoji and its selector) that cells refer to by number.
///
/// It only grows, to `capacity`; past that a cluster is drawn as its first scalar. One table serves the grids that
/// are compared with each other, so that equal numbers mean equal glyphs.
package final class ClusterTable {
    /// The most clusters.
    package static let capacity = 1024

    private var scalars: [UInt32] = []
    private var starts: [Int] = [0]
    private var slots = [Int32](repeating: -1, count: 4096)

    /// An empty table.
    package init() {}

    /// How many clusters are known.
    package var count: Int { starts.count - 1 }

    /// The number of the cluster of these scalars, or nil when it is too long or the table is full.
    ///
    /// Allocates only for a cluster that it has not seen before.
    package func number(of glyph: TextGlyph) -> UInt32? {
        guard glyph.count > 0, glyph.count <= TextGlyph.longest else { return nil }
        var hash: UInt32 = 2_166_136_261
        for place in 0..<glyph.count {
            hash = (hash ^ glyph.scalars[place]) &* 16_777_619
        }
        // Four times as many slots as clusters: the walk ends at a free one.
        var slot = Int(hash >> 20 ^ hash & 0xFFF)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if holds(number, glyph) { return UInt32(number) }
            slot = (slot + 1) & 0xFFF
        }
        guard count < Self.capacity else { return nil }
        slots[slot] = Int32(count)
        for place in 0..<glyph.count {
            scalars.append(glyph.scalars[place])
        }
        starts.append(scalars.count)
        return UInt32(count - 1)
    }

    /// The scalars of cluster `number`.
    package subscript(number: Int) -> ArraySlice<UInt32> {
        scalars[starts[number]..<starts[number + 1]]
    }

    private func holds(_ number: Int, _ glyph: TextGlyph) -> Bool {
        let start = starts[number]
        guard starts[number + 1] - start == glyph.count else { return false }
        for place in 0..<glyph.count where scalars[start + place] != glyph.scalars[place] {
            return false
        }
        return true
    }
}
