/// The lines that a script printed: the latest ones, with everything that could drive a terminal made harmless.
public struct Log: Sendable {
    /// The most lines that are kept.
    public let capacity: Int
    /// The kept lines, oldest first.
    public private(set) var lines: [String] = []
    /// Lines printed so far, the dropped ones too.
    public private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 0)
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
            guard capacity > 0 else { continue }
            if lines.count == capacity { lines.removeFirst() }
            lines.append(PlainText.escaped(String(line)))
        }
    }
}
