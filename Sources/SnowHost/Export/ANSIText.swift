/// A picture of cells as text with SGR sequences, which shows it wherever it is printed: lines, and no motion of the
/// cursor.
enum ANSIText {
    /// The lines, each ended by a line feed with no style left on; blanks at their ends are left out.
    static func bytes(of grid: CellGrid) -> [UInt8] {
        var output = ByteBuffer()
        var styles = StyleEncoder()
        for row in 0..<grid.rows {
            let line = grid.cells[row * grid.columns..<(row + 1) * grid.columns]
            let end = line.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? line.startIndex
            var pen = CellStyle()
            // The right half of a wide glyph comes with its head.
            for cell in line[..<end] where cell.width > 0 {
                styles.append(from: pen, to: cell.style, to: &output)
                pen = cell.style
                if cell.content & Cell.clusterBit == 0 {
                    output.append(scalar: cell.content)
                } else {
                    for scalar in grid.clusters[Int(cell.content & ~Cell.clusterBit)] { output.append(scalar: scalar) }
                }
            }
            styles.append(from: pen, to: CellStyle(), to: &output)
            output.append(0x0A)
        }
        // Also where the last line needed none: what was shown before this text is over, too.
        output.append("\u{1B}[m")
        return output.bytes
    }
}
