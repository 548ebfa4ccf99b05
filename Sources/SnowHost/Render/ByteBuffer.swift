/// Bytes on their way to a terminal: appended to, sent, emptied, its memory kept.
package struct ByteBuffer {
    package private(set) var bytes: [UInt8] = []

    /// An empty buffer.
    package init() {}

    package var count: Int { bytes.count }

    /// Empties the buffer.
    package mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func append(_ text: StaticString) {
        // The pointer of a string literal is good for as long as the program runs.
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func append(contentsOf other: ByteBuffer) {
        bytes.append(contentsOf: other.bytes)
    }

    /// Appends a number of 0 or more in decimal.
    package mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        bytes.append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }

    /// Appends a Unicode scalar as UTF-8.
    package mutating func append(scalar: UInt32) {
        func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift & 0x3F | 0x80) }
        switch scalar {
        case 0..<0x80:
            bytes.append(UInt8(truncatingIfNeeded: scalar))
        case 0x80..<0x800:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 6 | 0xC0))
            bytes.append(tail(0))
        case 0x800..<0x1_0000:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 12 | 0xE0))
            bytes.append(tail(6))
            bytes.append(tail(0))
        default:
            bytes.append(UInt8(truncatingIfNeeded: scalar >> 18 & 7 | 0xF0))
            bytes.append(tail(12))
            bytes.append(tail(6))
            bytes.append(tail(0))
        }
    }
}
