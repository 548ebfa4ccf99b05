import SnowHost

extension FilePath {
    /// The bytes as one word of a shell's line, which drives no terminal.
    var shellWord: String {
        let text = String(validating: bytes, as: UTF8.self)
        if let text, !isEmpty, text.allSatisfy(Self.isPlain) { return text }
        if let text, PlainText.escaped(text) == text { return "'" + text.replacing("'", with: "'\\''") + "'" }
        let escapes = bytes.map { byte in
            let isPlain = byte >= 0x20 && byte < 0x7F && byte != 0x27 && byte != 0x5C
            let digits = String(byte, radix: 16)
            return isPlain
                ? String(Unicode.Scalar(byte)) : "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
        }
        return "$'\(escapes.joined())'"
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_./=,:+@%".contains(character))
    }

    /// As `String.quoted`.
    var quoted: String { description.quoted }
}

extension String {
    /// As `FilePath.shellWord`.
    var shellWord: String { FilePath(self).shellWord }

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
