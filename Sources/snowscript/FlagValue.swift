import SnowHost

/// Reads the values that flags take.
enum FlagValue {
    /// A value that a flag cannot take: "expected X, got Y".
    struct Invalid: Error, Equatable, Sendable {
        let message: String

        init(expected: String, got text: String) {
            message = "expected \(expected), got \(text.quoted)"
        }
    }

    /// A whole number in `range`.
    static func integer(_ text: String, in range: ClosedRange<Int>) throws(Invalid) -> Int {
        guard isDigits(text), let number = Int(text), range.contains(number) else {
            let bounds =
                range.upperBound == .max
                ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
            throw Invalid(expected: "a whole number \(bounds)", got: text)
        }
        return number
    }

    /// Bytes of memory: a whole number, or one with K, M or G behind it.
    static func byteCount(_ text: String) throws(Invalid) -> Int {
        guard let bytes = bytes(text), (64 << 10...16 << 30).contains(bytes) else {
            throw Invalid(expected: "a size from 64K to 16G, such as 16M", got: text)
        }
        return bytes
    }

    /// Bytes a second, written as bytes are.
    static func byteRate(_ text: String) throws(Invalid) -> Int {
        guard let bytes = bytes(text), (100...1 << 30).contains(bytes) else {
            throw Invalid(expected: "bytes a second from 100 to 1G, such as 9600 or 20K", got: text)
        }
        return bytes
    }

    private static func bytes(_ text: String) -> Int? {
        let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
        let shift = text.last.flatMap { shifts[Character($0.uppercased())] } ?? 0
        let digits = shift > 0 ? String(text.dropLast()) : text
        guard isDigits(digits), let number = Int(digits) else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: 1 << shift)
        return isTooLarge ? nil : bytes
    }

    /// 64 bits, decimal or after 0x.
    static func seed(_ text: String) throws(Invalid) -> UInt64 {
        let hasPrefix = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = hasPrefix ? String(text.dropFirst(2)) : text
        guard let first = digits.first, first != "+", first != "-",
            let seed = UInt64(digits, radix: hasPrefix ? 16 : 10)
        else {
            throw Invalid(expected: "a whole number from 0 to \(UInt64.max), or 0x and up to 16 hex digits", got: text)
        }
        return seed
    }

    /// A length of time such as 10s, 500ms, 1.5m, 1m30s; a bare number is seconds.
    static func duration(_ text: String) throws(Invalid) -> Duration {
        let longest = 1000.0 * 3600
        var rest = text[...]
        var seconds = 0.0
        repeat {
            let number = rest.prefix { $0 == "." || $0.isASCIIDigit }
            let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
            guard let count = Double(number), let length = secondsPerUnit(unit, isAlone: rest.count == text.count)
            else { throw invalidDuration(text) }
            seconds += count * length
            rest = rest.dropFirst(number.count + unit.count)
        } while !rest.isEmpty
        // Rounded to whole nanoseconds, which must not leave zero.
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds >= 1, seconds <= longest else { throw invalidDuration(text) }
        return .nanoseconds(Int64(nanoseconds))
    }

    /// A frame's number, or a time with its unit.
    static func moment(_ text: String) throws(Invalid) -> Options.Moment {
        if isDigits(text) { return .frame(try integer(text, in: 1...10_000_000)) }
        do throws(Invalid) {
            return .time(try duration(text))
        } catch {
            throw Invalid(expected: "a frame's number or a time with its unit, such as 120 or 2s", got: text)
        }
    }

    /// `NAME=VALUE` or `SCRIPT.NAME=VALUE`; only the name is looked at.
    static func setting(_ text: String) throws(Invalid) -> Options.Setting {
        guard let equals = text.firstIndex(of: "=") else { throw Invalid(expected: "NAME=VALUE", got: text) }
        var name = text[..<equals]
        let value = text[text.index(after: equals)...]
        var script: String?
        if let dot = name.lastIndex(of: "."), dot > name.startIndex {
            script = String(name[..<dot])
            name = name[name.index(after: dot)...]
        }
        guard let first = name.first, !first.isASCIIDigit,
            name.allSatisfy({ $0 == "_" || $0.isASCIIDigit || ($0.isASCII && $0.isLetter) }), !value.isEmpty
        else { throw Invalid(expected: "NAME=VALUE", got: text) }
        return Options.Setting(script: script, name: String(name), value: String(value))
    }

    /// Whether a flag without a value is to be given.
    static func toggle(_ text: String) throws(Invalid) -> Bool {
        switch text {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: throw Invalid(expected: "yes or no", got: text)
        }
    }

    /// Columns and rows, as in 80x24.
    static func size(_ text: String) throws(Invalid) -> Options.Size {
        let largest = TerminalSize.longestSide
        let parts = text.lowercased().split(separator: "x", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isDigits(parts[0]), isDigits(parts[1]),
            let columns = Int(parts[0]), let rows = Int(parts[1]),
            (1...largest).contains(columns), (1...largest).contains(rows)
        else { throw Invalid(expected: "a size in cells up to \(largest)x\(largest), such as 80x24", got: text) }
        return Options.Size(columns: columns, rows: rows)
    }

    /// What `test` prints: a version, a dash, 16 hexadecimal digits.
    static func hash(_ text: String) throws(Invalid) -> String {
        guard FrameHash.isHash(text) else {
            throw Invalid(expected: "a hash such as \(FrameHash().text)", got: text)
        }
        return text
    }

    /// One of a choice's words.
    static func choice<Choice: FlagChoice>(_ text: String) throws(Invalid) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Invalid(expected: "one of \(words)", got: text)
        }
        return choice
    }

    private static func secondsPerUnit(_ unit: Substring, isAlone: Bool) -> Double? {
        switch unit {
        case "ms": 0.001
        case "s": 1
        case "m": 60
        case "h": 3600
        case "": isAlone ? 1 : nil
        default: nil
        }
    }

    private static func invalidDuration(_ text: String) -> Invalid {
        Invalid(expected: "a time above 0 and up to 1000h, such as 10s, 500ms, 2m or 1m30s", got: text)
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.allSatisfy(\.isASCIIDigit)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
