/// How exactly the opacity of a pixel is shown: how many levels there are, and how readily a cell goes to another.
package struct ShadeDetail: Equatable, Sendable {
    /// Levels above nothing, 1…255.
    package var levels: Int
    /// How far beyond the middle between two levels an opacity must go to change level, in levels: 0 for none. A
    /// pixel that hovers around the middle then does not flicker, nor cost bytes.
    package var hysteresis: Float

    /// A detail; the levels are clamped to what is possible.
    package init(levels: Int, hysteresis: Float) {
        self.levels = min(max(levels, 1), 255)
        self.hysteresis = min(max(hysteresis, 0), 4)
    }

    /// Every opacity as it is.
    package static let exact = ShadeDetail(levels: 255, hysteresis: 0)
}

/// Makes pixels into shades: an opacity and a 15-bit colour, which change only when that would be seen.
struct Shader {
    /// An opacity in bits 16…23, a colour 5-5-5 below; 0 for nothing.
    typealias Shade = UInt32

    var detail: ShadeDetail {
        didSet { if detail != oldValue { prepare() } }
    }
    /// Opacities from this on are shown at all.
    var threshold: UInt8 {
        didSet { if threshold != oldValue { prepare() } }
    }

    /// The level nearest to each opacity, as an opacity.
    private var nearest = [UInt8](repeating: 0, count: 256)
    /// The opacities over which one on show is held.
    private var heldFrom = [UInt8](repeating: 0, count: 256)
    private var heldTo = [UInt8](repeating: 0, count: 256)

    init(detail: ShadeDetail, threshold: UInt8) {
        self.detail = detail
        self.threshold = threshold
        prepare()
    }

    private mutating func prepare() {
        let step = 255 / Float(detail.levels)
        let lowest = Float(max(threshold, 1))
        for opacity in 0..<256 {
            let level = max((Float(opacity) / step).rounded(), 1)
            nearest[opacity] = Float(opacity) < lowest ? 0 : UInt8(min(level * step, 255))
        }
        // No hysteresis holds nothing at all, so that what is shown depends on this frame alone.
        let reach = detail.hysteresis > 0 ? (0.5 + detail.hysteresis) * step : 0
        // What is shown goes out a little later than it came.
        let margin = min(lowest, step) * detail.hysteresis / 2
        heldFrom[0] = 0
        heldTo[0] = UInt8(max(lowest - 1 + margin, 0))
        for opacity in 1..<256 {
            heldFrom[opacity] = UInt8(min(max(Float(opacity) - reach, lowest - margin, 1), 255).rounded(.up))
            heldTo[opacity] = UInt8(min(Float(opacity) + reach, 255).rounded(.down))
        }
    }

    /// The shade of a pixel where `held` is on show.
    @inline(__always)
    func shade(_ pixel: UInt32, held: Shade) -> Shade {
        let opacity = pixel >> 24
        if opacity == 0 { return 0 }
        let shown = Int(held >> 16)
        let isHeld = opacity >= UInt32(heldFrom[shown]) && opacity <= UInt32(heldTo[shown])
        let level = isHeld ? UInt32(shown) : UInt32(nearest[Int(opacity)])
        if level == 0 { return 0 }
        let color = Self.color(of: pixel, opacity: opacity)
        if shown != 0, detail.hysteresis > 0, Self.isNear(color, held & 0x7FFF) { return level << 16 | held & 0x7FFF }
        return level << 16 | color
    }

    /// The opacity, 0…255, that a shade stands for.
    @inline(__always)
    func opacity(of shade: Shade) -> UInt32 { shade >> 16 }

    /// The colour before it was multiplied by its opacity, five bits a channel.
    @inline(__always)
    private static func color(of pixel: UInt32, opacity: UInt32) -> UInt32 {
        // Three quotients by one number. Each is exact: a dividend has 16 bits, and times the divisor less than 24.
        let inverse = UInt64((1 << 24) / opacity &+ 1)
        func quotient(_ channel: UInt32) -> UInt32 {
            UInt32(truncatingIfNeeded: (UInt64(channel & 0xFF) &* 255 &* inverse) >> 24)
        }
        let red = quotient(pixel >> 16), green = quotient(pixel >> 8), blue = quotient(pixel)
        return (min(red, 255) >> 3) << 10 | (min(green, 255) >> 3) << 5 | min(blue, 255) >> 3
    }

    /// Whether two 15-bit colours are within one step in each channel.
    @inline(__always)
    private static func isNear(_ first: UInt32, _ second: UInt32) -> Bool {
        // One more than a difference of at most one is at most two.
        let red = (first >> 10 & 31) &- (second >> 10 & 31) &+ 1
        let green = (first >> 5 & 31) &- (second >> 5 & 31) &+ 1
        let blue = (first & 31) &- (second & 31) &+ 1
        return red <= 2 && green <= 2 && blue <= 2
    }
}
