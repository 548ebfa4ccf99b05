internal import CLua

extension Value {
    /// A copy of a value of the border, which may go away after the call that lent it.
    init(_ value: CLuaValue) {
        // The border promises `length` readable bytes for the kinds that have any.
        let bytes = UnsafeRawBufferPointer(start: value.bytes, count: value.bytes == nil ? 0 : value.length)
        switch value.kind {
        case CLUA_BOOLEAN: self = .boolean(value.integer != 0)
        case CLUA_INTEGER: self = .integer(value.integer)
        case CLUA_NUMBER: self = .number(value.number)
        case CLUA_STRING: self = .string(Array(bytes))
        case CLUA_FLAKE: self = .handle(UInt64(bitPattern: value.integer))
        case CLUA_TREE: self = TreeReader.read(bytes)
        case CLUA_FUNCTION: self = .other("function")
        case CLUA_OTHER: self = .other(String(decoding: bytes, as: UTF8.self))
        default: self = .nil
        }
    }

    /// Lends this value to the border for the length of `body`. Tables and references have no way in: they
    /// arrive as nil.
    func withBorderValue<Result>(_ body: (CLuaValue) -> Result) -> Result {
        var value = CLuaValue()
        switch self {
        case .boolean(let boolean):
            value.kind = CLUA_BOOLEAN
            value.integer = boolean ? 1 : 0
        case .integer(let integer):
            value.kind = CLUA_INTEGER
            value.integer = integer
        case .number(let number):
            value.kind = CLUA_NUMBER
            value.number = number
        case .handle(let handle):
            value.kind = CLUA_FLAKE
            value.integer = Int64(bitPattern: handle)
        case .string(let bytes):
            return bytes.withUnsafeBytes { buffer in
                value.kind = CLUA_STRING
                value.bytes = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                value.length = buffer.count
                return body(value)
            }
        case .nil, .table, .other:
            value.kind = CLUA_NIL
        }
        return body(value)
    }
}

/// Decodes the rows of bytes that the border makes of plain data (`CLuaTag`).
struct TreeReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// The value that `bytes` hold; nil where they are cut short, which the border never does.
    static func read(_ bytes: UnsafeRawBufferPointer) -> Value {
        var reader = TreeReader(bytes: bytes)
        return reader.next() ?? .nil
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    private mutating func take<Number: BitwiseCopyable>(_ type: Number.Type) -> Number? {
        guard bytes.count - position >= MemoryLayout<Number>.size else { return nil }
        defer { position += MemoryLayout<Number>.size }
        return bytes.loadUnaligned(fromByteOffset: position, as: type)
    }

    private mutating func takeBytes() -> [UInt8]? {
        guard let length = take(UInt32.self), bytes.count - position >= Int(length) else { return nil }
        defer { position += Int(length) }
        return Array(bytes[position..<position + Int(length)])
    }

    /// The next value; nil at the end of a table.
    private mutating func next() -> Value? {
        guard let tag = take(UInt8.self) else { return nil }
        switch CLuaTag(rawValue: UInt32(tag)) {
        case CLUA_TAG_NIL: return .nil
        case CLUA_TAG_FALSE: return .boolean(false)
        case CLUA_TAG_TRUE: return .boolean(true)
        case CLUA_TAG_INTEGER: return take(Int64.self).map(Value.integer)
        case CLUA_TAG_NUMBER: return take(Double.self).map(Value.number)
        case CLUA_TAG_STRING: return takeBytes().map(Value.string)
        case CLUA_TAG_OTHER: return takeBytes().map { .other(String(decoding: $0, as: UTF8.self)) }
        case CLUA_TAG_TABLE:
            var entries: [Value.Table.Entry] = []
            while let key = next(), let value = next() {
                entries.append(Value.Table.Entry(key: key, value: value))
            }
            entries.sort { Self.precedes($0.key, $1.key) }
            return .table(Value.Table(entries: entries))
        default: return nil
        }
    }

    private static func precedes(_ left: Value, _ right: Value) -> Bool {
        switch (left.asNumber, right.asNumber) {
        case (let a?, let b?): return a < b
        case (_?, nil): return true
        case (nil, _?): return false
        case (nil, nil): break
        }
        guard case .string(let a) = left, case .string(let b) = right else { return left.typeName < right.typeName }
        return a.lexicographicallyPrecedes(b)
    }
}
