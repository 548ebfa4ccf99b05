/// The slots of a scene sorted by depth, far ones first; equal depths keep the order of their slots.
///
/// Depths are told apart in 1024 levels. The order of the last call is kept for as long as no level changes.
final class DrawOrder {
    private static let levels = 1024

    private let capacity: Int
    private let slots: UnsafeMutablePointer<UInt32>
    private let keys: UnsafeMutablePointer<UInt16>
    private let starts: UnsafeMutablePointer<Int32>
    private var sortedCount = 0
    /// Whether `slots` is the order of `keys`.
    private var isSorted = false

    init(capacity: Int) {
        self.capacity = capacity
        slots = ZeroedMemory.allocate(capacity: capacity)
        keys = ZeroedMemory.allocate(capacity: capacity)
        starts = .allocate(capacity: Self.levels + 1)
        starts.initialize(repeating: 0, count: Self.levels + 1)
    }

    deinit {
        ZeroedMemory.deallocate(slots)
        ZeroedMemory.deallocate(keys)
        starts.deallocate()
    }

    /// The first `count` slots in drawing order, nil where that is their own; `depths` is at least that long.
    func update(depths: UnsafePointer<Float>, count: Int) -> UnsafeBufferPointer<UInt32>? {
        let count = min(count, capacity)
        var differences: UInt32 = 0
        let first = count > 0 ? depths[0].bitPattern : 0
        for slot in 0..<count { differences |= depths[slot].bitPattern ^ first }
        guard differences != 0 else {
            isSorted = false
            return nil
        }
        var changes: UInt16 = 0
        for slot in 0..<count {
            let key = Self.key(depths[slot])
            changes |= key ^ keys[slot]
            keys[slot] = key
        }
        if changes != 0 || count != sortedCount || !isSorted { sort(count) }
        sortedCount = count
        return UnsafeBufferPointer(start: slots, count: count)
    }

    private func sort(_ count: Int) {
        starts.update(repeating: 0, count: Self.levels + 1)
        for slot in 0..<count { starts[Int(keys[slot]) + 1] += 1 }
        for level in 0..<Self.levels { starts[level + 1] += starts[level] }
        for slot in 0..<count {
            let level = Int(keys[slot])
            slots[Int(starts[level])] = UInt32(slot)
            starts[level] += 1
        }
        isSorted = true
    }

    /// 0 for depth 1 and beyond, 1023 for depth 0 and less, and for what is not a number.
    @inline(__always)
    private static func key(_ depth: Float) -> UInt16 {
        let clamped: Float = depth > 0 ? (depth < 1 ? depth : 1) : 0
        // Adding 2^23 leaves the rounded integer in the low bits: a conversion would check and trap, and so not vectorise.
        let near = UInt16(truncatingIfNeeded: (clamped * 1023 + 8_388_608).bitPattern & 1023)
        return 1023 - near
    }
}
