/// A picture at sub-cell size: premultiplied 0xAARRGGBB, which starts out clear.
///
/// It remembers which part of each row was drawn on, so that clearing and reading cost what was drawn.
package struct Canvas {
    package private(set) var width: Int
    package private(set) var height: Int
    /// The first row: above 0 for a part of a larger picture. Places are always those of the whole.
    package let top: Int
    /// `width * height` pixels.
    package var pixels: [UInt32]
    /// The columns drawn on in each row, `spanStart[y]..<spanEnd[y]`; empty when the start is not below the end.
    package var spanStart: [Int32]
    package var spanEnd: [Int32]
    /// Whether all of it counts as drawn on, so that nothing needs to be noted.
    package private(set) var isTouched = false

    /// A clear canvas; negative sizes count as zero.
    package init(width: Int, height: Int, top: Int = 0) {
        self.top = top
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
        isTouched = false
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
        spanStart[row - top] = min(spanStart[row - top], Int32(start))
        spanEnd[row - top] = max(spanEnd[row - top], Int32(end))
    }

    /// Notes that all of it is about to be drawn on.
    mutating func touch() {
        isTouched = true
        for y in 0..<height {
            spanStart[y] = 0
            spanEnd[y] = Int32(width)
        }
    }

    /// Lets `body` draw with nothing in between: it gets the pixels, and what notes that columns of one of the canvas'
    /// own rows, counted from 0, are drawn on.
    @inline(__always)
    mutating func withUnsafePixels(
        _ body: (UnsafeMutablePointer<UInt32>, (_ row: Int, _ start: Int, _ end: Int) -> Void) -> Void
    ) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            spanStart.withUnsafeMutableBufferPointer { starts in
                spanEnd.withUnsafeMutableBufferPointer { ends in
                    guard let first = pixels.baseAddress, let starts = starts.baseAddress, let ends = ends.baseAddress
                    else { return }
                    body(first) { row, start, end in
                        starts[row] = min(starts[row], Int32(truncatingIfNeeded: start))
                        ends[row] = max(ends[row], Int32(truncatingIfNeeded: end))
                    }
                }
            }
        }
    }

    /// The rows of the picture that it has.
    var rows: Range<Int> { top..<top + height }

    /// The place of a pixel in `pixels`.
    @inline(__always)
    func index(_ x: Int, _ y: Int) -> Int { (y - top) * width + x }

    /// Becomes what another one shows in the rows that both have; both are equally wide, and no row is lost.
    mutating func take(_ other: borrowing Canvas) {
        for y in rows.clamped(to: other.rows) {
            spanStart[y - top] = other.spanStart[y - other.top]
            spanEnd[y - top] = other.spanEnd[y - other.top]
            let own = (y - top) * width, its = (y - other.top) * width
            pixels.withUnsafeMutableBufferPointer { pixels in
                other.pixels.withUnsafeBufferPointer { others in
                    for x in 0..<width { pixels[own + x] = others[its + x] }
                }
            }
        }
    }

    /// A clear pixel that was drawn on, for canvases that are laid over others.
    static let hiding: UInt32 = 1

    /// Puts the pixels that were drawn on another one of the same size in the place of its own.
    mutating func cover(with other: borrowing Canvas) {
        for y in rows where other.spanStart[y - top] < other.spanEnd[y - top] {
            let start = other.spanStart[y - top], end = other.spanEnd[y - top]
            spanStart[y - top] = min(spanStart[y - top], start)
            spanEnd[y - top] = max(spanEnd[y - top], end)
            let places = (y - top) * width + Int(start)..<(y - top) * width + Int(end)
            pixels.withUnsafeMutableBufferPointer { own in
                other.pixels.withUnsafeBufferPointer { above in
                    guard let own = own.baseAddress, let above = above.baseAddress else { return }
                    var place = places.lowerBound
                    while place + 8 <= places.upperBound {
                        let upper = UnsafeRawPointer(above + place).loadUnaligned(as: SIMD8<UInt32>.self)
                        let covers = upper.isSet
                        let seen =
                            upper & (upper ^ SIMD8(repeating: Self.hiding)).isSet | own.eight(from: place) & ~covers
                        UnsafeMutableRawPointer(own + place).storeBytes(of: seen, as: SIMD8<UInt32>.self)
                        place += 8
                    }
                    for place in place..<places.upperBound where above[place] != 0 {
                        own[place] = above[place] == Self.hiding ? 0 : above[place]
                    }
                }
            }
        }
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

    /// A premultiplied pixel laid over another.
    ///
    /// - Parameter opacity: 0…256, of the one above.
    @inline(__always)
    static func lay(_ above: UInt32, over below: UInt32, opacity: UInt32) -> UInt32 {
        let even = ((above & 0x00FF_00FF) &* opacity) >> 8 & 0x00FF_00FF
        let odd = (above >> 8 & 0x00FF_00FF) &* opacity & 0xFF00_FF00
        let seen = even | odd
        if below == 0 { return seen }
        // Of 255: with 256 for the whole, sums stay within their bytes.
        let rest = 256 &- (seen >> 24 &+ seen >> 31)
        let evenBelow = ((below & 0x00FF_00FF) &* rest) >> 8 & 0x00FF_00FF
        let oddBelow = (below >> 8 & 0x00FF_00FF) &* rest & 0xFF00_FF00
        return seen &+ (evenBelow | oddBelow)
    }

    /// A pixel, premultiplied or not, whose colours are multiplied by those of 0xRRGGBB; the opacity stays.
    @inline(__always)
    static func tinted(_ pixel: UInt32, by tint: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            (((pixel >> shift & 0xFF) &* (tint >> shift & 0xFF) &+ 127) / 255) << shift
        }
        return pixel & 0xFF00_0000 | channel(16) | channel(8) | channel(0)
    }

    /// A premultiplied pixel that is more opaque.
    ///
    /// - Parameter gain: 256ths, 256 and more.
    @inline(__always)
    static func brightened(_ pixel: UInt32, by gain: UInt32) -> UInt32 {
        let opacity = pixel >> 24
        // No channel of a premultiplied pixel is above its opacity: where that fits, all do.
        let gain = min(gain, 255 * 256 / max(opacity, 1))
        func channel(_ shift: UInt32) -> UInt32 { (((pixel >> shift & 0xFF) &* gain) >> 8) << shift }
        return channel(24) | channel(16) | channel(8) | channel(0)
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
