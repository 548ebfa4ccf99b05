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
        // Few and small enough to lie on the stack: for each eight their places, then their pixels.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: slots.count * 2) { words in
            guard let first = words.baseAddress else { return }
            for eight in 0..<slots.count / 8 {
                let dots = aim.eight(from: slots.lowerBound + 8 * eight)
                UnsafeMutableRawPointer(first + 16 * eight).storeBytes(of: dots, as: DotAim.Dots.self)
            }
            canvas.withUnsafePixels { pixels, touch in
                for eight in 0..<slots.count / 8 {
                    let start = slots.lowerBound + 8 * eight
                    let allAlive = state.isEach(FlakeColumns.SlotState.alive, from: start) && !isShedding
                    let words = first + 16 * eight
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
}

/// Where the dots of flakes lie, and what they look like.
private struct DotAim {
    struct Dots {
        /// Places in the pixels of the canvas; -1 where nothing is drawn.
        let place: SIMD8<Int32>
        let pixel: SIMD8<UInt32>
    }

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
        let ownColumn = across.wholeBelow, ownRow = down.wholeBelow
        let late = (across - (ownColumn + 0.5)).replacing(with: down - (ownRow + 0.5), where: isDown)
        let slower = downwards.replacing(with: sideways, where: isDown)
        let quicker = sideways.replacing(with: downwards, where: isDown)
        let own = down.replacing(with: across, where: isDown)
        let there = own.replacing(with: own - late * slower / quicker, where: isSlanted).wholeBelow
        let column = ownColumn.replacing(with: there, where: isDown)
        let row = there.replacing(with: ownRow, where: isDown)
        let opacity = alpha.eight(from: slot)
        let isSeen =
            (opacity .> 0) .& (column .>= 0) .& (column .< right) .& (row .>= top) .& (row .< bottom)
        let most = opacity.replacing(with: SIMD8(repeating: 1), where: opacity .> 1) * 256
        let level = most.replacing(with: SIMD8(repeating: 1), where: most .< 1).wholeBelow.integers
        let place = (row - top) * right + column
        return Dots(
            place: place.replacing(with: SIMD8(repeating: -1), where: .!isSeen).integers,
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
