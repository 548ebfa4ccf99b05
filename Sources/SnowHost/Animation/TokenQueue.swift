/// Completion tokens on their way to whoever gave them; the memory is reused.
struct TokenQueue {
    private var entries: [(flake: FlakeID, token: Int32)] = []
    private var head = 0

    /// Tokens waiting.
    var count: Int { entries.count - head }

    mutating func append(_ flake: FlakeID, _ token: Int32) {
        entries.append((flake, token))
    }

    mutating func takeFirst() -> (flake: FlakeID, token: Int32)? {
        guard head < entries.count else { return nil }
        let entry = entries[head]
        head += 1
        // A queue that is never quite empty must not grow for ever.
        if head == entries.count || head >= 64 && 2 * head >= entries.count {
            entries.removeSubrange(..<head)
            head = 0
        }
        return entry
    }
}
