/// The slots of a scene that hold no flake: last freed, first taken, so that the same run takes the same slots.
struct FreeSlots {
    private let capacity: Int
    private let stack: UnsafeMutablePointer<UInt32>
    private var depth = 0
    /// Slots from here on have not been used since the last `reset`.
    private var untouched = 0

    init(capacity: Int) {
        self.capacity = capacity
        stack = ZeroedMemory.allocate(capacity: capacity)
    }

    /// The same free slots among the first `capacity`, in the same order; further ones are untouched.
    init(_ old: FreeSlots, capacity: Int) {
        self.init(capacity: capacity)
        for place in 0..<old.depth where old.stack[place] < capacity {
            stack[depth] = old.stack[place]
            depth += 1
        }
        untouched = min(old.untouched, capacity)
    }

    func deallocate() {
        ZeroedMemory.deallocate(stack)
    }

    /// A free slot, the one freed last if any; nil when all are taken or retired.
    mutating func take(generations: UnsafeMutablePointer<UInt32>) -> Int? {
        if depth > 0 {
            depth -= 1
            return Int(stack[depth])
        }
        // A retired slot has generation 0, which no handle bears.
        while untouched < capacity, generations[untouched] == 0 { untouched += 1 }
        guard untouched < capacity else { return nil }
        untouched += 1
        return untouched - 1
    }

    /// Gives `slot` back under its next generation, or retires it for good when there is none left.
    mutating func put(_ slot: Int, generations: UnsafeMutablePointer<UInt32>) {
        generations[slot] &+= 1
        guard generations[slot] != 0 else { return }
        stack[depth] = UInt32(slot)
        depth += 1
    }

    /// Starts from slot 0 again; only when every slot is free.
    mutating func reset() {
        depth = 0
        untouched = 0
    }
}
