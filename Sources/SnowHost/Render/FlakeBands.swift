/// The picture in bands, which several threads draw at the same time.
///
/// Each band sees all the flakes in their order and draws what falls on it, so that each pixel gets what it would get
/// from one painter. How many bands there are does not depend on the number of threads.
struct FlakeBands {
    /// Flakes from which on it is worth it.
    static let worthwhile = 32_768
    private static let count = 8

    private var bands: [Band] = []

    private struct Band {
        var canvas: Canvas
        var painter: FlakePainter

        mutating func draw(
            _ flakes: FlakeColumns, count: Int, order: UnsafeBufferPointer<UInt32>?, _ manner: FlakePainter.Manner,
            over whole: borrowing Canvas
        ) {
            canvas.take(whole)
            painter.begin(canvas, detail: manner.detail, isPlain: manner.isPlain)
            if let order {
                painter.draw(flakes, order: order, manner, on: &canvas)
            } else {
                painter.draw(flakes, slots: 0..<count, manner, on: &canvas)
            }
        }
    }

    /// Bands of a picture of so many pixels and rows of cells.
    init(width: Int, cellHeight: Int, rows: Int, detail: RenderDetail) {
        let count = min(Self.count, rows)
        bands = (0..<count).map { number in
            let own = rows * number / count..<rows * (number + 1) / count
            return Band(
                canvas: Canvas(width: width, height: own.count * cellHeight, top: own.lowerBound * cellHeight),
                painter: FlakePainter(detail: detail, rows: own))
        }
    }

    /// Draws flakes onto a canvas, and their characters into a painter.
    mutating func draw(
        _ flakes: FlakeColumns, count: Int, order: UnsafeBufferPointer<UInt32>?, _ manner: FlakePainter.Manner,
        onto canvas: inout Canvas, _ painter: inout FlakePainter
    ) {
        let whole = canvas
        bands.withUnsafeMutableBufferPointer { bands in
            // A pointer, as each thread writes to its own band only.
            guard let first = bands.baseAddress else { return }
            Workers.shared.run(parts: bands.count) { number, _ in
                first[number].draw(flakes, count: count, order: order, manner, over: whole)
            }
        }
        for band in bands {
            canvas.take(band.canvas)
            painter.append(band.painter)
        }
    }
}
