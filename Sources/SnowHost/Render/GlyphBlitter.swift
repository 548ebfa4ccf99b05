/// One character a flake, chosen by its size, or the flake's own glyph.
///
/// It draws flakes, not a canvas. All characters it chooses are one column wide everywhere, also where East Asian
/// ambiguous ones are not; ❄ is not among them, because some terminals draw it as a coloured picture.
package struct GlyphBlitter {
    /// How exactly opacities are shown.
    package var detail: ShadeDetail

    /// A blitter that draws flakes in so many levels of opacity.
    package init(detail: ShadeDetail) {
        self.detail = detail
    }

    /// Characters by a flake's width in cells, up to the given width; one of each is picked by the flake's number.
    private static let sizes: [(upTo: Float, glyphs: [UInt32])] = [
        (0.45, [0x2E]),  // .
        (0.8, [0x22C5]),  // ⋅
        (1.2, [0x2219, 0x2A]),  // ∙ *
        (1.8, [0x2A, 0x2217, 0x2736]),  // * ∗ ✶
        (.infinity, [0x2745, 0x2746, 0x273B]),  // ❅ ❆ ✻
    ]

    /// Draws a flake whose look is in cells; later flakes hide earlier ones.
    ///
    /// - Parameter cloth: What lies behind.
    package func draw(
        _ flake: FlakeLook, over cloth: borrowing Backcloth, onto layer: inout CellGrid, palette: inout Palette
    ) {
        // Written so that what would not fit an Int never gets to be one.
        guard flake.x >= 0, flake.y >= 0, flake.x < Float(layer.columns), flake.y < Float(layer.rows) else { return }
        let level = (flake.opacity * Float(detail.levels)).rounded() / Float(detail.levels)
        let isFaint = palette.depth == .none && flake.opacity < 0.1
        guard level > 0, !isFaint else { return }

        let own = CharacterWidth.isPrintable(flake.glyph) && CharacterWidth.of(flake.glyph) > 0
        let content = own ? flake.glyph : Self.glyph(for: flake)
        let opacity = UInt32(level * 255)
        let place = Int(flake.y) * layer.columns + Int(flake.x)
        let color = palette.shade(rgb555: Self.shortened(flake.color), opacity: opacity, over: cloth.mean(place))
        let cell = Cell(
            content: content,
            style: CellStyle(foreground: color, background: cloth.ground(place)),
            width: UInt8(max(CharacterWidth.of(content), 1))
        )
        layer.put(cell, column: Int(flake.x), row: Int(flake.y))
    }

    private static func glyph(for flake: FlakeLook) -> UInt32 {
        // Cells are twice as high as wide: the reach in rows counts double.
        let width = 2 * max(flake.reachX, 2 * flake.reachY)
        for size in sizes where width < size.upTo {
            return size.glyphs[Int(flake.birthNumber) % size.glyphs.count]
        }
        return 0x2A
    }

    private static func shortened(_ color: UInt32) -> UInt32 {
        (color >> 19 & 31) << 10 | (color >> 11 & 31) << 5 | color >> 3 & 31
    }
}
