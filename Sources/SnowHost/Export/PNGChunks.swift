/// The chunks of PNG files (W3C, Portable Network Graphics, 3rd edition, 5.3): length, name, body, CRC-32.
struct PNGChunks {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The file so far; it begins with the signature.
    private(set) var bytes = Self.signature

    /// Appends a chunk.
    mutating func append(_ name: String, _ body: some Collection<UInt8>) {
        let start = bytes.count + 4
        append(UInt32(body.count))
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: body)
        append(Self.checksum(of: bytes[start...]))
    }

    private mutating func append(_ number: UInt32) {
        bytes.append(contentsOf: Self.bytes(of: number))
    }

    /// A number of four bytes, the highest first.
    static func bytes(of number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The chunks of a file that this process made: names and bodies, in order.
    static func read(_ file: [UInt8]) -> [(name: String, body: ArraySlice<UInt8>)] {
        var chunks: [(name: String, body: ArraySlice<UInt8>)] = []
        var place = signature.count
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= file.count else { break }
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            chunks.append((name, file[place + 8..<place + 8 + length]))
            place += 12 + length
        }
        return chunks
    }

    /// CRC-32 as PNG has it: reversed polynomial 0xEDB88320, all ones at the start, inverted at the end.
    static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    private static let table: [UInt32] = (0..<256).map { (byte: UInt32) in
        (0..<8).reduce(byte) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
    }
}
