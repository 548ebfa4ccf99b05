extension DotRasterizer {
    /// The width in dots from which a flake is more than a single one.
    static let dotBelow: Float = 1.5

    /// Draws flakes that are a dot each, in the order of their slots, as `draw` does one by one: eight at a time.
    ///
    /// - Parameter slots: A whole number of eights. None of their flakes is without width or height.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let aim = DotAim(flakes, manner.scale, canvas, hidden: hidden)
        let isShedding = manner.detail.flakeShare < 256
        let (state, birth) = (flakes.state, flakes.birthNumber)
        let (width, isWhole) = (canvas.width, canvas.isTouched)
        withUnsafeTemporaryAllocation(of: DotAim.Dots.self, capacity: slots.count / 8) { dots in
            guard let dots = dots.baseAddress else { return }
            for eight in 0..<slots.count / 8 {
                (dots + eight).initialize(to: aim.eight(from: slots.lowerBound + 8 * eight))
            }
            canvas.withUnsafePixels { pixels, touch in
                for eight in 0..<slots.count / 8 {
                    let start = slots.lowerBound + 8 * eight
                    let allAlive = state.isEach(FlakeColumns.SlotState.alive, from: start) && !isShedding
                    // The two halves of what lies there: places, and pixels.
                    let words = UnsafeRawPointer(dots + eight).assumingMemoryBound(to: Int32.self)
                    for lane in 0..<8 where words[lane] >= 0 {
                        if !allAlive {
                            guard state[start + lane] == FlakeColumns.SlotState.alive,
                                manner.detail.draws(birthNumber: birth[start + lane])
                            else { continue }
                        }
                        let place = Int(words[lane])
                        if !isWhole {
                            let row = place / width
                            touch(row, place - row * width, place - row * width + 1)
                        }
                        pixels[place] = UInt32(bitPattern: words[lane + 8])
                    }
                }
            }
        }
    }

    /// Whether a canvas is one that eight places at a time can be told on.
    static func takesEights(_ canvas: borrowing Canvas) -> Bool {
        canvas.rows.upperBound <= DotAim.farthest && canvas.width * canvas.height <= DotAim.mostPixels
    }
}

/// Where the dots of flakes lie, and what they look like.
private struct DotAim {
    struct Dots {
        /// Places in the pixels of the canvas; -1 where nothing is drawn.
        let place: SIMD8<Int32>
        let pixel: SIMD8<UInt32>
    }

    /// Beyond these, floats have no room for the trick below, or none for a place.
    static let farthest = 1 << 20
    static let mostPixels = 1 << 22

    private let x: UnsafeMutablePointer<Float>
    private let y: UnsafeMutablePointer<Float>
    private let drift: UnsafeMutablePointer<Float>
    private let speed: UnsafeMutablePointer<Float>
    private let alpha: UnsafeMutablePointer<Float>
    private let color: UnsafeMutablePointer<UInt32>
    private let scaleX: SIMD8<Float>
    private let scaleY: SIMD8<Float>
    private let right: SIMD8<Float>
    private let top: SIMD8<Float>
    private let bottom: SIMD8<Float>
    private let hidden: SIMD8<UInt32>

    init(_ flakes: FlakeColumns, _ scale: FlakeLook.Scale, _ canvas: borrowing Canvas, hidden: UInt32) {
        (x, y) = (flakes[.x], flakes[.y])
        (drift, speed) = (flakes[.drift], flakes[.speed])
        (alpha, color) = (flakes[.alpha], flakes.color)
        scaleX = SIMD8(repeating: scale.x)
        scaleY = SIMD8(repeating: scale.y)
        right = SIMD8(repeating: Float(canvas.width))
        top = SIMD8(repeating: Float(canvas.rows.lowerBound))
        bottom = SIMD8(repeating: Float(canvas.rows.upperBound))
        self.hidden = SIMD8(repeating: hidden)
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
        // Of the two axes the one along which it is quicker says when; along the other it is where it is by then.
        let isDown = (high .> 0) .& (wide .<= high)
        let isSlanted = isDown .| ((wide .> 0) .& (high .< wide))
        let ownColumn = wholeBelow(across), ownRow = wholeBelow(down)
        let late = (across - (ownColumn + 0.5)).replacing(with: down - (ownRow + 0.5), where: isDown)
        let slower = downwards.replacing(with: sideways, where: isDown)
        let quicker = sideways.replacing(with: downwards, where: isDown)
        let own = down.replacing(with: across, where: isDown)
        let there = wholeBelow(own.replacing(with: own - late * slower / quicker, where: isSlanted))
        let column = ownColumn.replacing(with: there, where: isDown)
        let row = there.replacing(with: ownRow, where: isDown)
        let opacity = alpha.eight(from: slot)
        let isSeen =
            (opacity .> 0) .& (column .>= 0) .& (column .< right) .& (row .>= top) .& (row .< bottom)
        let most = opacity.replacing(with: SIMD8(repeating: 1), where: opacity .> 1) * 256
        let level = integer(wholeBelow(most.replacing(with: SIMD8(repeating: 1), where: most .< 1)))
        let place = (row - top) * right + column
        return Dots(
            place: integer(place.replacing(with: SIMD8(repeating: -1), where: .!isSeen)),
            pixel: pixels(color.eight(from: slot), level))
    }

    /// As `DotRasterizer.lit`.
    ///
    /// - Parameter opacity: 1…256.
    @inline(__always)
    private func pixels(_ color: SIMD8<UInt32>, _ opacity: SIMD8<Int32>) -> SIMD8<UInt32> {
        let level = unsafeBitCast(opacity | opacity &<< 16, to: SIMD16<UInt16>.self)
        let even = unsafeBitCast(color & 0x00FF_00FF, to: SIMD16<UInt16>.self) &* level
        let odd = unsafeBitCast(color &>> 8 & 0x0000_00FF | 0x00FF_0000, to: SIMD16<UInt16>.self) &* level
        let dots =
            unsafeBitCast(even, to: SIMD8<UInt32>.self) &>> 8 & 0x00FF_00FF
            | unsafeBitCast(odd, to: SIMD8<UInt32>.self) & 0xFF00_FF00
        // All ones where nothing is lit: only the faintest have no opacity.
        let isClear = (unsafeBitCast(dots &>> 24, to: SIMD8<Int32>.self) &- 1) &>> 31
        return dots | hidden & unsafeBitCast(isClear, to: SIMD8<UInt32>.self)
    }
}
