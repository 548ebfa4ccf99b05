/// Lines of an asciicast, version 2 (docs.asciinema.org/manual/asciicast/v2): a header, then an event a line, each a
/// time in seconds, a letter and a text.
package struct CastWriter {
    /// The lines that were not taken away yet.
    package private(set) var text = ByteBuffer()
    /// The beginning of a character whose rest has not come.
    private var cut: [UInt8] = []

    /// No lines.
    package init() {
        cut.reserveCapacity(4)
    }

    /// Appends the header.
    ///
    /// - Parameter terminal: what `TERM` is.
    package mutating func begin(columns: Int, rows: Int, terminal: String, title: String) {
        text.append("{\"version\": 2, \"width\": ")
        text.append(decimal: columns)
        text.append(", \"height\": ")
        text.append(decimal: rows)
        text.append(", \"title\": \"")
        for byte in title.utf8 { take(byte) }
        text.append("\", \"env\": {\"TERM\": \"")
        for byte in terminal.utf8 { take(byte) }
        text.append("\"}}\n")
    }

    /// Appends what a terminal was sent.
    ///
    /// A character that is cut at the end waits for its rest, which comes with the next bytes; bytes that are no UTF-8
    /// become U+FFFD.
    package mutating func append(output bytes: some Sequence<UInt8>, at time: Duration) {
        beginEvent(at: time, "o")
        for byte in bytes { take(byte) }
        text.append("\"]\n")
    }

    /// Appends that the terminal has another size.
    package mutating func append(columns: Int, rows: Int, at time: Duration) {
        beginEvent(at: time, "r")
        text.append(decimal: max(columns, 0))
        text.append(0x78)
        text.append(decimal: max(rows, 0))
        text.append("\"]\n")
    }

    /// Takes the lines away; what is cut goes on.
    package mutating func clear() {
        text.clear()
    }

    /// `[12.345678, "o", "`
    private mutating func beginEvent(at time: Duration, _ kind: StaticString) {
        let microseconds = Int(clamping: time.nanoseconds / 1000)
        text.append(0x5B)
        text.append(decimal: microseconds / 1_000_000)
        text.append(0x2E)
        var digits = 100_000
        while digits > 0 {
            text.append(UInt8(0x30 + microseconds / digits % 10))
            digits /= 10
        }
        text.append(", \"")
        text.append(kind)
        text.append("\", \"")
    }

    private mutating func take(_ byte: UInt8) {
        if !cut.isEmpty {
            if isNext(byte) {
                cut.append(byte)
                if cut.count == Self.length(cut[0]) {
                    for byte in cut { text.append(byte) }
                    cut.removeAll(keepingCapacity: true)
                }
                return
            }
            text.append("\u{FFFD}")
            cut.removeAll(keepingCapacity: true)
        }
        switch byte {
        case 0x22: text.append("\\\"")
        case 0x5C: text.append("\\\\")
        case 0x0A: text.append("\\n")
        case 0x0D: text.append("\\r")
        case 0..<0x20, 0x7F:
            text.append("\\u00")
            text.append(Self.digit(byte >> 4))
            text.append(Self.digit(byte & 15))
        case 0x20..<0x80: text.append(byte)
        case 0xC2...0xF4: cut.append(byte)
        default: text.append("\u{FFFD}")
        }
    }

    /// Whether a byte goes on with the character that is cut (RFC 3629, 4: neither overlong, nor a surrogate, nor beyond
    /// U+10FFFF).
    private func isNext(_ byte: UInt8) -> Bool {
        guard cut.count == 1 else { return byte & 0xC0 == 0x80 }
        return switch cut[0] {
        case 0xE0: (0xA0...0xBF).contains(byte)
        case 0xED: (0x80...0x9F).contains(byte)
        case 0xF0: (0x90...0xBF).contains(byte)
        case 0xF4: (0x80...0x8F).contains(byte)
        default: byte & 0xC0 == 0x80
        }
    }

    /// Bytes of the character that begins with this one.
    private static func length(_ first: UInt8) -> Int {
        first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x57 + value
    }
}
