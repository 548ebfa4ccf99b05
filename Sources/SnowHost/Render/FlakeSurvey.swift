/// Looks at many flakes at once, before they are drawn: which cannot be seen, and whether all of them are small.
///
/// It errs to one side only: what it calls unseen draws nothing, and what it calls small is a dot without a picture.
struct FlakeSurvey {
    enum Kind {
        /// None of them can be seen.
        case unseen
        /// Each is a dot, or nothing.
        case small
        case any
    }

    /// Flakes looked at together.
    static let groupLength = 128

    private let flakes: FlakeColumns
    private let scaleY: Float
    /// Sub-pixels in a unit, along the finer axis.
    private let scale: Float
    /// The rows of sub-pixels in which something is drawn.
    private let top: Float
    private let bottom: Float
    /// The size in units below which a flake is a dot; 0 where none may be drawn as one.
    private let smallBelow: Float
    /// Whether how a dot is turned makes a difference.
    private let turnsMatter: Bool

    init(_ flakes: FlakeColumns, _ manner: FlakePainter.Manner, rows: Range<Int>, dots: DotRasterizer) {
        self.flakes = flakes
        scaleY = manner.scale.y
        scale = max(manner.scale.x, manner.scale.y)
        top = Float(rows.lowerBound)
        bottom = Float(rows.upperBound)
        turnsMatter = !manner.drawsDots
        let isPossible =
            manner.blitter.alphabet == nil && !dots.isDithered && manner.detail.pixelsPerStep <= 1
            && manner.cell.width > 0
        let limit: Float = manner.drawsDots ? DotRasterizer.dotBelow : Rasterizer.discFrom
        // A little less, for what rounding does on the way to a size in sub-pixels.
        smallBelow = isPossible ? limit / scale * 0.999 : 0
    }

    /// Whether a flake may have a part in the rows; true for what is no number.
    @inline(__always)
    func mayBeSeen(_ slot: Int) -> Bool {
        let size = max(abs(flakes[.width][slot]), abs(flakes.height(of: slot)))
        let centre = flakes[.y][slot] * scaleY
        // Half a diagonal at least, and a pixel for soft edges. What is shed may move a flake by as much as a cell.
        let reach = size * scale * 0.75 + 9
        return flakes.state[slot] == FlakeColumns.SlotState.alive && !(centre + reach < top || centre - reach > bottom)
    }

    /// What there is among the flakes of some slots, at most `groupLength`.
    func kind(of slots: Range<Int>) -> Kind {
        let width = flakes[.width]
        let height = flakes[.height]
        let y = flakes[.y]
        var largest: Float = 0
        var signs: UInt32 = 0
        var turns: UInt32 = 0
        var low = Float.infinity
        var high = -Float.infinity
        var isNumber = true
        for slot in slots {
            let own = height[slot]
            let size = max(abs(width[slot]), abs(own == own ? own : width[slot] * flakes.aspect[slot]))
            // Chosen so that what is no number is never small, and never unseen.
            isNumber = isNumber && size == size && y[slot] == y[slot]
            largest = size > largest ? size : largest
            low = y[slot] < low ? y[slot] : low
            high = y[slot] > high ? y[slot] : high
            signs |= flakes.glyph[slot] | flakes.sprite[slot]
            if turnsMatter { turns |= flakes[.rotation][slot].bitPattern | flakes[.flip][slot].bitPattern }
        }
        guard isNumber else { return .any }
        let reach = largest * scale * 0.75 + 9
        if high * scaleY + reach < top || low * scaleY - reach > bottom { return .unseen }
        return largest < smallBelow && signs == 0 && turns << 1 == 0 ? .small : .any
    }
}
