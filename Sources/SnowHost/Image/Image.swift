/// A picture in memory: rows of pixels from the top, each with its opacity.
///
/// An image never changes, and may be shared by any number of scripts and threads.
public final class Image: Sendable {
    /// Pixels from the left to the right.
    public let width: Int
    /// Pixels from the top to the bottom.
    public let height: Int
    /// `width * height` pixels, row by row: 0xAARRGGBB in sRGB, premultiplied.
    package let pixels: [UInt32]

    /// The most pixels that an image may have.
    public static let mostPixels = 16 << 20

    /// Makes an image of pixels, row by row: 0xAARRGGBB in sRGB, colours as they are where the opacity is full.
    ///
    /// - Throws: When the number of pixels is not that of the size, is zero, or is more than `mostPixels`.
    public init(width: Int, height: Int, pixels: [UInt32]) throws(ImageError) {
        let count = try Self.pixelCount(width: width, height: height, most: Self.mostPixels)
        guard count == pixels.count else { throw .wrongCount(expected: count, got: pixels.count) }
        self.width = width
        self.height = height
        self.pixels = pixels.map(Self.premultiplied)
    }

    /// Decodes a PNG file of any kind: grey, colour or palette, with or without opacity, 1 to 16 bits, interlaced.
    ///
    /// Its gamma is turned into that of sRGB, 16 bits become 8, and of an animation the first picture is taken.
    ///
    /// - Throws: What is wrong with the file. Sizes are checked before memory is taken for them.
    public convenience init(png bytes: [UInt8]) throws(ImageError) {
        try self.init(png: bytes, mostPixels: Self.mostPixels)
    }

    /// Decodes a PNG file of at most so many pixels.
    package init(png bytes: [UInt8], mostPixels: Int) throws(ImageError) {
        let decoded = try PNGDecoder.decode(bytes, mostPixels: min(mostPixels, Self.mostPixels))
        width = decoded.width
        height = decoded.height
        pixels = decoded.pixels
    }

    /// An image of pixels that are premultiplied, as many as its size says.
    init(width: Int, height: Int, premultiplied pixels: [UInt32]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Bytes of the pixels.
    package var byteCount: Int { pixels.count * 4 }

    /// Checks a size.
    static func pixelCount(width: Int, height: Int, most: Int) throws(ImageError) -> Int {
        guard width > 0, height > 0 else { throw .empty }
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard !isTooLarge, count <= most else { throw .tooLarge(width: width, height: height, mostPixels: most) }
        return count
    }

    /// 0xAARRGGBB with each colour multiplied by the opacity.
    static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let opacity = pixel >> 24
        if opacity == 255 { return pixel }
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 0xFF) * opacity + 127) / 255) << shift }
        return opacity << 24 | channel(16) | channel(8) | channel(0)
    }

    /// 0xRRGGBB of a premultiplied pixel, as it would be at full opacity.
    package static func straight(_ pixel: UInt32) -> UInt32 {
        let opacity = pixel >> 24
        if opacity == 0 { return 0 }
        func channel(_ shift: UInt32) -> UInt32 {
            min(((pixel >> shift & 0xFF) * 255 + opacity / 2) / opacity, 255) << shift
        }
        return channel(16) | channel(8) | channel(0)
    }
}
