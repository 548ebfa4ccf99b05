extension CellGrid {
    /// Writes the letters of a scenery, as far as they are in the picture; between them everything stays.
    mutating func write(_ text: StyledText, column: Int, row: Int, palette: inout Palette) {
        for line in max(-row, 0)..<max(min(text.rows, rows - row), max(-row, 0)) {
            for place in max(-column, 0)..<max(min(text.columns, columns - column), max(-column, 0)) {
                let cell = text[place, line]
                guard cell.isSolid, cell.width > 0 else { continue }
                let glyph = TextGlyph(text.scalars(of: cell), width: Int(cell.width))
                put(
                    Cell(content: content(of: glyph), style: palette.adapted(cell.style), width: cell.width),
                    column: column + place, row: row + line)
            }
        }
    }
}

extension Palette {
    /// A style that was made for any terminal, as this one can show it.
    mutating func adapted(_ style: CellStyle) -> CellStyle {
        var style = style
        style.foreground = adapted(style.foreground)
        style.background = adapted(style.background)
        return style
    }

    private mutating func adapted(_ color: CellColor) -> CellColor {
        switch (color.kind, depth) {
        case (.standard, _), (_, .none): .standard
        case (.indexed(let index), .sixteen) where index >= 16: exactColor(XtermColors.rgb[Int(index)])
        case (.indexed, _): color
        case (.rgb(let red, let green, let blue), _):
            exactColor(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
        }
    }
}
