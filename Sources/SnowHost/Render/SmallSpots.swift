extension Rasterizer {
    /// Draws flakes that are a dot each and not turned, in the order of their slots, as `draw` does one by one.
    mutating func drawSmall(
        _ flakes: FlakeColumns, slots: Range<Int>, _ manner: FlakePainter.Manner, on canvas: inout Canvas
    ) {
        let (y, alpha) = (flakes[.y], flakes[.alpha])
        let rows = canvas.rows
        // A dot reaches a pixel to each side at most, after it has stopped half a pixel away.
        let low = Float(rows.lowerBound) - 2, high = Float(rows.upperBound) + 2
        let top = canvas.top, width = canvas.width
        let share = manner.detail.flakeShare < 256
        let (scale, stepsPerPixel) = (manner.scale, stepsPerPixel)
        var drawn = 0
        canvas.withUnsafePixels { pixels, touch in
            for slot in slots {
                let down = y[slot] * scale.y
                guard down > low, down < high, flakes.state[slot] == FlakeColumns.SlotState.alive, alpha[slot] > 0,
                    flakes.hasArea(slot), !share || manner.detail.draws(birthNumber: flakes.birthNumber[slot]),
                    let dot = SmallDot(flakes, slot: slot, scale: scale, stepsPerPixel: stepsPerPixel),
                    let columns = Self.clip(dot.x, dot.reachX, 0..<width),
                    let lines = Self.clip(dot.y, dot.reachY, rows)
                else { continue }
                drawn += (columns.end - columns.start) * (lines.end - lines.start)
                let color = flakes.color[slot]
                for line in lines.start..<lines.end {
                    let tall = min(dot.y + dot.reachY, Float(line + 1)) - max(dot.y - dot.reachY, Float(line))
                    touch(line - top, columns.start, columns.end)
                    for column in columns.start..<columns.end {
                        let wide = min(dot.x + dot.reachX, Float(column + 1)) - max(dot.x - dot.reachX, Float(column))
                        let opacity = Self.opacity(max(tall, 0) * max(wide, 0) * dot.opacity)
                        if opacity > 0 {
                            let index = (line - top) * width + column
                            pixels[index] = Canvas.blend(pixels[index], with: color, opacity: opacity)
                        }
                    }
                }
            }
        }
        pixelsLeft -= drawn
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
