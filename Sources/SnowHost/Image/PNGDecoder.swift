internal import LibPNG

/// PNG files into premultiplied pixels, by libpng.
///
/// The simplified interface of libpng is used: it keeps its jumps to itself, so that none crosses a Swift frame, and
/// leaves unread what is not needed to make pixels.
enum PNGDecoder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The size and the pixels, 0xAARRGGBB premultiplied.
    ///
    /// - Throws: What is wrong with the file. Its size is checked before memory is taken for the pixels.
    static func decode(
        _ bytes: [UInt8], mostPixels: Int
    ) throws(ImageError) -> (width: Int, height: Int, pixels: [UInt32]) {
        guard bytes.starts(with: signature) else { throw .notPNG }
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        // Whatever the functions did, this gives back what they hold; called twice it does nothing.
        defer { png_image_free(&image) }
        // The decoder reads from the memory of the array until the end of this closure.
        let result: Result<[UInt32], ImageError> = bytes.withUnsafeBytes { file in
            guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else {
                return .failure(.broken(words(of: image)))
            }
            return Result { () throws(ImageError) in try pixels(of: &image, mostPixels: mostPixels) }
        }
        return (Int(image.width), Int(image.height), try result.get())
    }

    private static func pixels(of image: inout png_image, mostPixels: Int) throws(ImageError) -> [UInt32] {
        let (width, height) = (Int(image.width), Int(image.height))
        let count = try Image.pixelCount(width: width, height: height, most: mostPixels)
        // Red, green, blue and opacity, a byte each, in this order in memory.
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
        // Without a word on their gamma, 16 bits are sRGB as 8 are.
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        var isRead = false
        var pixels = [UInt32](unsafeUninitializedCapacity: count) { memory, initializedCount in
            // A row has `width` pixels of four bytes, as `memory` has: `count` of them, all of which are written
            // before any is read.
            memory.initialize(repeating: 0)
            isRead = png_image_finish_read(&image, nil, memory.baseAddress, png_int_32(width * 4), nil) != 0
            initializedCount = count
        }
        guard isRead else { throw .broken(words(of: image)) }
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices {
                let read = UInt32(littleEndian: pixels[index])
                let turned = read & 0xFF00_FF00 | read >> 16 & 0xFF | (read & 0xFF) << 16
                pixels[index] = Image.premultiplied(turned)
            }
        }
        return pixels
    }

    /// What libpng says of its failure.
    private static func words(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { bytes in
            let words = bytes.prefix { $0 != 0 }.filter { $0 >= 0x20 && $0 < 0x7F }
            return words.isEmpty ? "not enough memory" : String(decoding: words, as: UTF8.self)
        }
    }
}
