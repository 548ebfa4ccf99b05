import Testing

@testable import SnowHost

@Suite struct PixelDeflaterTests {
    /// Pixels as tiles have them: clear stretches, edges, rows again, and noise.
    private static func picture(width: Int, height: Int, using random: inout SeededRandom) -> [UInt32] {
        let colors = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            UInt32.random(in: 0...UInt32.max, using: &random)
        }
        var row = [UInt32](repeating: 0, count: width)
        var pixels: [UInt32] = []
        for _ in 0..<height {
            switch Int.random(in: 0..<7, using: &random) {
            case 0: row = Array(repeating: colors[0], count: width)
            case 1: row[Int.random(in: 0..<width, using: &random)] = 7
            case 2: row = row.map { _ in colors.randomElement(using: &random) ?? 0 }
            case 3: row = row.map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
            case 4: row = Array(repeating: 0, count: width)
            case 5: row = (0..<width).map { UInt32($0 * 9 % 256) << 24 | 0xFF_FFFF }
            default: break
            }
            pixels += row
        }
        return pixels
    }

    private static func bytes(of pixels: [UInt32]) -> [UInt8] { pixels.withUnsafeBytes { Array($0) } }

    @Test func `zlib reads what was written, whatever the pixels and whatever came before`() throws {
        var random = SeededRandom(seed: 8)
        var deflater = PixelDeflater()
        for width in [1, 2, 3, 17, 64, 65, 128, 300, 2000] {
            for _ in 0..<8 {
                let height = Int.random(in: 1...64, using: &random)
                let pixels = Self.picture(width: width, height: height, using: &random)
                let isWritten = pixels.withUnsafeBufferPointer { deflater.deflate($0) }
                try #require(isWritten)
                let bytes = Self.bytes(of: pixels)
                let read = try Zlib.inflated(deflater.output.bytes, count: bytes.count)
                #expect(read == bytes)
            }
        }
    }

    @Test func `a copy goes on by itself, also when the other has gone`() throws {
        var random = SeededRandom(seed: 5)
        var deflaters = [PixelDeflater()]
        for round in 0..<40 {
            let number = Int.random(in: deflaters.indices, using: &random)
            switch round % 4 {
            case 0: deflaters.append(deflaters[number])
            case 1 where deflaters.count > 2: deflaters.remove(at: number)
            default: break
            }
            let pictures = deflaters.map { _ in Self.picture(width: 40, height: 30, using: &random) }
            for place in deflaters.indices {
                let isWritten = pictures[place].withUnsafeBufferPointer { deflaters[place].deflate($0) }
                try #require(isWritten)
            }
            for (deflater, picture) in zip(deflaters, pictures) {
                let bytes = Self.bytes(of: picture)
                #expect(try Zlib.inflated(deflater.output.bytes, count: bytes.count) == bytes)
            }
        }
    }

    @Test func `a picture with little in it is a few bytes`() {
        var deflater = PixelDeflater()
        var pixels = [UInt32](repeating: 0, count: 128 * 64)
        pixels[128 * 20 + 7] = 0x80FF_FFFF
        let isWritten = pixels.withUnsafeBufferPointer { deflater.deflate($0) }
        #expect(isWritten && deflater.output.count < 200)
    }

    @Test func `what zlib refuses is told, again and again`() {
        var deflater = PixelDeflater(level: 99)
        var copy = deflater
        for _ in 0..<3 {
            let isWritten = [1, 2, 3].withUnsafeBufferPointer { deflater.deflate($0) || copy.deflate($0) }
            #expect(!isWritten && deflater.output.count == 0)
        }
    }

    @Test func `base64 is what its document says`() {
        for (text, expected) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("\u{7F}?>", "fz8+"),
        ] {
            var buffer = ByteBuffer()
            Array(text.utf8).withUnsafeBytes { buffer.append(base64: $0) }
            #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
        }
    }
}
