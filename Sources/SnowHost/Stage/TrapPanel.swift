/// What is wrong with a script, as lines of cells for the foot of the picture.
///
/// It is laid out once for a trap and a size, and then drawn in each frame: the place and the words first, then the
/// source line with a caret, then as many of the calls as there is room for.
struct TrapPanel: Equatable {
    /// One row, as wide as the picture.
    struct Line: Equatable {
        let scalars: [UInt32]
        let isHeadline: Bool
    }

    /// From top to bottom.
    let lines: [Line]

    /// Lays out a trap for a picture.
    ///
    /// - Parameter isWatched: Whether a later save is waited for, which is then said.
    init(_ trap: Trap, columns: Int, rows: Int, isWatched: Bool) {
        // Some of the snow stays in view, and on the smallest terminals at least the place does.
        let room = max(min(rows, 2), rows * 3 / 5)
        guard columns > 4, room > 0 else {
            lines = []
            return
        }
        let width = columns - 2
        var body: [String] = []
        if let source = trap.sourceLine, trap.line > 0 {
            body += Self.excerpt(source, line: trap.line, message: trap.message, width: width)
        }
        if trap.traceback.count > 1 { body += trap.traceback.map { PanelText.cut(PlainText.escaped($0), to: width) } }
        let words = PanelText.wrap(PlainText.escaped(trap.description), to: width)
        let hint = isWatched && room > 4 ? [PanelText.cut("flakes fall on; save a better version", to: width)] : []
        // The source line and its caret are worth more than the rest of a long message.
        let bodyMinimum = min(body.count, 2, max(room - 2, 0))
        var head = Array(words.prefix(max(room - bodyMinimum - hint.count, 1)))
        if head.count < words.count, let last = head.popLast() {
            head.append(PanelText.cut(last + "…", to: width))
        }
        body = Array(body.prefix(max(room - head.count - hint.count, 0)))
        lines =
            head.map { Self.line($0, width: width, isHeadline: true) }
            + (body + hint).map { Self.line($0, width: width, isHeadline: false) }
    }

    private static func line(_ text: String, width: Int, isHeadline: Bool) -> Line {
        var scalars = [0x20] + text.unicodeScalars.map(\.value)
        let missing = width + 2 - CellGrid.columnCount(of: scalars)
        scalars += repeatElement(0x20, count: max(missing, 0))
        return Line(scalars: scalars, isHeadline: isHeadline)
    }

    /// The source line and a line of carets under what the message names, both moved to the left until the carets
    /// show.
    private static func excerpt(_ source: String, line: Int, message: String, width: Int) -> [String] {
        let text = PlainText.escaped(String(source.prefix(4096)))
        let gutter = "\(line) | "
        let room = width - gutter.count
        guard room > 8 else { return [PanelText.cut(gutter + text, to: width)] }
        let marked = place(in: text, message: message)
        var start = text.startIndex
        while PanelText.columnCount(text[start..<marked.upperBound]) > room - 2, start < marked.lowerBound {
            start = text.index(after: start)
        }
        // The first character gives way to the mark that something is missing.
        if start > text.startIndex, start < marked.lowerBound { start = text.index(after: start) }
        let prefix = start > text.startIndex ? "…" : ""
        let indent =
            gutter.count + PanelText.columnCount(prefix) + PanelText.columnCount(text[start..<marked.lowerBound])
        let carets = max(min(PanelText.columnCount(text[marked]), width - indent), 1)
        return [
            PanelText.cut(gutter + prefix + text[start...], to: width),
            PanelText.cut(
                String(repeating: " ", count: gutter.count - 2) + "| "
                    + String(repeating: " ", count: indent - gutter.count) + String(repeating: "^", count: carets),
                to: width),
        ]
    }

    /// Where a quoted word of the message stands in the line; the first word where none does.
    private static func place(in text: String, message: String) -> Range<String.Index> {
        // What stands after `near` is in the line; what is expected may be anywhere, or nowhere.
        let near = message.firstRange(of: " near '").map { message[message.index(before: $0.upperBound)...] }
        for words in [near, message[...]] {
            let quoted = words?.split(separator: "'", omittingEmptySubsequences: false) ?? []
            for (number, word) in quoted.enumerated() where number % 2 == 1 && !word.isEmpty {
                if let range = wholeWord(word, in: text) { return range }
            }
        }
        let first = text.firstIndex { $0 != " " } ?? text.startIndex
        let end = text[first...].firstIndex { !isWordCharacter($0) } ?? text.endIndex
        if first < end { return first..<end }
        return first..<(first < text.endIndex ? text.index(after: first) : first)
    }

    private static func wholeWord(_ word: Substring, in text: String) -> Range<String.Index>? {
        let isWord = word.allSatisfy(isWordCharacter)
        var rest = text[...]
        while let range = rest.firstRange(of: word) {
            let before = range.lowerBound > text.startIndex ? text[text.index(before: range.lowerBound)] : " "
            let after = range.upperBound < text.endIndex ? text[range.upperBound] : " "
            if !isWord || !isWordCharacter(before) && !isWordCharacter(after) { return range }
            rest = text[range.upperBound...]
        }
        return nil
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }
}
