internal import CLua

/// Follows an `update` along all its ways, to find the fields of its flake that may lie in registers while it runs.
///
/// A field may, unless
/// - it is read after it was written: a column rounds, and a register does not;
/// - what is written to it may be no number: that is an error of its line, and a register takes anything;
/// - it is used when code may have run that can see, change or remove the flake;
/// - an error message might name it, as it would another one.
///
/// All of this holds as long as the script sets no metatable, with which any operation may run any code; the border looks.
struct StagedFlow {
    /// A field of the flake that is a column of numbers.
    struct Field {
        let column: Int
        let isWritable: Bool
        var isRead = false
        var isWritten = false
        /// How often a call uses it, if either way of each branch is taken by half of them.
        var uses = 0.0
    }

    let prototype: Prototype
    let access: [String: FlakeAccess]
    /// The candidates; the bit of a field is its place.
    var fields: [Field] = []
    /// The bits of those that are none.
    var refused: UInt32 = 0
    /// Whether the flake's height is asked for.
    var readsHeight = false
    var paths: [StagedPath] = []
    /// Those that are called, and must hold what they held.
    var called: Set<Int> = []
    /// Whether a call of the function can change what lies at a path.
    var changesPaths = false

    private var states: [StagedState?] = []
    private var waiting: [Int] = []
    private var fieldsByName: [String: Int] = [:]
    private var pathNumbers: [StagedPath: Int] = [:]
    private var kinds: [Int: CLuaCallKind] = [:]
    private let kindOf: (StagedPath) -> CLuaCallKind
    /// What must not be written to, or calls are not what they were.
    private var guardedUpvalues: Set<Int> = []
    private var guardedKeys: Set<[UInt8]> = []

    private static let maximumFields = Int(CLUA_MAX_STAGED_FIELDS)
    /// Longer functions are left as they are: following them takes time, and calling them more.
    private static let maximumLength = 4096

    /// Follows a function; nil where none of its fields can be staged.
    ///
    /// - Parameters:
    ///   - access: How flakes are accessed, by the names of their fields.
    ///   - kindOf: What kind the function is that lies somewhere now.
    init?(_ prototype: Prototype, access: [String: FlakeAccess], kindOf: @escaping (StagedPath) -> CLuaCallKind) {
        self.prototype = prototype
        self.access = access
        self.kindOf = kindOf
        guard isEligible else { return nil }
        collectFields()
        guard !fields.isEmpty else { return nil }
        follow()
        // Which functions matter is known only now; writing to their places matters too.
        for path in called.map({ paths[$0] }) {
            guardedUpvalues.insert(path.upvalue)
            guardedKeys.formUnion(path.keys)
        }
        called = []
        follow()
    }

    private var isEligible: Bool {
        guard prototype.parameterCount > 0, !prototype.isVararg, prototype.nested.isEmpty,
            prototype.code.count <= Self.maximumLength
        else { return false }
        return prototype.code.allSatisfy { it in
            switch it.opcode {
            case .closure, .vararg, .varargPrep, .tailCall, .tbc: false
            // The flake is the first register throughout.
            case _ where it.opcode.writesA && it.a == 0: false
            // Registers that move apart are not written at once.
            case .loadNil: it.a >= prototype.parameterCount || it.a + it.b < prototype.parameterCount
            case .call, .self, .concat, .forPrep, .forLoop, .tforPrep, .tforCall, .tforLoop, .setList:
                it.a >= prototype.parameterCount
            case .move, .loadI, .loadF, .loadK, .loadKX, .loadFalse, .lFalseSkip, .loadTrue, .getUpval, .setUpval,
                .getTabUp, .getTable, .getI, .getField, .setTabUp, .setTable, .setI, .setField, .newTable, .addI,
                .addK, .subK, .mulK, .modK, .powK, .divK, .idivK, .bandK, .borK, .bxorK, .shrI, .shlI, .add, .sub,
                .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr, .mmbin, .mmbinI, .mmbinK, .unm, .bnot,
                .not, .len, .close, .jmp, .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .testSet, .return,
                .return0, .return1, .extraArg:
                true
            }
        }
    }

    // Fields

    /// The bit of the field that an instruction reads or writes in a register; nil for others.
    func field(of it: Instruction) -> Int? {
        switch it.opcode {
        case .getField: it.b == 0 ? name(it.c).flatMap { fieldsByName[$0] } : nil
        case .setField: it.a == 0 ? name(it.b).flatMap { fieldsByName[$0] } : nil
        default: nil
        }
    }

    func name(_ constant: Int) -> String? { prototype.constants[constant].text }

    private mutating func collectFields() {
        var weights = [Double](repeating: 0, count: prototype.code.count)
        weights[0] = 1
        for (place, it) in prototype.code.enumerated() {
            let next = successors(of: place).filter { $0 > place }
            for successor in next { weights[successor] += weights[place] / Double(next.count) }
            let constant: Int
            switch it.opcode {
            case .getField where it.b == 0: constant = it.c
            case .setField where it.a == 0: constant = it.b
            default: continue
            }
            guard let name = name(constant), let column = column(name) else { continue }
            if fieldsByName[name] == nil, fields.count < Self.maximumFields {
                fieldsByName[name] = fields.count
                fields.append(column)
            }
            guard let field = fieldsByName[name] else { continue }
            fields[field].uses += weights[place]
            if it.opcode == .getField { fields[field].isRead = true } else { fields[field].isWritten = true }
        }
    }

    private func column(_ name: String) -> Field? {
        switch access[name] {
        case .number(let column): Field(column: column, isWritable: true)
        case .reading(let column): Field(column: column, isWritable: false)
        case .height, .color, .id, .alive, .remove, .other, nil: nil
        }
    }

    // Paths

    /// What a register holds that was loaded from there; nothing certain, once that may have changed.
    mutating func callee(at path: StagedPath?, _ state: StagedState) -> StagedState.Callee {
        guard let path, !state.isDirty else { return .unknown }
        if let known = pathNumbers[path] { return .path(known) }
        pathNumbers[path] = paths.count
        paths.append(path)
        return .path(paths.count - 1)
    }

    /// What kind of function is called, which is noted to be called.
    mutating func kind(of callee: StagedState.Callee) -> CLuaCallKind {
        switch callee {
        case .unknown: return CLUA_CALL_UNKNOWN
        case .method: return CLUA_CALL_LAST
        case .path(let number):
            let kind = kinds[number] ?? kindOf(paths[number])
            kinds[number] = kind
            if kind == CLUA_CALL_UNKNOWN { return kind }
            guard called.contains(number) || called.count < Int(CLUA_MAX_STAGED_CALLS) else { return CLUA_CALL_UNKNOWN }
            called.insert(number)
            return kind
        }
    }

    /// Whether a write there may put another function in the place of one that is called.
    func isGuarded(upvalue: Int) -> Bool { guardedUpvalues.contains(upvalue) }
    /// As for an upvalue.
    func isGuarded(key: Int) -> Bool {
        guard case .string(let bytes) = prototype.constants[key] else { return true }
        return guardedKeys.contains(bytes)
    }

    // Ways

    /// Where control may go on behind an instruction.
    func successors(of place: Int) -> [Int] {
        let it = prototype.code[place]
        return switch it.opcode {
        case .jmp: [place + 1 + it.sJ]
        case .lFalseSkip: [place + 2]
        case .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI, .test, .testSet: [place + 1, place + 2]
        case .forLoop, .tforLoop: [place + 1 - it.bx, place + 1]
        case .forPrep: [place + 1, place + 2 + it.bx]
        case .tforPrep: [place + 1 + it.bx]
        case .return, .return0, .return1: []
        default: [place + 1]
        }
    }

    private mutating func follow() {
        states = Array(repeating: nil, count: prototype.code.count)
        var entry = StagedState(registers: Array(repeating: .init(), count: prototype.registerCount))
        // The host gives it the time that has passed, and the time.
        for parameter in 1..<max(min(prototype.parameterCount, 3), 1) { entry.registers[parameter].isNumber = true }
        enter(0, entry)
        while let place = waiting.popLast() {
            guard let state = states[place] else { continue }
            for (successor, after) in step(place, state) { enter(successor, after) }
        }
    }

    private mutating func enter(_ place: Int, _ state: StagedState) {
        guard var known = states[place] else {
            states[place] = state
            waiting.append(place)
            return
        }
        known.merge(state)
        guard known != states[place] else { return }
        states[place] = known
        waiting.append(place)
    }
}
