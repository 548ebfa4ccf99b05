/// Eight dots a cell, in one colour.
///
/// The colour is that of the brightest dot. A dot that is less than about half as bright as that one is left out: it
/// would shine as brightly. A set dot goes out a little later than it came.
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

    package mutating func blit(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, onto layer: inout CellGrid, palette: inout Palette
    ) {
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
                    let shade = shader.shade(seen.brightest, held: heldShade[index])
                    let dots = shade == 0 ? 0 : seen.dots
                    if dots == heldDots[index], shade == heldShade[index] { continue }
                    heldDots[index] = dots
                    heldShade[index] = shade
                    layer.cells[index] =
                        dots == 0
                        ? cloth.cell(index) : cell(dots, shade, cloth.mean(index), cloth.ground(index), &palette)
                }
            }
        }
    }

    private func cell(
        _ dots: UInt8, _ shade: UInt32, _ behind: UInt32, _ ground: CellColor, _ palette: inout Palette
    ) -> Cell {
        let color = palette.shade(rgb555: shade & 0x7FFF, opacity: shader.opacity(of: shade), over: behind)
        return Cell(content: 0x2800 + UInt32(dots), style: CellStyle(foreground: color, background: ground))
    }

    /// Which dots of the cell whose first pixel is `first` are set, and the brightest of them, premultiplied.
    @inline(__always)
    private static func dots(
        _ pixels: UnsafeBufferPointer<UInt32>, at first: Int, _ width: Int, held: UInt8
    ) -> (dots: UInt8, brightest: UInt32) {
        // Most cells are empty; the two pixels of a row are looked at together.
        let raw = UnsafeRawBufferPointer(pixels)
        var any: UInt64 = 0
        for row in 0..<4 { any |= raw.loadUnaligned(fromByteOffset: 4 * (first + row * width), as: UInt64.self) }
        guard any != 0 else { return (0, 0) }
        var brightest: UInt32 = 0
        var most: UInt32 = 0
        for place in 0..<8 {
            let pixel = pixels[first + (place >> 1) * width + place & 1]
            let light = light(of: pixel)
            if light > most {
                most = light
                brightest = pixel
            }
        }
        var dots: UInt8 = 0
        for place in 0..<8 {
            let light = light(of: pixels[first + (place >> 1) * width + place & 1])
            let bit = bits[place]
            let percent: UInt32 = held & bit == 0 ? 50 : 40
            if light > 0, light * 100 >= most * percent { dots |= bit }
        }
        return (dots, brightest)
    }

    /// How much a premultiplied pixel counts: its opacity and, half as much, its green, which stands for its light.
    @inline(__always)
    private static func light(of pixel: UInt32) -> UInt32 {
        2 * (pixel >> 24) + (pixel >> 8 & 0xFF)
    }
}
