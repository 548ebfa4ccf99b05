extension CellGrid {
    /// Writes a line of text, which never wraps and may begin or end outside.
    ///
    /// Controls and broken scalars become U+FFFD, line breaks and tabs a space. Marks join the letter before them.
    /// Emoji that a joiner would glue together are drawn one by one, because terminals disagree on the sum.
    ///
    /// - Parameters:
    ///   - scalars: Unicode scalars; anything else in there is replaced.
    ///   - column: the column of the first, middle or last cell, as `alignment` has it.
    ///   - isBehind: Whether only cells are written in which there is nothing but the cloth.
    ///   - cloth: What lies behind, and goes on behind the text.
    package mutating func write(
        _ scalars: some Collection<UInt32>,
        column: Int,
        row: Int,
        style: CellStyle = CellStyle(),
        alignment: TextItem.Alignment = .left,
        isBehind: Bool = false,
        over cloth: Backcloth = Backcloth(face: .spaces)
    ) {
        guard row >= 0, row < rows else { return }
        var at = column
        switch alignment {
        case .left: break
        case .center: at -= Self.columnCount(of: scalars) / 2
        case .right: at -= Self.columnCount(of: scalars) - 1
        }
        var glyphs = TextGlyphs(scalars)
        while at < columns, let glyph = glyphs.next() {
            if at >= 0, !isBehind || isBare(column: at, row: row, width: glyph.width, cloth) {
                var style = style
                if !cloth.isEmpty { style.background = cloth.ground(row * columns + at) }
                put(Cell(content: content(of: glyph), style: style, width: UInt8(glyph.width)), column: at, row: row)
            }
            at += glyph.width
        }
    }

    private func isBare(column: Int, row: Int, width: Int, _ cloth: Backcloth) -> Bool {
        (column..<min(column + width, columns)).allSatisfy { self[$0, row] == cloth.cell(row * columns + $0) }
    }

    /// Columns that `write` fills with these scalars.
    package static func columnCount(of scalars: some Collection<UInt32>) -> Int {
        var glyphs = TextGlyphs(scalars)
        var sum = 0
        while let glyph = glyphs.next() { sum += glyph.width }
        return sum
    }

    func content(of glyph: TextGlyph) -> UInt32 {
        guard glyph.count > 1 else { return glyph.scalars[0] }
        return clusters.number(of: glyph).map { Cell.clusterBit | $0 } ?? glyph.scalars[0]
    }
}
