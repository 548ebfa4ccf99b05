/// A picture at sub-cell size: premultiplied 0xAARRGGBB, which starts out clear.
///
/// It remembers which part of each row was drawn on, so that clearing and reading cost what was drawn.
package struct Canvas {
    package private(set) var width: Int
    package private(set) var height: Int
    /// `width * height` pixels.
    package var pixels: [UInt32]
    /// The columns drawn on in each row, `spanStart[y]..<spanEnd[y]`; empty when the start is not below the end.
    package var spanStart: [Int32]
    package var spanEnd: [Int32]

    /// A clear canvas; negative sizes count as zero.
    package init(width: Int, height: Int) {
        self.width = max(width, 0)
        self.height = max(height, 0)
        pixels = [UInt32](repeating: 0, count: self.width * self.height)
        spanStart = [Int32](repeating: .max, count: self.height)
        spanEnd = [Int32](repeating: 0, count: self.height)
    }

    /// Changes the size and clears.
    package mutating func resize(width: Int, height: Int) {
        self = Canvas(width: width, height: height)
    }

    /// Makes everything transparent again.
    package mutating func clear() {
        pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height where spanStart[y] < spanEnd[y] {
                let row = y * width
                pixels[row + Int(spanStart[y])..<row + Int(spanEnd[y])].update(repeating: 0)
                spanStart[y] = .max
                spanEnd[y] = 0
            }
        }
    }

    /// Notes that columns `start..<end` of a row are about to be drawn on; both lie inside.
    mutating func touch(row: Int, start: Int, end: Int) {
        spanStart[row] = min(spanStart[row], Int32(start))
        spanEnd[row] = max(spanEnd[row], Int32(end))
    }

    /// The cells, `start..<end`, of a row of cells of that many pixels in which something was drawn.
    func cells(inRow row: Int, width: Int, height: Int) -> (start: Int32, end: Int32) {
        var start = Int32.max
        var end: Int32 = 0
        for y in row * height..<(row + 1) * height {
            start = min(start, spanStart[y])
            end = max(end, spanEnd[y])
        }
        return start < end ? (start / Int32(width), (end + Int32(width) - 1) / Int32(width)) : (.max, 0)
    }

    /// The mean colour, 0xRRGGBB, of a cell of up to eight pixels; nil where any of it lets the background show.
    func cover(column: Int, row: Int, width: Int, height: Int) -> UInt32? {
        guard (column + 1) * width <= self.width, (row + 1) * height <= self.height else { return nil }
        var colors = CellColors()
        for y in row * height..<(row + 1) * height {
            for x in column * width..<(column + 1) * width {
                let pixel = pixels[y * self.width + x]
                guard pixel >> 24 >= 250 else { return nil }
                colors.append(pixel & 0xFF_FFFF)
            }
        }
        return colors.count > 0 ? colors.mean : nil
    }

    /// A colour laid over a pixel.
    ///
    /// - Parameters:
    ///   - color: 0xRRGGBB.
    ///   - opacity: 0…256.
    @inline(__always)
    static func blend(_ pixel: UInt32, with color: UInt32, opacity: UInt32) -> UInt32 {
        // Two channels at a time: each product stays below 2^16, so none runs into the next.
        let above = color & 0xFF_FFFF | 0xFF00_0000
        let evenAbove = ((above & 0x00FF_00FF) &* opacity) >> 8 & 0x00FF_00FF
        let oddAbove = (above >> 8 & 0x00FF_00FF) &* opacity & 0xFF00_FF00
        if pixel == 0 { return evenAbove | oddAbove }
        let rest = 256 &- opacity
        let evenBelow = ((pixel & 0x00FF_00FF) &* rest) >> 8 & 0x00FF_00FF
        let oddBelow = (pixel >> 8 & 0x00FF_00FF) &* rest & 0xFF00_FF00
        return (evenAbove | oddAbove) &+ (evenBelow | oddBelow)
    }
}
