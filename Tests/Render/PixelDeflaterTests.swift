import Testing

@testable import SnowHost

@Suite struct PixelDeflaterTests {
    @Test(arguments: [1, 2, 3, 17, 64, 65, 129, 300, 2000])
    func `zlib reads what was written, whatever the pixels`(width: Int) throws {
        var random = SeededRandom(seed: UInt64(width))
        var deflater = PixelDeflater()
        for round in 0..<12 {
            let colors = (0..<1 + round).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) } + [0, 0xFFFFFF]
            var bytes: [UInt8] = []
            var row: [UInt32] = []
            deflater.begin(width: width)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 4: row = Array(repeating: 0, count: width)
                case 5 where !row.isEmpty: for x in Int.random(in: 0..<width, using: &random)..<width { row[x] = 0 }
                case 0: row = Array(repeating: colors.randomElement(using: &random) ?? 0, count: width)
                case 1 where !row.isEmpty: row[Int.random(in: 0..<width, using: &random)] = 7
                case 2: row = (0..<width).map { _ in colors.randomElement(using: &random) ?? 0 }
                default: row = (0..<width).map { UInt32($0 * 9 % 256) << 24 | 0xFF_FFFF }
                }
                let times = Int.random(in: 1...5, using: &random)
                let start = row.firstIndex { $0 != 0 } ?? 0
                let end = max(row.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0, start)
                row.withUnsafeBufferPointer {
                    deflater.add(UnsafeBufferPointer(rebasing: $0[start..<end]), at: start, times: times)
                }
                for _ in 0..<times {
                    for pixel in row { for shift in 0..<4 { bytes.append(UInt8(pixel >> (8 * shift) & 0xFF)) } }
                }
            }
            deflater.end()
            let read = try Zlib.inflated(deflater.output.bytes, count: bytes.count)
            #expect(read == bytes)
        }
    }

    @Test func `a picture with little in it is a few bytes`() {
        var deflater = PixelDeflater()
        deflater.begin(width: 64)
        [UInt32]().withUnsafeBufferPointer { deflater.add($0, at: 0, times: 64) }
        deflater.end()
        #expect(deflater.output.count < 200)
    }

    @Test func `base64 is what its document says`() {
        for (text, expected) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"), ("\u{7F}?>", "fz8+"),
        ] {
            var buffer = ByteBuffer()
            Array(text.utf8).withUnsafeBufferPointer { buffer.append(base64: $0) }
            #expect(String(decoding: buffer.bytes, as: UTF8.self) == expected)
        }
    }
}
