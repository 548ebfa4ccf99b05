/// Rows of pixels as a zlib stream (RFC 1950, RFC 1951), four bytes each: red, green, blue, opacity.
///
/// Pixels are like those beside and above them, and hardly like any others: these two distances are all that is looked at.
/// The codes are the fixed ones, so that a small picture has no table to carry. Nothing is allocated once the buffers have
/// grown.
struct PixelDeflater {
    private(set) var output = ByteBuffer()

    private var bits: UInt64 = 0
    private var bitCount = 0
    private var width = 0
    /// The row before, and where its pixels that are not clear begin and end.
    private var above: [UInt32] = []
    private var aboveStart = 0
    private var aboveEnd = 0
    private var previous: UInt32 = 0
    private var isFirst = true
    private var hasAbove = false
    /// Clear pixels that are still to be written.
    private var clearCount = 0
    // The two sums of Adler-32.
    private var sum: UInt64 = 1
    private var sumOfSums: UInt64 = 0
    /// The code of the distance to the pixel above.
    private var rowDistance = DeflateCodes.Code()
    private let codes = DeflateCodes()

    /// The largest prime below 2¹⁶.
    private static let adlerModulus: UInt64 = 65521

    /// Begins a picture of that many pixels across, up to 8192: farther back nothing can be referred to.
    mutating func begin(width: Int) {
        output.clear()
        // A window of 32 KiB; no dictionary; together a multiple of 31.
        output.append(0x78)
        output.append(0x01)
        (bits, bitCount) = (0, 0)
        (sum, sumOfSums) = (1, 0)
        self.width = width
        above.removeAll(keepingCapacity: true)
        above.append(contentsOf: repeatElement(0, count: width))
        (aboveStart, aboveEnd) = (0, 0)
        isFirst = true
        hasAbove = false
        clearCount = 0
        rowDistance = DeflateCodes.distance(4 * width)
        // The last block, with the fixed codes.
        put(DeflateCodes.Code(bits: 0b011, count: 3))
    }

    /// Adds a row once or several times, which is clear but for some pixels from a place on. Red is in a pixel's lowest
    /// byte.
    mutating func add(_ pixels: UnsafeBufferPointer<UInt32>, at start: Int, times: Int = 1) {
        let end = start + pixels.count
        guard times > 0, start >= 0, end <= width else { return }
        addSums(of: pixels, at: start, times: times)
        guard !pixels.isEmpty else {
            clearCount += width * times
            keep(pixels, at: start)
            hasAbove = true
            return
        }
        clearCount += start
        flushClear()
        write(pixels, at: start)
        if previous != 0, end >= aboveEnd, end < width, hasAbove {
            // The row above is clear here, too.
            put(length: 4 * (width - end), rowDistance)
            previous = 0
        } else {
            clearCount += width - end
        }
        keep(pixels, at: start)
        hasAbove = true
        guard times > 1 else { return }
        flushClear()
        put(length: 4 * width * (times - 1), rowDistance)
        // The last pixel of a row, wherever it was written.
        previous = end == width ? pixels[pixels.count - 1] : 0
    }

    private mutating func write(_ pixels: UnsafeBufferPointer<UInt32>, at start: Int) {
        above.withUnsafeBufferPointer { above in
            let above = UnsafeBufferPointer(rebasing: above[start..<start + pixels.count])
            var place = 0
            while place < pixels.count {
                let first = pixels[place]
                var left = 0
                if !isFirst { while place + left < pixels.count, pixels[place + left] == previous { left += 1 } }
                var upper = 0
                if hasAbove {
                    while place + upper < pixels.count, pixels[place + upper] == above[place + upper] { upper += 1 }
                }
                // The nearer distance has the shorter code.
                if left > 0, left + 1 >= upper {
                    put(length: 4 * left, codes.pixelDistance)
                    place += left
                } else if upper > 0 {
                    put(length: 4 * upper, rowDistance)
                    place += upper
                } else {
                    put(pixel: first)
                    place += 1
                }
                previous = pixels[place - 1]
                isFirst = false
            }
        }
    }

    private mutating func flushClear() {
        guard clearCount > 0 else { return }
        if isFirst || previous != 0 {
            put(pixel: 0)
            isFirst = false
            previous = 0
            clearCount -= 1
        }
        if clearCount > 0 { put(length: 4 * clearCount, codes.pixelDistance) }
        clearCount = 0
    }

    private mutating func keep(_ pixels: UnsafeBufferPointer<UInt32>, at start: Int) {
        above.withUnsafeMutableBufferPointer { above in
            above[aboveStart..<aboveEnd].update(repeating: 0)
            for (place, pixel) in pixels.enumerated() { above[start + place] = pixel }
        }
        (aboveStart, aboveEnd) = pixels.isEmpty ? (0, 0) : (start, start + pixels.count)
    }

    /// Ends the picture: `output` is the whole stream.
    mutating func end() {
        flushClear()
        put(codes.endOfBlock)
        while bitCount > 0 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
        let checksum = sumOfSums << 16 | sum
        for shift in stride(from: UInt64(24), through: 0, by: -8) {
            output.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
    }

    /// A pixel that is like none beside it; often it has its neighbour's colour and another opacity.
    private mutating func put(pixel: UInt32) {
        if !isFirst, (pixel ^ previous) & 0xFF_FFFF == 0 {
            put(length: 3, codes.pixelDistance)
        } else {
            put(codes.literal(UInt8(truncatingIfNeeded: pixel)))
            put(codes.literal(UInt8(truncatingIfNeeded: pixel >> 8)))
            put(codes.literal(UInt8(truncatingIfNeeded: pixel >> 16)))
        }
        put(codes.literal(UInt8(truncatingIfNeeded: pixel >> 24)))
    }

    /// As many bytes, three or more, as stand a distance before.
    private mutating func put(length: Int, _ distance: DeflateCodes.Code) {
        var rest = length
        while rest > 0 {
            var part = min(rest, DeflateCodes.longest)
            // One or two bytes alone could not be referred to.
            if rest - part == 1 || rest - part == 2 { part -= 3 }
            put(codes.length(part))
            put(distance)
            rest -= part
        }
    }

    @inline(__always)
    private mutating func put(_ code: DeflateCodes.Code) {
        bits |= UInt64(code.bits) << UInt64(bitCount)
        bitCount += code.count
        guard bitCount >= 32 else { return }
        let word = UInt32(truncatingIfNeeded: bits)
        output.append(atMost: 4) { next in
            UnsafeMutableRawPointer(next).storeBytes(of: word.littleEndian, as: UInt32.self)
            next += 4
        }
        bits >>= 32
        bitCount -= 32
    }

    /// The sums go up by a row's bytes, and by their bytes times the bytes from them to the row's end. Clear pixels add
    /// nothing to either.
    private mutating func addSums(of pixels: UnsafeBufferPointer<UInt32>, at start: Int, times: Int) {
        var own: UInt64 = 0
        var weighted: UInt64 = 0
        let count = 4 * width
        for (place, pixel) in pixels.enumerated() where pixel != 0 {
            let parts = (
                UInt64(pixel & 0xFF), UInt64(pixel >> 8 & 0xFF), UInt64(pixel >> 16 & 0xFF), UInt64(pixel >> 24)
            )
            let all = parts.0 + parts.1 + parts.2 + parts.3
            own += all
            weighted += UInt64(count - 4 * (start + place)) * all - parts.1 - 2 * parts.2 - 3 * parts.3
        }
        for _ in 0..<times {
            sumOfSums = (sumOfSums + UInt64(count) * sum + weighted) % Self.adlerModulus
            sum = (sum + own) % Self.adlerModulus
        }
    }
}
