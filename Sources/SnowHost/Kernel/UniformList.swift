internal import CLua

/// The uniforms of a program that is being made. Each is worked out by the VM as it is added, so that its type is known.
struct UniformList {
    private let vm: OpaquePointer
    /// The uniforms, by what they are: each once.
    private var known: [Key: Uniform] = [:]
    /// A hash of what each is, which stays the same when the program is made anew.
    private(set) var traces: [UInt64] = [0]
    /// What the script calls them, as far as that can be told.
    private var names: [Int32: String] = [:]
    private var rows: [Uniform: Int32] = [:]
    private var rowCount: Int32 = 0
    /// The traces of those that may be whole or not.
    private let wide: Set<UInt64>

    private struct Key: Hashable {
        let source: UInt32
        var operands: [Int32] = []
        var integer: Int64 = 0
        var bits: UInt64 = 0
        var bytes: [UInt8] = []
    }

    /// The list of a program that the VM has begun.
    init(vm: OpaquePointer, wide: Set<UInt64>) {
        self.vm = vm
        self.wide = wide
    }

    static let update = Uniform(
        index: 0, type: CLUA_TYPE_CLOSURE, function: CLUA_FUNCTION_UNKNOWN, constant: nil)

    private mutating func add(
        _ source: CLuaUniformSource, _ operands: [Uniform] = [], integer: Int64 = 0, number: Double = 0,
        bytes: [UInt8] = [], constant: Prototype.Constant? = nil
    ) throws(Refusal) -> Uniform {
        let key = Key(
            source: source.rawValue, operands: operands.map(\.index), integer: integer, bits: number.bitPattern,
            bytes: bytes)
        if let known = known[key] { return known }
        let trace = trace(of: key)
        var uniform = CLuaUniform()
        uniform.source = source
        uniform.a = operands.first?.index ?? -1
        uniform.b = operands.count > 1 ? operands[1].index : -1
        uniform.c = operands.count > 2 ? operands[2].index : -1
        uniform.d = operands.count > 3 ? operands[3].index : -1
        uniform.integer = integer
        uniform.number = number
        uniform.takes_either = wide.contains(trace)
        var answer = CLuaUniformAnswer()
        let index = bytes.withUnsafeBytes { buffer in
            // The border copies the bytes before it returns.
            uniform.bytes = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            uniform.length = buffer.count
            return clua_kernel_add(vm, &uniform, &answer)
        }
        guard index >= 0 else { throw Refusal("more than a program has room for") }
        let made = Uniform(index: index, type: answer.type, function: answer.function, constant: constant)
        known[key] = made
        traces.append(trace)
        return made
    }

    private func trace(of key: Key) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ word: UInt64) {
            hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        mix(UInt64(key.source) + 1)
        for operand in key.operands { mix(traces[Int(operand)]) }
        mix(UInt64(bitPattern: key.integer))
        mix(key.bits)
        for byte in key.bytes { mix(UInt64(byte)) }
        return hash
    }

    mutating func dt() throws(Refusal) -> Uniform { try add(CLUA_UNIFORM_DT) }
    mutating func time() throws(Refusal) -> Uniform { try add(CLUA_UNIFORM_TIME) }

    mutating func constant(_ constant: Prototype.Constant) throws(Refusal) -> Uniform {
        switch constant {
        case .nil: try add(CLUA_UNIFORM_NIL, constant: constant)
        case .boolean(let value): try add(CLUA_UNIFORM_BOOLEAN, integer: value ? 1 : 0, constant: constant)
        case .integer(let value): try add(CLUA_UNIFORM_INTEGER, integer: value, constant: constant)
        case .number(let value): try add(CLUA_UNIFORM_NUMBER, number: value, constant: constant)
        case .string(let bytes): try add(CLUA_UNIFORM_STRING, bytes: bytes, constant: constant)
        }
    }

    mutating func number(_ value: Double) throws(Refusal) -> Uniform { try constant(.number(value)) }
    mutating func boolean(_ value: Bool) throws(Refusal) -> Uniform { try constant(.boolean(value)) }
    mutating func `nil`() throws(Refusal) -> Uniform { try constant(.nil) }

    mutating func upvalue(_ number: Int, of function: Uniform, name: String) throws(Refusal) -> Uniform {
        let upvalue = try add(CLUA_UNIFORM_UPVALUE, [function], integer: Int64(number + 1))
        names[upvalue.index] = name
        return upvalue
    }

    mutating func field(_ key: Uniform, of table: Uniform) throws(Refusal) -> Uniform {
        let field = try add(CLUA_UNIFORM_FIELD, [table, key])
        if case .string(let bytes) = key.constant {
            let owner = names[table.index].map { $0 == "_ENV" ? "" : "\($0)." } ?? ""
            names[field.index] = owner + String(decoding: bytes.prefix(40), as: UTF8.self)
        }
        return field
    }

    mutating func length(of table: Uniform) throws(Refusal) -> Uniform { try add(CLUA_UNIFORM_LENGTH, [table]) }

    /// The numbers that a table holds at whole keys, for lanes to pick from; answers the number of the row.
    mutating func row(_ table: Uniform) throws(Refusal) -> Int32 {
        if let number = rows[table] { return number }
        let count = traces.count
        let row = try add(CLUA_UNIFORM_ROW, [table])
        // The border counts those that will not do, too.
        if traces.count > count { rowCount += 1 }
        guard row.type == CLUA_TYPE_TABLE else { throw Refusal("a table that does not hold numbers only") }
        rows[table] = rowCount - 1
        return rowCount - 1
    }

    mutating func arithmetic(_ operation: Arithmetic, _ a: Uniform, _ b: Uniform) throws(Refusal) -> Uniform {
        try add(CLUA_UNIFORM_ARITHMETIC, [a, b], integer: operation.rawValue)
    }

    mutating func compare(_ comparison: Comparison, _ a: Uniform, _ b: Uniform) throws(Refusal) -> Uniform {
        try add(CLUA_UNIFORM_COMPARE, [a, b], integer: comparison.rawValue)
    }

    mutating func not(_ a: Uniform) throws(Refusal) -> Uniform { try add(CLUA_UNIFORM_NOT, [a]) }

    mutating func call(_ function: Uniform, _ arguments: [Uniform]) throws(Refusal) -> Uniform {
        guard arguments.count <= 3 else { throw Refusal("a call with more than three arguments") }
        return try add(CLUA_UNIFORM_CALL, [function] + arguments, integer: Int64(arguments.count))
    }

    /// What the script calls it, as far as that can be told.
    func name(of uniform: Uniform) -> String {
        names[uniform.index] ?? "a function of the host"
    }
}

/// Lua's operators on numbers, by their numbers in its interface.
enum Arithmetic: Int64 {
    case add, subtract, multiply, modulo, power, divide, floorDivide
    case and, or, exclusiveOr, shiftLeft, shiftRight
    case negate, complement
}

/// Comparisons, by their numbers at the border.
enum Comparison: Int64 {
    case equal, less, lessOrEqual
}
