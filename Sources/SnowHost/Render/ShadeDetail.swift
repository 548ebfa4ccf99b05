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
        func channel(_ value: UInt32) -> UInt32 {
            min((value & 0xFF) * 255 / opacity, 255) >> 3
        }
        return channel(pixel >> 16) << 10 | channel(pixel >> 8) << 5 | channel(pixel)
    }

    /// Whether two 15-bit colours are within one step in each channel.
    @inline(__always)
    private static func isNear(_ first: UInt32, _ second: UInt32) -> Bool {
        func channel(_ shift: UInt32) -> Bool {
            let step = Int32(bitPattern: first >> shift & 31) - Int32(bitPattern: second >> shift & 31)
            return step >= -1 && step <= 1
        }
        return channel(0) && channel(5) && channel(10)
    }
}
