internal import CLua

// One instruction after the other.
extension UpdateTracer {
    typealias Next = (state: TraceState?, place: Int)

    func value(_ register: Int, _ state: TraceState) throws(Refusal) -> LaneValue {
        guard let value = state.registers[register] else {
            throw Refusal("a variable that is of one kind here and of another there")
        }
        return value
    }

    private mutating func constant(_ index: Int, _ frame: Frame) throws(Refusal) -> LaneValue {
        .uniform(try uniforms.constant(frame.prototype.constants[index]))
    }

    private mutating func upvalue(_ number: Int, _ frame: Frame) throws(Refusal) -> Uniform {
        try uniforms.upvalue(number, of: frame.function, name: frame.prototype.upvalues[number].name)
    }

    private mutating func integer(_ value: Int) throws(Refusal) -> LaneValue {
        .uniform(try uniforms.constant(.integer(Int64(value))))
    }

    mutating func step(_ frame: inout Frame, _ place: Int, _ start: TraceState) throws(Refusal) -> Next {
        var state = start
        let it = frame.prototype.code[place]
        // What an arithmetic instruction falls back on stands behind it.
        let behind = place + 2
        switch it.opcode {
        case .move: state.registers[it.a] = try value(it.b, state)
        case .loadI: state.registers[it.a] = try integer(it.sBx)
        case .loadF: state.registers[it.a] = .uniform(try uniforms.number(Double(it.sBx)))
        case .loadK: state.registers[it.a] = try constant(it.bx, frame)
        case .loadKX:
            state.registers[it.a] = try constant(frame.prototype.code[place + 1].ax, frame)
            return (state, behind)
        case .loadFalse: state.registers[it.a] = .uniform(try uniforms.boolean(false))
        case .loadTrue: state.registers[it.a] = .uniform(try uniforms.boolean(true))
        case .lFalseSkip:
            state.registers[it.a] = .uniform(try uniforms.boolean(false))
            return try jump(&frame, place + 2, from: place, state)
        case .loadNil:
            for register in it.a...it.a + it.b { state.registers[register] = .uniform(try uniforms.nil()) }
        case .getUpval: state.registers[it.a] = .uniform(try upvalue(it.b, frame))
        case .getTabUp:
            let table = try upvalue(it.b, frame)
            state.registers[it.a] = try field(of: .uniform(table), try constant(it.c, frame), &state)
        case .getTable:
            state.registers[it.a] = try field(of: value(it.b, state), try value(it.c, state), &state)
        case .getI: state.registers[it.a] = try field(of: value(it.b, state), try integer(it.c), &state)
        case .getField: state.registers[it.a] = try field(of: value(it.b, state), try constant(it.c, frame), &state)
        case .self:
            let object = try value(it.b, state)
            let key = it.k ? try constant(it.c, frame) : try value(it.c, state)
            let method = try field(of: object, key, &state)
            state.registers[it.a + 1] = object
            state.registers[it.a] = method
        case .setField:
            let new = it.k ? try constant(it.c, frame) : try value(it.c, state)
            try setField(of: value(it.a, state), try constant(it.b, frame), to: new, &state)
        case .setTable:
            let new = it.k ? try constant(it.c, frame) : try value(it.c, state)
            try setField(of: value(it.a, state), try value(it.b, state), to: new, &state)
        case .addI:
            state.registers[it.a] = try arithmetic(.add, value(it.b, state), try integer(it.sC), &state)
            return (state, behind)
        case .addK, .subK, .mulK, .modK, .powK, .divK, .idivK, .bandK, .borK, .bxorK:
            let (left, right) = (try value(it.b, state), try constant(it.c, frame))
            state.registers[it.a] = try arithmetic(Self.operation(it.opcode), left, right, &state)
            return (state, behind)
        case .add, .sub, .mul, .mod, .pow, .div, .idiv, .band, .bor, .bxor, .shl, .shr:
            let (left, right) = (try value(it.b, state), try value(it.c, state))
            state.registers[it.a] = try arithmetic(Self.operation(it.opcode), left, right, &state)
            return (state, behind)
        case .shrI:
            state.registers[it.a] = try arithmetic(.shiftRight, value(it.b, state), try integer(it.sC), &state)
            return (state, behind)
        case .shlI:
            state.registers[it.a] = try arithmetic(.shiftLeft, try integer(it.sC), value(it.b, state), &state)
            return (state, behind)
        case .unm: state.registers[it.a] = try negated(value(it.b, state), &state)
        case .bnot: state.registers[it.a] = try complement(value(it.b, state))
        case .not: state.registers[it.a] = try negation(value(it.b, state))
        case .len: state.registers[it.a] = try length(value(it.b, state))
        case .close: break
        case .jmp: return try jump(&frame, place + 1 + it.sJ, from: place, state)
        case .eq, .lt, .le, .eqK, .eqI, .ltI, .leI, .gtI, .geI:
            let condition = try comparison(it, frame, &state)
            return try branch(&frame, place, state, condition, jumpsIf: it.k)
        case .test: return try test(&frame, place, it, state)
        case .testSet: return try testSet(&frame, place, it, state)
        case .call, .tailCall: return try call(&frame, place, it, state)
        case .return, .return0, .return1: return (try leave(&frame, it, state), place + 1)
        case .forPrep: return try loop(&frame, place, it, state)
        case .setUpval: throw Refusal("a write to the variable '\(frame.prototype.upvalues[it.b].name)' outside of it")
        case .setTabUp where frame.prototype.upvalues[it.a].name != "_ENV": throw Refusal("table write")
        case .setTabUp: throw Refusal("a write to the global '\(frame.prototype.constants[it.b].text ?? "?")'")
        case .setI: throw Refusal("table write")
        case .newTable: throw Refusal("a new table")
        case .concat: throw Refusal("a new string")
        case .closure: throw Refusal("a new function")
        case .vararg, .varargPrep: throw Refusal("a function with a varying number of arguments")
        case .tforPrep, .tforCall, .tforLoop: throw Refusal("a loop over a list")
        case .forLoop, .mmbin, .mmbinI, .mmbinK, .tbc, .setList, .extraArg: throw Refusal("a loop")
        }
        return (state, place + 1)
    }

    private static func operation(_ opcode: Opcode) -> Arithmetic {
        switch opcode {
        case .sub, .subK: .subtract
        case .mul, .mulK: .multiply
        case .mod, .modK: .modulo
        case .pow, .powK: .power
        case .div, .divK: .divide
        case .idiv, .idivK: .floorDivide
        case .band, .bandK: .and
        case .bor, .borK: .or
        case .bxor, .bxorK: .exclusiveOr
        case .shl: .shiftLeft
        case .shr: .shiftRight
        default: .add
        }
    }

    // Control

    private mutating func wait(_ frame: inout Frame, at place: Int, _ state: TraceState) throws(Refusal) {
        if let other = frame.waiting[place] {
            frame.waiting[place] = try merged(other, state)
        } else {
            frame.waiting[place] = state
        }
    }

    private mutating func jump(
        _ frame: inout Frame, _ target: Int, from place: Int, _ state: TraceState
    ) throws(Refusal) -> Next {
        guard target > place else { throw Refusal("a loop whose end is not known") }
        if target == place + 1 { return (state, target) }
        try wait(&frame, at: target, state)
        return (nil, place + 1)
    }

    /// The jump behind a test is taken where the condition is as the instruction wants it.
    mutating func branch(
        _ frame: inout Frame, _ place: Int, _ state: TraceState, _ condition: Condition, jumpsIf wanted: Bool,
        refine: (inout TraceState, Bool) -> Void = { (_, _) in }
    ) throws(Refusal) -> Next {
        let target = place + 2 + frame.prototype.code[place + 1].sJ
        switch condition {
        case .always(let value):
            var state = state
            refine(&state, value)
            return value == wanted ? try jump(&frame, target, from: place + 1, state) : (state, place + 2)
        case .mask(let mask):
            guard target > place else { throw Refusal("a loop whose end is not known") }
            var (yes, no) = (state, state)
            yes.mask = graph.and(state.mask, mask)
            no.mask = graph.andNot(state.mask, mask)
            refine(&yes, true)
            refine(&no, false)
            try wait(&frame, at: target, wanted ? yes : no)
            return (wanted ? no : yes, place + 2)
        }
    }

    private mutating func test(
        _ frame: inout Frame, _ place: Int, _ it: Instruction, _ state: TraceState
    ) throws(Refusal) -> Next {
        let tested = try value(it.a, state)
        let absent = LaneValue.uniform(try uniforms.nil())
        return try branch(&frame, place, state, truth(of: tested), jumpsIf: it.k) { state, isTrue in
            Self.refine(&state, tested, isTrue, absent)
        }
    }

    /// A value that may be nil is none where it was tested, or is nil.
    private static func refine(_ state: inout TraceState, _ tested: LaneValue, _ isTrue: Bool, _ absent: LaneValue) {
        guard case .optional(let node, let kind, _) = tested else { return }
        for register in state.registers.indices where state.registers[register] == tested {
            state.registers[register] = isTrue ? .number(node, kind) : absent
        }
    }

    private mutating func testSet(
        _ frame: inout Frame, _ place: Int, _ it: Instruction, _ state: TraceState
    ) throws(Refusal) -> Next {
        let tested = try value(it.b, state)
        let absent = LaneValue.uniform(try uniforms.nil())
        let (target, wanted) = (it.a, it.k)
        return try branch(&frame, place, state, truth(of: tested), jumpsIf: wanted) { state, isTrue in
            if isTrue == wanted { state.registers[target] = tested }
            Self.refine(&state, tested, isTrue, absent)
        }
    }

    private mutating func leave(
        _ frame: inout Frame, _ it: Instruction, _ state: TraceState
    ) throws(Refusal) -> TraceState? {
        let count =
            switch it.opcode {
            case .return0: 0
            case .return1: 1
            default: it.b == 0 ? frame.top - it.a : it.b - 1
            }
        var values: [LaneValue] = []
        // What the update itself returns is nobody's.
        if depth > 1 {
            for register in it.a..<it.a + max(count, 0) { values.append(try value(register, state)) }
        }
        frame.returns.append((state, values))
        return nil
    }

    /// A numeric loop with constant bounds, one time after the other.
    private mutating func loop(
        _ frame: inout Frame, _ place: Int, _ it: Instruction, _ state: TraceState
    ) throws(Refusal) -> Next {
        let (body, end) = (place + 1, place + 1 + it.bx)
        guard let values = LoopValues(try value(it.a, state), try value(it.a + 1, state), try value(it.a + 2, state))
        else { throw Refusal("a loop whose bounds are not constants") }
        guard values.list.count <= LoopValues.most else { throw Refusal("a loop that is run more than 64 times") }
        var state: TraceState? = state
        for value in values.list {
            guard var turn = state else { break }
            turn.registers[it.a + 3] = .uniform(try uniforms.constant(value))
            state = try walk(&frame, from: body, to: end, turn)
        }
        return (state, end + 1)
    }
}

/// What the variable of a numeric loop is in turn.
struct LoopValues {
    static let most = 64

    private(set) var list: [Prototype.Constant] = []

    /// Nil where one of the bounds is no constant, or the step is zero.
    init?(_ start: LaneValue, _ limit: LaneValue, _ step: LaneValue) {
        switch (Self.constant(start), Self.constant(limit), Self.constant(step)) {
        case (.integer(let first), .integer(let last), .integer(let step)) where step != 0:
            var value = first
            while step > 0 ? value <= last : value >= last, list.count <= Self.most {
                list.append(.integer(value))
                let next = value.addingReportingOverflow(step)
                if next.overflow { break }
                value = next.partialValue
            }
        case (let start, let limit, let step):
            guard let first = Self.double(start), let last = Self.double(limit), let step = Self.double(step), step != 0
            else { return nil }
            var value = first
            while step > 0 ? value <= last : value >= last, list.count <= Self.most {
                list.append(.number(value))
                value += step
            }
        }
    }

    private static func constant(_ value: LaneValue) -> Prototype.Constant? {
        guard case .uniform(let uniform) = value else { return nil }
        return uniform.constant
    }

    private static func double(_ constant: Prototype.Constant?) -> Double? {
        switch constant {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}

/// What a test comes to.
enum Condition {
    case always(Bool)
    case mask(Int32)
}
