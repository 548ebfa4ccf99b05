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
    /// Whether `slots` is 0, 1, 2, … as far as it goes.
    private var isIdentity = true

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
        for slot in 0..<capacity { (slots + slot).initialize(to: UInt32(slot)) }
        keys = .allocate(capacity: capacity)
        keys.initialize(repeating: 0, count: capacity)
        starts = .allocate(capacity: Self.levels + 1)
        starts.initialize(repeating: 0, count: Self.levels + 1)
    }

    deinit {
        slots.deallocate()
        keys.deallocate()
        starts.deallocate()
    }

    /// The first `count` slots in drawing order; `depths` is at least that long.
    func update(depths: UnsafePointer<Float>, count: Int) -> UnsafeBufferPointer<UInt32> {
        let count = min(count, capacity)
        var changes: UInt16 = 0
        var differences: UInt16 = 0
        let first = count > 0 ? Self.key(depths[0]) : 0
        for slot in 0..<count {
            let key = Self.key(depths[slot])
            changes |= key ^ keys[slot]
            differences |= key ^ first
            keys[slot] = key
        }
        if differences == 0 {
            if !isIdentity {
                for slot in 0..<capacity { slots[slot] = UInt32(slot) }
                isIdentity = true
            }
        } else if changes != 0 || count != sortedCount || isIdentity {
            sort(count)
        }
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
        isIdentity = false
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
