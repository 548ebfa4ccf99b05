extension Rasterizer {
    /// How much more opaque a picture may be made than its shrinking left it.
    private static let mostGain: Float = 1.9

    /// Draws one flake from its picture, tinted by its colour; what lies outside the canvas is cut off.
    package mutating func draw(_ flake: FlakeLook, picture: ImageLevels, on canvas: inout Canvas) {
        let flake = stopped(flake)
        guard 2 * max(flake.halfWidth, flake.halfHeight) >= 2, pixelsLeft > 0 else {
            var dot = flake
            dot.color = Canvas.tinted(picture.color, by: flake.color)
            let seen = min(picture.coverage * Self.mostGain, Float(picture.levels[0].peak) / 255)
            // A dot has π/4 of its box, a picture all of it.
            dot.opacity = min(flake.opacity * seen * 1.273_24, 1)
            drawDot(dot, share: 1, on: &canvas)
            return
        }
        guard let columns = Self.clip(flake.x, flake.reachX + 0.75, 0..<canvas.width),
            let rows = Self.clip(flake.y, flake.reachY + 0.75, canvas.rows)
        else { return }
        pixelsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        let sampler = PictureSampler(flake, picture)
        // What shrinking has made faint is brightened, as far as it may be.
        let faded = Float(picture.levels[0].peak) / Float(max(sampler.peak, 1))
        let gain = UInt32(min(faded, Self.mostGain) * 256)
        let opacity = UInt32(flake.opacity * 256)
        let isTinted = flake.color & 0xFF_FFFF != 0xFF_FFFF
        let width = canvas.width, canvasTop = canvas.top
        for y in rows.start..<rows.end { canvas.touch(row: y, start: columns.start, end: columns.end) }
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            picture.pixels.withUnsafeBufferPointer { texels in
                guard let texels = texels.baseAddress else { return }
                for y in rows.start..<rows.end {
                    for x in columns.start..<columns.end {
                        var pixel = sampler.sample(texels, Float(x) + 0.5 - flake.x, Float(y) + 0.5 - flake.y)
                        if pixel == 0 { continue }
                        if gain > 256 { pixel = Canvas.brightened(pixel, by: gain) }
                        if isTinted { pixel = Canvas.tinted(pixel, by: flake.color) }
                        let index = (y - canvasTop) * width + x
                        pixels[index] = Canvas.lay(pixel, over: pixels[index], opacity: opacity)
                    }
                }
            }
        }
    }
}
