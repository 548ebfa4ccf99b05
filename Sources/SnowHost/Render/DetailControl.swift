/// How much detail of motion and opacity is shown, from exact to what a slow line carries.
package struct RenderDetail: Equatable, Sendable {
    package var shade: ShadeDetail
    /// See `Rasterizer.stepsPerPixel`.
    package var stepsPerPixel: Int
    /// Frames for which flakes stay where they are shown, at least 1.
    package var framesPerPicture: Int

    /// A detail of these three.
    package init(shade: ShadeDetail, stepsPerPixel: Int, framesPerPicture: Int = 1) {
        self.shade = shade
        self.stepsPerPixel = stepsPerPixel
        self.framesPerPicture = max(framesPerPicture, 1)
    }

    /// Everything as it is; for tests and pictures.
    package static let exact = RenderDetail(shade: .exact, stepsPerPixel: 0)

    /// From fine to coarse, for what a blitter draws.
    package static func steps(for blitter: BlitterName) -> [RenderDetail] {
        if blitter.drawsDots { return dotSteps }
        return blitter == .quadrant ? quadrantSteps : steps
    }

    /// Dots stop at dots anyway, and keep their brightness while they move: what is shed is brightness first, then
    /// frames.
    package static let dotSteps: [RenderDetail] = [
        (24, 0.3, 1), (16, 0.3, 1), (12, 0.4, 1), (9, 0.5, 1), (9, 0.5, 2), (8, 0.5, 3), (7, 0.5, 4), (6, 0.5, 5),
    ].map { levels, hysteresis, frames in
        RenderDetail(
            shade: ShadeDetail(levels: levels, hysteresis: hysteresis), stepsPerPixel: 1, framesPerPicture: frames)
    }

    /// Quadrants change their shape between pixels, which costs more than a change of brightness does: here frames are
    /// shed, too.
    package static let quadrantSteps: [RenderDetail] = [
        (20, 0.2, 8, 1), (12, 0.3, 4, 1), (8, 0.5, 3, 1), (7, 0.5, 2, 1), (6, 0.6, 2, 2), (5, 0.6, 2, 3),
        (4, 0.6, 1, 4),
        (4, 0.6, 1, 5),
    ].map { levels, hysteresis, steps, frames in
        RenderDetail(
            shade: ShadeDetail(levels: levels, hysteresis: hysteresis), stepsPerPixel: steps, framesPerPicture: frames)
    }

    /// For pixels between which flakes stop.
    package static let steps: [RenderDetail] = [
        RenderDetail(shade: ShadeDetail(levels: 20, hysteresis: 0.2), stepsPerPixel: 16),
        RenderDetail(shade: ShadeDetail(levels: 12, hysteresis: 0.3), stepsPerPixel: 8),
        RenderDetail(shade: ShadeDetail(levels: 8, hysteresis: 0.5), stepsPerPixel: 4),
        RenderDetail(shade: ShadeDetail(levels: 8, hysteresis: 0.6), stepsPerPixel: 3),
        RenderDetail(shade: ShadeDetail(levels: 7, hysteresis: 0.3), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 6, hysteresis: 0.8), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 4, hysteresis: 0.4), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 3, hysteresis: 0.4), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 3, hysteresis: 0.4), stepsPerPixel: 1),
    ]
}

/// Chooses the finest detail whose frames fit into a number of bytes a second.
///
/// It looks at a second at a time. It goes to a coarser step as soon as a second was too much, to a finer one only
/// after a while, and waits longer each time that the finer one turned out to be too much. It knows only bytes and
/// time, so that equal frames give equal decisions.
package struct DetailControl: Sendable {
    /// Bytes a second that frames may take on average; nil for no limit.
    package var bytesPerSecond: Double?
    /// The place among the steps.
    package private(set) var step: Int

    private let steps: [RenderDetail]
    private var windowBytes = 0.0
    private var windowSeconds = 0.0
    private var secondsAtStep = 0.0
    private var secondsUntilFiner = 2.0

    /// A finer step takes up to about 1.6 times the bytes of the next.
    private static let shareForFiner = 0.62

    /// A control that starts at a step, by default in the finer half.
    package init(bytesPerSecond: Double?, steps: [RenderDetail] = RenderDetail.steps, step: Int? = nil) {
        self.bytesPerSecond = bytesPerSecond
        self.steps = steps
        self.step = min(max(step ?? (steps.count - 1) / 2, 0), steps.count - 1)
    }

    /// How many steps there are beyond the finest.
    package var stepCount: Int { steps.count - 1 }

    /// The detail for the next frame.
    package var detail: RenderDetail { steps[step] }

    /// Notes what a frame took, and how much time it was for.
    package mutating func note(byteCount: Int, seconds: Double) {
        guard let bytesPerSecond, seconds > 0, seconds < 10 else { return }
        windowBytes += Double(byteCount)
        windowSeconds += seconds
        secondsAtStep += seconds
        guard windowSeconds >= 1 else { return }
        let rate = windowBytes / windowSeconds
        windowBytes = 0
        windowSeconds = 0
        if rate > bytesPerSecond, step + 1 < steps.count {
            if secondsAtStep < 4 { secondsUntilFiner = min(secondsUntilFiner * 2, 120) }
            step += 1
            secondsAtStep = 0
        } else if rate < bytesPerSecond * Self.shareForFiner, secondsAtStep >= secondsUntilFiner, step > 0 {
            step -= 1
            secondsAtStep = 0
        }
    }
}
