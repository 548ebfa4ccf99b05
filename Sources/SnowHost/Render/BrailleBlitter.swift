/// Eight dots a cell, in one colour.
///
/// A dot is set where its pixel is at least about half as opaque as the cell's most opaque one, so that faint flakes
/// keep their shape and show their faintness by colour. A set dot goes out a little later than it came.
package struct BrailleBlitter: Blitter {
    package let cellWidth = 2
    package let cellHeight = 4
    package var detail: ShadeDetail

    private var shader: Shader
    private var heldShade: [UInt32] = []
    private var heldDots: [UInt8] = []

    /// The bit of each dot (Unicode, block Braille Patterns), row by row.
    private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

    /// A blitter that has drawn nothing yet.
    package init(detail: ShadeDetail) {
        self.detail = detail
        shader = Shader(detail: detail, threshold: 20)
    }

    package mutating func resize(columns: Int, rows: Int) {
        heldShade = [UInt32](repeating: 0, count: columns * rows)
        heldDots = [UInt8](repeating: 0, count: columns * rows)
    }

    package mutating func blit(_ canvas: borrowing Canvas, onto layer: inout CellGrid, palette: inout Palette) {
        shader.detail = palette.depth == .none ? ShadeDetail(levels: 1, hysteresis: 0.3) : detail
        shader.threshold = palette.depth == .none ? 40 : 16
        let width = canvas.width
        canvas.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<layer.rows {
                var start = Int32.max
                var end: Int32 = 0
                for y in 4 * row..<4 * row + 4 {
                    start = min(start, canvas.spanStart[y])
                    end = max(end, canvas.spanEnd[y])
                }
                for column in 0..<layer.columns {
                    let index = row * layer.columns + column
                    let isDrawn = 2 * column + 1 >= start && 2 * column < end
                    guard isDrawn || heldDots[index] != 0 else { continue }
                    let seen = Self.dots(pixels, at: 4 * row * width + 2 * column, width, held: heldDots[index])
                    let shade = shader.shade(seen.mean, held: heldShade[index])
                    let dots = shade == 0 ? 0 : seen.dots
                    if dots == heldDots[index], shade == heldShade[index] { continue }
                    heldDots[index] = dots
                    heldShade[index] = shade
                    layer.cells[index] = cell(dots, shade, &palette)
                }
            }
        }
    }

    private func cell(_ dots: UInt8, _ shade: UInt32, _ palette: inout Palette) -> Cell {
        if dots == 0 { return .blank }
        let color = palette.shade(rgb555: shade & 0x7FFF, opacity: shader.opacity(of: shade))
        return Cell(content: 0x2800 + UInt32(dots), style: CellStyle(foreground: color))
    }

    /// Which dots of the cell whose first pixel is `first` are set, and their mean colour, premultiplied.
    private static func dots(
        _ pixels: UnsafeBufferPointer<UInt32>, at first: Int, _ width: Int, held: UInt8
    ) -> (dots: UInt8, mean: UInt32) {
        var most: UInt32 = 0
        for place in 0..<8 {
            most = max(most, pixels[first + (place >> 1) * width + place & 1] >> 24)
        }
        guard most > 0 else { return (0, 0) }
        var dots: UInt8 = 0
        var count: UInt32 = 0
        var even: UInt32 = 0
        var odd: UInt32 = 0
        for place in 0..<8 {
            let pixel = pixels[first + (place >> 1) * width + place & 1]
            let bit = bits[place]
            let percent: UInt32 = held & bit == 0 ? 50 : 40
            if (pixel >> 24) * 100 >= most * percent {
                dots |= bit
                count += 1
                // Eight values of up to 255 fit into the sixteen bits that each channel has here.
                even += pixel & 0x00FF_00FF
                odd += pixel >> 8 & 0x00FF_00FF
            }
        }
        func share(_ sum: UInt32) -> UInt32 { sum / count }
        let mean =
            share(odd >> 16) << 24 | share(even >> 16) << 16 | share(odd & 0xFFFF) << 8 | share(even & 0xFFFF)
        return (dots, mean)
    }
}
