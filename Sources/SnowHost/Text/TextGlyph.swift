/// What one cell, or two, of a text holds: a scalar and the marks that combine with it.
package struct TextGlyph {
    /// The most scalars in one cell; a terminal that keeps fewer drops the rest.
    package static let longest = 6

    /// `count` scalars, then zeros.
    package var scalars: SIMD8<UInt32>
    package var count: Int
    /// 1 or 2.
    package var width: Int

    /// A glyph of one scalar.
    package init(_ scalar: UInt32) {
        scalars = SIMD8<UInt32>(repeating: 0)
        scalars[0] = scalar
        count = 1
        width = max(1, CharacterWidth.of(scalar))
    }

    /// A glyph that was cut from a text before.
    package init(_ parts: some Collection<UInt32>, width: Int) {
        scalars = SIMD8<UInt32>(repeating: 0)
        count = 0
        for scalar in parts.prefix(Self.longest) {
            scalars[count] = scalar
            count += 1
        }
        self.width = width
    }

    fileprivate mutating func combine(_ scalar: UInt32) {
        guard count < Self.longest else { return }
        scalars[count] = scalar
        count += 1
    }
}

/// Cuts scalars into glyphs that are safe to send to a terminal.
struct TextGlyphs<Scalars: Collection<UInt32>> {
    private let scalars: Scalars
    private var index: Scalars.Index

    init(_ scalars: Scalars) {
        self.scalars = scalars
        index = scalars.startIndex
    }

    mutating func next() -> TextGlyph? {
        guard index < scalars.endIndex else { return nil }
        var glyph = TextGlyph(Self.safe(scalars[index]))
        scalars.formIndex(after: &index)
        while index < scalars.endIndex {
            let scalar = scalars[index]
            if scalar == CharacterWidth.emojiSelector {
                glyph.combine(scalar)
                // A letter or digit keeps its width: only © ® and pictures have two forms.
                if glyph.scalars[0] == 0xA9 || glyph.scalars[0] == 0xAE || glyph.scalars[0] >= 0x203C {
                    glyph.width = 2
                }
            } else if CharacterWidth.of(scalar) == 0, CharacterWidth.isPrintable(scalar) {
                if scalar != CharacterWidth.joiner, scalar < 0xE0000 || scalar > 0xE007F {
                    glyph.combine(scalar)
                }
            } else if !(0x1F3FB...0x1F3FF).contains(scalar) || glyph.scalars[0] < 0x261D {
                break
            }
            scalars.formIndex(after: &index)
        }
        return glyph
    }

    private static func safe(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x09, 0x0A, 0x0D: 0x20
        case _ where !CharacterWidth.isPrintable(scalar): CharacterWidth.replacement
        // A mark with no letter to stand on.
        case _ where CharacterWidth.of(scalar) == 0: CharacterWidth.replacement
        default: scalar
        }
    }
}
