/// An asciicast, read strictly.
struct Cast {
    struct Failure: Error {
        let line: String
    }

    struct Event: Equatable {
        let time: Double
        let kind: String
        let text: String
    }

    let header: JSONReader.Value
    let events: [Event]

    /// Reads lines that are all whole.
    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasSuffix("\n"), Array(text.utf8) == bytes else { throw Failure(line: "cut, or not UTF-8") }
        var lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        header = try JSONReader.read(lines.removeFirst())
        events = try lines.map { line in
            guard case .array(let values) = try JSONReader.read(line), values.count == 3,
                case .number(let time) = values[0], let seconds = Double(time), case .string(let kind) = values[1],
                case .string(let text) = values[2]
            else { throw Failure(line: line) }
            return Event(time: seconds, kind: kind, text: text)
        }
        guard zip(events, events.dropFirst()).allSatisfy({ $0.time <= $1.time }) else {
            throw Failure(line: "times that fall")
        }
    }

    /// All that was sent.
    var output: String { events.filter { $0.kind == "o" }.map(\.text).joined() }
}
