internal import CLua

// Fields of flakes, of tables, and of the host's own tables.
extension UpdateTracer {
    /// A flake that was removed raises when it is used: the update is called for those.
    private mutating func expectAlive(_ state: inout TraceState) throws(Refusal) {
        guard state.removed != LaneGraph.none else { return }
        guard state.removed != state.mask else { throw Refusal("use of a flake that it has removed") }
        guardAgainst(state.removed, state)
    }

    private func access(_ key: LaneValue) throws(Refusal) -> FlakeAccess {
        guard case .uniform(let uniform) = key, case .string(let bytes) = uniform.constant else {
            throw Refusal("a field of a flake whose name is not written out")
        }
        let name = String(decoding: bytes, as: UTF8.self)
        guard let access = fields[name] else { throw Refusal("the field '\(name)', which flakes do not have") }
        guard access != .other else { throw Refusal("the field '\(name)'") }
        return access
    }

    mutating func field(
        of object: LaneValue, _ key: LaneValue, _ state: inout TraceState
    ) throws(Refusal) -> LaneValue {
        switch object {
        case .flake: return try flakeField(key, &state)
        case .uniform(let table):
            guard table.type == CLUA_TYPE_TABLE || table.type == CLUA_TYPE_PROXY else {
                throw Refusal("a field of \(table.typeName)")
            }
            switch key {
            case .uniform(let name): return try field(name, of: table)
            case .number(let node, _): return try pick(node, from: table)
            case .optional, .boolean, .flake, .remover: throw Refusal("a table whose key is not a number")
            }
        case .number, .optional, .boolean, .remover: throw Refusal("a field of what is no table")
        }
    }

    private mutating func field(_ name: Uniform, of table: Uniform) throws(Refusal) -> LaneValue {
        let field = try uniforms.field(name, of: table)
        if table.type == CLUA_TYPE_PROXY, name.constant == .string(Array("count".utf8)) { readsCount = true }
        guard field.type != CLUA_TYPE_ERROR else {
            throw Refusal(table.type == CLUA_TYPE_PROXY ? "a field that is not there" : "a table with a metatable")
        }
        return .uniform(field)
    }

    /// An entry for each flake, of a table of numbers.
    private mutating func pick(_ node: Int32, from table: Uniform) throws(Refusal) -> LaneValue {
        guard table.type == CLUA_TYPE_TABLE else { throw Refusal("a table whose key is not written out") }
        let row = try uniforms.row(table)
        let number = graph.add(LaneNode(code: CLUA_LANE_PICK, a: node, column: row))
        let present = graph.add(LaneNode(code: CLUA_LANE_PICK_MASK, a: node, column: row))
        return .optional(number, .either, present: present)
    }

    private mutating func column(_ column: Int, _ state: TraceState) -> Int32 {
        state.columns[Int32(column)] ?? graph.load(column)
    }

    private mutating func flakeField(_ key: LaneValue, _ state: inout TraceState) throws(Refusal) -> LaneValue {
        let access = try access(key)
        if access == .alive {
            guard state.removed != LaneGraph.none else { return .uniform(try uniforms.boolean(true)) }
            return .boolean(graph.not(state.removed))
        }
        // A method is there whether or not the flake is.
        if access == .remove { return .remover }
        try expectAlive(&state)
        switch access {
        case .number(let number), .reading(let number): return .number(column(number, state), .float)
        case .height(let number, let width):
            let height = column(number, state)
            let own = graph.binary(CLUA_LANE_EQUAL, height, height)
            // A product of two columns is exact, so that it is rounded once, as a product of floats is.
            let aspect = graph.add(LaneNode(code: CLUA_LANE_LOAD_ASPECT))
            let shaped = graph.round(graph.binary(CLUA_LANE_MUL, column(width, state), aspect))
            return .number(graph.select(own, height, shaped, other: graph.not(own)), .float)
        case .color: return .number(state.color ?? graph.add(LaneNode(code: CLUA_LANE_LOAD_COLOR)), .whole)
        case .id: return .number(graph.add(LaneNode(code: CLUA_LANE_LOAD_BIRTH)), .whole)
        case .alive, .remove, .other: throw Refusal("a field that is not a number")
        }
    }

    mutating func setField(
        of object: LaneValue, _ key: LaneValue, to value: LaneValue, _ state: inout TraceState
    ) throws(Refusal) {
        guard case .flake = object else { throw Refusal("table write") }
        let access = try access(key)
        switch access {
        case .number, .height, .color: break
        case .reading, .id, .alive, .remove, .other: throw Refusal("a write to a field that is read only")
        }
        try expectAlive(&state)
        if case .height(let number, _) = access, case .uniform(let absent) = value, absent.type == CLUA_TYPE_NIL {
            state.columns[Int32(number)] = graph.round(graph.fill(try uniforms.number(.nan)))
            return
        }
        let (operand, kind) = try number(value, "a field that is set to", &state)
        let node = node(operand)
        switch access {
        case .number(let number), .height(let number, _): state.columns[Int32(number)] = graph.round(node)
        default: state.color = try color(node, kind, state)
        }
    }

    private mutating func color(_ node: Int32, _ kind: NumberKind, _ state: TraceState) throws(Refusal) -> Int32 {
        let (black, white) = (try uniforms.number(0), try uniforms.number(0xFFFFFF))
        let inside = graph.and(
            graph.unary(CLUA_LANE_GREATER_EQUAL_K, node, black), graph.unary(CLUA_LANE_LESS_EQUAL_K, node, white))
        guards.append(graph.andNot(state.mask, inside))
        return kind == .whole ? node : graph.unary(CLUA_LANE_PLUS_ZERO, graph.unary(CLUA_LANE_FLOOR, node))
    }

    mutating func remove(_ arguments: [LaneValue], _ state: inout TraceState) throws(Refusal) {
        guard case .flake = arguments.first else { throw Refusal("the removal of another flake") }
        try expectAlive(&state)
        state.removed = state.removed == LaneGraph.none ? state.mask : graph.or(state.removed, state.mask)
    }
}
