/// The handle of one flake: its slot, and which of the slot's tenants it is.
///
/// Generations count from 1 and are never used twice in a slot: a slot whose 32 bits are used up is retired.
/// So a handle can be kept for as long as its holder likes and never reaches a later flake.
public struct FlakeID: RawRepresentable, Hashable, Sendable {
    /// The place in the columns.
    public let slot: UInt32
    /// The tenant of the slot, from 1.
    public let generation: UInt32

    /// The handle of tenant `generation` of `slot`.
    public init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// Unpacks what `rawValue` packed; every bit pattern is a handle, though perhaps of no flake.
    public init(rawValue: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: rawValue), generation: UInt32(truncatingIfNeeded: rawValue >> 32))
    }

    /// Both halves in one word: `generation << 32 | slot`.
    public var rawValue: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}
