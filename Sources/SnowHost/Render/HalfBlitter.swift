/// Two pixels a cell, one above the other, as ▀ ▄ █.
///
/// The brighter half is the foreground, so that the same two colours always make the same style; a half with nothing
/// in it shows the terminal's background.
package struct HalfBlitter: Blitter {
    package let cellWidth = 1
    package let cellHeight = 2
    package var detail: ShadeDetail

    private var shader: Shader
    private var held: [UInt32] = []
    /// The columns of each row that are not blank, from the last call.
    private var shownStart: [Int32] = []
    private var shownEnd: [Int32] = []

    static let upper: UInt32 = 0x2580
    static let lower: UInt32 = 0x2584
    static let full: UInt32 = 0x2588

    /// A blitter that has drawn nothing yet.
    package init(detail: ShadeDetail) {
        self.detail = detail
        shader = Shader(detail: detail, threshold: 1)
    }

    package mutating func resize(columns: Int, rows: Int) {
        held = [UInt32](repeating: 0, count: 2 * columns * rows)
        shownStart = [Int32](repeating: .max, count: rows)
        shownEnd = [Int32](repeating: 0, count: rows)
    }

    package mutating func blit(_ canvas: borrowing Canvas, onto layer: inout CellGrid, palette: inout Palette) {
        let columns = layer.columns
        let isPlain = palette.depth == .none
        shader.detail = detail
        shader.threshold = UInt8(min(max(115 / detail.levels, 1), 38))
        let shader = shader
        canvas.pixels.withUnsafeBufferPointer { pixels in
            held.withUnsafeMutableBufferPointer { held in
                for row in 0..<layer.rows {
                    let upper = 2 * row
                    let drawnStart = min(canvas.spanStart[upper], canvas.spanStart[upper + 1])
                    let drawnEnd = max(canvas.spanEnd[upper], canvas.spanEnd[upper + 1])
                    let start = min(drawnStart, shownStart[row])
                    let end = max(drawnEnd, shownEnd[row])
                    shownStart[row] = drawnStart
                    shownEnd[row] = drawnEnd
                    guard start < end else { continue }
                    for column in Int(start)..<Int(end) {
                        let topIndex = upper * columns + column
                        let bottomIndex = topIndex + columns
                        let topHeld = held[topIndex]
                        let bottomHeld = held[bottomIndex]
                        let top =
                            isPlain
                            ? Self.lit(pixels[topIndex], column, upper) : shader.shade(pixels[topIndex], held: topHeld)
                        let bottom =
                            isPlain
                            ? Self.lit(pixels[bottomIndex], column, upper + 1)
                            : shader.shade(pixels[bottomIndex], held: bottomHeld)
                        if top == topHeld, bottom == bottomHeld { continue }
                        held[topIndex] = top
                        held[bottomIndex] = bottom
                        layer.cells[row * columns + column] = Self.cell(top, bottom, shader, &palette)
                    }
                }
            }
        }
    }

    /// All or nothing, by an ordered dither: without colours a pixel is there or not.
    @inline(__always)
    private static func lit(_ pixel: UInt32, _ x: Int, _ y: Int) -> Shader.Shade {
        DitherMatrix.isLit(pixel: pixel, x: x, y: y) ? 0xFF_7FFF : 0
    }

    private static func cell(_ top: UInt32, _ bottom: UInt32, _ shader: Shader, _ palette: inout Palette) -> Cell {
        if top == 0, bottom == 0 { return .blank }
        func color(_ shade: UInt32) -> CellColor {
            palette.shade(rgb555: shade & 0x7FFF, opacity: shader.opacity(of: shade))
        }
        if bottom == 0 { return Cell(content: upper, style: CellStyle(foreground: color(top))) }
        if top == 0 { return Cell(content: lower, style: CellStyle(foreground: color(bottom))) }
        let topColor = color(top)
        let bottomColor = color(bottom)
        if topColor == bottomColor { return Cell(content: full, style: CellStyle(foreground: topColor)) }
        if top >= bottom {
            return Cell(content: upper, style: CellStyle(foreground: topColor, background: bottomColor))
        }
        return Cell(content: lower, style: CellStyle(foreground: bottomColor, background: topColor))
    }
}
