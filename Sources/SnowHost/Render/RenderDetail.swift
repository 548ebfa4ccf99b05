/// How much is shown of what there is, from all of it to what a slow line carries.
///
/// What is shed has an order: steps of brightness and of place first, then colours, then flakes, and only then frames.
package struct RenderDetail: Equatable, Sendable {
    package var shade: ShadeDetail
    /// See `Rasterizer.stepsPerPixel`.
    package var stepsPerPixel: Int
    /// Flakes stop at every so many-th pixel or dot, at most at every cell; 1 for each.
    package var pixelsPerStep = 1
    /// The terminal's pixels along the side of one that is drawn, at least, where flakes are drawn in pixels.
    package var pixelSide = 1
    /// The most colours that are sent, of those that the terminal has.
    package var colors = ColorDepth.truecolor
    /// The share of the flakes that is drawn, in 256ths. A flake that a smaller share draws is drawn by a larger one.
    package var flakeShare = 256
    /// Frames for which flakes stay where they are shown, at least 1.
    package var framesPerPicture: Int

    /// A detail of these three, and all colours and flakes.
    package init(shade: ShadeDetail, stepsPerPixel: Int, framesPerPicture: Int = 1) {
        self.shade = shade
        self.stepsPerPixel = stepsPerPixel
        self.framesPerPicture = max(framesPerPicture, 1)
    }

    /// Everything as it is; for tests and pictures.
    package static let exact = RenderDetail(shade: .exact, stepsPerPixel: 0)

    /// Whether more than brightness, place and size of pixels is shed.
    package var shedsSubstance: Bool { colors != .truecolor || flakeShare < 256 || framesPerPicture > 1 }

    /// Whether a flake is among those that are drawn.
    package func draws(birthNumber: UInt32) -> Bool {
        // Multiplied by 2³²/φ, so that flakes born one after the other are spread evenly over the shares.
        flakeShare >= 256 || Int((birthNumber &* 0x9E37_79B1) >> 24) < flakeShare
    }

    /// From fine to coarse, for what a blitter draws.
    package static func steps(for blitter: BlitterName) -> [RenderDetail] {
        if blitter.drawsDots { return dotSteps }
        if blitter.drawsPixels { return pixelSteps }
        return blitter == .quadrant ? quadrantSteps : steps
    }

    /// Dots stop at dots anyway, and keep their brightness while they move: what is shed is brightness first, then
    /// dots between which flakes stop.
    package static let dotSteps: [RenderDetail] = shedding(
        [(24, 0.3), (16, 0.3), (12, 0.4), (9, 0.5), (8, 0.5)].map { levels, hysteresis in
            RenderDetail(shade: ShadeDetail(levels: levels, hysteresis: hysteresis), stepsPerPixel: 1)
        })

    /// Quadrants change their shape between pixels, which costs more than a change of brightness does.
    package static let quadrantSteps: [RenderDetail] = shedding(
        [(20, 0.2, 8), (12, 0.3, 4), (8, 0.5, 3), (7, 0.5, 2), (5, 0.6, 2), (4, 0.6, 1)].map {
            levels, hysteresis, steps in
            RenderDetail(shade: ShadeDetail(levels: levels, hysteresis: hysteresis), stepsPerPixel: steps)
        })

    /// Pixels cost by their number: larger ones are shed after steps of brightness.
    package static let pixelSteps: [RenderDetail] = shedding(
        [(32, 2, 1), (16, 1, 1), (8, 1, 1), (8, 1, 2), (6, 1, 2), (6, 1, 3), (5, 1, 4)].map { levels, steps, side in
            var detail = RenderDetail(shade: ShadeDetail(levels: levels, hysteresis: 0), stepsPerPixel: steps)
            detail.pixelSide = side
            return detail
        })

    /// For pixels between which flakes stop.
    package static let steps: [RenderDetail] = shedding([
        RenderDetail(shade: ShadeDetail(levels: 20, hysteresis: 0.2), stepsPerPixel: 16),
        RenderDetail(shade: ShadeDetail(levels: 12, hysteresis: 0.3), stepsPerPixel: 8),
        RenderDetail(shade: ShadeDetail(levels: 8, hysteresis: 0.5), stepsPerPixel: 4),
        RenderDetail(shade: ShadeDetail(levels: 8, hysteresis: 0.6), stepsPerPixel: 3),
        RenderDetail(shade: ShadeDetail(levels: 7, hysteresis: 0.3), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 6, hysteresis: 0.8), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 4, hysteresis: 0.4), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 3, hysteresis: 0.4), stepsPerPixel: 2),
        RenderDetail(shade: ShadeDetail(levels: 3, hysteresis: 0.4), stepsPerPixel: 1),
    ])

    /// Steps, and behind them those that shed more than they do, whatever the blitter is.
    package static func shedding(_ fine: [RenderDetail]) -> [RenderDetail] {
        guard var detail = fine.last else { return [] }
        var steps = fine
        func next(_ change: (inout RenderDetail) -> Void) {
            change(&detail)
            steps.append(detail)
        }
        next { $0.pixelsPerStep = 2 }
        next { $0.pixelsPerStep = 4 }
        next {
            $0.colors = .indexed
            $0.shade = ShadeDetail(levels: min($0.shade.levels, 4), hysteresis: 0.5)
        }
        next { $0.colors = .sixteen }
        next { $0.colors = .none }
        for share in [160, 96, 56, 32] { next { $0.flakeShare = share } }
        for frames in [2, 4, 8] { next { $0.framesPerPicture = frames } }
        return steps
    }
}
