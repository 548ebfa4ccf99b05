/// An image at its own size and at half, a quarter, … of it, for drawing it at any size and turn.
///
/// Of a large image the levels begin at 1024 pixels, so that they take 6 MB at most.
package final class ImageLevels: Sendable {
    /// One size. A border of clear pixels is around it, so that what lies between the last pixel and nothing can be
    /// read like anything else.
    package struct Level: Sendable {
        /// Where the border's first pixel is, in `pixels`.
        package let start: Int
        /// Without the border.
        package let width: Int
        package let height: Int
        /// The greatest opacity in it, 0…255.
        package let peak: UInt32

        /// Pixels from one row to the next.
        package var stride: Int { width + 2 }
    }

    /// The image.
    package let image: Image
    /// From the largest to one of a single pixel.
    package let levels: [Level]
    /// Premultiplied 0xAARRGGBB of all levels.
    package let pixels: [UInt32]
    /// The colour of the whole, 0xRRGGBB.
    package let color: UInt32
    /// The mean opacity, 0…1.
    package let coverage: Float

    private static let longestSide = 1024

    /// Makes the levels.
    package init(_ image: Image) {
        self.image = image
        var levels: [Level] = []
        var pixels: [UInt32] = []
        let halvings = (0..<32).first { max(image.width, image.height) >> $0 <= Self.longestSide } ?? 0
        var width = max(image.width >> halvings, 1)
        var height = max(image.height >> halvings, 1)
        var source = image
        while true {
            // Each level is made of the one before, but the first.
            let isOwn = width == source.width && height == source.height
            let level =
                isOwn
                ? source.pixels
                : source.scaled(
                    across: ScaleAxis(length: source.width, origin: 0, extent: Double(source.width), count: width),
                    down: ScaleAxis(length: source.height, origin: 0, extent: Double(source.height), count: height))
            source = Image(width: width, height: height, premultiplied: level)
            let peak = level.reduce(0) { max($0, $1 >> 24) }
            levels.append(Level(start: pixels.count, width: width, height: height, peak: peak))
            pixels.append(contentsOf: repeatElement(0, count: width + 2))
            for row in 0..<height {
                pixels.append(0)
                pixels.append(contentsOf: level[row * width..<(row + 1) * width])
                pixels.append(0)
            }
            pixels.append(contentsOf: repeatElement(0, count: width + 2))
            if width == 1, height == 1 { break }
            width = max(width / 2, 1)
            height = max(height / 2, 1)
        }
        self.levels = levels
        self.pixels = pixels
        let mean = source.pixels[0]
        color = Image.straight(mean)
        coverage = Float(mean >> 24) / 255
    }

    /// The height over the width.
    package var aspect: Float { Float(image.height) / Float(image.width) }
}
