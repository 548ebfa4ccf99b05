import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that are not what they should be. Run it with `--sanitize=address` to see what they break in C, and with
/// `SNOWSCRIPT_FUZZ_SECONDS` for longer.
@Suite struct PNGFuzzTests {
    /// A small file of each kind.
    private static let corpus: [[UInt8]] = PNGDecoderTests.Kind.all.map { kind in
        var file = PNGFile(width: 5, height: 4, color: kind.color) { x, y, channel in x * 31 + y * 17 + channel * 5 }
        file.depth = kind.depth
        file.isInterlaced = kind.isInterlaced
        if kind.color == .palette {
            file.palette = Array(repeating: 77, count: 3 << kind.depth)
            file.transparency = [1, 2]
        }
        if kind.depth == 8 { file.gamma = 70_000 }
        return file.bytes
    }

    /// Decodes it, whatever comes of it, and uses what came.
    private static func use(_ bytes: [UInt8]) -> Bool {
        guard let image = try? Image(png: bytes, mostPixels: 1 << 16) else { return false }
        let levels = ImageLevels(image)
        #expect(levels.levels.last?.width == 1)
        #expect(
            image.pixels.allSatisfy { pixel in
                let opacity = pixel >> 24
                return pixel >> 16 & 0xFF <= opacity && pixel >> 8 & 0xFF <= opacity && pixel & 0xFF <= opacity
            })
        return true
    }

    @Test func `a file that was cut short is refused wherever that was`() {
        for file in Self.corpus {
            #expect(Self.use(file))
            // What is missing at the very end of the last chunk, after all pixels, may pass.
            for count in 0..<file.count where Self.use(Array(file.prefix(count))) {
                #expect(count >= file.count - 12, "\(count) of \(file.count) bytes")
            }
        }
    }

    @Test func `no damage does harm`() {
        let seconds = getenv("SNOWSCRIPT_FUZZ_SECONDS").flatMap { Int(String(cString: $0)) }
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        var random = SeededRandom(seed: 5)
        var round = 0
        while seconds == nil ? round < 1500 : ContinuousClock.now < end {
            var file = Self.corpus[round % Self.corpus.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) { Self.damage(&file, &random) }
            if Bool.random(using: &random) { file = Self.withChecksums(file) }
            _ = Self.use(file)
            round += 1
        }
    }

    private static func damage(_ file: inout [UInt8], _ random: inout SeededRandom) {
        guard file.count > 9 else { return }
        let place = Int.random(in: 8..<file.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: file[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        case 2: file.remove(at: place)
        case 3: file.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default:
            let other = Int.random(in: 8..<file.count, using: &random)
            file.insert(contentsOf: file[min(place, other)..<max(place, other)], at: place)
        }
    }

    /// The same file with right checksums, as far as its chunks can be followed: damage then gets past the first look.
    private static func withChecksums(_ file: [UInt8]) -> [UInt8] {
        var mended = Array(file.prefix(8))
        var place = 8
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= file.count else { break }
            let kind = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            guard kind.utf8.count == 4 else { break }
            mended += PNGFile.chunk(kind, Array(file[place + 8..<place + 8 + length]))
            place += 12 + length
        }
        return mended + file[place...]
    }
}
