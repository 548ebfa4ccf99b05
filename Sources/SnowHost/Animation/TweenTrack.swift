/// What a tween changes.
package enum TweenTarget: Hashable, Sendable {
    /// A numeric column.
    case field(FlakeField)
    /// The colour, blended channel by channel.
    case color
}

/// One property's way in an animation.
package struct TweenTrack: Hashable, Sendable {
    /// What is changed.
    package var target: TweenTarget
    /// Where it starts; nil: at its value when the animation is started. Colours are 0xRRGGBB.
    package var from: Double?
    /// Where it ends.
    package var to: Double

    /// A way from `from` to `to`.
    package init(_ target: TweenTarget, from: Double? = nil, to: Double) {
        self.target = target
        self.from = from
        self.to = to
    }
}

/// When an animation runs, how often, and along which curve.
package struct TweenTiming: Hashable, Sendable {
    /// Seconds before it begins; a negative delay begins in its midst.
    package var delay: Double
    /// Seconds from start to end, once; 0 and less, or not a number: no time at all.
    package var duration: Double
    /// How often; fractions are allowed, infinity is for ever. 0 and less, or not a number: once.
    package var times: Double
    /// Whether each time goes there and back, which takes twice the duration and ends at the start.
    package var reverse: Bool
    /// The curve of each way.
    package var easing: Easing

    /// A timing; what is left out is UIKit's default.
    package init(
        delay: Double = 0,
        duration: Double,
        times: Double = 1,
        reverse: Bool = false,
        easing: Easing = .inOut
    ) {
        self.delay = delay
        self.duration = duration
        self.times = times
        self.reverse = reverse
        self.easing = easing
    }

    /// Where a property stands at `elapsed` seconds after the start, before the easing: 0 (start) … 1 (end).
    ///
    /// Computed from the elapsed time alone, however many times went by; nothing adds up.
    package func progress(at elapsed: Double) -> (progress: Double, isOver: Bool) {
        let local = elapsed - (delay.isNaN ? 0 : delay)
        guard local >= 0 else { return (0, false) }
        guard duration > 0 else { return (reverse ? 0 : 1, true) }
        let repeats = times > 0 ? times : 1
        let cycle = reverse ? 2 * duration : duration
        // Sixty steps of 1/60 fall short of 1 by their rounding.
        if local >= cycle * repeats - 1e-9 {
            let rest = Self.remainder(repeats, 1)
            return (phase(rest == 0 ? 1 : rest), true)
        }
        return (phase(Self.remainder(local, cycle) / cycle), false)
    }

    private func phase(_ fraction: Double) -> Double {
        guard reverse else { return fraction }
        return fraction <= 0.5 ? 2 * fraction : 2 - 2 * fraction
    }

    /// What is left of `value` after as many whole `cycle`s as fit; 0 where they cannot be counted any more.
    private static func remainder(_ value: Double, _ cycle: Double) -> Double {
        let count = value / cycle
        guard count < 0x1p53 else { return 0 }
        // The quotient may have been rounded up to a whole number.
        return max(0, value - Double(Int64(count)) * cycle)
    }
}
