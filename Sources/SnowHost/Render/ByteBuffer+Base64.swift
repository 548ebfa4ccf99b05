extension ByteBuffer {
    private static let base64: [UInt8] = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends bytes as base64 (RFC 4648), filled up with = to whole groups of four.
    mutating func append(base64 bytes: UnsafeRawBufferPointer) {
        append(atMost: (bytes.count + 2) / 3 * 4) { next in
            Self.base64.withUnsafeBufferPointer { digits in
                func digit(_ group: UInt32, _ shift: UInt32) -> UInt8 { digits[Int(group >> shift & 63)] }
                var place = 0
                while place < bytes.count {
                    let rest = bytes.count - place
                    var group = UInt32(bytes[place]) << 16
                    if rest > 1 { group |= UInt32(bytes[place + 1]) << 8 }
                    if rest > 2 { group |= UInt32(bytes[place + 2]) }
                    next.put(digit(group, 18))
                    next.put(digit(group, 12))
                    next.put(rest > 1 ? digit(group, 6) : 0x3D)
                    next.put(rest > 2 ? digit(group, 0) : 0x3D)
                    place += 3
                }
            }
        }
    }
}
