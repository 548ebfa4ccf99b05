/// How an animation's progress follows its time: a curve from 0 at 0 to 1 at 1.
///
/// The family curves are Penner's; `expo` is scaled so that it starts and ends without a jump.
/// `-out` is `-in` turned about the middle, `-in-out` is half of each.
public struct Easing: Hashable, Sendable {
    enum Family: UInt8, CaseIterable {
        case quad, cubic, sine, expo, back, bounce, elastic

        var name: String {
            switch self {
            case .quad: "quad"
            case .cubic: "cubic"
            case .sine: "sine"
            case .expo: "expo"
            case .back: "back"
            case .bounce: "bounce"
            case .elastic: "elastic"
            }
        }

        /// How its `-in` form goes, as a phrase.
        var about: String {
            switch self {
            case .quad: "the square of time"
            case .cubic: "its cube, more pronounced"
            case .sine: "a quarter of a sine wave, gentle"
            case .expo: "a power of two, abrupt"
            case .back: "goes a little back first, and beyond"
            case .bounce: "bounces off the end"
            case .elastic: "swings about the end like a spring"
            }
        }
    }

    enum Form: UInt8, CaseIterable {
        case `in`, out, inOut

        var suffix: String {
            switch self {
            case .in: "-in"
            case .out: "-out"
            case .inOut: "-in-out"
            }
        }
    }

    private enum Curve: Hashable {
        case linear
        case steps(Double)
        case bezier(CubicBezier)
        case family(Family, Form)
    }

    private let curve: Curve

    private init(_ curve: Curve) {
        self.curve = curve
    }

    /// Constant pace.
    public static let linear = Easing(.linear)
    /// Slow at first: cubic-bezier(0.42, 0, 1, 1).
    public static let `in` = Easing(.bezier(CubicBezier(0.42, 0, 1, 1)))
    /// Slow at last: cubic-bezier(0, 0, 0.58, 1).
    public static let out = Easing(.bezier(CubicBezier(0, 0, 0.58, 1)))
    /// Slow at both ends, what `animate` does unless told otherwise: cubic-bezier(0.42, 0, 0.58, 1).
    public static let inOut = Easing(.bezier(CubicBezier(0.42, 0, 0.58, 1)))

    /// A timing curve with two control points; nil unless both x are 0…1 and all four are finite.
    public static func cubicBezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Easing? {
        guard (0...1).contains(x1), (0...1).contains(x2), y1.isFinite, y2.isFinite else { return nil }
        return Easing(.bezier(CubicBezier(x1, y1, x2, y2)))
    }

    /// `count` equal steps, each taken at the end of its time; nil unless `count` is 1…1,000,000.
    public static func steps(_ count: Int) -> Easing? {
        guard (1...1_000_000).contains(count) else { return nil }
        return Easing(.steps(Double(count)))
    }

    static func family(_ family: Family, _ form: Form) -> Easing {
        Easing(.family(family, form))
    }

    /// Progress at `time`, both 0…1 at the ends; `back` and `elastic` and some Béziers overshoot in between.
    ///
    /// Exactly 0 up to time 0 (and for what is not a number), exactly 1 from time 1 on.
    public func callAsFunction(_ time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        switch curve {
        case .linear: return time
        case .steps(let count):
            // A step is not to come a frame late because its time was rounded down.
            return Double(Int(time * count + 1e-9)) / count
        case .bezier(let bezier): return bezier(time)
        case .family(let family, .in): return Self.start(family, time, isHalf: false)
        case .family(let family, .out): return 1 - Self.start(family, 1 - time, isHalf: false)
        case .family(let family, .inOut):
            if time < 0.5 { return Self.start(family, 2 * time, isHalf: true) / 2 }
            return 1 - Self.start(family, 2 - 2 * time, isHalf: true) / 2
        }
    }

    /// The `-in` form of a family; `back` swings wider and `elastic` slower as half of an `-in-out`.
    private static func start(_ family: Family, _ time: Double, isHalf: Bool) -> Double {
        switch family {
        case .quad: return time * time
        case .cubic: return time * time * time
        case .sine:
            // 1 - cos(tπ/2), without the cancellation near 0.
            let half = ElementaryFunctions.sine(time * .pi / 4)
            return 2 * half * half
        case .expo: return (ElementaryFunctions.exp2(10 * time) - 1) / 1023
        case .back:
            let overshoot = isHalf ? 1.70158 * 1.525 : 1.70158
            return time * time * ((overshoot + 1) * time - overshoot)
        case .bounce: return 1 - bounceOut(1 - time)
        case .elastic:
            let period = isHalf ? 0.45 : 0.3
            let swing = ElementaryFunctions.sine((time - 1 - period / 4) * 2 * .pi / period)
            return -ElementaryFunctions.exp2(10 * (time - 1)) * swing
        }
    }

    /// Four parabolas of the same steepness, each lower than the one before.
    private static func bounceOut(_ time: Double) -> Double {
        let steepness = 7.5625
        let (middle, floor): (Double, Double) =
            if time < 1 / 2.75 {
                (0, 0)
            } else if time < 2 / 2.75 {
                (1.5 / 2.75, 0.75)
            } else if time < 2.5 / 2.75 {
                (2.25 / 2.75, 0.9375)
            } else {
                (2.625 / 2.75, 0.984375)
            }
        return steepness * (time - middle) * (time - middle) + floor
    }
}
