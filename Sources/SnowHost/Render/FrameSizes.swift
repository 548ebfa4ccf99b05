/// How many bytes frames took: the least, the most, and every share between, to a part in 64.
///
/// It counts in a fixed number of classes, so that a show of any length takes the same 7 KiB.
public struct FrameSizes: Hashable, Sendable {
    /// The fewest bytes of a frame; 0 before the first one.
    public private(set) var least = 0
    /// The most bytes of a frame.
    public private(set) var most = 0
    /// How many frames were counted.
    public private(set) var count = 0

    /// Below this each number has a class of its own, from here on each 64th part of a power of two.
    private static let exact = 128
    private static let classCount = exact + 26 * 64
    private var counts = [UInt32](repeating: 0, count: classCount)

    /// No frames.
    public init() {}

    /// Half of the frames took no more than this.
    public var median: Int { share(0.5) }

    /// A share of the frames, 0…1, took no more than this.
    ///
    /// - Complexity: constant; a walk over the classes.
    public func share(_ share: Double) -> Int {
        guard count > 0 else { return 0 }
        let wanted = max(Int((Double(count) * share).rounded(.up)), 1)
        var seen = 0
        for (number, frames) in counts.enumerated() {
            seen += Int(frames)
            if seen >= wanted { return min(max(Self.middle(ofClass: number), least), most) }
        }
        return most
    }

    /// Counts a frame.
    package mutating func add(_ byteCount: Int) {
        least = count == 0 ? byteCount : min(least, byteCount)
        most = max(most, byteCount)
        count += 1
        counts[Self.number(ofClassWith: byteCount)] &+= 1
    }

    private static func number(ofClassWith value: Int) -> Int {
        let value = min(max(value, 0), Int(UInt32.max))
        guard value >= exact else { return value }
        // 1 for numbers below 256, and so on.
        let power = Int.bitWidth - 1 - value.leadingZeroBitCount - 6
        return exact + (power - 1) * 64 + value >> power - 64
    }

    private static func middle(ofClass number: Int) -> Int {
        guard number >= exact else { return number }
        let power = (number - exact) / 64 + 1
        let first = ((number - exact) % 64 + 64) << power
        return first + (1 << power) / 2
    }
}
