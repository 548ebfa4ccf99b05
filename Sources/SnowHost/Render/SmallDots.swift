extension DotRasterizer {
    /// The width in dots from which a flake is more than a single one.
    static let dotBelow: Float = 1.5

    /// Draws flakes that are a dot each, in the order of their slots, as `draw` does one by one: eight at a time.
    ///
    /// - Parameter slots: A whole number of eights. None of their flakes is without width or height.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let aim = DotAim(flakes, manner.scale, canvas)
        let share = manner.detail.flakeShare < 256
        let (color, state, birth) = (flakes.color, flakes.state, flakes.birthNumber)
        canvas.withUnsafePixels { pixels, touch in
            for start in stride(from: slots.lowerBound, to: slots.upperBound, by: 8) {
                let dots = aim.eight(from: start)
                for lane in 0..<8 where dots.row[lane] >= 0 && state[start + lane] == FlakeColumns.SlotState.alive {
                    if share, !manner.detail.draws(birthNumber: birth[start + lane]) { continue }
                    let row = Int(dots.row[lane])
                    let column = Int(dots.column[lane])
                    touch(row, column, column + 1)
                    pixels[row * aim.width + column] = lit(color[start + lane], opacity: UInt32(dots.opacity[lane]))
                }
            }
        }
    }

    /// Whether a canvas is one that eight places at a time can be told on.
    static func takesEights(_ canvas: borrowing Canvas) -> Bool {
        canvas.width <= DotAim.farthest && canvas.rows.upperBound <= DotAim.farthest
    }
}

/// Where the dots of flakes lie, and how opaque they are.
private struct DotAim {
    struct Dots {
        /// Rows of the canvas, from 0; -1 where nothing is drawn.
        let row: SIMD8<Int32>
        let column: SIMD8<Int32>
        /// 1…256.
        let opacity: SIMD8<Int32>
    }

    /// Beyond this, floats have no room for the trick below.
    static let farthest = 1 << 20

    let width: Int
    private let x: UnsafeMutablePointer<Float>
    private let y: UnsafeMutablePointer<Float>
    private let drift: UnsafeMutablePointer<Float>
    private let speed: UnsafeMutablePointer<Float>
    private let alpha: UnsafeMutablePointer<Float>
    private let scaleX: SIMD8<Float>
    private let scaleY: SIMD8<Float>
    private let right: SIMD8<Float>
    private let top: SIMD8<Float>
    private let bottom: SIMD8<Float>

    init(_ flakes: FlakeColumns, _ scale: FlakeLook.Scale, _ canvas: borrowing Canvas) {
        (x, y) = (flakes[.x], flakes[.y])
        (drift, speed) = (flakes[.drift], flakes[.speed])
        alpha = flakes[.alpha]
        scaleX = SIMD8(repeating: scale.x)
        scaleY = SIMD8(repeating: scale.y)
        width = canvas.width
        right = SIMD8(repeating: Float(canvas.width))
        top = SIMD8(repeating: Float(canvas.rows.lowerBound))
        bottom = SIMD8(repeating: Float(canvas.rows.upperBound))
    }

    /// Adding this leaves the nearest whole number in the low bits of a float of less than 2²² either way.
    private static let magic: Float = 0x1.8p23

    @inline(__always)
    private func wholeBelow(_ value: SIMD8<Float>) -> SIMD8<Float> {
        let nearest = (value + Self.magic) - Self.magic
        return nearest.replacing(with: nearest - 1, where: nearest .> value)
    }

    @inline(__always)
    private func integer(_ whole: SIMD8<Float>) -> SIMD8<Int32> {
        unsafeBitCast(whole + Self.magic, to: SIMD8<Int32>.self) &- Int32(bitPattern: Self.magic.bitPattern)
    }

    /// As `DotRasterizer.stop`, for eight flakes of a dot each.
    @inline(__always)
    func eight(from slot: Int) -> Dots {
        let across = x.eight(from: slot) * scaleX
        let down = y.eight(from: slot) * scaleY
        let sideways = drift.eight(from: slot) * scaleX
        let downwards = speed.eight(from: slot) * scaleY
        let wide = sideways.magnitudes, high = downwards.magnitudes
        // Of the two axes the one along which it is quicker says when.
        let isDown = (high .> 0) .& (wide .<= high)
        let isAcross = (wide .> 0) .& (high .< wide)
        let ownColumn = wholeBelow(across), ownRow = wholeBelow(down)
        let slantedColumn = wholeBelow(across - (down - (ownRow + 0.5)) * sideways / downwards)
        let slantedRow = wholeBelow(down - (across - (ownColumn + 0.5)) * downwards / sideways)
        let column = ownColumn.replacing(with: slantedColumn, where: isDown)
        let row = ownRow.replacing(with: slantedRow, where: isAcross)
        let opacity = alpha.eight(from: slot)
        let isSeen =
            (opacity .> 0) .& (column .>= 0) .& (column .< right) .& (row .>= top) .& (row .< bottom)
        let most = opacity.replacing(with: SIMD8(repeating: 1), where: opacity .> 1) * 256
        let level = wholeBelow(most.replacing(with: SIMD8(repeating: 1), where: most .< 1))
        return Dots(
            row: integer(row - top).replacing(with: SIMD8(repeating: -1), where: .!isSeen), column: integer(column),
            opacity: integer(level))
    }
}
