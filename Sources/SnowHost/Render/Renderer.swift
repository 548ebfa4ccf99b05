/// From scenes to the bytes of a frame.
///
/// One frame is `begin`, `draw` for each scene (the farthest first), `compose`, `write` for each text, `encode`, and,
/// when the terminal took the bytes, `commit`. After the first frames of a size nothing is allocated.
package struct Renderer {
    package private(set) var columns: Int
    package private(set) var rows: Int
    package private(set) var blitterName: BlitterName
    /// What `encode` sends from; texts are written here after `compose`.
    package private(set) var grid: CellGrid
    package private(set) var canvas: Canvas
    package var encoder: FrameEncoder
    package private(set) var palette: Palette
    /// How exactly flakes are shown.
    package var detail: RenderDetail {
        didSet { if detail != oldValue { adoptDetail() } }
    }

    private var rasterizer = Rasterizer()
    private var dots = DotRasterizer()
    /// Frames for which the layer stays as it is.
    private var framesKept = 0
    private var blitter: (any Blitter)?
    private var glyphs: GlyphOverlay
    /// What the blitter keeps from frame to frame.
    private var layer: CellGrid

    /// A renderer that has drawn nothing.
    ///
    /// - Parameter isLineFeedPlain: true for a tty in raw mode; false for bytes that are kept.
    package init(
        columns: Int,
        rows: Int,
        blitter name: BlitterName = .half,
        depth: ColorDepth = .truecolor,
        ground: TerminalGround = .dark,
        background: UInt32? = nil,
        detail: RenderDetail = RenderDetail.steps[2],
        isLineFeedPlain: Bool = false
    ) {
        let clusters = ClusterTable()
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        blitterName = name
        self.detail = detail
        palette = Palette(depth: depth, ground: ground, background: background)
        grid = CellGrid(columns: columns, rows: rows, clusters: clusters)
        layer = CellGrid(columns: columns, rows: rows, clusters: clusters)
        canvas = Canvas(width: 0, height: 0)
        encoder = FrameEncoder(columns: columns, rows: rows, clusters: clusters, isLineFeedPlain: isLineFeedPlain)
        glyphs = GlyphOverlay(detail: detail.shade)
        blitter = name.blitter(detail: detail.shade)
        resize(columns: columns, rows: rows)
        adoptDetail()
    }

    /// Changes the size; the next frame draws everything.
    package mutating func resize(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        grid.resize(columns: columns, rows: rows)
        layer.resize(columns: columns, rows: rows)
        canvas.resize(width: self.columns * (blitter?.cellWidth ?? 0), height: self.rows * (blitter?.cellHeight ?? 0))
        blitter?.resize(columns: self.columns, rows: self.rows)
        glyphs.clear()
        framesKept = 0
        encoder.invalidate()
    }

    /// Changes what the terminal can show, or what it shows behind the snow.
    ///
    /// - Parameter background: 0xRRGGBB; nil for black or white, as the ground is.
    package mutating func adopt(depth: ColorDepth, ground: TerminalGround, background: UInt32? = nil) {
        let behind = background ?? ground.color
        guard depth != palette.depth || ground != palette.ground || behind != palette.background else { return }
        palette = Palette(depth: depth, ground: ground, background: behind)
        forgetPicture()
    }

    /// Changes what flakes are drawn with.
    package mutating func adopt(blitter name: BlitterName) {
        guard name != blitterName else { return }
        blitterName = name
        blitter = name.blitter(detail: detail.shade)
        canvas.resize(width: columns * (blitter?.cellWidth ?? 0), height: rows * (blitter?.cellHeight ?? 0))
        forgetPicture()
    }

    /// Makes the next frame a new picture: what the blitter holds is of no use for it.
    private mutating func forgetPicture() {
        layer.clear()
        blitter?.resize(columns: columns, rows: rows)
        framesKept = 0
    }

    /// Starts a frame.
    package mutating func begin() {
        guard framesKept == 0 else { return }
        glyphs.clear()
        canvas.clear()
        rasterizer.begin(canvas)
        dots.begin(canvas)
        dots.isDithered = palette.depth == .none
    }

    /// Draws the living flakes of a scene.
    ///
    /// - Parameters:
    ///   - count: slots to look at.
    ///   - order: slots in the order of drawing, far ones first; nil for the order of the slots.
    package mutating func draw(
        _ flakes: FlakeColumns,
        count: Int,
        order: UnsafeBufferPointer<UInt32>? = nil,
        mapping: ViewMapping
    ) {
        let cell = blitterName.cellSize
        let scale = FlakeLook.Scale(
            x: Float(mapping.columnsPerUnit * Double(cell.width)),
            y: Float(mapping.rowsPerUnit * Double(cell.height))
        )
        guard columns > 0, rows > 0, scale.x > 0, scale.y > 0, framesKept == 0 else { return }
        dots.aspect = scale.y / scale.x
        if let order {
            for slot in order where Int(slot) < flakes.capacity {
                draw(flakes, slot: Int(slot), scale)
            }
        } else {
            for slot in 0..<min(max(count, 0), flakes.capacity) {
                draw(flakes, slot: slot, scale)
            }
        }
    }

    private mutating func draw(_ flakes: FlakeColumns, slot: Int, _ scale: FlakeLook.Scale) {
        guard let look = FlakeLook(flakes, slot: slot, scale: scale),
            !glyphs.take(look, alphabet: blitterName.alphabet, cell: blitterName.cellSize, unit: scale)
        else { return }
        // Where a pixel can only be lit or not, nothing is soft.
        if blitterName.drawsDots || palette.depth == .none {
            dots.draw(look, on: &canvas)
        } else {
            rasterizer.draw(look, on: &canvas)
        }
    }

    /// Makes cells of what was drawn; texts may be written from now on.
    package mutating func compose() {
        if framesKept > 0 {
            framesKept -= 1
        } else {
            blitter?.blit(canvas, onto: &layer, palette: &palette)
            framesKept = detail.framesPerPicture - 1
        }
        grid.copy(layer)
        glyphs.write(onto: &grid, over: canvas, cell: blitterName.cellSize, palette: &palette)
    }

    /// Writes a line of text over the flakes.
    ///
    /// - Parameters:
    ///   - scalars: Unicode scalars; controls among them are replaced.
    ///   - x: view units, of the left edge, the middle or the right edge as `alignment` has it.
    ///   - y: view units, anywhere in the row.
    ///   - color: 0xRRGGBB; nil for the terminal's own foreground.
    package mutating func write(
        _ scalars: some Collection<UInt32>,
        x: Double,
        y: Double,
        color: UInt32?,
        alignment: TextItem.Alignment = .left,
        attributes: CellAttributes = [],
        mapping: ViewMapping
    ) {
        let column = (x * mapping.columnsPerUnit).rounded(.down)
        let row = (y * mapping.rowsPerUnit).rounded(.down)
        // NaN and what is far outside fail here, before they would have to be an Int.
        guard abs(column) < 100_000, row >= 0, row < Double(rows) else { return }
        write(scalars, column: Int(column), row: Int(row), color: color, alignment: alignment, attributes: attributes)
    }

    /// Writes a line of text at a cell.
    package mutating func write(
        _ scalars: some Collection<UInt32>,
        column: Int,
        row: Int,
        color: UInt32?,
        alignment: TextItem.Alignment = .left,
        attributes: CellAttributes = []
    ) {
        let style = CellStyle(
            foreground: color.map { palette.exactColor($0) } ?? .standard,
            attributes: attributes
        )
        grid.write(scalars, column: column, row: row, style: style, alignment: alignment)
    }

    /// Holds back what would flash; see `FlashLimiter`.
    package mutating func limitFlashes(with limiter: inout FlashLimiter, seconds: Double) {
        limiter.limit(&grid, ground: palette.ground, seconds: seconds)
    }

    /// Makes bytes of what changed since the last committed frame; false when nothing did.
    package mutating func encode() -> Bool {
        encoder.encode(grid)
    }

    /// Notes that the frame that was encoded last is on its way.
    package mutating func commit() {
        encoder.commit(grid)
    }

    private mutating func adoptDetail() {
        framesKept = 0
        rasterizer.stepsPerPixel = detail.stepsPerPixel
        glyphs.detail = detail.shade
        blitter?.detail = detail.shade
    }
}
