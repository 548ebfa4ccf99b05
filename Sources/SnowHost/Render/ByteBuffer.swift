/// Bytes on their way to a terminal: appended to, sent, emptied, its memory kept.
///
/// Each append asks once for the room that it may need, and then writes: an array, which asks at every byte, took
/// seven times as long for a full screen of colours.
package struct ByteBuffer {
    /// Where bytes are written next, within room that was asked for.
    typealias Next = UnsafeMutablePointer<UInt8>

    private final class Storage {
        let start: Next
        let capacity: Int

        init(capacity: Int) {
            start = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        deinit { start.deallocate() }
    }

    private var storage: Storage
    /// Where the next byte goes in the storage, and where the storage ends.
    private var next: Next
    private var limit: Next

    /// An empty buffer.
    package init() {
        storage = Storage(capacity: 1024)
        next = storage.start
        limit = storage.start + storage.capacity
    }

    package var count: Int { next - storage.start }

    /// A copy of what was appended.
    package var bytes: [UInt8] {
        // The storage holds `count` bytes that were written, and lives as long as `self`.
        Array(UnsafeBufferPointer(start: storage.start, count: count))
    }

    /// Appends what was appended here to an array.
    func append(to bytes: inout [UInt8]) {
        withBytes { bytes.append(contentsOf: $0) }
    }

    /// Lends what was appended; `body` must not keep it, and nothing may be appended meanwhile.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // As for `bytes`.
        body(UnsafeBufferPointer(start: storage.start, count: count))
    }

    /// Empties the buffer.
    package mutating func clear() {
        next = storage.start
    }

    /// Lets `write` append at most `most` bytes and leave the pointer behind the last of them.
    @inline(__always)
    mutating func append(atMost most: Int, _ write: (inout Next) -> Void) {
        if limit - next < most || !isKnownUniquelyReferenced(&storage) { makeRoom(for: most) }
        // There is room for `most` bytes from here on, and nobody else has this storage.
        var end = next
        write(&end)
        assert(end - next <= most, "no more bytes than were announced")
        next = end
    }

    @inline(never)
    private mutating func makeRoom(for most: Int) {
        let count = count
        let larger = Storage(capacity: max(2 * storage.capacity, count + most))
        // Both have room for `count` bytes, and are two.
        larger.start.update(from: storage.start, count: count)
        storage = larger
        next = larger.start + count
        limit = larger.start + larger.capacity
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        append(atMost: 1) { $0.put(byte) }
    }

    package mutating func append(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        append(atMost: length) { next in
            // The pointer of a string literal is good for as long as the program runs.
            next.update(from: text.utf8Start, count: length)
            next += length
        }
    }

    /// Appends a number of 0 or more in decimal.
    package mutating func append(decimal number: Int) {
        append(atMost: 20) { $0.put(decimal: number) }
    }

    /// Appends a Unicode scalar as UTF-8.
    @inline(__always)
    package mutating func append(scalar: UInt32) {
        append(atMost: 4) { $0.put(scalar: scalar) }
    }

    /// How many bytes a scalar takes as UTF-8.
    static func length(ofScalar scalar: UInt32) -> Int {
        scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
    }
}

/// Writing at a pointer and moving it on, within room that the caller has asked for.
extension UnsafeMutablePointer<UInt8> {
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        pointee = byte
        self += 1
    }

    /// "\e[", which begins a control sequence.
    @inline(__always)
    mutating func putIntroducer() {
        put(0x1B)
        put(0x5B)
    }

    /// A number of 0 or more in decimal.
    mutating func put(decimal number: Int) {
        if number >= 10 { put(decimal: number / 10) }
        put(UInt8(truncatingIfNeeded: 48 + number % 10))
    }

    /// A Unicode scalar as UTF-8.
    @inline(__always)
    mutating func put(scalar: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
        switch scalar {
        case 0..<0x80:
            put(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            put(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
            put(tail(0))
        case 0x800..<0x1_0000:
            put(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
            put(tail(6))
            put(tail(0))
        default:
            put(UInt8(truncatingIfNeeded: scalar >> 18 & 7 | 0xF0))
            put(tail(12))
            put(tail(6))
            put(tail(0))
        }
    }
}
