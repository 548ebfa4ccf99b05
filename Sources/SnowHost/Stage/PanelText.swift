/// Text that has to fit into the columns of a panel.
enum PanelText {
    /// Columns that a terminal needs for `text`.
    static func columnCount(_ text: some StringProtocol) -> Int {
        CellGrid.columnCount(of: text.unicodeScalars.map(\.value))
    }

    /// At most `width` columns, with an ellipsis where something was cut off.
    static func cut(_ text: String, to width: Int) -> String {
        guard columnCount(text) > width else { return text }
        var kept = ""
        var count = 1
        for character in text {
            count += columnCount(String(character))
            if count > width { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Lines of at most `width` columns, broken at blanks where there are any.
    static func wrap(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var count = 0
        var lastBlank: String.Index?
        for character in text.prefix(4096) {
            let columns = columnCount(String(character))
            if count + columns > width {
                if let blank = lastBlank {
                    let rest = String(line[line.index(after: blank)...])
                    lines.append(String(line[..<blank]))
                    line = rest
                } else {
                    lines.append(line)
                    line = ""
                }
                count = columnCount(line)
                lastBlank = nil
            }
            if character == " " { lastBlank = line.endIndex }
            line.append(character)
            count += columns
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
