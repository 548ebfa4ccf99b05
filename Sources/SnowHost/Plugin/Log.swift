/// The lines that a script printed: the latest ones, with everything that could drive a terminal made harmless.
public struct Log: Sendable {
    /// The most lines that are kept.
    public let capacity: Int
    /// The kept lines, oldest first.
    public private(set) var lines: [String] = []
    /// Lines printed so far, the dropped ones too.
    public private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    /// Puts the lines of an earlier log before its own.
    mutating func follow(_ earlier: Log) {
        lines = Array((earlier.lines + lines).suffix(capacity))
        count += earlier.count
    }

    /// Adds what one `print` printed; line feeds in it start new lines.
    mutating func append(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            count += 1
            if lines.count == capacity { lines.removeFirst() }
            lines.append(PlainText.escaped(String(line)))
        }
    }
}

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
