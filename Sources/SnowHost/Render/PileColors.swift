/// The colours of snow that lies: light on top, a little darker and bluer below, so that its edge shows.
///
/// On a light terminal all of them are darker than the background, as snow in the shade is, where flakes are ink.
struct PileColors {
    /// 0xRRGGBB, from the top down.
    private let tones: SIMD4<UInt32>
    /// The same, as a canvas has to be told them: flakes on it are turned into ink.
    private let pixels: SIMD4<UInt32>

    /// Rows below the surface from which the second, the third and the fourth tone are shown.
    private static let depths: SIMD3<Float> = [1, 2, 3.5]

    init(base: UInt32, ground: TerminalGround) {
        switch ground {
        case .dark:
            tones = [
                base, Self.scaled(base, 238, 242, 250), Self.scaled(base, 222, 230, 246),
                Self.scaled(base, 206, 217, 241),
            ]
            pixels = tones
        case .light:
            tones = [
                Self.scaled(base, 200, 212, 232), Self.scaled(base, 190, 204, 227), Self.scaled(base, 180, 195, 221),
                Self.scaled(base, 170, 186, 215),
            ]
            pixels = [
                Self.beforeInk(tones[0]), Self.beforeInk(tones[1]), Self.beforeInk(tones[2]), Self.beforeInk(tones[3]),
            ]
        }
    }

    /// Which tone is shown so many rows below the surface.
    @inline(__always)
    static func level(rowsBelow rows: Float) -> Int {
        rows < depths[0] ? 0 : rows < depths[1] ? 1 : rows < depths[2] ? 2 : 3
    }

    /// The colour of a tone as the terminal is to show it.
    func tone(_ level: Int) -> UInt32 { tones[level] }

    /// The colour of a tone on a canvas.
    func pixel(_ level: Int) -> UInt32 { pixels[level] }

    private static func scaled(_ color: UInt32, _ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
        func channel(_ shift: UInt32, _ share: UInt32) -> UInt32 { ((color >> shift & 0xFF) * share / 255) << shift }
        return channel(16, red) | channel(8, green) | channel(0, blue)
    }

    /// The colour that `Palette` turns into `color` on a light ground; see there.
    private static func beforeInk(_ color: UInt32) -> UInt32 {
        func wanted(_ shift: UInt32) -> Int { (Int(color >> shift & 0xFF) - 24) * 4 / 3 }
        let channels = (wanted(16), wanted(8), wanted(0))
        let turn =
            255 - max(channels.0, channels.1, channels.2) - min(channels.0, channels.1, channels.2)
        func channel(_ value: Int) -> UInt32 { UInt32(min(max(value + turn, 0), 255)) }
        return channel(channels.0) << 16 | channel(channels.1) << 8 | channel(channels.2)
    }
}
