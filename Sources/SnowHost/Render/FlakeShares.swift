/// The painters of scenes of very many flakes: several threads draw at the same time.
///
/// Of dots, the last one in a place is seen: each thread draws a part of the flakes on a canvas of its own, and these
/// are laid over each other. Soft flakes blend: there each thread sees all the flakes in their order, and draws what
/// falls on its rows. Either way each pixel becomes what one painter would have made of it.
struct FlakeShares {
    /// Flakes from which on it is worth it.
    static let worthwhile = 32_768

    /// A thread's part.
    private struct Share {
        var canvas: Canvas
        var painter: FlakePainter
    }

    private var shares: [Share] = []
    private let isByRows: Bool

    /// Shares of a canvas of rows of cells of `cellHeight` pixels, which flakes of `manner` are to be drawn on.
    init(_ canvas: borrowing Canvas, cellHeight: Int, rows: Int, _ manner: FlakePainter.Manner) {
        isByRows = !manner.drawsDots
        let count = isByRows ? min(Workers.shared.count, rows) : Workers.shared.count
        let width = canvas.width, height = canvas.height
        shares = (0..<count).map { [isByRows] number in
            guard isByRows else {
                // The first draws on the picture itself.
                var painter = FlakePainter(detail: manner.detail)
                painter.hidden = number == 0 ? 0 : Canvas.hiding
                return Share(canvas: Canvas(width: width, height: number == 0 ? 0 : height), painter: painter)
            }
            let own = rows * number / count..<rows * (number + 1) / count
            return Share(
                canvas: Canvas(width: width, height: own.count * cellHeight, top: own.lowerBound * cellHeight),
                painter: FlakePainter(detail: manner.detail, rows: own))
        }
    }

    /// Whether flakes of a manner can be drawn with these.
    func fit(_ manner: FlakePainter.Manner) -> Bool { isByRows == !manner.drawsDots }

    /// Draws flakes onto a canvas, and their characters into a painter.
    mutating func draw(
        _ flakes: FlakeColumns, count: Int, order: UnsafeBufferPointer<UInt32>?, _ manner: FlakePainter.Manner,
        onto canvas: inout Canvas, _ painter: inout FlakePainter
    ) {
        let isByRows = isByRows
        let total = order?.count ?? count
        // Whole groups, so that each is looked at as one.
        let groups = (total + FlakeSurvey.groupLength - 1) / FlakeSurvey.groupLength
        shares.withUnsafeMutableBufferPointer { shares in
            // A pointer, as each thread writes to its own share only.
            guard let first = shares.baseAddress else { return }
            let parts = shares.count
            if isByRows {
                for number in 0..<parts { first[number].canvas.take(canvas) }
            } else {
                swap(&first[0].canvas, &canvas)
            }
            Workers.shared.run(parts: parts) { number, _ in
                if !isByRows {
                    if number > 0 { first[number].canvas.clear() }
                    first[number].canvas.touch()
                }
                first[number].painter.begin(first[number].canvas, detail: manner.detail, isPlain: manner.isPlain)
                let start = isByRows ? 0 : groups * number / parts * FlakeSurvey.groupLength
                let end = isByRows ? total : min(groups * (number + 1) / parts * FlakeSurvey.groupLength, total)
                if let order {
                    let part = UnsafeBufferPointer(rebasing: order[start..<end])
                    first[number].painter.draw(flakes, order: part, manner, on: &first[number].canvas)
                } else {
                    first[number].painter.draw(flakes, slots: start..<end, manner, on: &first[number].canvas)
                }
            }
        }
        if !isByRows { swap(&shares[0].canvas, &canvas) }
        for (number, share) in shares.enumerated() {
            if isByRows {
                canvas.take(share.canvas)
            } else if number > 0 {
                canvas.cover(with: share.canvas)
            }
            painter.append(share.painter)
        }
    }
}
