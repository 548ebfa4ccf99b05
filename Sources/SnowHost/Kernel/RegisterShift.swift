/// Makes room among the registers of a function: those from one on move up.
struct RegisterShift {
    /// The first that moves.
    let first: Int
    let distance: Int

    /// Where a register lies now.
    func moved(_ register: Int) -> Int { register < first ? register : register + distance }

    /// The instruction with its registers where they lie now.
    func moved(_ it: Instruction) -> UInt32 {
        var bits = it.bits
        func move(_ register: Int, at shift: UInt32) {
            bits = bits & ~(0xFF << shift) | UInt32(moved(register)) << shift
        }
        let operands = Self.registers(of: it)
        if operands.a { move(it.a, at: 7) }
        if operands.b { move(it.b, at: 16) }
        if operands.c { move(it.c, at: 24) }
        return bits
    }

    /// Which operands are registers.
    private static func registers(of it: Instruction) -> (a: Bool, b: Bool, c: Bool) {
        switch it.opcode {
        case .move, .getI, .getField, .addI, .addK, .subK, .mulK, .modK, .powK, .divK, .idivK, .bandK, .borK, .bxorK,
            .shrI, .shlI, .mmbin, .unm, .bnot, .not, .len, .eq, .lt, .le, .testSet:
            (true, true, false)
        case .loadI, .loadF, .loadK, .loadKX, .loadFalse, .lFalseSkip, .loadTrue, .loadNil, .getUpval, .setUpval,
            .getTabUp, .newTable, .mmbinI, .mmbinK, .concat, .close, .tbc, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test,
            .call, .tailCall, .return, .return1, .forLoop, .forPrep, .tforPrep, .tforCall, .tforLoop, .setList,
            .closure, .vararg:
            (true, false, false)
        case .getTable, .add, .sub, .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr: (true, true, true)
        case .setTabUp: (false, false, !it.k)
        case .setTable: (true, true, !it.k)
        case .setI, .setField: (true, false, !it.k)
        case .self: (true, true, !it.k)
        case .jmp, .return0, .varargPrep, .extraArg: (false, false, false)
        }
    }
}
