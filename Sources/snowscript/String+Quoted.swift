extension String {
    /// The text as one word of a POSIX shell's line.
    var shellWord: String {
        let isPlain =
            !isEmpty
            && unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || "0123456789._-/+=,:@%".unicodeScalars.contains(scalar)
            }
        return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
    }

    /// The text between single quotes, fit for a terminal: control characters are spelled out, a long text is cut.
    var quoted: String {
        let longest = 120
        var shown = "'"
        for scalar in unicodeScalars.prefix(longest) {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown + (unicodeScalars.count > longest ? "…'" : "'")
    }
}
