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
