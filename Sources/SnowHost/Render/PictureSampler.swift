/// Reads the picture of a flake where a pixel of the canvas lies in it.
///
/// A pixel is the mean of a few places inside it, each read between four texels of a level that is two to four times as
/// fine as the canvas. For a dot, which is lit or not, it is one place of a level that is up to twice as fine. Where a flip
/// makes the picture narrow, more places are read across it.
struct PictureSampler {
    /// Places in a pixel, at most, along each axis.
    private static let mostPlaces = 8

    private let level: ImageLevels.Level
    // Texels from the middle of the picture, for a step to the right and one down on the canvas.
    private let rightX: Float
    private let rightY: Float
    private let downX: Float
    private let downY: Float
    private let placesAcross: Int
    private let placesDown: Int
    /// 65,536 over the number of places.
    private let reciprocal: UInt32

    /// The greatest opacity of the picture at about the size of the canvas, 0…255: of thin lines little is left when
    /// they are shrunk.
    let peak: UInt32

    /// - Parameter isCoarse: Whether pixels are dots.
    init(_ flake: FlakeLook, _ picture: ImageLevels, isCoarse: Bool = false) {
        let ellipse = Ellipse(flake)
        let right = ellipse.place(1, 0)
        let down = ellipse.place(0, 1)
        let mirror: Float = flake.isMirrored ? -0.5 : 0.5
        let first = picture.levels[0]
        let (width, height) = (Float(first.width) * mirror, Float(first.height) * 0.5)
        let across = (x: right.x * width, y: right.y * height)
        let along = (x: down.x * width, y: down.y * height)
        // Texels of the first level in a pixel, along each axis of the canvas.
        let acrossCount = (across.x * across.x + across.y * across.y).squareRoot()
        let alongCount = (along.x * along.x + along.y * along.y).squareRoot()
        let finest: Float = isCoarse ? 2 : 4
        var number = 0
        var share: Float = 1
        while number + 1 < picture.levels.count,
            min(acrossCount, alongCount) * share >= finest || max(acrossCount, alongCount) * share > 4 * finest
        {
            number += 1
            share /= 2
        }
        level = picture.levels[number]
        let size = isCoarse ? number : min(number + 1, picture.levels.count - 1)
        peak = acrossCount > 1 ? picture.levels[size].peak : level.peak
        // Levels are halved to whole numbers of texels, so that the share is not exactly a power of two.
        let shareX = Float(level.width) / Float(first.width)
        let shareY = Float(level.height) / Float(first.height)
        rightX = across.x * shareX
        rightY = across.y * shareY
        downX = along.x * shareX
        downY = along.y * shareY
        placesAcross = Self.places(acrossCount * share, onePlaceUpTo: isCoarse ? 2 : 1)
        placesDown = Self.places(alongCount * share, onePlaceUpTo: isCoarse ? 2 : 1)
        reciprocal = 65_536 / UInt32(placesAcross * placesDown)
    }

    private static func places(_ texels: Float, onePlaceUpTo few: Float) -> Int {
        guard texels > few else { return 1 }
        return min(max(Int(min(texels / 2, 64).rounded(.up)), 2), mostPlaces)
    }

    /// The mean over the pixel whose middle is so far from the flake's, premultiplied.
    @inline(__always)
    func sample(_ texels: UnsafePointer<UInt32>, _ x: Float, _ y: Float) -> UInt32 {
        // In 65,536ths of a texel, from the middle of the border's first texel.
        let middleX = x * rightX + y * downX + Float(level.width) / 2 + 0.5
        let middleY = x * rightY + y * downY + Float(level.height) / 2 + 0.5
        // Far outside, or no number at all.
        guard abs(middleX) < 100_000, abs(middleY) < 100_000 else { return 0 }
        let stepX = (Int(rightX * 65_536) / placesAcross, Int(downX * 65_536) / placesDown)
        let stepY = (Int(rightY * 65_536) / placesAcross, Int(downY * 65_536) / placesDown)
        var rowX = Int(middleX * 65_536) - (stepX.0 * (placesAcross - 1) + stepX.1 * (placesDown - 1)) / 2
        var rowY = Int(middleY * 65_536) - (stepY.0 * (placesAcross - 1) + stepY.1 * (placesDown - 1)) / 2
        var even: UInt32 = 0
        var odd: UInt32 = 0
        for _ in 0..<placesDown {
            var (placeX, placeY) = (rowX, rowY)
            for _ in 0..<placesAcross {
                let texel = read(texels, placeX, placeY)
                // Up to 64 bytes in 16 bits each.
                even &+= texel & 0x00FF_00FF
                odd &+= texel >> 8 & 0x00FF_00FF
                placeX += stepX.0
                placeY += stepY.0
            }
            rowX += stepX.1
            rowY += stepY.1
        }
        if odd >> 16 == 0 { return 0 }
        func mean(_ sum: UInt32) -> UInt32 { (sum * reciprocal + 32_768) >> 16 }
        return mean(odd >> 16) << 24 | mean(even >> 16) << 16 | mean(odd & 0xFFFF) << 8 | mean(even & 0xFFFF)
    }

    /// Between the four texels around a place.
    @inline(__always)
    private func read(_ texels: UnsafePointer<UInt32>, _ x: Int, _ y: Int) -> UInt32 {
        let column = x >> 16
        let row = y >> 16
        // The border is column 0 and column width + 1: to the right of and below what is read there is one more.
        guard column >= 0, row >= 0, column <= level.width, row <= level.height else { return 0 }
        let place = level.start + row * level.stride + column
        let rightShare = UInt32(truncatingIfNeeded: x >> 8 & 0xFF)
        let lowerShare = UInt32(truncatingIfNeeded: y >> 8 & 0xFF)
        let upper = Self.between(texels[place], texels[place + 1], rightShare)
        let lower = Self.between(texels[place + level.stride], texels[place + level.stride + 1], rightShare)
        return Self.between(upper, lower, lowerShare)
    }

    /// `share` 256ths of the second, the rest of the first.
    @inline(__always)
    private static func between(_ first: UInt32, _ second: UInt32, _ share: UInt32) -> UInt32 {
        if first == second { return first }
        let rest = 256 &- share
        let even = ((first & 0x00FF_00FF) &* rest &+ (second & 0x00FF_00FF) &* share) >> 8 & 0x00FF_00FF
        let odd = ((first >> 8 & 0x00FF_00FF) &* rest &+ (second >> 8 & 0x00FF_00FF) &* share) & 0xFF00_FF00
        return even | odd
    }
}
