/// Text of a script's that a terminal may be shown.
package enum PlainText {
    /// `text` with control characters, C1 ones too, written as `\x1B`; tabs become four blanks.
    package static func escaped(_ text: String) -> String {
        if text.unicodeScalars.allSatisfy({ !isControl($0) }) { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\t" {
                escaped += "    "
            } else if isControl(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += scalar.value < 0x100 ? "\\x" + (digits.count < 2 ? "0" : "") + digits : "\\u{\(digits)}"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// C0, DEL, C1, and the marks that turn the direction of writing.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
