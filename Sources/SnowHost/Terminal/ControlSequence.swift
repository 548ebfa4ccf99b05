/// What a control sequence from the terminal says.
enum ControlSequence {
    /// The event of "\e[", these bytes and a final one; nil when it is nothing that is known.
    static func event(of body: ArraySlice<UInt8>, final: UInt8) -> TerminalEvent? {
        let mark = body.first ?? 0
        switch (mark, final) {
        case (0x3C, 0x4D), (0x3C, 0x6D):
            return mouse(numbers(body.dropFirst()), isRelease: final == 0x6D).map { .mouse($0) }
        case (0x3F, 0x63):
            return .reply(.deviceAttributes(numbers(body.dropFirst(), atMost: 32)))
        case (0x3F, 0x79) where body.last == 0x24:
            let values = numbers(body.dropFirst().dropLast())
            guard values.count == 2 else { return .reply(.other) }
            // 0 is "never heard of it", 4 "for ever reset".
            return .reply(.mode(number: values[0], isKnown: values[1] != 0 && values[1] != 4))
        case (0x3C...0x3F, _):
            return .reply(.other)
        case (0x36, 0x74):
            // "6 ; height ; width": a report of a cell's size.
            let values = numbers(body)
            let isSize = values.count == 3 && values[0] == 6 && values[1] > 0 && values[2] > 0
            return .reply(isSize ? .cellSize(width: values[2], height: values[1]) : .other)
        case (_, 0x52) where body.contains(0x3B):
            // It looks like F3 with a modifier; the answer is what must never become a key.
            let values = numbers(body)
            let isPlace = values.count == 2 && values[0] > 0 && values[1] > 0
            return .reply(isPlace ? .cursor(column: values[1], row: values[0]) : .other)
        case (_, 0x74), (_, 0x63), (_, 0x6E), (_, 0x79):
            return .reply(.other)
        default:
            return KeyNames.final(final, parameters: numbers(body)).map { .key($0) }
        }
    }

    /// Decimal numbers between semicolons; 0 for one that is missing.
    private static func numbers(_ bytes: ArraySlice<UInt8>, atMost most: Int = 8) -> [Int] {
        if bytes.isEmpty { return [] }
        var numbers = [0]
        var isSub = false
        for byte in bytes {
            switch byte {
            case 0x30...0x39 where !isSub:
                let last = numbers.count - 1
                numbers[last] = min(numbers[last] * 10 + Int(byte - 0x30), 0xFF_FFFF)
            case 0x3A:
                isSub = true
            case 0x3B where numbers.count < most:
                isSub = false
                numbers.append(0)
            default:
                continue
            }
        }
        return numbers
    }

    /// SGR mouse report (mode 1006): button bits, column, row.
    private static func mouse(_ numbers: [Int], isRelease: Bool) -> MouseEvent? {
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let bits = numbers[0]
        let button =
            switch bits & 0b1100_0011 {
            case 0: "left"
            case 1: "middle"
            case 2: "right"
            case 64: "wheel-up"
            case 65: "wheel-down"
            case 66: "wheel-left"
            case 67: "wheel-right"
            default: "none"
            }
        let action: MouseEvent.Action = bits & 32 != 0 ? .move : isRelease ? .release : .press
        return MouseEvent(column: numbers[1] - 1, row: numbers[2] - 1, button: button, action: action)
    }
}

/// What a string sequence (OSC, DCS and the like) from the terminal says.
enum StringSequence {
    static func reply(kind: UInt8, body: ArraySlice<UInt8>) -> TerminalReply {
        if kind == 0x5D, body.starts(with: [0x31, 0x31, 0x3B]) {
            return color(body.dropFirst(3)).map { .background($0) } ?? .other
        }
        if kind == 0x50, body.starts(with: [0x3E, 0x7C]) {
            let printable = body.dropFirst(2).prefix(80).filter { (0x20..<0x7F).contains($0) }
            return .version(String(decoding: printable, as: UTF8.self))
        }
        // "G", keys such as "i=31", a semicolon, and OK or what is wrong.
        if kind == 0x5F, body.first == 0x47, let semicolon = body.firstIndex(of: 0x3B) {
            return .graphics(isSupported: body[(semicolon + 1)...].elementsEqual([0x4F, 0x4B]))
        }
        return .other
    }

    /// "rgb:RRRR/GGGG/BBBB" with one to four hexadecimal digits a channel, or "rgba:" and a fourth.
    private static func color(_ body: ArraySlice<UInt8>) -> UInt32? {
        guard let colon = body.firstIndex(of: 0x3A) else { return nil }
        let channels = body[(colon + 1)...].split(separator: 0x2F, omittingEmptySubsequences: false)
        guard channels.count == 3 || channels.count == 4 else { return nil }
        var color: UInt32 = 0
        for channel in channels.prefix(3) {
            guard (1...4).contains(channel.count),
                let value = UInt32(String(decoding: channel, as: UTF8.self), radix: 16)
            else { return nil }
            let most = UInt32(1) << UInt32(4 * channel.count) - 1
            color = color << 8 | (value * 255 + most / 2) / most
        }
        return color
    }
}
