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

    /// What the terminal can show; the detail may allow less.
    private var depth: ColorDepth
    private var painter: FlakePainter
    /// For scenes of very many flakes; none before there is one.
    private var shares: FlakeShares?
    /// Whether several threads may draw.
    package var sharesWork = true
    /// Frames for which the layer stays as it is.
    private var framesKept = 0
    private var pileCells = PileCells()
    private var blitter: (any Blitter)?
    private var pixels: (any PixelBlitter)?
    /// A cell of the terminal, where flakes are drawn in pixels.
    package private(set) var pixelCell: PixelCell
    /// What takes off the terminal what a blitter before this one left there; to be sent once.
    private var leftovers: ByteBuffer?
    /// The way of pixels through tmux; nil where there is none between.
    private var relay: PixelRelay?
    /// What the blitter keeps from frame to frame.
    private var layer: CellGrid
    /// What lies behind the flakes.
    private var cloth: Backcloth

    /// A renderer that has drawn nothing.
    ///
    /// - Parameters:
    ///   - pixelCell: What a cell of the terminal has, for blitters that draw pixels.
    ///   - isLineFeedPlain: true for a tty in raw mode; false for bytes that are kept.
    package init(
        columns: Int,
        rows: Int,
        blitter name: BlitterName = .half,
        pixelCell: PixelCell = .assumed,
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
        self.depth = depth
        self.pixelCell = pixelCell.scaled(leastSide: detail.pixelSide, columns: self.columns, rows: self.rows)
        palette = Palette(depth: depth, ground: ground, background: background)
        grid = CellGrid(columns: columns, rows: rows, clusters: clusters)
        layer = CellGrid(columns: columns, rows: rows, clusters: clusters)
        canvas = Canvas(width: 0, height: 0)
        encoder = FrameEncoder(columns: columns, rows: rows, clusters: clusters, isLineFeedPlain: isLineFeedPlain)
        painter = FlakePainter(detail: detail)
        cloth = Backcloth(face: name.clothFace)
        blitter = name.blitter(detail: detail.shade)
        pixels = name.pixelBlitter(detail: detail.shade)
        resize(columns: columns, rows: rows)
        adoptDetail()
    }

    /// Changes the size; the next frame draws everything.
    package mutating func resize(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        grid.resize(columns: columns, rows: rows)
        layer.resize(columns: columns, rows: rows)
        resizeCanvas()
        blitter?.resize(columns: self.columns, rows: self.rows)
        cloth.resize(columns: self.columns, rows: self.rows)
        startPicture()
        framesKept = 0
        encoder.invalidate()
    }

    private mutating func resizeCanvas() {
        pixelCell = pixelCell.scaled(leastSide: detail.pixelSide, columns: columns, rows: rows)
        let cell = cellSize
        let isDrawnOn = blitter != nil || pixels != nil
        canvas.resize(width: isDrawnOn ? columns * cell.width : 0, height: isDrawnOn ? rows * cell.height : 0)
        shares = nil
        pixels?.resize(columns: columns, rows: rows, cell: pixelCell)
    }

    /// Sub-pixels in a cell.
    private var cellSize: (width: Int, height: Int) {
        pixels == nil ? blitterName.cellSize : (pixelCell.canvasWidth, pixelCell.canvasHeight)
    }

    /// Changes what the terminal can show, or what it shows behind the snow.
    ///
    /// - Parameter background: 0xRRGGBB; nil for black or white, as the ground is.
    package mutating func adopt(depth: ColorDepth, ground: TerminalGround, background: UInt32? = nil) {
        self.depth = depth
        let depth = depth.limited(to: detail.colors)
        let behind = background ?? ground.color
        guard depth != palette.depth || ground != palette.ground || behind != palette.background else { return }
        palette = Palette(depth: depth, ground: ground, background: behind)
        forgetPicture()
    }

    /// Changes what flakes are drawn with.
    ///
    /// - Parameter pixelCell: What a cell of the terminal has; nil where it is what it was.
    package mutating func adopt(blitter name: BlitterName, pixelCell: PixelCell? = nil) {
        let cell = (pixelCell ?? self.pixelCell).scaled(leastSide: detail.pixelSide, columns: columns, rows: rows)
        guard name != blitterName || (pixels != nil && cell != self.pixelCell) else { return }
        if blitterName == .kitty, name != .kitty {
            leftovers = ByteBuffer()
            leftovers?.append(KittyBlitter.deletion)
            if let deletion = leftovers, relay != nil {
                relay?.wrap(deletion, pictureEnds: [])
                leftovers = relay?.output
            }
        }
        self.pixelCell = cell
        blitterName = name
        blitter = name.blitter(detail: detail.shade)
        pixels = name.pixelBlitter(detail: detail.shade)
        pixels?.place = relay?.place ?? PixelRelay.Place()
        cloth.face = name.clothFace
        resizeCanvas()
        forgetPicture()
    }

    /// Sends pixels through tmux from now on, to a place on the terminal behind it; nil for a terminal that takes them.
    package mutating func send(through relay: PixelRelay?) {
        guard relay?.place != self.relay?.place else { return }
        self.relay = relay
        pixels?.place = relay?.place ?? PixelRelay.Place()
        pixels?.forget()
    }

    /// Makes the next frame a new picture: what the blitter holds is of no use for it.
    private mutating func forgetPicture() {
        layer.clear()
        blitter?.resize(columns: columns, rows: rows)
        pixels?.forget()
        cloth.invalidate()
        framesKept = 0
    }

    /// Starts a frame.
    package mutating func begin() {
        guard framesKept == 0 else { return }
        cloth.begin()
        canvas.clear()
        startPicture()
    }

    private mutating func startPicture() {
        painter.begin(canvas, detail: detail, isPlain: palette.depth == .none)
    }

    /// Draws the living flakes of a scene. Its backdrop, if it has one, lies behind the flakes of all scenes.
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
        let cell = cellSize
        let scale = FlakeLook.Scale(
            x: Float(mapping.columnsPerUnit * Double(cell.width)),
            y: Float(mapping.rowsPerUnit * Double(cell.height)),
            turnStep: blitterName.drawsDots ? Float(min(detail.pixelsPerStep, 2)) : 0
        )
        guard columns > 0, rows > 0, scale.x > 0, scale.y > 0, framesKept == 0 else { return }
        cloth.see(flakes.pictures.backdrop, mapping)
        // Where there are more flakes than cells each cell changes anyway, and flakes that stop at cells would be a grid.
        var detail = detail
        if count > columns * rows { detail.pixelsPerStep = 1 }
        let manner = FlakePainter.Manner(
            blitter: blitterName, cell: cellSize, detail: detail, scale: scale, isPlain: palette.depth == .none)
        let count = min(max(count, 0), flakes.capacity)
        if sharesWork, count >= FlakeShares.worthwhile, Workers.shared.count > 1 {
            if shares?.fit(manner) != true {
                shares = FlakeShares(canvas, cellHeight: canvas.height / rows, rows: rows, manner)
            }
            shares?.draw(flakes, count: count, order: order, manner, onto: &canvas, &painter)
        } else if let order {
            painter.draw(flakes, order: order, manner, on: &canvas)
        } else {
            painter.draw(flakes, slots: 0..<count, manner, on: &canvas)
        }
    }

    /// Writes what stands in the picture, and the snow that lies, over the flakes.
    package mutating func write(_ ground: Ground) {
        if let text = ground.scenery?.text {
            grid.write(
                text, column: ground.sceneryOrigin.column, row: ground.sceneryOrigin.row, palette: &palette)
        }
        pileCells.draw(
            ground, onto: &grid, over: cloth, as: blitterName.pileKind, colors: pileColors(of: ground),
            palette: &palette)
        if ground.scenery != nil || ground.grainCount > 0 { grid.lieOn(cloth) }
    }

    private func pileColors(of ground: Ground) -> PileColors {
        PileColors(base: ground.snowpack.color, ground: palette.ground)
    }

    /// Makes cells of what was drawn; texts may be written from now on.
    package mutating func compose() {
        if framesKept > 0 {
            framesKept -= 1
        } else {
            if cloth.paint(palette) {
                layer.clear()
                layer.fill(with: cloth.cells)
                blitter?.resize(columns: columns, rows: rows)
            }
            blitter?.blit(canvas, over: cloth, onto: &layer, palette: &palette)
            framesKept = detail.framesPerPicture - 1
        }
        grid.copy(layer)
        // Pixels are left out where a character stands.
        let cell = pixels == nil ? blitterName.cellSize : (0, 0)
        painter.glyphs.write(onto: &grid, over: canvas, cloth, cell: cell, palette: &palette)
    }

    /// Writes a line of text over the flakes.
    ///
    /// - Parameters:
    ///   - scalars: Unicode scalars; controls among them are replaced.
    ///   - x: view units, of the left edge, the middle or the right edge as `alignment` has it.
    ///   - y: view units, anywhere in the row.
    ///   - color: 0xRRGGBB; nil for the terminal's own foreground.
    ///   - isBehind: Whether flakes are seen before it.
    package mutating func write(
        _ scalars: some Collection<UInt32>,
        x: Double,
        y: Double,
        color: UInt32?,
        alignment: TextItem.Alignment = .left,
        attributes: CellAttributes = [],
        isBehind: Bool = false,
        mapping: ViewMapping
    ) {
        let column = (x * mapping.columnsPerUnit).rounded(.down)
        let row = (y * mapping.rowsPerUnit).rounded(.down)
        // NaN and what is far outside fail here, before they would have to be an Int.
        guard abs(column) < 100_000, row >= 0, row < Double(rows) else { return }
        write(
            scalars, column: Int(column), row: Int(row),
            foreground: color.map { palette.exactColor(cloth.isEmpty ? palette.ink(of: $0) : $0) },
            alignment: alignment, attributes: attributes, isBehind: isBehind, isOnPicture: color != nil)
    }

    /// Writes a line of a panel at a cell: it has the ground that it is made for.
    package mutating func write(
        _ scalars: some Collection<UInt32>,
        column: Int,
        row: Int,
        color: UInt32?,
        attributes: CellAttributes = []
    ) {
        write(
            scalars, column: column, row: row, foreground: color.map { palette.exactColor($0) }, alignment: .left,
            attributes: attributes, isBehind: false, isOnPicture: false)
    }

    private mutating func write(
        _ scalars: some Collection<UInt32>, column: Int, row: Int, foreground: CellColor?,
        alignment: TextItem.Alignment, attributes: CellAttributes, isBehind: Bool, isOnPicture: Bool
    ) {
        let style = CellStyle(foreground: foreground ?? .standard, attributes: attributes)
        let behind = isOnPicture ? cloth : Backcloth(face: .spaces)
        guard pixels != nil else {
            grid.write(
                scalars, column: column, row: row, style: style, alignment: alignment, isBehind: isBehind, over: behind)
            return
        }
        // A space of a text is none that pixels may be seen in.
        grid.write(
            scalars.lazy.map { $0 == 0x20 ? 0xA0 : $0 }, column: column, row: row, style: style, alignment: alignment,
            isBehind: isBehind, over: behind)
    }

    /// Holds back what would flash; see `FlashLimiter`.
    package mutating func limitFlashes(with limiter: inout FlashLimiter, seconds: Double) {
        limiter.limit(&grid, ground: palette.ground, seconds: seconds)
    }

    /// Makes bytes of what changed since the last committed frame; false when nothing did.
    package mutating func encode() -> Bool {
        guard pixels != nil else { return encoder.encode(grid, and: leftovers) }
        if !encoder.isShownKnown { pixels?.forget() }
        pixels?.encode(canvas, over: cloth, within: &grid, shown: &encoder.shown, palette: palette)
        if let pixels, relay != nil { relay?.wrap(pixels.output, pictureEnds: pixels.pictureEnds) }
        if encoder.encode(grid, and: relay?.output ?? pixels?.output) { return true }
        // The screen is as the cells say, without a word to it.
        pixels?.commit()
        return false
    }

    /// Notes that the frame that was encoded last is on its way.
    package mutating func commit() {
        encoder.commit(grid)
        pixels?.commit()
        leftovers = nil
    }

    private mutating func adoptDetail() {
        framesKept = 0
        blitter?.detail = detail.shade
        pixels?.detail = detail.shade
        adopt(blitter: blitterName)
        adopt(depth: depth, ground: palette.ground, background: palette.background)
    }
}
