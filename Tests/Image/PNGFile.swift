/// PNG files for tests, of every kind that the format has, made of their samples.
struct PNGFile {
    enum Color: UInt8, CaseIterable, Sendable {
        case gray = 0
        case rgb = 2
        case palette = 3
        case grayAlpha = 4
        case rgba = 6

        var channels: Int {
            switch self {
            case .gray, .palette: 1
            case .grayAlpha: 2
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    var width: Int
    var height: Int
    var color: Color
    var depth = 8
    var isInterlaced = false
    /// Red, green and blue of each entry.
    var palette: [UInt8] = []
    /// tRNS: of palette entries, or a grey or a colour in 16 bits each.
    var transparency: [UInt8] = []
    /// gAMA, in 100,000ths.
    var gamma: UInt32?
    /// A sample of so many bits: column, row and channel.
    var sample: (Int, Int, Int) -> Int

    /// The bytes of the file.
    var bytes: [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk(
            "IHDR",
            Self.word(UInt32(width)) + Self.word(UInt32(height)) + [
                UInt8(depth), color.rawValue, 0, 0, isInterlaced ? 1 : 0,
            ])
        if let gamma { file += Self.chunk("gAMA", Self.word(gamma)) }
        if !palette.isEmpty { file += Self.chunk("PLTE", palette) }
        if !transparency.isEmpty { file += Self.chunk("tRNS", transparency) }
        file += Self.chunk("IDAT", Self.stored(scanlines))
        return file + Self.chunk("IEND", [])
    }

    /// Where the pixels of each pass begin, and how far apart they are: the seven of Adam7, or one of all.
    private var passes: [(x: Int, y: Int, stepX: Int, stepY: Int)] {
        isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
    }

    private var scanlines: [UInt8] {
        var lines: [UInt8] = []
        for pass in passes where pass.x < width {
            for y in stride(from: pass.y, to: height, by: pass.stepY) {
                lines.append(0)
                var bits = 0
                var bitCount = 0
                for x in stride(from: pass.x, to: width, by: pass.stepX) {
                    for channel in 0..<color.channels {
                        bits = bits << depth | sample(x, y, channel) & (1 << depth - 1)
                        bitCount += depth
                        while bitCount >= 8 {
                            lines.append(UInt8(bits >> (bitCount - 8) & 0xFF))
                            bitCount -= 8
                        }
                        bits &= 0xFFFF
                    }
                }
                if bitCount > 0 { lines.append(UInt8(bits << (8 - bitCount) & 0xFF)) }
            }
        }
        return lines
    }

    static func word(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }

    static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(kind.utf8) + body
        return word(UInt32(body.count)) + named + word(checksum(named))
    }

    /// A zlib stream (RFC 1950) of blocks that are not compressed.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let piece = rest.prefix(65_535)
            rest = rest.dropFirst(piece.count)
            let (low, high) = (UInt8(piece.count & 0xFF), UInt8(piece.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high]
            stream += piece
        } while !rest.isEmpty
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + word(b << 16 | a)
    }

    /// CRC-32 as the format has it.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}

extension PNGFile {
    /// A square of one colour, 0xAARRGGBB.
    static func plain(_ color: UInt32, width: Int = 4, height: Int = 4) -> [UInt8] {
        PNGFile(width: width, height: height, color: .rgba) { _, _, channel in
            Int(color >> [16, 8, 0, 24][channel] & 0xFF)
        }.bytes
    }
}
