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

    init(_ flakes: FlakeColumns, _ manner: FlakePainter.Manner, rows: Range<Int>) {
        self.flakes = flakes
        scaleY = manner.scale.y
        scale = max(manner.scale.x, manner.scale.y)
        top = Float(rows.lowerBound)
        bottom = Float(rows.upperBound)
        turnsMatter = !manner.drawsDots
        let isPossible =
            manner.blitter.alphabet == nil && !manner.isPlain && manner.detail.pixelsPerStep <= 1
        let limit: Float = manner.drawsDots ? DotRasterizer.dotBelow : Rasterizer.discFrom
        // A little less, for what rounding does on the way to a size in sub-pixels.
        smallBelow = isPossible ? limit / scale * 0.999 : 0
    }

    /// Whether a canvas is one that eight places at a time can be told on: those of larger ones are no whole floats.
    static func takesEights(_ canvas: borrowing Canvas) -> Bool {
        max(canvas.width, canvas.rows.upperBound) <= 1 << 16 && canvas.width * canvas.height <= 1 << 22
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

    /// What there is among the flakes of `groupLength` slots.
    func kind(of group: Range<Int>) -> Kind {
        var largest = SIMD8<Float>(repeating: 0), least = SIMD8<Float>(repeating: .infinity)
        var low = least, high = -least
        var isNumber = SIMDMask<SIMD8<Int32>>(repeating: true)
        var signs = SIMD8<UInt32>(repeating: 0), turns = signs
        for slot in stride(from: group.lowerBound, to: group.upperBound, by: 8) {
            let width = flakes[.width].eight(from: slot).magnitudes
            let own = flakes[.height].eight(from: slot).magnitudes
            let height = own.replacing(with: width * flakes.aspect.eight(from: slot).magnitudes, where: own .!= own)
            let down = flakes[.y].eight(from: slot)
            // What is no number is neither small nor unseen.
            isNumber = isNumber .& (width .== width) .& (height .== height) .& (down .== down)
            largest = larger(largest, larger(width, height))
            least = smaller(least, smaller(width, height))
            low = smaller(low, down)
            high = larger(high, down)
            signs |= flakes.glyph.eight(from: slot) | flakes.sprite.eight(from: slot)
            if turnsMatter {
                turns |= flakes[.rotation].eight(from: slot).bits | flakes[.flip].eight(from: slot).bits
            }
        }
        guard isNumber == SIMDMask(repeating: true) else { return .any }
        let reach = largest.max() * scale * 0.75 + 9
        if high.max() * scaleY + reach < top || low.min() * scaleY - reach > bottom { return .unseen }
        let isPlain = (signs | turns &<< 1) == SIMD8(repeating: 0)
        return isPlain && largest.max() < smallBelow && least.min() > 0 ? .small : .any
    }

    @inline(__always)
    private func larger(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .> a) }

    @inline(__always)
    private func smaller(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> { a.replacing(with: b, where: b .< a) }
}
