extension Rasterizer {
    /// Draws flakes that are a dot each and not turned, in the order of their slots, as `draw` does one by one: eight at
    /// a time.
    ///
    /// - Parameter slots: A whole number of eights. None of their flakes is without width or height.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let aim = SpotAim(flakes, manner.scale, canvas, stepsPerPixel: stepsPerPixel)
        let isShedding = manner.detail.flakeShare < 256
        let (state, birth, color) = (flakes.state, flakes.birthNumber, flakes.color)
        let (width, isWhole) = (canvas.width, canvas.isTouched)
        var drawn = 0
        // As many at a time as lie on the stack.
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * SpotAim.wordCount) { words in
            guard let words = words.baseAddress else { return }
            canvas.withUnsafePixels { pixels, touch in
                for slot in slots {
                    let lane = slot &- slots.lowerBound
                    if lane % 32 == 0 {
                        for eight in 0..<min(4, (slots.upperBound - slot) / 8) {
                            UnsafeMutableRawPointer(words + eight * SpotAim.wordCount).storeBytes(
                                of: aim.eight(from: slot + 8 * eight), as: SpotAim.Spots.self)
                        }
                    }
                    // The words of a lane lie eight apart, in the order of the fields of `Spots`.
                    let spot = words + (lane / 8 % 4 * SpotAim.wordCount + lane % 8)
                    let place = Int(spot[0])
                    guard place >= 0, state[slot] == FlakeColumns.SlotState.alive,
                        !isShedding || manner.detail.draws(birthNumber: birth[slot])
                    else { continue }
                    let columns = Int(spot[8]), lines = Int(spot[16])
                    drawn &+= columns &* lines
                    if !isWhole {
                        let line = Int(UInt32(truncatingIfNeeded: place) / UInt32(truncatingIfNeeded: width))
                        let column = place &- line &* width
                        for line in line..<line &+ lines { touch(line, column, column &+ columns) }
                    }
                    let color = color[slot]
                    if columns > 2 || lines > 2 {
                        aim.eachPixel(of: lane % 8, from: slot - lane % 8, columns, lines) { offset, opacity in
                            Self.blend(pixels + (place + offset), color, opacity)
                        }
                        continue
                    }
                    // Where it has but one column or line, what is laid over that one again is nothing.
                    let first = pixels + place, right = columns &- 1, below = lines > 1 ? width : 0
                    Self.blend(first, color, UInt32(bitPattern: spot[24]))
                    Self.blend(first + right, color, UInt32(bitPattern: spot[32]))
                    Self.blend(first + below, color, UInt32(bitPattern: spot[40]))
                    Self.blend(first + (below &+ right), color, UInt32(bitPattern: spot[48]))
                }
            }
        }
        pixelsLeft -= drawn
    }

    /// An opacity of 0 leaves a pixel as it is.
    @inline(__always)
    private static func blend(_ pixel: UnsafeMutablePointer<UInt32>, _ color: UInt32, _ opacity: UInt32) {
        pixel.pointee = Canvas.blend(pixel.pointee, with: color, opacity: opacity)
    }
}

/// Where flakes that are soft dots lie, and how much of each pixel they cover.
private struct SpotAim {
    struct Spots {
        /// The first pixel's place in those of the canvas; -1 where nothing is drawn.
        var place: SIMD8<Int32>
        /// Pixels across and down, 1 and more.
        var columns: SIMD8<Int32>
        var lines: SIMD8<Int32>
        /// The opacities, 0…256, of the first pixel, of those to its right and below, and of the fourth.
        var first: SIMD8<Int32>
        var right: SIMD8<Int32>
        var below: SIMD8<Int32>
        var fourth: SIMD8<Int32>
    }

    /// The size of `Spots`.
    static let wordCount = 56

    private let flakes: FlakeColumns
    private let scale: FlakeLook.Scale
    private let steps: Float
    private let right: Float
    private let top: Float
    private let bottom: Float

    init(_ flakes: FlakeColumns, _ scale: FlakeLook.Scale, _ canvas: borrowing Canvas, stepsPerPixel: Int) {
        self.flakes = flakes
        self.scale = scale
        steps = Float(stepsPerPixel)
        right = Float(canvas.width)
        top = Float(canvas.rows.lowerBound)
        bottom = Float(canvas.rows.upperBound)
    }

    /// Boxes of pixels, cut off at the canvas' edges, along one axis.
    private struct Reach {
        /// The edges of the dot.
        let near: SIMD8<Float>
        let far: SIMD8<Float>
        /// Whole pixels, from the first to behind the last.
        let start: SIMD8<Float>
        let end: SIMD8<Float>

        @inline(__always)
        init(_ centre: SIMD8<Float>, _ reach: SIMD8<Float>, _ low: Float, _ high: Float) {
            near = centre - reach
            far = centre + reach
            let start = near.wholeBelow, end = -(-far).wholeBelow
            self.start = start.replacing(with: SIMD8(repeating: low), where: start .< low)
            self.end = end.replacing(with: SIMD8(repeating: high), where: end .> high)
        }

        /// How much of the pixel that lies so many behind the first is covered.
        @inline(__always)
        func share(_ number: Float) -> SIMD8<Float> {
            let pixel = start + number
            let upper = far.replacing(with: pixel + 1, where: pixel + 1 .< far)
            let lower = near.replacing(with: pixel, where: pixel .> near)
            let share = upper - lower
            return share.replacing(with: SIMD8(repeating: 0), where: (share .< 0) .| (pixel .>= end))
        }
    }

    @inline(__always)
    private func stopped(_ place: SIMD8<Float>) -> SIMD8<Float> {
        steps > 0 ? (place * steps).nearestWhole / steps : place
    }

    /// Half a side of the box that is covered.
    @inline(__always)
    private func reach(_ size: SIMD8<Float>, _ scale: Float) -> SIMD8<Float> {
        let least = SIMD8(repeating: FlakeLook.leastHalf / scale), half = size / 2
        let length = half.replacing(with: least, where: half .< least) * scale
        let reach = (length * length).squareRoot()
        return reach.replacing(with: SIMD8(repeating: 1), where: reach .> 1) * Rasterizer.boxShare
    }

    @inline(__always)
    private func reaches(of slot: Int) -> (across: Reach, down: Reach) {
        let width = flakes[.width].eight(from: slot)
        let own = flakes[.height].eight(from: slot)
        let height = own.replacing(with: width * flakes.aspect.eight(from: slot), where: own .!= own)
        let x = stopped(flakes[.x].eight(from: slot) * scale.x), y = stopped(flakes[.y].eight(from: slot) * scale.y)
        return (
            Reach(x, reach(width.magnitudes, scale.x), 0, right),
            Reach(y, reach(height.magnitudes, scale.y), top, bottom)
        )
    }

    /// As `Rasterizer.opacity`.
    @inline(__always)
    private func opacity(_ share: SIMD8<Float>) -> SIMD8<Int32> {
        let seen = share.replacing(with: SIMD8(repeating: 0), where: share .<= 0.002)
        return (seen.replacing(with: SIMD8(repeating: 1), where: seen .> 1) * 256).wholeBelow.integers
    }

    /// As `Rasterizer.drawDot`, for eight flakes.
    @inline(__always)
    func eight(from slot: Int) -> Spots {
        let (across, down) = reaches(of: slot)
        let alpha = flakes[.alpha].eight(from: slot)
        let strength = alpha.replacing(with: SIMD8(repeating: 1), where: alpha .> 1)
        let isSeen = (alpha .> 0) .& (across.start .< across.end) .& (down.start .< down.end)
        let place = (down.start - top) * right + across.start
        let (left, next, upper, lower) = (across.share(0), across.share(1), down.share(0), down.share(1))
        return Spots(
            place: place.replacing(with: SIMD8(repeating: -1), where: .!isSeen).integers,
            columns: (across.end - across.start).integers, lines: (down.end - down.start).integers,
            first: opacity(upper * left * strength), right: opacity(upper * next * strength),
            below: opacity(lower * left * strength), fourth: opacity(lower * next * strength))
    }

    /// Calls `body` for each pixel of one of eight flakes that has more than four: its place after the first one, and its
    /// opacity.
    func eachPixel(
        of lane: Int, from slot: Int, _ columns: Int, _ lines: Int, _ body: (_ offset: Int, _ opacity: UInt32) -> Void
    ) {
        let (across, down) = reaches(of: slot)
        let strength = min(flakes[.alpha][slot + lane], 1)
        for line in 0..<lines {
            let tall = down.share(Float(line))[lane]
            for column in 0..<columns {
                let share = tall * across.share(Float(column))[lane] * strength
                body(line * Int(right) + column, Rasterizer.opacity(share))
            }
        }
    }
}
