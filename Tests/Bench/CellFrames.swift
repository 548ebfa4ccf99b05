import SnowHost

/// Frames of cells as a show draws them, kept so that several can send the same ones.
struct CellFrames {
    let columns: Int
    let rows: Int
    /// Each frame's cells.
    private(set) var frames: [[Cell]] = []

    /// Plays a bundled script, and keeps what a blitter makes of it.
    init(
        script: String, blitter: BlitterName, depth: ColorDepth, columns: Int, rows: Int, count: Int
    ) throws {
        self.columns = columns
        self.rows = rows
        let layer = try BenchLayer.make(script, columns: columns, rows: rows)
        let steps = RenderDetail.steps(for: blitter)
        var renderer = Renderer(
            columns: columns, rows: rows, blitter: blitter, depth: depth, detail: steps[3])
        layer.start()
        let mapping = ViewMapping(columns: columns, rows: rows, viewWidth: layer.instance.manifest.viewWidth)
        for _ in 0..<count {
            layer.step(seconds: 1.0 / 60)
            renderer.begin()
            renderer.draw(
                layer.scene.columns, count: layer.scene.highWater, order: layer.scene.drawOrder(), mapping: mapping)
            renderer.compose()
            frames.append(renderer.grid.cells)
        }
    }

    /// For each frame a count, and place, content, foreground and background of each cell that is not as before.
    /// Colours are entries of the palette, or -1.
    var changes: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: Int32) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        func index(_ color: CellColor) -> Int32 {
            if case .indexed(let index) = color.kind { Int32(index) } else { -1 }
        }
        var shown = [Cell](repeating: .blank, count: columns * rows)
        for cells in frames {
            let changed = cells.indices.filter { cells[$0] != shown[$0] }
            append(Int32(changed.count))
            for place in changed {
                append(Int32(place))
                append(Int32(bitPattern: cells[place].content))
                append(index(cells[place].style.foreground))
                append(index(cells[place].style.background))
            }
            shown = cells
        }
        return bytes
    }

    /// Cells that show a glyph where there was another, or none, over all frames but the first.
    var arrivals: Int {
        zip(frames, frames.dropFirst()).reduce(0) { sum, pair in
            sum + pair.1.indices.count { pair.1[$0] != pair.0[$0] && !pair.1[$0].isBlank }
        }
    }
}
