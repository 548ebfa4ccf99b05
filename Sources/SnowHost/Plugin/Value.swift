/// A Lua value as the host sees it: plain data, or a reference to something that lives elsewhere.
public enum Value: Hashable, Sendable {
    case `nil`
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    /// Any bytes; Lua strings need not be UTF-8.
    case string([UInt8])
    /// Plain data only, in a stated order (see `Table`).
    case table(Table)
    /// A flake: the raw value of its `FlakeID`.
    case handle(UInt64)
    /// A value without a plain form, by the name of its type: `"function"`, `"thread"`.
    case other(String)

    /// A table copied out of a script: its entries, numbers first, then strings, each ascending.
    public struct Table: Hashable, Sendable {
        /// A key with what it leads to.
        public struct Entry: Hashable, Sendable {
            /// A number, a string or a boolean.
            public let key: Value
            /// What it leads to.
            public let value: Value
        }

        /// All entries, in order.
        public let entries: [Entry]

        /// The value of a string key; nil where the table has none.
        public subscript(name: String) -> Value? {
            entries.first { $0.key.text == name }?.value
        }

        /// The values of the keys 1, 2, 3, … up to the first gap.
        public var sequence: [Value] {
            var values: [Value] = []
            for entry in entries {
                guard case .integer(let place) = entry.key, place == Int64(values.count + 1) else { continue }
                values.append(entry.value)
            }
            return values
        }
    }

    /// The text of a string, with broken UTF-8 repaired; nil for other kinds.
    public var text: String? {
        guard case .string(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A number of either subtype; nil for other kinds.
    public var asNumber: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .nil, .boolean, .string, .table, .handle, .other: nil
        }
    }

    /// The name of the value's type as Lua's `type` gives it, or `"flake"`.
    public var typeName: String {
        switch self {
        case .nil: "nil"
        case .boolean: "boolean"
        case .integer, .number: "number"
        case .string: "string"
        case .table: "table"
        case .handle: "flake"
        case .other(let name): name
        }
    }
}
