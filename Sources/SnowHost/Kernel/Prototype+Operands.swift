extension Prototype {
    /// Looks whether each instruction refers to what is there: registers, constants, upvalues, functions, and places to
    /// go on at.
    func checkOperands() throws(BytecodeError) {
        guard let last = code.last, registerCount >= parameterCount else { throw .operand(instruction: 0) }
        // Without one of these at the end, it would go on behind it.
        guard [.return, .return0, .return1].contains(last.opcode) else { throw .operand(instruction: code.count - 1) }
        for (place, instruction) in code.enumerated() where !isSound(instruction, at: place) {
            throw .operand(instruction: place)
        }
    }

    private func hasRegisters(_ first: Int, _ count: Int = 1) -> Bool { first + count <= registerCount }

    private func isNumber(_ index: Int) -> Bool {
        guard index < constants.count else { return false }
        return switch constants[index] {
        case .integer, .number: true
        case .nil, .boolean, .string: false
        }
    }

    private func isString(_ index: Int) -> Bool {
        guard index < constants.count, case .string = constants[index] else { return false }
        return true
    }

    /// A register, or a constant where k is set.
    private func hasValueC(_ instruction: Instruction) -> Bool {
        instruction.k ? instruction.c < constants.count : hasRegisters(instruction.c)
    }

    /// Whether control may go on at a place. One that needs the instruction before it is none.
    private func isTarget(_ place: Int) -> Bool {
        code.indices.contains(place) && code[place].opcode != .extraArg
    }

    private func hasExtra(at place: Int) -> Bool {
        place + 1 < code.count && code[place + 1].opcode == .extraArg
    }

    /// A test is followed by a jump.
    private func hasJump(at place: Int) -> Bool {
        place + 1 < code.count && code[place + 1].opcode == .jmp
    }

    private func isSound(_ it: Instruction, at place: Int) -> Bool {
        switch it.opcode {
        case .move, .unm, .bnot, .not, .len: hasRegisters(it.a) && hasRegisters(it.b)
        case .loadI, .loadF, .loadFalse, .loadTrue, .close, .tbc: hasRegisters(it.a)
        case .loadK: hasRegisters(it.a) && it.bx < constants.count
        case .loadKX: hasRegisters(it.a) && hasExtra(at: place) && code[place + 1].ax < constants.count
        case .lFalseSkip: hasRegisters(it.a) && isTarget(place + 2)
        case .loadNil: hasRegisters(it.a, it.b + 1)
        case .getUpval, .setUpval: hasRegisters(it.a) && it.b < upvalues.count
        case .getTabUp: hasRegisters(it.a) && it.b < upvalues.count && isString(it.c)
        case .getTable: hasRegisters(it.a) && hasRegisters(it.b) && hasRegisters(it.c)
        case .getI: hasRegisters(it.a) && hasRegisters(it.b)
        case .getField: hasRegisters(it.a) && hasRegisters(it.b) && isString(it.c)
        case .setTabUp: it.a < upvalues.count && isString(it.b) && hasValueC(it)
        case .setTable: hasRegisters(it.a) && hasRegisters(it.b) && hasValueC(it)
        case .setI: hasRegisters(it.a) && hasValueC(it)
        case .setField: hasRegisters(it.a) && isString(it.b) && hasValueC(it)
        case .newTable: hasRegisters(it.a) && hasExtra(at: place)
        case .self: hasRegisters(it.a, 2) && hasRegisters(it.b) && (it.k ? isString(it.c) : hasRegisters(it.c))
        case .addI, .shrI, .shlI: hasRegisters(it.a) && hasRegisters(it.b)
        case .addK, .subK, .mulK, .modK, .powK, .divK, .idivK, .bandK, .borK, .bxorK:
            hasRegisters(it.a) && hasRegisters(it.b) && isNumber(it.c)
        case .add, .sub, .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr:
            hasRegisters(it.a) && hasRegisters(it.b) && hasRegisters(it.c)
        case .mmbin: place > 0 && hasRegisters(it.a) && hasRegisters(it.b)
        case .mmbinI: place > 0 && hasRegisters(it.a)
        case .mmbinK: place > 0 && hasRegisters(it.a) && it.b < constants.count
        case .concat: it.b > 0 && hasRegisters(it.a, it.b)
        case .jmp: isTarget(place + 1 + it.sJ)
        case .eq, .lt, .le: hasRegisters(it.a) && hasRegisters(it.b) && hasJump(at: place)
        case .eqK: hasRegisters(it.a) && it.b < constants.count && hasJump(at: place)
        case .eqI, .ltI, .leI, .gtI, .geI, .test: hasRegisters(it.a) && hasJump(at: place)
        case .testSet: hasRegisters(it.a) && hasRegisters(it.b) && hasJump(at: place)
        case .call, .tailCall: hasRegisters(it.a, max(it.b, 1)) && (it.c == 0 || hasRegisters(it.a, it.c - 1))
        case .return: hasRegisters(it.a, max(it.b - 1, 0))
        case .return0: true
        case .return1: hasRegisters(it.a)
        case .forLoop: hasRegisters(it.a, 4) && isTarget(place + 1 - it.bx)
        case .forPrep: hasRegisters(it.a, 4) && isTarget(place + 2 + it.bx)
        case .tforPrep: hasRegisters(it.a, 4) && isTarget(place + 1 + it.bx)
        case .tforCall: hasRegisters(it.a, 4 + it.c)
        case .tforLoop: hasRegisters(it.a, 5) && isTarget(place + 1 - it.bx)
        case .setList: hasRegisters(it.a, it.b + 1) && (!it.k || hasExtra(at: place))
        case .closure: hasRegisters(it.a) && it.bx < nested.count
        case .vararg: hasRegisters(it.a, max(it.c - 1, 0))
        case .varargPrep: it.a == parameterCount
        case .extraArg:
            place > 0 && [.loadKX, .newTable, .setList].contains(code[place - 1].opcode)
        }
    }
}
