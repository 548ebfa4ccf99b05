internal import CLua

/// The kind of value that an import takes at a place.
public enum ValueKind: Character, Sendable {
    case number = "n"
    /// A number without a fraction.
    case integer = "i"
    case boolean = "b"
    case string = "s"
    case flake = "f"
    /// Plain data: a table of numbers, strings, booleans and such tables.
    case table = "t"
    /// Whatever the script gives.
    case any = "a"
}

/// Why an import could not do what it was asked: the script gets it as an error with its own file and line.
public struct ImportError: Error, Hashable, Sendable {
    /// Lower-case, with the remedy last.
    public let message: String

    /// An error with these words.
    public init(_ message: String) {
        self.message = message
    }
}

/// One call of an import: the arguments that the script gave, and the place for what it gets back.
///
/// The border has checked the number and kinds of the arguments against the import's signature. A caller must not
/// outlive the call.
public struct Caller: ~Copyable {
    // The border owns the call and keeps it in place until the import returns.
    private let call: UnsafeMutablePointer<CLuaCall>

    init(_ call: UnsafeMutablePointer<CLuaCall>) {
        self.call = call
    }

    /// How many arguments the signature has; those left out are nil.
    public var argumentCount: Int { Int(call.pointee.argument_count) }

    private func raw(_ index: Int) -> CLuaValue {
        guard index >= 0, index < argumentCount else { return CLuaValue() }
        return call.pointee.arguments[index]
    }

    /// The argument at `index`, counted from 0.
    public subscript(index: Int) -> Value { Value(raw(index)) }

    /// A numeric argument; nil where the script left it out.
    public func number(_ index: Int) -> Double? {
        let value = raw(index)
        return switch value.kind {
        case CLUA_NUMBER: value.number
        case CLUA_INTEGER: Double(value.integer)
        default: nil
        }
    }

    /// A whole argument; nil where the script left it out.
    public func integer(_ index: Int) -> Int64? {
        let value = raw(index)
        return value.kind == CLUA_INTEGER ? value.integer : nil
    }

    /// A boolean argument; nil where the script left it out.
    public func boolean(_ index: Int) -> Bool? {
        let value = raw(index)
        return value.kind == CLUA_BOOLEAN ? value.integer != 0 : nil
    }

    /// A string argument with broken UTF-8 repaired; nil where the script left it out.
    public func text(_ index: Int) -> String? { self[index].text }

    /// The raw value of a flake argument's identity; nil where the script left it out.
    public func handle(_ index: Int) -> UInt64? {
        let value = raw(index)
        return value.kind == CLUA_FLAKE ? UInt64(bitPattern: value.integer) : nil
    }

    /// Adds a result. Up to eight; tables and references arrive as nil.
    public mutating func answer(_ value: Value) {
        if case .string(let bytes) = value {
            bytes.withUnsafeBytes { buffer in
                _ = clua_return_string(call, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            }
            return
        }
        let place = Int(call.pointee.result_count)
        guard place < Int(CLUA_MAX_RESULTS) else { return }
        value.withBorderValue { border in
            withUnsafeMutablePointer(to: &call.pointee.results) { results in
                // The results are a C array, which Swift sees as a tuple of the same layout.
                results.withMemoryRebound(to: CLuaValue.self, capacity: Int(CLUA_MAX_RESULTS)) {
                    $0[place] = border
                }
            }
        }
        call.pointee.result_count += 1
    }
}
