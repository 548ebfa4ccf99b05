/// Turns colours and opacities into what the terminal can be told, in few bytes.
///
/// Every answer is remembered in a small table, so that a frame costs one look-up a cell.
package struct Palette {
    /// What the terminal can show.
    package let depth: ColorDepth
    /// Whether light colours show on the terminal's background, or dark ones.
    package let ground: TerminalGround
    /// What half-transparent colours are blended with, 0xRRGGBB: the terminal's own background where it told it.
    package let background: UInt32
    /// How far, in OKLab, a 24-bit colour may lie from a palette entry and still be sent as that entry, which is
    /// eight bytes shorter; about 0.02 is the least difference that shows when two colours lie side by side.
    package let indexedTolerance: Float

    /// The same for flakes before a picture, whose colours are as many as those of the picture times those of flakes.
    private static let picturedTolerance: Float = 0.045

    private var keys: [UInt64]
    private var colors: [CellColor]
    private static let tableSize = 4096

    /// A palette with an empty memory.
    ///
    /// - Parameter background: 0xRRGGBB; nil for black or white, as the ground is.
    package init(
        depth: ColorDepth, ground: TerminalGround = .dark, background: UInt32? = nil, indexedTolerance: Float = 0.02
    ) {
        self.depth = depth
        self.ground = ground
        self.background = background ?? ground.color
        self.indexedTolerance = indexedTolerance
        // No key is all ones: a shade has 56 bits, the others 24 and one of the two top ones.
        keys = [UInt64](repeating: .max, count: Self.tableSize)
        colors = [CellColor](repeating: .standard, count: Self.tableSize)
    }

    /// The colour of a pixel of 15-bit colour `rgb555`, `opacity` (0…255) above what is behind it: 0xFFRRGGBB, or 0
    /// for the terminal's background.
    package mutating func shade(rgb555: UInt32, opacity: UInt32, over behind: UInt32 = 0) -> CellColor {
        if depth == .none { return .standard }
        let key = UInt64(behind) << 23 | UInt64(opacity << 15 | rgb555)
        let slot = Self.slot(of: key)
        if keys[slot] == key { return colors[slot] }
        let color = color(
            mixed(Self.expand(rgb555), opacity: opacity, over: behind),
            tolerance: behind == 0 ? indexedTolerance : Self.picturedTolerance)
        keys[slot] = key
        colors[slot] = color
        return color
    }

    /// What to tell the terminal for 0xRRGGBB behind the flakes, remembered like a shade.
    package mutating func rememberedBackground(_ rgb: UInt32) -> CellColor {
        if depth == .none { return .standard }
        let key = UInt64(rgb & 0xFF_FFFF) | 1 << 62
        let slot = Self.slot(of: key)
        if keys[slot] == key { return colors[slot] }
        let color = backgroundColor(rgb)
        keys[slot] = key
        colors[slot] = color
        return color
    }

    private static func slot(of key: UInt64) -> Int {
        Int((key &* 0x9E37_79B9_7F4A_7C15) >> 52)
    }

    /// Before a picture colours are their own; above the terminal's background they must show on it.
    private func mixed(_ rgb: UInt32, opacity: UInt32, over behind: UInt32) -> UInt32 {
        if behind == 0 { return Self.mix(ink(rgb), over: background, opacity: opacity) }
        // What is halfway between the flake and the picture is one of sixteen that is neither.
        if depth == .sixteen { return opacity >= 96 ? rgb : behind & 0xFF_FFFF }
        return Self.mix(rgb, over: behind & 0xFF_FFFF, opacity: opacity)
    }

    /// What a premultiplied pixel looks like, 0xRRGGBB, above what is behind it: 0xFFRRGGBB, or 0 for the terminal's
    /// background.
    package func seen(_ pixel: UInt32, over behind: UInt32 = 0) -> UInt32 {
        let opacity = pixel >> 24
        if opacity == 0 { return behind == 0 ? background : behind & 0xFF_FFFF }
        func channel(_ shift: UInt32) -> UInt32 { min((pixel >> shift & 0xFF) * 255 / opacity, 255) << shift }
        return mixed(channel(16) | channel(8) | channel(0), opacity: opacity, over: behind)
    }

    /// What to tell the terminal for 0xRRGGBB, remembered like a shade.
    package mutating func exactColor(_ rgb: UInt32) -> CellColor {
        if depth == .none { return .standard }
        let key = UInt64(rgb & 0xFF_FFFF) | 1 << 63
        let slot = Self.slot(of: key)
        if keys[slot] == key { return colors[slot] }
        let color = color(rgb)
        keys[slot] = key
        colors[slot] = color
        return color
    }

    /// What to tell the terminal for 0xRRGGBB.
    ///
    /// - Complexity: up to 240 distances; callers in the frame path go through `shade`.
    package func color(_ rgb: UInt32) -> CellColor {
        color(rgb, tolerance: indexedTolerance)
    }

    private func color(_ rgb: UInt32, tolerance: Float) -> CellColor {
        switch depth {
        case .none:
            return .standard
        case .sixteen:
            let nearest = XtermColors.nearest(to: rgb, in: 0..<16).index
            // The darkest entry may be the background itself: the next one still shows.
            return .indexed(nearest == 0 && ground == .dark ? 8 : nearest)
        case .indexed:
            return .indexed(XtermColors.nearest(to: rgb, in: 16..<256).index)
        case .truecolor:
            let nearest = XtermColors.nearest(to: rgb, in: 16..<256)
            let isClose = nearest.squaredDistance <= tolerance * tolerance
            return isClose ? .indexed(nearest.index) : .rgb(rgb)
        }
    }

    /// What to tell the terminal for 0xRRGGBB behind the flakes, where the darkest colour may be black.
    ///
    /// - Complexity: as `color`.
    package func backgroundColor(_ rgb: UInt32) -> CellColor {
        depth == .sixteen ? .indexed(XtermColors.nearest(to: rgb, in: 0..<16).index) : color(rgb)
    }

    /// The colour of a flake that is sent as pixels: grey where there are to be no colours.
    func ink(of rgb: UInt32) -> UInt32 {
        guard depth == .none else { return ink(rgb) }
        // Rec. 601 luma.
        let luma = ((rgb >> 16 & 0xFF) * 77 + (rgb >> 8 & 0xFF) * 150 + (rgb & 0xFF) * 29) >> 8
        return ink(luma << 16 | luma << 8 | luma)
    }

    /// The colour that stands for `rgb` on this ground: on a light one, light colours become dark.
    private func ink(_ rgb: UInt32) -> UInt32 {
        guard ground == .light else { return rgb }
        let red = rgb >> 16 & 0xFF
        let green = rgb >> 8 & 0xFF
        let blue = rgb & 0xFF
        // Lightness is turned over, hue kept; the rest keeps white snow from being pure black.
        let turn = 255 - Int(max(red, green, blue)) - Int(min(red, green, blue))
        func channel(_ value: UInt32) -> UInt32 {
            UInt32(min(max(Int(value) + turn, 0), 255)) * 3 / 4 + 24
        }
        return channel(red) << 16 | channel(green) << 8 | channel(blue)
    }

    /// Five bits a channel to eight.
    package static func expand(_ rgb555: UInt32) -> UInt32 {
        func channel(_ value: UInt32) -> UInt32 { value << 3 | value >> 2 }
        return channel(rgb555 >> 10 & 31) << 16 | channel(rgb555 >> 5 & 31) << 8 | channel(rgb555 & 31)
    }

    /// `opacity` (0…255) of one colour over another.
    package static func mix(_ rgb: UInt32, over ground: UInt32, opacity: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let above = rgb >> shift & 0xFF
            let below = ground >> shift & 0xFF
            return (above * opacity + below * (255 - opacity) + 127) / 255
        }
        return channel(16) << 16 | channel(8) << 8 | channel(0)
    }
}
