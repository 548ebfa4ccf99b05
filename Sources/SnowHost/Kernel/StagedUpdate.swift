internal import CLua

/// The twin of an `update`: the same function, to which fields of the flake are handed as further parameters, and which
/// returns those that it writes.
///
/// Each instruction has one in its place, so lines, jumps and counts of instructions are those of the script. The new
/// registers lie behind the parameters, and the others move up; so do the local variables in the debug information, by
/// which error messages name them.
struct StagedUpdate {
    /// As `lua_dump` writes a function.
    let bytes: [UInt8]
    /// The fields, in the order of the new parameters: those that are written last.
    let fields: [StagedFlow.Field]
    /// Where the function finds those that it calls, which must be what they were.
    let paths: [StagedPath]
    /// Whether a call of it can change what lies there.
    let changesPaths: Bool
    let parameterCount: Int
    let upvalueCount: Int

    // What takes how long, in nanoseconds of a machine of today: an access by a call of C, handing a field over and back, a
    // call that does so, and looking whether a function is still the same. What would cost more than it saves is left alone.
    private static let accessCost = 28.0
    private static let handingCost = 10.0
    private static let callCost = 15.0
    private static let checkCost = 35.0

    private static let maximumRegisters = 250

    /// The twin of a function that is given as its dump; nil where there is nothing to gain, or no way.
    ///
    /// - Parameters:
    ///   - access: How flakes are accessed, by the names of their fields.
    ///   - isWeighed: Whether there is no twin, or a field stays where it is, if that is no slower.
    ///   - kindOf: What kind the function is that lies somewhere now.
    init?(
        _ dump: [UInt8], access: [String: FlakeAccess], isWeighed: Bool, kindOf: @escaping (StagedPath) -> CLuaCallKind
    ) {
        guard let (prototype, layout) = try? BytecodeReader.readWithLayout(dump),
            let flow = StagedFlow(prototype, access: access, kindOf: kindOf)
        else { return nil }
        let usable = flow.fields.indices.filter { index in
            let field = flow.fields[index]
            // The height may follow the width at any time.
            let isBelow = flow.readsHeight && field.isWritten && Self.isWidth(field, access)
            let pays = !isWeighed || field.uses * Self.accessCost > Self.handingCost
            return flow.refused & 1 << index == 0 && pays && !isBelow
        }
        let order = usable.filter { !flow.fields[$0].isWritten } + usable.filter { flow.fields[$0].isWritten }
        guard !order.isEmpty, prototype.registerCount + order.count <= Self.maximumRegisters else { return nil }
        let gains = order.map { flow.fields[$0].uses * Self.accessCost - Self.handingCost }
        let checks = flow.changesPaths ? Double(flow.called.count) * Self.checkCost : 0
        guard !isWeighed || gains.reduce(0, +) > Self.callCost + checks else { return nil }
        fields = order.map { flow.fields[$0] }
        paths = flow.called.sorted().map { flow.paths[$0] }
        changesPaths = flow.changesPaths
        parameterCount = prototype.parameterCount
        upvalueCount = prototype.upvalues.count
        let places = Dictionary(uniqueKeysWithValues: zip(order, parameterCount...))
        let shift = RegisterShift(first: parameterCount, distance: order.count)
        let written = order.first { flow.fields[$0].isWritten }.flatMap { places[$0] }
        let code = prototype.code.map { it in
            if let field = flow.field(of: it), let place = places[field] {
                return Self.move(it, register: place, shift)
            }
            if let written, [.return, .return0, .return1].contains(it.opcode) {
                let count = order.count - (written - prototype.parameterCount)
                return Instruction.bits(.return, a: written, k: it.k, b: count + 1, c: 0)
            }
            return shift.moved(it)
        }
        bytes = Self.dump(dump, layout, prototype, code: code, added: order.count)
    }

    private static func isWidth(_ field: StagedFlow.Field, _ access: [String: FlakeAccess]) -> Bool {
        if case .number(let column) = access["width"] { field.column == column } else { false }
    }

    /// What stands in the place of a read or a write of a field.
    private static func move(_ it: Instruction, register: Int, _ shift: RegisterShift) -> UInt32 {
        if it.opcode == .getField { return Instruction.bits(.move, a: shift.moved(it.a), b: register) }
        if it.k { return Instruction.bits(.loadK, a: register, bx: it.c) }
        return Instruction.bits(.move, a: register, b: shift.moved(it.c))
    }

    // Bytes

    private static func dump(
        _ dump: [UInt8], _ layout: BytecodeLayout, _ prototype: Prototype, code: [UInt32], added: Int
    ) -> [UInt8] {
        var bytes = dump
        bytes[layout.parameterCount] = UInt8(prototype.parameterCount + added)
        bytes[layout.registerCount] = UInt8(prototype.registerCount + added)
        for (place, word) in code.enumerated() {
            withUnsafeBytes(of: word) { word in
                bytes.replaceSubrange(layout.code + 4 * place..<layout.code + 4 * place + 4, with: word)
            }
        }
        let firstLocal = layout.localEnds[prototype.parameterCount - 1]
        // A name that no error can say: where it could, the field is not staged.
        let local = number(2) + [UInt8(ascii: "?")] + number(0) + number(code.count)
        bytes.insert(contentsOf: repeatElement(local, count: added).joined(), at: firstLocal)
        let oldCount = number(prototype.locals.count)
        bytes.replaceSubrange(
            layout.localCount..<layout.localCount + oldCount.count, with: number(prototype.locals.count + added))
        return bytes
    }

    /// Seven bits a byte, the highest first; the last byte has its top bit set.
    private static func number(_ value: Int) -> [UInt8] {
        var bytes = [UInt8(value & 0x7F) | 0x80]
        var rest = value >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F), at: 0)
            rest >>= 7
        }
        return bytes
    }
}
