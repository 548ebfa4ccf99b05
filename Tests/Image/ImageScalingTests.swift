import Testing

@testable import SnowHost

@Suite struct ImageScalingTests {
    private static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> Image {
        try Image(
            width: width, height: height,
            pixels: (0..<width * height).map { pixel($0 % width, $0 / width) })
    }

    private static func laid(
        _ image: Image, _ columns: Int, _ rows: Int, _ fit: ImageFit, aspect: Double = 1, columnsPerPixel: Double = 1
    ) -> [UInt32] {
        image.laid(over: columns, rows, pixelAspect: aspect, fit: fit, columnsPerPixel: columnsPerPixel)
    }

    @Test(arguments: ImageFit.allCases)
    func `one colour stays that colour at every size`(fit: ImageFit) throws {
        for color: UInt32 in [0xFF12_3456, 0xFFFF_FFFF, 0xFF00_0000, 0x8040_8020] {
            let image = try Self.image(7, 5) { _, _ in color }
            for (columns, rows) in [(1, 1), (3, 9), (7, 5), (40, 31), (200, 3)] {
                let pixels = Self.laid(image, columns, rows, fit, aspect: 1.7)
                #expect(pixels.count == columns * rows)
                for pixel in Set(pixels) where pixel != 0 {
                    let wanted = Image.premultiplied(color)
                    for shift: UInt32 in [24, 16, 8, 0] {
                        #expect(abs(Int(pixel >> shift & 0xFF) - Int(wanted >> shift & 0xFF)) <= 1)
                    }
                }
                #expect(fit == .fit || !pixels.contains(0))
            }
        }
    }

    @Test func `a smaller picture is the mean of what it covers, and keeps the light`() throws {
        var random = SeededRandom(seed: 3)
        for _ in 0..<30 {
            let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
            let image = try Self.image(width, height) { x, y in
                0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
            }
            let columns = Int.random(in: 1...width, using: &random)
            let rows = Int.random(in: 1...height, using: &random)
            func light(_ pixels: [UInt32]) -> Float {
                pixels.reduce(0) { $0 + TransferCurve.light[Int($1 >> 8 & 0xFF)] } / Float(pixels.count)
            }
            let before = light(image.pixels)
            let after = light(Self.laid(image, columns, rows, .stretch))
            #expect(abs(before - after) < 0.01, "\(width)×\(height) to \(columns)×\(rows)")
        }
    }

    @Test func `what is transparent has no colour in the mean`() throws {
        let image = try Self.image(2, 1) { x, _ in x == 0 ? 0xFFFF_0000 : 0x0000_FF00 }
        #expect(Self.laid(image, 1, 1, .stretch) == [0x8080_0000])
    }

    @Test func `each fit lays a picture as it says`() throws {
        // Left and right half differ, and so do top and bottom.
        let image = try Self.image(4, 2) { x, y in 0xFF00_0000 | (x < 2 ? 0xFF0000 : 0) | (y < 1 ? 0xFF : 0) }
        let (topLeft, topRight, bottomLeft, bottomRight): (UInt32, UInt32, UInt32, UInt32) =
            (0xFFFF_00FF, 0xFF00_00FF, 0xFFFF_0000, 0xFF00_0000)
        #expect(
            Self.laid(image, 2, 2, .stretch) == [topLeft, topRight, bottomLeft, bottomRight])
        #expect(Self.laid(image, 2, 2, .fill) == [topLeft, topRight, bottomLeft, bottomRight])
        let fitted = Self.laid(image, 4, 4, .fit)
        #expect(fitted[..<4] == [0, 0, 0, 0] && fitted[12...] == [0, 0, 0, 0])
        #expect(Array(fitted[4..<8]) == [topLeft, topLeft, topRight, topRight])
        let tiled = Self.laid(image, 6, 3, .tile)
        #expect(Array(tiled[..<6]) == [topLeft, topLeft, topRight, topRight, topLeft, topLeft])
        #expect(Array(tiled[12...]) == Array(tiled[..<6]))
        let doubled = Self.laid(image, 16, 1, .tile, columnsPerPixel: 2)
        #expect(doubled[..<8] == doubled[8...].prefix(8) && Set(doubled[..<8]).count > 2)
        // Rows that are twice as high as wide: half as many of them make the shape.
        let tall = Self.laid(image, 4, 2, .fit, aspect: 2)
        #expect(tall.count { $0 != 0 } == 4)
    }

    @Test func `levels are halves of each other down to one pixel, mirrored as the picture is`() throws {
        let image = try Self.image(50, 21) { x, y in
            let inside = abs(x - 25 + (x < 25 ? 1 : 0)) + abs(y - 10) < 12
            return inside ? 0xFFFF_FFFF : 0
        }
        let levels = ImageLevels(image)
        #expect(levels.levels.map(\.width) == [50, 25, 12, 6, 3, 1])
        #expect(levels.levels.map(\.height) == [21, 10, 5, 2, 1, 1])
        for level in levels.levels {
            for row in 0..<level.height {
                let start = level.start + (row + 1) * level.stride + 1
                let line = Array(levels.pixels[start..<start + level.width])
                #expect(line == line.reversed(), "level of \(level.width)")
                #expect(levels.pixels[start - 1] == 0 && levels.pixels[start + level.width] == 0)
            }
        }
        let whole = Float(image.pixels.count { $0 != 0 }) / Float(image.pixels.count)
        #expect(abs(levels.coverage - whole) < 0.02)
        #expect(levels.color == 0xFF_FFFF)
        #expect(levels.aspect == 0.42)
    }

    @Test func `a huge image has levels that begin small`() throws {
        let levels = ImageLevels(try Self.image(3000, 2) { _, _ in 0xFF00_FF00 })
        #expect(levels.levels[0].width == 750 && levels.levels[0].height == 1)
    }
}
