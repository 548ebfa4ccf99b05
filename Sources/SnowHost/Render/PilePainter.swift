/// Draws snow that lies on a canvas, with a smooth edge: a pixel on the surface is as opaque as it is full.
struct PilePainter {
    /// How full each pixel of a column is, 0…1, and how many pixels below the surface it is.
    private var fill: [Float] = []
    private var depth: [Float] = []

    /// Draws all that lies; what is there already is hidden.
    mutating func draw(_ ground: Ground, on canvas: inout Canvas, colors: PileColors) {
        let count = ground.columnCount
        guard count > 0, canvas.width > 0, canvas.height > 0, ground.grainCount > 0 else { return }
        if fill.count != canvas.height {
            fill = [Float](repeating: 0, count: canvas.height)
            depth = [Float](repeating: 0, count: canvas.height)
        }
        let pixelsPerRow = Float(canvas.height) / Float(max(ground.size.rows, 1))
        for x in 0..<canvas.width {
            let first = x * count / canvas.width
            let last = max(((x + 1) * count - 1) / canvas.width, first)
            let share = 1 / Float(last - first + 1)
            var rows: Range<Int>?
            for column in first...last {
                // Of a column that is wider than a pixel the neighbour on this pixel's side counts, too.
                let offset = (Double(x) + 0.5) * Double(count) / Double(canvas.width) - Double(column) - 0.5
                add(ground, column, offset: first == last ? offset : 0, share: share, &rows)
            }
            guard let rows else { continue }
            for y in rows {
                let opacity = UInt32(min(fill[y], 1) * 256)
                let level = PileColors.level(rowsBelow: depth[y] / pixelsPerRow)
                fill[y] = 0
                guard opacity > 0 else { continue }
                canvas.touch(row: y, start: x, end: x + 1)
                let place = y * canvas.width + x
                canvas.pixels[place] = Canvas.blend(canvas.pixels[place], with: colors.pixel(level), opacity: opacity)
            }
        }
    }

    /// Adds the snow of a column to `fill`, and widens `rows` to where there is some.
    private mutating func add(
        _ ground: Ground, _ column: Int, offset: Double, share: Float, _ rows: inout Range<Int>?
    ) {
        let scale = Double(fill.count) / (ground.size.height * ground.grainsPerDepth)
        for number in ground.starts[column]..<ground.starts[column + 1] {
            let shelf = ground.shelves[number]
            let snow = ground.depth(of: number, in: column, offset: offset)
            guard snow > 0 else { continue }
            let top = Float(Double(fill.count) - (Double(shelf.floor) + snow) * scale)
            let bottom = Float(Double(fill.count) - Double(shelf.floor) * scale)
            let start = max(Int(min(max(top, 0), Float(fill.count))), 0)
            let end = min(Int(min(max(bottom, 0), Float(fill.count)).rounded(.up)), fill.count)
            guard start < end else { continue }
            for y in start..<end {
                let covered = min(bottom, Float(y + 1)) - max(top, Float(y))
                guard covered > 0 else { continue }
                fill[y] += covered * share
                depth[y] = Float(y) - top
            }
            let known = rows ?? start..<end
            rows = min(known.lowerBound, start)..<max(known.upperBound, end)
        }
    }
}

extension Ground {
    /// How deep a shelf's snow is at a place in its column, in grains: between the middles of two columns it goes from
    /// one depth to the other, where both lie on the same height.
    ///
    /// - Parameter offset: from the middle of the column, in columns.
    fileprivate func depth(of number: Int, in column: Int, offset: Double) -> Double {
        let own = shelves[number]
        let neighbour = offset < 0 ? column - 1 : column + 1
        guard offset != 0, neighbour >= 0, neighbour < columnCount else { return Double(own.depth) }
        for other in starts[neighbour]..<starts[neighbour + 1] where shelves[other].floor == own.floor {
            return Double(own.depth) + Double(shelves[other].depth - own.depth) * min(abs(offset), 1)
        }
        return Double(own.depth)
    }
}
