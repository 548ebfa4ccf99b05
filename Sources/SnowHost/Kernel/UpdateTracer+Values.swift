internal import CLua

// Operators on values, as Lua has them.
extension UpdateTracer {
    /// A number of a lane or of all.
    enum Operand {
        case lane(Int32)
        case all(Uniform)
    }

    /// Gives the program up for these flakes, should there be any.
    mutating func guardAgainst(_ mask: Int32, _ state: TraceState) {
        guards.append(graph.and(state.mask, mask))
    }

    /// What a value is as a number. One that is nil for some flakes is refused to these.
    mutating func number(
        _ value: LaneValue, _ purpose: String, _ state: inout TraceState
    ) throws(Refusal) -> (operand: Operand, kind: NumberKind) {
        switch value {
        case .number(let node, let kind): return (.lane(node), kind)
        case .optional(let node, let kind, let present):
            guards.append(graph.andNot(state.mask, present))
            return (.lane(node), kind)
        case .uniform(let uniform):
            guard uniform.isNumber else { throw Refusal("\(purpose) \(uniform.typeName)") }
            return (.all(uniform), uniform.kind)
        case .boolean: throw Refusal("\(purpose) a boolean")
        case .flake: throw Refusal("\(purpose) a flake")
        case .remover: throw Refusal("\(purpose) a function")
        }
    }

    mutating func node(_ operand: Operand) -> Int32 {
        switch operand {
        case .lane(let node): node
        case .all(let uniform): graph.fill(uniform)
        }
    }

    // Arithmetic

    mutating func arithmetic(
        _ operation: Arithmetic, _ left: LaneValue, _ right: LaneValue, _ state: inout TraceState
    ) throws(Refusal) -> LaneValue {
        var a = try number(left, "arithmetic on", &state), b = try number(right, "arithmetic on", &state)
        if case .all(let first) = a.operand, case .all(let second) = b.operand {
            let result = try uniforms.arithmetic(operation, first, second)
            guard result.isNumber else {
                throw Refusal("arithmetic that would raise, or leaves the whole numbers to 2^53")
            }
            return .uniform(result)
        }
        let isFloat = a.kind == .float || b.kind == .float
        if !isFloat, operation != .divide, operation != .power {
            a = try settled(a, state.mask)
            b = try settled(b, state.mask)
        }
        let areWhole = a.kind == .whole && b.kind == .whole
        let kind: NumberKind = isFloat ? .float : areWhole ? .whole : .either
        switch operation {
        case .add, .subtract:
            let node = combine(operation, a.operand, b.operand)
            return isFloat ? .number(node, .float) : bounded(node, kind, state)
        case .multiply:
            let node = combine(.multiply, a.operand, b.operand)
            if isFloat { return .number(node, .float) }
            // Minus zero is a float's only, and nothing here tells which is one.
            if !areWhole { guardAgainst(graph.unary(CLUA_LANE_EQUAL_K, node, try uniforms.number(0)), state) }
            return bounded(areWhole ? graph.unary(CLUA_LANE_PLUS_ZERO, node) : node, kind, state)
        case .divide: return .number(combine(.divide, a.operand, b.operand), .float)
        case .power: return .number(try power(a.operand, b.operand), .float)
        case .floorDivide, .modulo:
            let node =
                operation == .modulo
                ? combine(.modulo, a.operand, b.operand)
                : graph.unary(CLUA_LANE_FLOOR, combine(.divide, a.operand, b.operand))
            if isFloat { return .number(node, .float) }
            let zero = try uniforms.number(0)
            guardAgainst(graph.unary(CLUA_LANE_EQUAL_K, self.node(b.operand), zero), state)
            if areWhole { return .number(graph.unary(CLUA_LANE_PLUS_ZERO, node), .whole) }
            guardAgainst(graph.unary(CLUA_LANE_EQUAL_K, node, zero), state)
            return bounded(node, .either, state)
        case .and, .or, .exclusiveOr, .shiftLeft, .shiftRight, .negate, .complement:
            throw Refusal("arithmetic on bits")
        }
    }

    /// A number whose sort is known: what was rounded is held to be whole, and the program given up where it is not.
    mutating func settled(
        _ number: (operand: Operand, kind: NumberKind), _ mask: Int32
    ) throws(Refusal) -> (operand: Operand, kind: NumberKind) {
        guard number.kind == .rounded, case .lane(let node) = number.operand else { return number }
        let inside = graph.unary(CLUA_LANE_LESS_K, graph.unary(CLUA_LANE_ABS, node), try uniforms.number(0x1p53))
        guards.append(graph.andNot(mask, inside))
        return (number.operand, .whole)
    }

    /// Whole numbers beyond 2^53 are no doubles any more.
    private mutating func bounded(_ node: Int32, _ kind: NumberKind, _ state: TraceState) -> LaneValue {
        guard let limit = try? uniforms.number(0x1p53) else { return .number(node, kind) }
        let inside = graph.unary(CLUA_LANE_LESS_K, graph.unary(CLUA_LANE_ABS, node), limit)
        guards.append(graph.andNot(state.mask, inside))
        return .number(node, kind)
    }

    mutating func combine(_ operation: Arithmetic, _ left: Operand, _ right: Operand) -> Int32 {
        switch (left, right) {
        case (.lane(let a), .lane(let b)):
            let code =
                switch operation {
                case .add: CLUA_LANE_ADD
                case .subtract: CLUA_LANE_SUB
                case .multiply: CLUA_LANE_MUL
                case .divide: CLUA_LANE_DIV
                default: CLUA_LANE_MOD
                }
            return graph.binary(code, a, b)
        case (.lane(let a), .all(let k)):
            let code =
                switch operation {
                case .add: CLUA_LANE_ADD_K
                case .subtract: CLUA_LANE_SUB_K
                case .multiply: CLUA_LANE_MUL_K
                case .divide: CLUA_LANE_DIV_K
                default: CLUA_LANE_MOD_K
                }
            return graph.unary(code, a, k)
        case (.all(let k), .lane(let b)):
            switch operation {
            case .add: return graph.unary(CLUA_LANE_ADD_K, b, k)
            case .subtract: return graph.unary(CLUA_LANE_K_SUB, b, k)
            case .multiply: return graph.unary(CLUA_LANE_MUL_K, b, k)
            case .divide: return graph.unary(CLUA_LANE_K_DIV, b, k)
            default: return graph.binary(CLUA_LANE_MOD, graph.fill(k), b)
            }
        case (.all(let first), .all(let second)):
            return combine(operation, .lane(graph.fill(first)), .all(second))
        }
    }

    private mutating func power(_ base: Operand, _ exponent: Operand) throws(Refusal) -> Int32 {
        let a = node(base)
        if case .all(let k) = exponent, k.constant == .integer(2) || k.constant == .number(2) {
            return graph.binary(CLUA_LANE_MUL, a, a)
        }
        return graph.binary(CLUA_LANE_POW, a, node(exponent))
    }

    mutating func negated(_ value: LaneValue, _ state: inout TraceState) throws(Refusal) -> LaneValue {
        let (operand, kind) = try settled(try number(value, "arithmetic on", &state), state.mask)
        switch operand {
        case .all(let uniform):
            let result = try uniforms.arithmetic(.negate, uniform, uniform)
            guard result.isNumber else { throw Refusal("arithmetic that leaves the whole numbers to 2^53") }
            return .uniform(result)
        case .lane(let node):
            let zero = try uniforms.number(0)
            switch kind {
            case .float: return .number(graph.unary(CLUA_LANE_NEGATE, node), .float)
            case .whole, .rounded: return .number(graph.unary(CLUA_LANE_K_SUB, node, zero), .whole)
            case .either:
                guardAgainst(graph.unary(CLUA_LANE_EQUAL_K, node, zero), state)
                return .number(graph.unary(CLUA_LANE_NEGATE, node), .either)
            }
        }
    }

    mutating func complement(_ value: LaneValue) throws(Refusal) -> LaneValue {
        guard case .uniform(let uniform) = value else { throw Refusal("arithmetic on bits") }
        let result = try uniforms.arithmetic(.complement, uniform, uniform)
        guard result.isNumber else { throw Refusal("arithmetic that would raise, or leaves the whole numbers to 2^53") }
        return .uniform(result)
    }

    mutating func length(_ value: LaneValue) throws(Refusal) -> LaneValue {
        guard case .uniform(let uniform) = value, uniform.type == CLUA_TYPE_TABLE else {
            throw Refusal("a length of what is no table")
        }
        let length = try uniforms.length(of: uniform)
        guard length.isNumber else { throw Refusal("a table with a metatable") }
        return .uniform(length)
    }

    // Truth

    mutating func truth(of value: LaneValue) throws(Refusal) -> Condition {
        switch value {
        case .boolean(let mask): return .mask(mask)
        case .optional(_, _, let present): return .mask(present)
        case .number, .flake, .remover: return .always(true)
        case .uniform(let uniform):
            if case .boolean(let known) = uniform.constant { return .always(known) }
            if uniform.type == CLUA_TYPE_BOOLEAN { return .mask(graph.fillMask(uniform)) }
            guard uniform.type != CLUA_TYPE_ERROR else { throw Refusal("a value that cannot be read") }
            return .always(uniform.type != CLUA_TYPE_NIL)
        }
    }

    mutating func negation(_ value: LaneValue) throws(Refusal) -> LaneValue {
        if case .uniform(let uniform) = value, uniform.type == CLUA_TYPE_BOOLEAN {
            return .uniform(try uniforms.not(uniform))
        }
        switch try truth(of: value) {
        case .always(let known): return .uniform(try uniforms.boolean(!known))
        case .mask(let mask): return .boolean(graph.not(mask))
        }
    }

    // Comparisons

    mutating func comparison(
        _ it: Instruction, _ frame: Frame, _ state: inout TraceState
    ) throws(Refusal) -> Condition {
        let left = try value(it.a, state)
        let small = LaneValue.uniform(try uniforms.constant(.integer(Int64(it.sB))))
        switch it.opcode {
        case .eq: return try equality(left, value(it.b, state), &state)
        case .eqK: return try equality(left, .uniform(try uniforms.constant(frame.prototype.constants[it.b])), &state)
        case .eqI: return try equality(left, small, &state)
        case .lt: return try order(.less, left, value(it.b, state), &state)
        case .le: return try order(.lessOrEqual, left, value(it.b, state), &state)
        case .ltI: return try order(.less, left, small, &state)
        case .leI: return try order(.lessOrEqual, left, small, &state)
        case .gtI: return try order(.less, small, left, &state)
        default: return try order(.lessOrEqual, small, left, &state)
        }
    }

    private mutating func order(
        _ comparison: Comparison, _ left: LaneValue, _ right: LaneValue, _ state: inout TraceState
    ) throws(Refusal) -> Condition {
        if case .uniform(let first) = left, case .uniform(let second) = right {
            return try truth(of: .uniform(try compared(comparison, first, second)))
        }
        let a = try number(left, "a comparison with", &state), b = try number(right, "a comparison with", &state)
        return .mask(compare(comparison, a.operand, b.operand))
    }

    private mutating func compared(
        _ comparison: Comparison, _ first: Uniform, _ second: Uniform
    ) throws(Refusal) -> Uniform {
        for uniform in [first, second] where uniform.type == CLUA_TYPE_ERROR || uniform.type == CLUA_TYPE_OTHER {
            throw Refusal("a comparison with \(uniform.typeName)")
        }
        let answer = try uniforms.compare(comparison, first, second)
        guard answer.type == CLUA_TYPE_BOOLEAN else { throw Refusal("a comparison that would raise, or of two tables") }
        return answer
    }

    mutating func compare(_ comparison: Comparison, _ left: Operand, _ right: Operand) -> Int32 {
        switch (left, right) {
        case (.lane(let a), .lane(let b)):
            let code =
                switch comparison {
                case .equal: CLUA_LANE_EQUAL
                case .less: CLUA_LANE_LESS
                case .lessOrEqual: CLUA_LANE_LESS_EQUAL
                }
            return graph.binary(code, a, b)
        case (.lane(let a), .all(let k)):
            let code =
                switch comparison {
                case .equal: CLUA_LANE_EQUAL_K
                case .less: CLUA_LANE_LESS_K
                case .lessOrEqual: CLUA_LANE_LESS_EQUAL_K
                }
            return graph.unary(code, a, k)
        case (.all(let k), .lane(let b)):
            let code =
                switch comparison {
                case .equal: CLUA_LANE_EQUAL_K
                case .less: CLUA_LANE_GREATER_K
                case .lessOrEqual: CLUA_LANE_GREATER_EQUAL_K
                }
            return graph.unary(code, b, k)
        case (.all(let first), .all(let second)):
            return compare(comparison, .lane(graph.fill(first)), .all(second))
        }
    }

    private mutating func equality(
        _ left: LaneValue, _ right: LaneValue, _ state: inout TraceState
    ) throws(Refusal) -> Condition {
        switch (left, right) {
        case (.uniform(let first), .uniform(let second)):
            return try truth(of: .uniform(try compared(.equal, first, second)))
        case (.flake, .flake): return .always(true)
        case (.boolean(let mask), let other), (let other, .boolean(let mask)):
            guard let second = try self.mask(of: other) else { return .always(false) }
            // Equal where neither is without the other.
            let apart = graph.or(graph.andNot(mask, second), graph.andNot(second, mask))
            return .mask(graph.not(apart))
        case (.optional(let node, _, let present), let other), (let other, .optional(let node, _, let present)):
            if case .uniform(let uniform) = other, uniform.type == CLUA_TYPE_NIL { return .mask(graph.not(present)) }
            guard case .uniform(let uniform) = other, uniform.isNumber else { break }
            return .mask(graph.and(present, compare(.equal, .lane(node), .all(uniform))))
        default: break
        }
        if case .number(let node, _) = left { return try equality(node, right, &state) }
        if case .number(let node, _) = right { return try equality(node, left, &state) }
        if case .uniform(let uniform) = left, case .flake = right { return try sameness(uniform) }
        if case .uniform(let uniform) = right, case .flake = left { return try sameness(uniform) }
        throw Refusal("a comparison of what may be nil")
    }

    private mutating func equality(
        _ node: Int32, _ other: LaneValue, _ state: inout TraceState
    ) throws(Refusal) -> Condition {
        switch other {
        case .number(let second, _): return .mask(compare(.equal, .lane(node), .lane(second)))
        case .uniform(let uniform) where uniform.isNumber:
            return .mask(compare(.equal, .lane(node), .all(uniform)))
        case .uniform(let uniform):
            guard uniform.type != CLUA_TYPE_ERROR, uniform.type != CLUA_TYPE_OTHER else {
                throw Refusal("a comparison with \(uniform.typeName)")
            }
            return .always(false)
        case .flake, .remover, .boolean: return .always(false)
        case .optional: throw Refusal("a comparison of what may be nil")
        }
    }

    /// Whether the flake is what a variable holds: another flake might be.
    private func sameness(_ uniform: Uniform) throws(Refusal) -> Condition {
        guard uniform.type != CLUA_TYPE_ERROR, uniform.type != CLUA_TYPE_OTHER else {
            throw Refusal("a comparison of flakes")
        }
        return .always(false)
    }
}
