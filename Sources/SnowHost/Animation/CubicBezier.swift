/// A timing curve from (0, 0) to (1, 1) with two control points, as in CSS and Core Animation.
struct CubicBezier: Hashable, Sendable {
    private let ax: Double
    private let bx: Double
    private let cx: Double
    private let ay: Double
    private let by: Double
    private let cy: Double

    /// The curve with control points (x1, y1) and (x2, y2); the x are 0…1, so that x rises along the curve.
    init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        cx = 3 * x1
        bx = 3 * (x2 - x1) - cx
        ax = 1 - cx - bx
        cy = 3 * y1
        by = 3 * (y2 - y1) - cy
        ay = 1 - cy - by
    }

    /// The curve's y where its x is `x`, 0…1.
    func callAsFunction(_ x: Double) -> Double {
        let place = parameter(at: x)
        return ((ay * place + by) * place + cy) * place
    }

    /// Newton's method, held inside a bracket that is halved where the slope leads out of it: at a flat spot Newton
    /// alone leaves, or creeps.
    private func parameter(at x: Double) -> Double {
        var low = 0.0
        var high = 1.0
        var place = x
        for _ in 0..<64 {
            let miss = ((ax * place + bx) * place + cx) * place - x
            if miss == 0 { break }
            if miss > 0 { high = place } else { low = place }
            let slope = (3 * ax * place + 2 * bx) * place + cx
            let next = place - miss / slope
            // False as well when the slope is 0 and `next` is not a number.
            guard next > low && next < high else {
                place = (low + high) / 2
                continue
            }
            let step = abs(next - place)
            place = next
            // The error is squared in each step.
            if step < 1e-10 { break }
        }
        return place
    }
}
