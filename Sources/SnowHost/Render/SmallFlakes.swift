extension DotRasterizer {
    /// The width in dots from which a flake is more than a single one.
    static let dotBelow: Float = 1.5

    /// Draws flakes that are a dot each, in the order of their slots, as `draw` does one by one.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let scale = manner.scale
        let top = canvas.top
        let left: Float = 0, right = Float(canvas.width)
        let upper = Float(canvas.rows.lowerBound), lower = Float(canvas.rows.upperBound)
        let width = canvas.width
        let (x, y, drift, speed) = (flakes[.x], flakes[.y], flakes[.drift], flakes[.speed])
        let alpha = flakes[.alpha]
        canvas.withUnsafePixels { pixels, touch in
            for slot in slots {
                let opacity = alpha[slot]
                guard flakes.state[slot] == FlakeColumns.SlotState.alive, opacity > 0, flakes.hasArea(slot) else {
                    continue
                }
                let place = Self.stop(
                    x: x[slot] * scale.x, y: y[slot] * scale.y,
                    velocity: (drift[slot] * scale.x, speed[slot] * scale.y), columns: 1, rows: 1)
                // What is no number, or too far away for an Int, fails.
                guard place.x >= left, place.y >= upper, place.x < right, place.y < lower,
                    manner.detail.draws(birthNumber: flakes.birthNumber[slot])
                else { continue }
                let column = Int(place.x), row = Int(place.y) - top
                touch(row, column, column + 1)
                pixels[row * width + column] = Canvas.blend(
                    0, with: flakes.color[slot], opacity: UInt32(max(min(opacity, 1) * 256, 1)))
            }
        }
    }
}

extension Rasterizer {
    /// Draws flakes that are a dot each and not turned, in the order of their slots, as `draw` does one by one.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        for slot in slots where manner.detail.draws(birthNumber: flakes.birthNumber[slot]) {
            guard flakes.state[slot] == FlakeColumns.SlotState.alive, flakes[.alpha][slot] > 0, flakes.hasArea(slot),
                let dot = SmallDot(flakes, slot: slot, scale: manner.scale, stepsPerPixel: stepsPerPixel)
            else { continue }
            drawSmall(dot, color: flakes.color[slot], on: &canvas)
        }
    }

    @inline(__always)
    private mutating func drawSmall(_ dot: SmallDot, color: UInt32, on canvas: inout Canvas) {
        guard let columns = Self.clip(dot.x, dot.reachX, 0..<canvas.width),
            let rows = Self.clip(dot.y, dot.reachY, canvas.rows)
        else { return }
        pixelsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        let top = canvas.top, width = canvas.width
        canvas.withUnsafePixels { pixels, touch in
            for y in rows.start..<rows.end {
                let high = min(dot.y + dot.reachY, Float(y + 1)) - max(dot.y - dot.reachY, Float(y))
                touch(y - top, columns.start, columns.end)
                for x in columns.start..<columns.end {
                    let wide = min(dot.x + dot.reachX, Float(x + 1)) - max(dot.x - dot.reachX, Float(x))
                    let opacity = Self.opacity(max(high, 0) * max(wide, 0) * dot.opacity)
                    if opacity > 0 {
                        let index = (y - top) * width + x
                        pixels[index] = Canvas.blend(pixels[index], with: color, opacity: opacity)
                    }
                }
            }
        }
    }
}

/// A flake that is a soft dot and not turned, in sub-pixels.
private struct SmallDot {
    let x: Float
    let y: Float
    let reachX: Float
    let reachY: Float
    let opacity: Float

    /// Nil where there is none, as in `FlakeLook`.
    @inline(__always)
    init?(_ flakes: FlakeColumns, slot: Int, scale: FlakeLook.Scale, stepsPerPixel: Int) {
        var x = flakes[.x][slot] * scale.x
        var y = flakes[.y][slot] * scale.y
        guard abs(x) < 1e9, abs(y) < 1e9 else { return nil }
        if stepsPerPixel > 0 {
            let steps = Float(stepsPerPixel)
            x = (x * steps).rounded() / steps
            y = (y * steps).rounded() / steps
        }
        self.x = x
        self.y = y
        opacity = min(flakes[.alpha][slot], 1)
        reachX = Self.reach(abs(flakes[.width][slot]), scale.x)
        reachY = Self.reach(abs(flakes.height(of: slot)), scale.y)
    }

    @inline(__always)
    private static func reach(_ size: Float, _ scale: Float) -> Float {
        let half = scale * max(size / 2, FlakeLook.leastHalf / scale)
        return min((half * half).squareRoot(), 1) * Rasterizer.boxShare
    }
}

extension FlakeColumns {
    /// Whether a flake is neither without width nor without height.
    @inline(__always)
    fileprivate func hasArea(_ slot: Int) -> Bool { abs(self[.width][slot]) > 0 && abs(height(of: slot)) > 0 }
}
