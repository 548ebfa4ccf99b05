/// Text broken at spaces into lines that fit.
struct Paragraph {
    /// The lines, each ending in a newline.
    let text: String

    /// Breaks `words` so that no line is wider than `width`, unless a word is.
    ///
    /// Each line starts with `indent` spaces; the first one with `first` instead, where given.
    init(_ words: String, indent: Int = 0, first: String? = nil, width: Int = 80) {
        let margin = String(repeating: " ", count: indent)
        var lines = ""
        var line = first ?? margin
        var isFresh = true
        for word in words.split(separator: " ") {
            if !isFresh, line.count + 1 + word.count > width {
                lines += line + "\n"
                line = margin
                isFresh = true
            }
            line += isFresh ? word : " " + word
            isFresh = false
        }
        text = lines + line + "\n"
    }
}
