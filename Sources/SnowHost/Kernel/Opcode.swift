/// What an instruction of Lua 5.4 does. The raw values are the numbers in its bytecode.
package enum Opcode: UInt8, CaseIterable, Sendable {
    case move, loadI, loadF, loadK, loadKX, loadFalse, lFalseSkip, loadTrue, loadNil
    case getUpval, setUpval, getTabUp, getTable, getI, getField, setTabUp, setTable, setI, setField
    case newTable, `self`
    case addI, addK, subK, mulK, modK, powK, divK, idivK, bandK, borK, bxorK, shrI, shlI
    case add, sub, mul, mod, pow, div, idiv, band, bor, bxor, shl, shr
    case mmbin, mmbinI, mmbinK
    case unm, bnot, not, len, concat
    case close, tbc, jmp
    case eq, lt, le, eqK, eqI, ltI, leI, gtI, geI, test, testSet
    case call, tailCall, `return`, return0, return1
    case forLoop, forPrep, tforPrep, tforCall, tforLoop
    case setList, closure, vararg, varargPrep, extraArg

    /// The name in the listings of Lua's own compiler: `GETTABUP`.
    package var name: String {
        String(describing: self).uppercased()
    }

    /// Whether it writes the register A, or registers from A on.
    package var writesA: Bool {
        switch self {
        case .setUpval, .setTabUp, .setTable, .setI, .setField, .mmbin, .mmbinI, .mmbinK, .close, .tbc, .jmp, .eq, .lt,
            .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .return, .return0, .return1, .tforPrep, .tforCall,
            .setList, .varargPrep, .extraArg:
            false
        default: true
        }
    }
}
