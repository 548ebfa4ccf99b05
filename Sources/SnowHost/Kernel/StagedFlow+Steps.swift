internal import CLua

// What each instruction does to what is known.
extension StagedFlow {
    /// What is known behind an instruction, by where control may go on.
    mutating func step(_ place: Int, _ before: StagedState) -> [(place: Int, state: StagedState)] {
        let it = prototype.code[place]
        var state = before
        refuseNamed(it, before)
        switch it.opcode {
        case .move: state.registers[it.a] = before.registers[it.b]
        case .loadI, .loadF: state.registers[it.a] = .init(isNumber: true)
        case .loadK: state.registers[it.a] = .init(isNumber: isNumber(it.bx))
        case .loadKX, .loadFalse, .lFalseSkip, .loadTrue, .newTable, .not, .len, .getTable, .getI:
            state.registers[it.a] = .init()
        case .loadNil: state.forget(it.a..<it.a + it.b + 1)
        case .getUpval: state.registers[it.a] = .init(callee: callee(at: StagedPath(upvalue: it.b), before))
        case .getTabUp:
            state.registers[it.a] = .init(callee: callee(at: StagedPath(upvalue: it.b).field(key(it.c)), before))
        case .getField: state.registers[it.a] = read(it, before)
        case .self:
            let isMethod = it.b == 0 && it.k && isMethod(it.c)
            state.forget(it.a..<it.a + 2)
            state.registers[it.a].callee = isMethod ? .method : .unknown
        case .setField: write(it, &state)
        case .setUpval: if isGuarded(upvalue: it.b) { dirty(&state) }
        case .setTabUp: if isGuarded(key: it.b) { dirty(&state) }
        case .setTable: if !before.registers[it.b].isNumber { dirty(&state) }
        // Without metatables arithmetic gives numbers, or it raises.
        case .addI, .addK, .subK, .mulK, .modK, .powK, .divK, .idivK, .bandK, .borK, .bxorK, .shrI, .shlI, .add, .sub,
            .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr, .unm, .bnot:
            state.registers[it.a] = .init(isNumber: true)
        case .concat: state.forget(it.a..<it.a + it.b)
        case .testSet:
            var taken = state
            taken.registers[it.a] = before.registers[it.b]
            return [(place + 1, taken), (place + 2, state)]
        case .call: call(it, &state)
        case .forPrep, .forLoop: return loop(it, place, state)
        // Its iterator is a value like any other; a fourth one would be closed at the end.
        case .tforPrep, .tforCall:
            expectAnything(&state)
            state.forget(from: it.a + 4)
        case .tforLoop: state.registers[it.a + 2] = .init()
        case .setI, .setList, .mmbin, .mmbinI, .mmbinK, .close, .jmp, .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI,
            .geI, .test, .return, .return0, .return1, .extraArg:
            break
        // Not in a function that is followed.
        case .tbc, .tailCall, .closure, .vararg, .varargPrep: break
        }
        return successors(of: place).map { ($0, state) }
    }

    private func isNumber(_ constant: Int) -> Bool {
        switch prototype.constants[constant] {
        case .integer, .number: true
        case .nil, .boolean, .string: false
        }
    }

    private func key(_ constant: Int) -> [UInt8] {
        guard case .string(let bytes) = prototype.constants[constant] else { return [] }
        return bytes
    }

    private func isMethod(_ constant: Int) -> Bool {
        guard let name = name(constant) else { return false }
        return access[name] == .remove || name == "animate" || name == "settle"
    }

    /// Functions in the paths may be others from here on.
    private mutating func dirty(_ state: inout StagedState) {
        state.isDirty = true
        changesPaths = true
    }

    /// Any code may run here.
    private mutating func expectAnything(_ state: inout StagedState) {
        state.isOver = true
        dirty(&state)
    }

    // Fields

    private mutating func refuse(_ fields: UInt32) { refused |= fields }

    /// Operations that may raise with a number, and then say where they have it from.
    private mutating func refuseNamed(_ it: Instruction, _ state: StagedState) {
        let operands: [Int]
        switch it.opcode {
        case .getField, .getTable, .getI, .self, .len, .bnot, .bandK, .borK, .bxorK, .shrI, .shlI: operands = [it.b]
        case .band, .bor, .bxor, .shl, .shr: operands = [it.b, it.c]
        case .setField, .setTable, .setI, .call, .tailCall: operands = [it.a]
        default: return
        }
        for operand in operands { refuse(state.registers[operand].fields) }
    }

    private mutating func read(_ it: Instruction, _ state: StagedState) -> StagedState.Register {
        guard it.b == 0 else {
            guard case .path(let number) = state.registers[it.b].callee else { return .init() }
            return .init(callee: callee(at: paths[number].field(key(it.c)), state))
        }
        if let field = field(of: it) {
            let bit: UInt32 = 1 << field
            if state.isOver || state.written & bit != 0 { refuse(bit) }
            return .init(isNumber: true, fields: bit)
        }
        switch name(it.c).flatMap({ access[$0] }) {
        case .height:
            readsHeight = true
            return .init(isNumber: true)
        case .number, .reading, .color, .id: return .init(isNumber: true)
        case .remove: return .init(callee: .method)
        case .alive, .other, nil: return .init()
        }
    }

    private mutating func write(_ it: Instruction, _ state: inout StagedState) {
        guard it.a == 0 else {
            if isGuarded(key: it.b) { dirty(&state) }
            return
        }
        guard let field = field(of: it) else { return }
        let bit: UInt32 = 1 << field
        let isNumber = it.k ? isNumber(it.c) : state.registers[it.c].isNumber
        if !isNumber || state.isOver || !fields[field].isWritable { refuse(bit) }
        state.written |= bit
    }

    // Calls and loops

    private mutating func call(_ it: Instruction, _ state: inout StagedState) {
        let kind = kind(of: state.registers[it.a].callee)
        var isNumber = kind == CLUA_CALL_NUMBER
        if kind == CLUA_CALL_CHOICE {
            isNumber = it.b > 1 && (it.a + 1..<it.a + it.b).allSatisfy { state.registers[$0].isNumber }
        }
        if kind == CLUA_CALL_LAST { state.isOver = true }
        if kind == CLUA_CALL_UNKNOWN { expectAnything(&state) }
        state.forget(from: it.a)
        if it.c != 1 { state.registers[it.a].isNumber = isNumber }
    }

    private func loop(_ it: Instruction, _ place: Int, _ before: StagedState) -> [(place: Int, state: StagedState)] {
        var inside = before, behind = before
        behind.forget(it.a..<it.a + 4)
        inside.forget(it.a..<it.a + 3)
        inside.registers[it.a + 3] = .init(isNumber: true)
        let ways = successors(of: place)
        return [(ways[0], inside), (ways[1], behind)]
    }
}
