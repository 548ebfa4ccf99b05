/// Reads the dump of a function, as Lua 5.4 writes it (`lua_dump`, nothing stripped).
///
/// The host dumps only what its own VM compiled, and the reader relies on nothing of that: any row of bytes gives
/// either a function whose instructions refer to what is there, or an error.
package struct BytecodeReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// Of the outermost function.
    private var layout = BytecodeLayout()

    /// Lua's compiler refuses deeper ones.
    private static let deepest = 200

    /// The function that `bytes` hold.
    /// - Throws: What is not as it must be.
    package static func read(_ bytes: [UInt8]) throws(BytecodeError) -> Prototype {
        try readWithLayout(bytes).function
    }

    /// The same, and where its parts lie.
    /// - Throws: As `read`.
    static func readWithLayout(
        _ bytes: [UInt8]
    ) throws(BytecodeError) -> (function: Prototype, layout: BytecodeLayout) {
        var reader = BytecodeReader(bytes: bytes)
        try reader.checkHeader()
        let upvalueCount = Int(try reader.byte())
        let function = try reader.function(source: "")
        guard function.upvalues.count == upvalueCount else { throw .count }
        guard reader.position == bytes.count else { throw .trailing }
        return (function, reader.layout)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func checkHeader() throws(BytecodeError) {
        try expect([0x1B, 0x4C, 0x75, 0x61], "signature")
        try expect([0x54], "version")
        try expect([0], "format")
        try expect([0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A], "data")
        try expect([4, 8, 8], "sizes")
        guard try word(UInt64.self) == 0x5678 else { throw .header("integer") }
        guard Double(bitPattern: try word(UInt64.self)) == 370.5 else { throw .header("number") }
    }

    private mutating func expect(_ wanted: [UInt8], _ part: String) throws(BytecodeError) {
        for byte in wanted where try self.byte() != byte { throw .header(part) }
    }

    // Pieces

    private mutating func byte() throws(BytecodeError) -> UInt8 {
        guard position < bytes.count else { throw .cutShort }
        defer { position += 1 }
        return bytes[position]
    }

    /// A number in the machine's byte order.
    private mutating func word<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type) throws(BytecodeError)
        -> Word
    {
        guard bytes.count - position >= MemoryLayout<Word>.size else { throw .cutShort }
        defer { position += MemoryLayout<Word>.size }
        // In bounds, and any bits are a number.
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: type) }
    }

    /// Seven bits a byte, the highest first; the last byte has its top bit set.
    private mutating func number() throws(BytecodeError) -> Int {
        var number = 0
        while true {
            let byte = try byte()
            guard number <= Int(Int32.max) >> 7 else { throw .count }
            number = number << 7 | Int(byte & 0x7F)
            if byte & 0x80 != 0 { return number }
        }
    }

    /// A number of things that take at least `size` bytes each.
    private mutating func count(of size: Int) throws(BytecodeError) -> Int {
        let count = try number()
        guard count <= (bytes.count - position) / size else { throw .cutShort }
        return count
    }

    /// Nil where there is none.
    private mutating func string() throws(BytecodeError) -> [UInt8]? {
        let length = try number()
        guard length > 0 else { return nil }
        guard length - 1 <= bytes.count - position else { throw .cutShort }
        defer { position += length - 1 }
        return Array(bytes[position..<position + length - 1])
    }

    private mutating func text() throws(BytecodeError) -> String? {
        try string().map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func boolean() throws(BytecodeError) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw .count }
        return byte == 1
    }

    private mutating func list<Element>(
        of size: Int, _ read: (inout Self) throws(BytecodeError) -> Element
    ) throws(BytecodeError) -> [Element] {
        let count = try count(of: size)
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count { list.append(try read(&self)) }
        return list
    }

    // Functions

    private mutating func function(source outer: String) throws(BytecodeError) -> Prototype {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .nesting }
        let source = try text() ?? outer
        let firstLine = try number()
        let lastLine = try number()
        let counts = position
        let parameterCount = Int(try byte())
        let isVararg = try boolean()
        let registerCount = Int(try byte())
        let code = try list(of: 4) { (reader) throws(BytecodeError) in try reader.instruction() }
        let codeEnd = position
        let constants = try list(of: 1) { (reader) throws(BytecodeError) in try reader.constant() }
        let upvalues = try list(of: 3) { (reader) throws(BytecodeError) in
            (try reader.boolean(), Int(try reader.byte()), try reader.byte())
        }
        let nested = try list(of: 1) { (reader) throws(BytecodeError) in try reader.function(source: source) }
        let lines = try lines(codeCount: code.count, from: firstLine)
        layout = BytecodeLayout(
            parameterCount: counts, registerCount: counts + 2, code: codeEnd - 4 * code.count, localCount: position)
        let locals = try list(of: 3) { (reader) throws(BytecodeError) in
            defer { reader.layout.localEnds.append(reader.position) }
            return try reader.local(codeCount: code.count)
        }
        let names = try list(of: 1) { (reader) throws(BytecodeError) in try reader.text() ?? "" }
        guard names.count == upvalues.count, locals.count >= parameterCount else { throw .debug }
        let function = Prototype(
            source: source, firstLine: firstLine, lastLine: lastLine, parameterCount: parameterCount,
            isVararg: isVararg, registerCount: registerCount, code: code, constants: constants,
            upvalues: zip(names, upvalues).map { name, place in
                Prototype.Upvalue(name: name, isInRegister: place.0, index: place.1, kind: place.2)
            }, nested: nested, lines: lines, locals: locals)
        try function.checkOperands()
        return function
    }

    private mutating func instruction() throws(BytecodeError) -> Instruction {
        let bits = try word(UInt32.self)
        guard let instruction = Instruction(bits: bits) else { throw .opcode(UInt8(bits & 0x7F)) }
        return instruction
    }

    /// The kinds are Lua's type tags with their variants.
    private mutating func constant() throws(BytecodeError) -> Prototype.Constant {
        let kind = try byte()
        switch kind {
        case 0x00: return .nil
        case 0x01: return .boolean(false)
        case 0x11: return .boolean(true)
        case 0x03: return .integer(try word(Int64.self))
        case 0x13: return .number(Double(bitPattern: try word(UInt64.self)))
        case 0x04, 0x14:
            guard let string = try string() else { throw .constant(kind: kind) }
            return .string(string)
        default: throw .constant(kind: kind)
        }
    }

    private mutating func local(codeCount: Int) throws(BytecodeError) -> Prototype.Local {
        let name = try text() ?? ""
        let start = try number()
        let end = try number()
        guard start <= end, end <= codeCount else { throw .debug }
        return Prototype.Local(name: name, range: start..<end)
    }

    /// A signed step of a line for each instruction; where that does not reach, a list beside it tells the line.
    private mutating func lines(codeCount: Int, from first: Int) throws(BytecodeError) -> [Int] {
        let steps = try list(of: 1) { (reader) throws(BytecodeError) in Int8(bitPattern: try reader.byte()) }
        let places = try list(of: 2) { (reader) throws(BytecodeError) in (try reader.number(), try reader.number()) }
        guard steps.count == codeCount else { throw .debug }
        var rest = places[...]
        var line = first
        var lines: [Int] = []
        lines.reserveCapacity(codeCount)
        for (index, step) in steps.enumerated() {
            if step == .min {
                guard let place = rest.popFirst(), place.0 == index else { throw .debug }
                line = place.1
            } else {
                line += Int(step)
            }
            guard line >= 0 else { throw .debug }
            lines.append(line)
        }
        return lines
    }
}
