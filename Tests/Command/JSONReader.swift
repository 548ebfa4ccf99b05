/// Reads JSON (RFC 8259) strictly, for tests of what is written.
struct JSONReader {
    /// What a document holds; numbers are kept as they are written.
    indirect enum Value: Equatable {
        case null
        case boolean(Bool)
        case number(String)
        case string(String)
        case array([Value])
        case object([String: Value])

        subscript(name: String) -> Value? {
            if case .object(let members) = self { members[name] } else { nil }
        }

        var elements: [Value] {
            if case .array(let values) = self { values } else { [] }
        }
    }

    struct Failure: Error {
        let place: Int
    }

    private let scalars: [Unicode.Scalar]
    private var place = 0

    static func read(_ text: String) throws(Failure) -> Value {
        var reader = JSONReader(scalars: Array(text.unicodeScalars))
        let value = try reader.value()
        reader.skipBlanks()
        guard reader.place == reader.scalars.count else { throw reader.failure }
        return value
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    private var failure: Failure { Failure(place: place) }

    private mutating func skipBlanks() {
        while place < scalars.count, " \t\r\n".unicodeScalars.contains(scalars[place]) { place += 1 }
    }

    private mutating func next() throws(Failure) -> Unicode.Scalar {
        guard place < scalars.count else { throw failure }
        defer { place += 1 }
        return scalars[place]
    }

    private mutating func take(_ text: String) throws(Failure) {
        for scalar in text.unicodeScalars where try next() != scalar { throw failure }
    }

    private func peek() -> Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

    private mutating func value() throws(Failure) -> Value {
        skipBlanks()
        switch peek() {
        case "n":
            try take("null")
            return .null
        case "t":
            try take("true")
            return .boolean(true)
        case "f":
            try take("false")
            return .boolean(false)
        case "\"": return .string(try string())
        case "[": return .array(try list("[", "]") { (reader) throws(Failure) in try reader.value() })
        case "{":
            let members = try list("{", "}") { (reader) throws(Failure) in
                reader.skipBlanks()
                let name = try reader.string()
                reader.skipBlanks()
                try reader.take(":")
                return (name, try reader.value())
            }
            guard Set(members.map(\.0)).count == members.count else { throw failure }
            return .object(Dictionary(members) { first, _ in first })
        default: return .number(try number())
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: Unicode.Scalar, _ read: (inout Self) throws(Failure) -> Element
    ) throws(Failure) -> [Element] {
        try take(open)
        skipBlanks()
        var elements: [Element] = []
        if peek() == close {
            place += 1
            return elements
        }
        while true {
            elements.append(try read(&self))
            skipBlanks()
            let end = try next()
            if end == close { return elements }
            guard end == "," else { throw failure }
        }
    }

    private mutating func number() throws(Failure) -> String {
        var text = ""
        while let scalar = peek(), "-0123456789".unicodeScalars.contains(scalar) {
            text.unicodeScalars.append(scalar)
            place += 1
        }
        guard Int(text) != nil, text == "0" || !text.hasPrefix("0") else { throw failure }
        guard peek() == "." else { return text }
        place += 1
        var fraction = ""
        while let scalar = peek(), "0123456789".unicodeScalars.contains(scalar) {
            fraction.unicodeScalars.append(scalar)
            place += 1
        }
        guard !fraction.isEmpty else { throw failure }
        return text + "." + fraction
    }

    private mutating func string() throws(Failure) -> String {
        try take("\"")
        var units: [UInt16] = []
        while true {
            let scalar = try next()
            switch scalar {
            case "\"": return String(decoding: units, as: UTF16.self)
            case "\\": units.append(try escape())
            default:
                guard scalar.value >= 0x20 else { throw failure }
                units += Array(String(scalar).utf16)
            }
        }
    }

    private mutating func escape() throws(Failure) -> UInt16 {
        switch try next() {
        case "\"": return 0x22
        case "\\": return 0x5C
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        case "u":
            var digits = ""
            for _ in 0..<4 { digits.unicodeScalars.append(try next()) }
            guard let unit = UInt16(digits, radix: 16) else { throw failure }
            return unit
        default: throw failure
        }
    }
}
