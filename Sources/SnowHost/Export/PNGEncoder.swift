internal import LibPNG

/// Pixels into PNG files, by libpng.
///
/// The simplified interface of libpng is used: it keeps its jumps to itself, so that none crosses a Swift frame.
enum PNGEncoder {
    /// A file of the pixels: of one byte each or less while their colours fit a palette, else of four.
    ///
    /// - Throws: `noMemory` where libpng cannot write it.
    static func encode(_ pixels: PixelGrid, _ table: InkTable) throws(FilmError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(pixels.width)
        image.height = png_uint_32(pixels.height)
        image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
        // Whatever the functions did, this gives back what they hold; called twice it does nothing.
        defer { png_image_free(&image) }
        guard let palette = table.palette else {
            return try write(&image, pixels.inks, byteCount: 4 * pixels.inks.count, stride: 4 * pixels.width, [])
        }
        image.format |= png_uint_32(PNG_FORMAT_FLAG_COLORMAP)
        image.colormap_entries = png_uint_32(palette.count)
        let colormap = palette.enumerated().flatMap { place, rgb in
            [UInt8(rgb >> 16 & 0xFF), UInt8(rgb >> 8 & 0xFF), UInt8(rgb & 0xFF), place == 0 ? 0 : 255]
        }
        let places = pixels.inks.map { UInt8(truncatingIfNeeded: $0) }
        return try write(&image, places, byteCount: places.count, stride: pixels.width, colormap)
    }

    private static func write<Pixel>(
        _ image: inout png_image, _ pixels: [Pixel], byteCount: Int, stride: Int, _ colormap: [UInt8]
    ) throws(FilmError) -> [UInt8] {
        // A filter's byte a row; then the most that zlib makes of it, its pieces' heads, and the chunks around it.
        let raw = byteCount + Int(image.height)
        let most = raw + raw / 7 + raw / 100 + 8192
        var isWritten = false
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { memory, count in
            var size = png_alloc_size_t(most)
            // libpng reads `stride * height` bytes of pixels, which the array has, and the entries of the colormap that
            // were told; it writes no more than `size` bytes.
            isWritten = pixels.withUnsafeBytes { source in
                colormap.withUnsafeBytes { colors in
                    png_image_write_to_memory(
                        &image, memory.baseAddress, &size, 0, source.baseAddress, png_int_32(stride),
                        colormap.isEmpty ? nil : colors.baseAddress) != 0
                }
            }
            count = isWritten ? Int(size) : 0
        }
        guard isWritten else { throw .noMemory }
        return bytes
    }
}
