import LibZ

/// What zlib itself makes of streams.
enum Zlib {
    struct Fault: Error {
        let status: Int32
        let byteCount: Int
    }

    /// What a stream holds, which must be that many bytes, and its checksum right.
    static func inflated(_ stream: [UInt8], count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count + 64)
        var length = uLongf(bytes.count)
        // It writes no more than `length` bytes.
        let status = uncompress(&bytes, &length, stream, uLong(stream.count))
        guard status == Z_OK, length == uLong(count) else { throw Fault(status: status, byteCount: Int(length)) }
        return Array(bytes[..<count])
    }
}
