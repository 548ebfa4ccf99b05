extension DotRasterizer {
    /// Dots less opaque than this share of the most opaque place of a picture stay out.
    private static let leastShare: UInt32 = 42
    /// And those more opaque than this share hide what lies behind: of two flakes each can be told from the other.
    private static let hidingShare: UInt32 = 8

    /// Draws one flake from its picture, tinted by its colour: a dot where the picture is opaque enough.
    ///
    /// The flake stops at dots like any other. How opaque is enough follows the picture at its present size: thin lines
    /// that have become faint by shrinking still show.
    package mutating func draw(_ flake: FlakeLook, picture: ImageLevels, on canvas: inout Canvas) {
        var flake = isDithered ? Self.shrunk(flake) : flake
        let size = 2 * max(flake.halfWidth, flake.halfHeight)
        guard size >= Self.dotBelow, dotsLeft > 0 else {
            flake.color = Canvas.tinted(picture.color, by: flake.color)
            draw(flake, on: &canvas)
            return
        }
        (flake.x, flake.y) = Self.stop(flake, columns: 1, rows: 1)
        guard let columns = Rasterizer.clip(flake.x, flake.reachX, 0..<canvas.width),
            let rows = Rasterizer.clip(flake.y, flake.reachY, canvas.rows)
        else { return }
        dotsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        let sampler = PictureSampler(flake, picture, isCoarse: true)
        let grain = grain(of: flake, centre: (flake.x, flake.y))
        let least = max(sampler.peak * Self.leastShare / 100, 1)
        let hiding = size < Self.opaqueFrom ? least : max(sampler.peak * Self.hidingShare / 100, 1)
        // The opacity of the picture itself stays: what is glass at its own size is glass at every size.
        let opacity = UInt32(max(flake.opacity * Float(picture.levels[0].peak) / 255 * 256, 1))
        let width = canvas.width, canvasTop = canvas.top
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            picture.pixels.withUnsafeBufferPointer { texels in
                guard let texels = texels.baseAddress else { return }
                for y in rows.start..<rows.end {
                    for x in columns.start..<columns.end {
                        let pixel = sampler.sample(texels, Float(x) + 0.5 - flake.x, Float(y) + 0.5 - flake.y)
                        guard pixel >> 24 >= least else {
                            if pixel >> 24 >= hiding { pixels[(y - canvasTop) * width + x] = hidden }
                            continue
                        }
                        if let grain {
                            if grain.isLit(x: x, y: y) { pixels[(y - canvasTop) * width + x] = .max }
                            continue
                        }
                        // Sixteen steps a channel: more do not show on a dot, and each colour costs bytes.
                        let steps = Image.straight(pixel) & 0xF0_F0F0
                        let color = Canvas.tinted(steps | steps >> 4, by: flake.color)
                        pixels[(y - canvasTop) * width + x] = lit(color, opacity: opacity)
                    }
                }
            }
        }
        for y in rows.start..<rows.end {
            canvas.touch(row: y, start: columns.start, end: columns.end)
        }
    }
}
