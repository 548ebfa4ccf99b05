import Testing

@testable import SnowHost

@Suite struct PNGDecoderTests {
    /// A kind of file, and the pixels it must make.
    struct Kind: CustomTestStringConvertible, Sendable {
        let color: PNGFile.Color
        let depth: Int
        let isInterlaced: Bool
        var testDescription: String { "\(color) \(depth) \(isInterlaced ? "interlaced" : "")" }

        static let all: [Kind] = PNGFile.Color.allCases.flatMap { color in
            let depths =
                switch color {
                case .gray: [1, 2, 4, 8, 16]
                case .palette: [1, 2, 4, 8]
                case .rgb, .rgba, .grayAlpha: [8, 16]
                }
            return depths.flatMap { depth in
                [false, true].map { Kind(color: color, depth: depth, isInterlaced: $0) }
            }
        }
    }

    /// Different in each pixel and channel, at every depth.
    private static func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x * 37 + y * 101 + channel * 59) * 257 + x * 1021
    }

    private static let palette: [UInt8] = (0..<256).flatMap { (entry: Int) -> [UInt8] in
        [UInt8(entry), UInt8(255 - entry), UInt8(entry * 7 & 0xFF)]
    }

    /// Straight 0xAARRGGBB of a pixel, by the rules of the format.
    private static func expected(_ kind: Kind, _ x: Int, _ y: Int) -> UInt32 {
        let most = 1 << kind.depth - 1
        func byte(_ channel: Int) -> UInt32 {
            let value = sample(x, y, channel) & most
            return UInt32((value * 255 + most / 2) / most)
        }
        switch kind.color {
        case .gray: return 0xFF00_0000 | byte(0) * 0x01_0101
        case .grayAlpha: return byte(1) << 24 | byte(0) * 0x01_0101
        case .rgb: return 0xFF00_0000 | byte(0) << 16 | byte(1) << 8 | byte(2)
        case .rgba: return byte(3) << 24 | byte(0) << 16 | byte(1) << 8 | byte(2)
        case .palette:
            let entry = sample(x, y, 0) & most
            let opacity: UInt32 = entry < 3 ? [0, 128, 200][entry] : 255
            let color = palette[3 * entry..<3 * entry + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return opacity << 24 | color
        }
    }

    @Test(arguments: Kind.all)
    func `every kind of file becomes its pixels`(kind: Kind) throws {
        for (width, height) in [(1, 1), (3, 5), (8, 8), (17, 9), (1, 20), (33, 1)] {
            var file = PNGFile(width: width, height: height, color: kind.color, sample: Self.sample)
            file.depth = kind.depth
            file.isInterlaced = kind.isInterlaced
            if kind.color == .palette {
                file.palette = Array(Self.palette.prefix(3 << kind.depth))
                file.transparency = Array([0, 128, 200].prefix(1 << kind.depth))
            }
            let image = try Image(png: file.bytes)
            #expect(image.width == width && image.height == height)
            var worst: UInt32 = 0
            for y in 0..<height {
                for x in 0..<width {
                    let wanted = Image.premultiplied(Self.expected(kind, x, y))
                    let got = image.pixels[y * width + x]
                    for shift: UInt32 in [24, 16, 8, 0] {
                        let (a, b) = (wanted >> shift & 0xFF, got >> shift & 0xFF)
                        worst = max(worst, a > b ? a - b : b - a)
                    }
                }
            }
            // Sixteen bits are rounded to eight before or after, and the darkest once more where they come in passes.
            #expect(
                worst <= (kind.depth == 16 ? (kind.isInterlaced ? 3 : 1) : 0), "\(width)×\(height): off by \(worst)")
        }
    }

    @Test func `a grey and a colour may be transparent`() throws {
        var gray = PNGFile(width: 4, height: 1, color: .gray) { x, _, _ in x * 80 }
        gray.transparency = [0, 80]
        #expect(try Image(png: gray.bytes).pixels == [0xFF00_0000, 0, 0xFFA0_A0A0, 0xFFF0_F0F0])
        var color = PNGFile(width: 2, height: 1, color: .rgb) { x, _, channel in x * 10 + channel }
        color.transparency = [0, 10, 0, 11, 0, 12]
        #expect(try Image(png: color.bytes).pixels == [0xFF00_0102, 0])
    }

    @Test func `a file's gamma becomes that of the screen`() throws {
        var file = PNGFile(width: 3, height: 1, color: .gray) { x, _, _ in [0, 128, 255][x] }
        file.gamma = 100_000
        // Half of the light is byte 188 of sRGB.
        let levels = try Image(png: file.bytes).pixels.map { $0 & 0xFF }
        #expect(levels[0] == 0 && levels[2] == 255 && (186...189).contains(levels[1]), "\(levels)")
        file.gamma = 45_455
        #expect(try Image(png: file.bytes).pixels.map { $0 & 0xFF } == [0, 128, 255])
    }

    @Test func `what is no PNG, or a broken one, is said in a sentence`() {
        let file = PNGFile.plain(0xFF12_3456)
        func words(_ bytes: [UInt8]) -> String {
            do throws(ImageError) {
                _ = try Image(png: bytes)
                return "none"
            } catch {
                return error.description
            }
        }
        #expect(words([]) == "expected a PNG file, got something else")
        #expect(words(Array("GIF89a and so on".utf8)) == "expected a PNG file, got something else")
        var damaged = file
        damaged[8 + 25 + 8 + 20] ^= 1
        #expect(words(damaged).hasPrefix("this PNG file is broken ("), "\(words(damaged))")
        #expect(words(Array(file.prefix(60))) == "this PNG file is broken (read beyond end of data)")
        #expect(words(Array(file.prefix(20))).hasPrefix("this PNG file is broken"))
    }

    @Test func `sizes are judged before memory is taken`() {
        func header(_ width: UInt32, _ height: UInt32) -> [UInt8] {
            Array(PNGFile.plain(0).prefix(8))
                + PNGFile.chunk("IHDR", PNGFile.word(width) + PNGFile.word(height) + [8, 6, 0, 0, 0])
                + PNGFile.chunk("IDAT", PNGFile.stored([0])) + PNGFile.chunk("IEND", [])
        }
        #expect(throws: ImageError.tooLarge(width: 100_000, height: 90_000, mostPixels: Image.mostPixels)) {
            _ = try Image(png: header(100_000, 90_000))
        }
        for (width, height) in [(0, 1), (1, 0), (UInt32.max, 1), (0x7FFF_FFFF, 0x7FFF_FFFF)] as [(UInt32, UInt32)] {
            #expect(throws: ImageError.self) { _ = try Image(png: header(width, height)) }
        }
        #expect(throws: ImageError.tooLarge(width: 4, height: 4, mostPixels: 15)) {
            _ = try Image(png: PNGFile.plain(0), mostPixels: 15)
        }
    }

    @Test func `pixels of a program's own are held against their size`() throws {
        #expect(throws: ImageError.wrongCount(expected: 4, got: 3)) {
            _ = try Image(width: 2, height: 2, pixels: [0, 0, 0])
        }
        #expect(throws: ImageError.empty) { _ = try Image(width: 0, height: 0, pixels: []) }
        #expect(
            try Image(width: 2, height: 1, pixels: [0x80FF_FFFF, 0xFF01_0203]).pixels == [0x8080_8080, 0xFF01_0203])
    }
}
