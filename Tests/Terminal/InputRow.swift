@testable import SnowHost

/// Bytes from a terminal and the events that they mean, in a window of 80×24.
struct InputRow: Sendable {
    /// As it is written in the table: `␛` is ESC, `␇` BEL, and `‹C3 A9›` are bytes by their numbers.
    let text: String
    let bytes: [UInt8]
    let events: [TerminalEvent]
    /// Whether the last sequence stops before its end, so that only time tells what it was.
    let isUnfinished: Bool

    static let size = TerminalSize(columns: 80, rows: 24)

    /// Bytes that mean events.
    init(_ text: String, events: [TerminalEvent], isUnfinished: Bool = false) {
        self.text = text
        self.bytes = Self.bytes(of: text)
        self.events = events
        self.isUnfinished = isUnfinished
    }

    /// Bytes that mean keys, or nothing.
    static func keys(_ text: String, _ names: String...) -> InputRow {
        InputRow(text, events: names.map { .key($0) })
    }

    /// Bytes that mean keys once the rest has not come.
    static func cut(_ text: String, _ names: String...) -> InputRow {
        InputRow(text, events: names.map { .key($0) }, isUnfinished: true)
    }

    /// Bytes that mean an answer.
    static func reply(_ text: String, _ reply: TerminalReply = .other) -> InputRow {
        InputRow(text, events: [.reply(reply)])
    }

    /// Bytes that mean a place of the mouse, counted from 0.
    static func mouse(
        _ text: String, _ column: Int, _ row: Int, _ button: String, _ action: MouseEvent.Action
    ) -> InputRow {
        InputRow(
            text, events: [.mouse(MouseEvent(column: column, row: row, button: button, action: action))])
    }

    /// Whether it is one sequence of ASCII and nothing else: the parser waits until the last byte.
    var isSequence: Bool {
        guard bytes.first == 0x1B, bytes.allSatisfy({ $0 < 0x80 }) else { return false }
        var parser = InputParser(size: Self.size)
        var events: [TerminalEvent] = []
        return bytes.indices.allSatisfy { place in
            defer { parser.feed([bytes[place]], at: .zero, into: &events) }
            return place == 0 || parser.deadline != nil
        }
    }

    private static func bytes(of text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var digits: String?
        for character in text {
            switch character {
            case "␛": bytes.append(0x1B)
            case "␇": bytes.append(0x07)
            case "‹": digits = ""
            case "›":
                bytes += (digits ?? "").split(separator: " ").compactMap { UInt8($0, radix: 16) }
                digits = nil
            default:
                if digits != nil { digits?.append(character) } else { bytes += Array(String(character).utf8) }
            }
        }
        return bytes
    }

    /// What a new parser makes of bytes that come at once, and of the time after them.
    static func events(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var parser = InputParser(size: size)
        var events: [TerminalEvent] = []
        parser.feed(bytes, at: .zero, into: &events)
        parser.settle(at: .seconds(1), into: &events)
        return events
    }
}
