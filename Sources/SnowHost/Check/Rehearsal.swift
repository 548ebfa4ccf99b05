/// A layer that is played to nobody: in steps of a stated length, drawn into cells as a terminal with 24-bit colours and a
/// dark background would show it.
package final class Rehearsal {
    /// What is played.
    package let layer: Layer
    /// The picture's size in cells.
    package var columns: Int { renderer.columns }
    package var rows: Int { renderer.rows }
    /// The cells of the last frame.
    package var grid: CellGrid { renderer.grid }

    private var renderer: Renderer

    /// Loads a script for a picture of `columns` × `rows` cells.
    /// - Throws: The trap that loading ended in.
    package init(
        module: Module, linker: Linker = Linker(), options: Layer.Options = Layer.Options(), columns: Int, rows: Int
    ) throws(Trap) {
        let view = ViewMapping(columns: columns, rows: rows)
        layer = try Layer(
            module: module, linker: linker, width: view.viewWidth, height: view.viewHeight, options: options)
        // One detail throughout: what a slow line would be shown is another picture.
        renderer = Renderer(
            columns: columns, rows: rows, blitter: .braille, detail: RenderDetail.steps(for: .braille)[0])
    }

    /// Gives the picture another size.
    package func resize(columns: Int, rows: Int) {
        renderer.resize(columns: columns, rows: rows)
        let view = ViewMapping(columns: columns, rows: rows)
        layer.resize(width: view.viewWidth, height: view.viewHeight)
    }

    /// Plays and draws a frame.
    ///
    /// - Returns: The hash of what it shows.
    @discardableResult
    package func step(seconds: Double) -> FrameHash {
        layer.step(seconds: seconds)
        draw()
        var hash = FrameHash()
        hash.add(renderer.grid)
        return hash
    }

    private func draw() {
        let scene = layer.scene
        let mapping = mapping
        renderer.begin()
        renderer.draw(scene.columns, count: scene.highWater, order: scene.drawOrder(), mapping: mapping)
        renderer.compose()
        renderer.write(scene.ground)
        for item in scene.text.items {
            renderer.write(
                scene.text.scalars[item.scalars].lazy.map(\.value), x: item.x, y: item.y, color: item.color,
                alignment: item.alignment, attributes: item.isBold ? .bold : [], isBehind: item.isBehind,
                mapping: mapping)
        }
    }

    private var mapping: ViewMapping {
        ViewMapping(columns: columns, rows: rows, viewWidth: layer.instance.manifest.viewWidth)
    }

    /// Hands the mouse to the script, as if it were over a cell.
    func point(column: Int, row: Int, button: String) {
        let place = mapping.point(column: column, row: row)
        layer.point(x: place.x, y: place.y, button: button)
    }
}
