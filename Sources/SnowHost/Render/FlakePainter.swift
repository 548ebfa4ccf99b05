/// Draws flakes, each in the way that the blitter has for it: as a character, from its picture, of dots, or softly.
///
/// A painter draws rows of cells of a picture, all of them or a part; several painters may draw the parts of one picture
/// at the same time.
struct FlakePainter {
    /// What all the flakes of a pass have in common.
    struct Manner {
        let blitter: BlitterName
        /// Sub-pixels in a cell.
        let cell: (width: Int, height: Int)
        let detail: RenderDetail
        /// Sub-pixels in a unit of the view.
        let scale: FlakeLook.Scale
        /// Whether a pixel can only be lit or not, as there are no colours.
        let isPlain: Bool

        /// Where a pixel can only be lit or not, nothing is soft.
        var drawsDots: Bool { blitter.drawsDots || (isPlain && !blitter.drawsPixels) }
    }

    private var rasterizer = Rasterizer()
    private var dots = DotRasterizer()
    private(set) var glyphs: GlyphOverlay

    /// A painter that has drawn nothing.
    ///
    /// - Parameter rows: The rows of cells in which it draws characters.
    init(detail: RenderDetail, rows: Range<Int> = 0..<Int(Int32.max)) {
        glyphs = GlyphOverlay(detail: detail.shade, rows: rows)
    }

    /// Starts a picture on a canvas.
    mutating func begin(_ canvas: borrowing Canvas, detail: RenderDetail, isPlain: Bool) {
        glyphs.clear()
        glyphs.detail = detail.shade
        rasterizer.stepsPerPixel = detail.stepsPerPixel
        rasterizer.begin(canvas)
        dots.begin(canvas)
        dots.isDithered = isPlain
    }

    /// What a dot becomes that a near crystal hides without being lit.
    var hidden: UInt32 {
        get { dots.hidden }
        set { dots.hidden = newValue }
    }

    /// Takes over the characters of another painter.
    mutating func append(_ other: borrowing FlakePainter) { glyphs.append(other.glyphs) }

    /// Draws the flakes of slots in the order of the slots, far ones first.
    mutating func draw(_ flakes: FlakeColumns, slots: Range<Int>, _ manner: Manner, on canvas: inout Canvas) {
        dots.aspect = manner.scale.y / manner.scale.x
        let survey = FlakeSurvey(flakes, manner, rows: seenRows(manner))
        let takesSmall = FlakeSurvey.takesEights(canvas)
        var start = slots.lowerBound
        while start < slots.upperBound {
            let group = start..<min(start + FlakeSurvey.groupLength, slots.upperBound)
            start = group.upperBound
            switch group.count == FlakeSurvey.groupLength ? survey.kind(of: group) : .any {
            case .unseen: break
            case .small where takesSmall:
                // Each is a pixel or two, and none of them spends much of what a frame may.
                if manner.drawsDots {
                    dots.drawSmall(flakes, slots: group, manner, on: &canvas)
                } else {
                    rasterizer.drawSmall(flakes, slots: group, manner, on: &canvas)
                }
            case .small, .any:
                for slot in group where survey.mayBeSeen(slot) { draw(flakes, slot: slot, manner, on: &canvas) }
            }
        }
    }

    /// Draws the flakes of slots in the order in which these are given.
    mutating func draw(
        _ flakes: FlakeColumns, order: UnsafeBufferPointer<UInt32>, _ manner: Manner, on canvas: inout Canvas
    ) {
        dots.aspect = manner.scale.y / manner.scale.x
        let survey = FlakeSurvey(flakes, manner, rows: seenRows(manner))
        for slot in order where Int(slot) < flakes.capacity && survey.mayBeSeen(Int(slot)) {
            draw(flakes, slot: Int(slot), manner, on: &canvas)
        }
    }

    /// Where something may be drawn, in rows of sub-pixels.
    private func seenRows(_ manner: Manner) -> Range<Int> {
        glyphs.rows.lowerBound * manner.cell.height..<glyphs.rows.upperBound * manner.cell.height
    }

    private mutating func draw(_ flakes: FlakeColumns, slot: Int, _ manner: Manner, on canvas: inout Canvas) {
        let blitter = manner.blitter
        guard manner.detail.draws(birthNumber: flakes.birthNumber[slot]),
            var look = FlakeLook(flakes, slot: slot, scale: manner.scale)
        else { return }
        if manner.detail.pixelsPerStep > 1 { look.stop(each: manner.detail.pixelsPerStep, in: manner.cell) }
        if look.sprite != 0, let picture = flakes.pictures.sprite(look.sprite) {
            draw(look, picture, manner, on: &canvas)
            return
        }
        if glyphs.take(look, alphabet: blitter.alphabet, cell: manner.cell, unit: manner.scale) { return }
        if manner.drawsDots {
            dots.draw(look, on: &canvas)
        } else {
            rasterizer.draw(look, on: &canvas)
        }
    }

    /// Draws a flake from its picture; as a character it has the picture's mean colour.
    private mutating func draw(
        _ look: FlakeLook, _ picture: ImageLevels, _ manner: Manner, on canvas: inout Canvas
    ) {
        let blitter = manner.blitter
        var sign = look
        sign.color = Canvas.tinted(picture.color, by: look.color)
        if glyphs.take(sign, alphabet: blitter.alphabet, cell: manner.cell, unit: manner.scale) { return }
        if manner.drawsDots {
            dots.draw(look, picture: picture, on: &canvas)
        } else {
            rasterizer.draw(look, picture: picture, on: &canvas)
        }
    }
}
