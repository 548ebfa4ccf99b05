extension Rasterizer {
    /// Draws flakes that are a dot each and not turned, in the order of their slots, as `draw` does one by one.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let (y, alpha) = (flakes[.y], flakes[.alpha])
        // A dot reaches a pixel to each side at most, after it has stopped half a pixel away.
        let low = Float(canvas.rows.lowerBound) - 2, high = Float(canvas.rows.upperBound) + 2
        for slot in slots {
            let down = y[slot] * manner.scale.y
            guard down > low, down < high, flakes.state[slot] == FlakeColumns.SlotState.alive, alpha[slot] > 0,
                flakes.hasArea(slot), manner.detail.draws(birthNumber: flakes.birthNumber[slot]),
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
            x = (x * steps).nearestWhole / steps
            y = (y * steps).nearestWhole / steps
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
