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
            // Places in IHDR, which is always the first chunk: bits of a sample, and whether there are passes.
            let isFine = file[24] == 16 && file[28] != 0
            return Result { () throws(ImageError) in
                isFine
                    ? try finePixels(of: &image, mostPixels: mostPixels)
                    : try pixels(of: &image, mostPixels: mostPixels)
            }
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

    /// The same for a file of 16 bits in passes, of which libpng up to 1.6.50 mixes the rows while it makes 8 bits of
    /// them: it is asked for light in 16 bits, and the rest is done here.
    private static func finePixels(of image: inout png_image, mostPixels: Int) throws(ImageError) -> [UInt32] {
        let width = Int(image.width)
        let count = try Image.pixelCount(width: width, height: Int(image.height), most: mostPixels)
        // Red, green and blue times opacity, and opacity.
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR)
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        var samples = [UInt16](repeating: 0, count: count * 4)
        // A row has four samples a pixel, as the array has for `count` pixels.
        guard png_image_finish_read(&image, nil, &samples, png_int_32(width * 4), nil) != 0 else {
            throw .broken(words(of: image))
        }
        return (0..<count).map { place in
            let opacity = UInt32(samples[4 * place + 3])
            guard opacity > 0 else { return 0 }
            func channel(_ number: Int) -> UInt32 {
                TransferCurve.byte(ofFileLight: Float(samples[4 * place + number]) / Float(opacity))
            }
            let color = channel(0) << 16 | channel(1) << 8 | channel(2)
            return Image.premultiplied(((opacity * 255 + 32_767) / 65_535) << 24 | color)
        }
    }

    /// What libpng says of its failure.
    private static func words(of image: png_image) -> String {
        withUnsafeBytes(of: image.message) { bytes in
            let words = bytes.prefix { $0 != 0 }.filter { $0 >= 0x20 && $0 < 0x7F }
            return words.isEmpty ? "not enough memory" : String(decoding: words, as: UTF8.self)
        }
    }
}
