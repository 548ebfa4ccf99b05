import LibPNG

@testable import SnowHost

/// A PNG file read by libpng.
struct PNGPicture {
    struct Failure: Error {
        let words: String
    }

    let width: Int
    let height: Int
    /// 0xAARRGGBB, not premultiplied.
    let pixels: [UInt32]

    init(_ bytes: [UInt8]) throws {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let isBegun = bytes.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }
        // The memory is that of the array only while the closure runs, so it is all read in a second one.
        png_image_free(&image)
        guard isBegun != 0 else { throw Failure(words: Self.words(image)) }
        image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        var pixels: [UInt32] = []
        let isRead = bytes.withUnsafeBytes { file in
            guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else { return false }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
            pixels = Array(repeating: 0, count: Int(image.width) * Int(image.height))
            return png_image_finish_read(&image, nil, &pixels, png_int_32(4 * image.width), nil) != 0
        }
        guard isRead else { throw Failure(words: Self.words(image)) }
        width = Int(image.width)
        height = Int(image.height)
        self.pixels = pixels.map { pixel in
            let read = UInt32(littleEndian: pixel)
            return read & 0xFF00_FF00 | read >> 16 & 0xFF | (read & 0xFF) << 16
        }
    }

    private static func words(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// An animated PNG, its chunks checked one by one, and played.
struct AnimatedPicture {
    struct Failure: Error {
        let words: String
    }

    let width: Int
    let height: Int
    /// What is shown, 0xRRGGBB, and for how many of `delayUnits` in a second.
    private(set) var frames: [(pixels: [UInt32], delay: Int)] = []
    private(set) var delayUnits = 0
    let playCount: Int

    init(_ bytes: [UInt8]) throws {
        let chunks = try Self.chunks(of: bytes)
        func number(_ body: ArraySlice<UInt8>, _ place: Int, _ length: Int = 4) -> Int {
            body.dropFirst(place).prefix(length).reduce(0) { $0 << 8 | Int($1) }
        }
        guard chunks.first?.name == "IHDR", chunks.last?.name == "IEND", let header = chunks.first?.body,
            let control = chunks.first(where: { $0.name == "acTL" })?.body
        else { throw Failure(words: "chunks \(chunks.map(\.name))") }
        width = number(header, 0)
        height = number(header, 4)
        playCount = number(control, 4)
        let shared = chunks.filter { ["PLTE", "tRNS", "sRGB"].contains($0.name) }
        var canvas = [UInt32](repeating: 0, count: width * height)
        var area: (width: Int, height: Int, x: Int, y: Int) = (0, 0, 0, 0)
        var next = 0
        var isOver = false
        var delay = 0
        for chunk in chunks {
            var data = chunk.body
            switch chunk.name {
            case "fcTL":
                guard chunk.body.count == 26, number(data, 0) == next else { throw Failure(words: "fcTL \(next)") }
                next += 1
                area = (number(data, 4), number(data, 8), number(data, 12), number(data, 16))
                delay = number(data, 20, 2)
                delayUnits = number(data, 22, 2)
                guard number(data, 24, 1) == 0, number(data, 25, 1) < 2, area.width > 0, area.height > 0,
                    area.x + area.width <= width, area.y + area.height <= height
                else { throw Failure(words: "frame \(area)") }
                isOver = number(data, 25, 1) == 1
                continue
            case "fdAT":
                guard number(data, 0) == next else { throw Failure(words: "fdAT \(next)") }
                next += 1
                data = data.dropFirst(4)
            case "IDAT":
                guard frames.isEmpty, area == (width, height, 0, 0) else { throw Failure(words: "IDAT \(area)") }
            default: continue
            }
            // Each frame's data, with a header of its own, is a picture.
            var still = PNGChunks()
            let size = PNGChunks.bytes(of: UInt32(area.width)) + PNGChunks.bytes(of: UInt32(area.height))
            still.append("IHDR", size + header.dropFirst(8))
            for chunk in shared { still.append(chunk.name, chunk.body) }
            still.append("IDAT", data)
            still.append("IEND", [])
            let part = try PNGPicture(still.bytes)
            for y in 0..<area.height {
                for x in 0..<area.width {
                    let pixel = part.pixels[y * area.width + x]
                    guard pixel >> 24 == 255 || isOver && pixel >> 24 == 0 else {
                        throw Failure(words: "half transparent, or a hole")
                    }
                    if pixel >> 24 == 255 { canvas[(area.y + y) * width + area.x + x] = pixel & 0xFF_FFFF }
                }
            }
            frames.append((canvas, delay))
        }
        guard number(control, 0) == frames.count else { throw Failure(words: "acTL \(number(control, 0))") }
    }

    /// The chunks, whose sums are right and which are all there is.
    private static func chunks(of bytes: [UInt8]) throws -> [(name: String, body: ArraySlice<UInt8>)] {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
            throw Failure(words: "signature")
        }
        var chunks: [(name: String, body: ArraySlice<UInt8>)] = []
        var place = 8
        while place < bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 8 + length
            guard end + 4 <= bytes.count else { throw Failure(words: "length") }
            let sum = bytes[end..<end + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard sum == checksum(bytes[place + 4..<end]) else { throw Failure(words: "checksum at \(place)") }
            chunks.append((String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), bytes[place + 8..<end]))
            place = end + 4
        }
        return chunks
    }

    /// CRC-32 bit by bit.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
