internal import CLua

// Calls: of Lua functions, which are followed, and of those that programs know.
extension UpdateTracer {
    mutating func call(
        _ frame: inout Frame, _ place: Int, _ it: Instruction, _ start: TraceState
    ) throws(Refusal) -> Next {
        var state = start
        let function = try value(it.a, state)
        let end = it.b == 0 ? frame.top : it.a + it.b
        var arguments: [LaneValue] = []
        for register in it.a + 1..<max(end, it.a + 1) { arguments.append(try value(register, state)) }
        let values = try result(of: function, arguments, frame, it.a, &state)
        if it.opcode == .tailCall {
            frame.returns.append((state, values))
            return (nil, place + 1)
        }
        let wanted = it.c == 0 ? values.count : it.c - 1
        let absent = LaneValue.uniform(try uniforms.nil())
        if it.a + wanted > state.registers.count { throw Refusal("more results than there is room for") }
        for number in 0..<wanted { state.registers[it.a + number] = number < values.count ? values[number] : absent }
        if it.c == 0 { frame.top = it.a + wanted }
        return (state, place + 1)
    }

    private mutating func result(
        of function: LaneValue, _ arguments: [LaneValue], _ frame: Frame, _ register: Int, _ state: inout TraceState
    ) throws(Refusal) -> [LaneValue] {
        switch function {
        case .remover:
            try remove(arguments, &state)
            return []
        case .uniform(let uniform) where uniform.type == CLUA_TYPE_CLOSURE:
            guard let prototype = prototype(of: uniform) else {
                throw Refusal("bytecode that this host cannot read")
            }
            let result = try enter(prototype, uniform, arguments, state)
            state = result.state
            return result.values
        case .uniform(let uniform) where uniform.type == CLUA_TYPE_FUNCTION:
            if uniform.function == CLUA_FUNCTION_REMOVE {
                try remove(arguments, &state)
                return []
            }
            guard uniform.function != CLUA_FUNCTION_UNKNOWN else {
                throw Refusal("a call of \(uniforms.name(of: uniform))")
            }
            return [try known(uniform, arguments, &state)]
        case .uniform(let uniform): throw Refusal("a call of \(uniform.typeName)")
        case .number, .optional, .boolean, .flake: throw Refusal("a call of what is no function")
        }
    }

    private mutating func known(
        _ function: Uniform, _ arguments: [LaneValue], _ state: inout TraceState
    ) throws(Refusal) -> LaneValue {
        var operands: [(operand: Operand, kind: NumberKind)] = []
        var constants: [Uniform] = []
        for argument in arguments {
            let number = try number(argument, "a call with", &state)
            operands.append(number)
            if case .all(let uniform) = number.operand { constants.append(uniform) }
        }
        if function.function == CLUA_FUNCTION_RANDOM { return try random(operands.map(\.operand), &state) }
        let (least, most) = Self.argumentCounts(of: function.function)
        guard operands.count >= least else { throw Refusal("a call without an argument that it needs") }
        operands = Array(operands.prefix(most))
        // Where the ground lies a flake may have changed in this very frame.
        let isConstant = constants.count == arguments.count && constants.count <= 3
        if isConstant, function.function != CLUA_FUNCTION_GROUND {
            let result = try uniforms.call(function, constants)
            guard result.isNumber else { throw Refusal("a call whose result is not a number") }
            return .uniform(result)
        }
        switch function.function {
        case CLUA_FUNCTION_MIN, CLUA_FUNCTION_MAX, CLUA_FUNCTION_ABS, CLUA_FUNCTION_FMOD:
            for place in operands.indices { operands[place] = try settled(operands[place], state.mask) }
        default: break
        }
        let kinds = operands.map(\.kind)
        let nodes = operands.map { node($0.operand) }
        switch function.function {
        case CLUA_FUNCTION_MIN: return folded(CLUA_LANE_MIN, nodes, kinds)
        case CLUA_FUNCTION_MAX: return folded(CLUA_LANE_MAX, nodes, kinds)
        case CLUA_FUNCTION_ABS: return .number(graph.unary(CLUA_LANE_ABS, nodes[0]), kinds[0])
        case CLUA_FUNCTION_FLOOR: return rounded(CLUA_LANE_FLOOR, nodes[0], kinds[0])
        case CLUA_FUNCTION_CEIL: return rounded(CLUA_LANE_CEIL, nodes[0], kinds[0])
        case CLUA_FUNCTION_FMOD:
            if !kinds.contains(.float) {
                guard kinds == [.whole, .whole] else { throw Refusal("fmod of what may be whole or not") }
                guardAgainst(graph.unary(CLUA_LANE_EQUAL_K, nodes[1], try uniforms.number(0)), state)
                let rest = try float(function.function, operands.map(\.operand), nodes, state)
                return .number(graph.unary(CLUA_LANE_PLUS_ZERO, rest), .whole)
            }
        default: break
        }
        return .number(try float(function.function, operands.map(\.operand), nodes, state), .float)
    }

    private static func argumentCounts(of function: CLuaFunction) -> (least: Int, most: Int) {
        switch function {
        case CLUA_FUNCTION_MIN, CLUA_FUNCTION_MAX: (1, 16)
        case CLUA_FUNCTION_ATAN, CLUA_FUNCTION_LOG, CLUA_FUNCTION_GROUND: (1, 2)
        case CLUA_FUNCTION_FMOD: (2, 2)
        case CLUA_FUNCTION_NOISE: (1, 3)
        case CLUA_FUNCTION_CLAMP, CLUA_FUNCTION_LERP, CLUA_FUNCTION_SMOOTHSTEP: (3, 3)
        default: (1, 1)
        }
    }

    private mutating func folded(_ code: CLuaLaneCode, _ nodes: [Int32], _ kinds: [NumberKind]) -> LaneValue {
        var (node, kind) = (nodes[0], kinds[0])
        for (next, nextKind) in zip(nodes, kinds).dropFirst() {
            node = graph.binary(code, node, next)
            kind = kind.joined(with: nextKind)
        }
        return .number(node, kind)
    }

    /// `math.floor` and `math.ceil` make whole numbers of those that fit.
    private mutating func rounded(_ code: CLuaLaneCode, _ node: Int32, _ kind: NumberKind) -> LaneValue {
        if kind == .whole || kind == .rounded { return .number(node, kind) }
        return .number(graph.unary(CLUA_LANE_PLUS_ZERO, graph.unary(code, node)), .rounded)
    }

    // What gives a float whatever it is given

    private mutating func float(
        _ function: CLuaFunction, _ operands: [Operand], _ nodes: [Int32], _ state: TraceState
    ) throws(Refusal) -> Int32 {
        switch function {
        case CLUA_FUNCTION_SIN: return graph.unary(CLUA_LANE_SIN, nodes[0])
        case CLUA_FUNCTION_COS: return graph.unary(CLUA_LANE_COS, nodes[0])
        case CLUA_FUNCTION_SQRT: return graph.unary(CLUA_LANE_SQRT, nodes[0])
        case CLUA_FUNCTION_DEG: return graph.unary(CLUA_LANE_MUL_K, nodes[0], try uniforms.number(180 / .pi))
        case CLUA_FUNCTION_RAD: return graph.unary(CLUA_LANE_MUL_K, nodes[0], try uniforms.number(.pi / 180))
        case CLUA_FUNCTION_CLAMP: return try clamp(operands)
        case CLUA_FUNCTION_LERP:
            let way = try sum(.subtract, operands[1], operands[0])
            return node(try sum(.add, operands[0], try sum(.multiply, way, operands[2])))
        case CLUA_FUNCTION_SMOOTHSTEP: return try smoothstep(operands)
        case CLUA_FUNCTION_GROUND:
            let y = nodes.count > 1 ? nodes[1] : graph.fill(try uniforms.number(.nan))
            let node = graph.add(LaneNode(code: CLUA_LANE_GROUND, a: nodes[0], b: y, c: state.mask))
            asked.append(node)
            return node
        case CLUA_FUNCTION_NOISE:
            let zero = graph.fill(try uniforms.number(0))
            let y = nodes.count > 1 ? nodes[1] : zero, z = nodes.count > 2 ? nodes[2] : zero
            return graph.add(LaneNode(code: CLUA_LANE_NOISE, a: nodes[0], b: y, c: state.mask, d: z))
        default:
            let code = nodes.count == 1 ? CLUA_LANE_CALL_1 : CLUA_LANE_CALL_2
            return graph.add(
                LaneNode(
                    code: code, a: nodes[0], b: nodes.count > 1 ? nodes[1] : -1, c: state.mask,
                    column: Int32(function.rawValue)))
        }
    }

    /// Arithmetic on floats, or on what becomes one.
    private mutating func sum(_ operation: Arithmetic, _ a: Operand, _ b: Operand) throws(Refusal) -> Operand {
        if case .all(let first) = a, case .all(let second) = b {
            let result = try uniforms.arithmetic(operation, first, second)
            guard result.isNumber else { throw Refusal("arithmetic that leaves the whole numbers to 2^53") }
            return .all(result)
        }
        return .lane(combine(operation, a, b))
    }

    private mutating func clamp(_ operands: [Operand]) throws(Refusal) -> Int32 {
        let value = node(operands[0]), low = node(operands[1]), high = node(operands[2])
        let least = graph.binary(CLUA_LANE_MIN, value, high)
        return least == low ? low : atLeast(low, operands[1], least)
    }

    /// The greater one; `low` where the other is not a number, and the other where they are equal.
    private mutating func atLeast(_ low: Int32, _ operand: Operand, _ node: Int32) -> Int32 {
        let reaches = compare(.lessOrEqual, operand, .lane(node))
        return graph.select(reaches, node, low, other: graph.not(reaches))
    }

    private mutating func smoothstep(_ operands: [Operand]) throws(Refusal) -> Int32 {
        let (zero, one) = (try uniforms.number(0), try uniforms.number(1))
        let way = try sum(.subtract, operands[2], operands[0])
        let length = try sum(.subtract, operands[1], operands[0])
        let share = graph.binary(CLUA_LANE_MIN, node(try sum(.divide, way, length)), graph.fill(one))
        let inside = atLeast(graph.fill(zero), .all(zero), share)
        let square = graph.binary(CLUA_LANE_MUL, inside, inside)
        let doubled = graph.unary(CLUA_LANE_MUL_K, inside, try uniforms.number(2))
        return graph.binary(CLUA_LANE_MUL, square, graph.unary(CLUA_LANE_K_SUB, doubled, try uniforms.number(3)))
    }

    private mutating func random(_ operands: [Operand], _ state: inout TraceState) throws(Refusal) -> LaneValue {
        let unit: Int32
        switch state.calls {
        case .fixed(let count):
            state.calls = .fixed(count + 1)
            unit = graph.add(LaneNode(code: CLUA_LANE_RANDOM, column: count + 1))
        case .varying(let node):
            let next = graph.unary(CLUA_LANE_ADD_K, node, try uniforms.number(1))
            state.calls = .varying(next)
            unit = graph.unary(CLUA_LANE_RANDOM_CALL, next)
        }
        guard let last = operands.last else { return .number(unit, .float) }
        let low = operands.count > 1 ? operands[0] : .all(try uniforms.number(0))
        let high = operands.count > 1 ? operands[1] : last
        let way = try sum(.multiply, try sum(.subtract, high, low), .lane(unit))
        let value = node(try sum(.add, low, way))
        return .number(
            graph.add(LaneNode(code: CLUA_LANE_SPREAD, a: value, b: node(high), c: node(low))), .float)
    }
}
