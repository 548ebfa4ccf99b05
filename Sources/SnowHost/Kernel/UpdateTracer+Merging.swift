internal import CLua

// Where branches meet.
extension UpdateTracer {
    /// One state for the flakes of both, who are not the same.
    mutating func merged(_ left: TraceState, _ right: TraceState) throws(Refusal) -> TraceState {
        var state = left
        state.mask = graph.or(left.mask, right.mask)
        for place in state.registers.indices where left.registers[place] != right.registers[place] {
            guard let a = left.registers[place], let b = right.registers[place] else {
                state.registers[place] = nil
                continue
            }
            state.registers[place] = try merged(a, b, left.mask, right.mask)
        }
        for column in Set(left.columns.keys).union(right.columns.keys) {
            let a = left.columns[column] ?? graph.load(Int(column))
            let b = right.columns[column] ?? graph.load(Int(column))
            state.columns[column] = choose(a, b, left.mask, right.mask)
        }
        if left.color != right.color {
            let color = graph.add(LaneNode(code: CLUA_LANE_LOAD_COLOR))
            state.color = choose(left.color ?? color, right.color ?? color, left.mask, right.mask)
        }
        if left.removed != right.removed {
            state.removed =
                left.removed == LaneGraph.none
                ? right.removed : right.removed == LaneGraph.none ? left.removed : graph.or(left.removed, right.removed)
        }
        if left.calls != right.calls {
            let a = try callCount(left.calls), b = try callCount(right.calls)
            state.calls = .varying(choose(a, b, left.mask, right.mask))
        }
        return state
    }

    mutating func callCount(_ calls: TraceState.Calls) throws(Refusal) -> Int32 {
        switch calls {
        case .fixed(let count): graph.fill(try uniforms.number(Double(count)))
        case .varying(let node): node
        }
    }

    /// The later branch's value where its mask holds. It is the one that code goes around, most of the time.
    private mutating func choose(_ left: Int32, _ right: Int32, _ leftMask: Int32, _ rightMask: Int32) -> Int32 {
        // The narrower mask chooses, so that a masked store can be made of it.
        if graph.depth(of: leftMask) > graph.depth(of: rightMask) {
            return graph.select(leftMask, left, right, other: rightMask)
        }
        return graph.select(rightMask, right, left, other: leftMask)
    }

    /// The value for both; nil where there is none that a program can hold.
    mutating func merged(
        _ left: LaneValue, _ right: LaneValue, _ leftMask: Int32, _ rightMask: Int32
    ) throws(Refusal) -> LaneValue? {
        if left == right { return left }
        if let a = try mask(of: left), let b = try mask(of: right) {
            switch (constant(left), constant(right)) {
            case (.boolean(false), .boolean(true)): return .boolean(rightMask)
            case (.boolean(true), .boolean(false)): return .boolean(leftMask)
            default: return .boolean(choose(a, b, leftMask, rightMask))
            }
        }
        guard var a = try parts(of: left), var b = try parts(of: right) else { return nil }
        if a.kind != b.kind {
            a.kind = try settled(a, leftMask)
            b.kind = try settled(b, rightMask)
        }
        let kind = a.kind.map { kind in b.kind.map { kind.joined(with: $0) } ?? kind } ?? b.kind
        guard let kind, let some = a.node ?? b.node else { return nil }
        let node = choose(a.node ?? some, b.node ?? some, leftMask, rightMask)
        guard a.present != leftAll || b.present != leftAll else { return .number(node, kind) }
        let here = try presence(a.present, leftMask), there = try presence(b.present, rightMask)
        guard let here else { return there.map { .optional(node, kind, present: $0) } }
        guard let there else { return .optional(node, kind, present: here) }
        return .optional(node, kind, present: graph.or(here, there))
    }

    /// The sort of a number that is to be joined with one of another sort.
    private mutating func settled(
        _ part: (node: Int32?, kind: NumberKind?, present: Int32), _ mask: Int32
    ) throws(Refusal) -> NumberKind? {
        guard let node = part.node, let kind = part.kind else { return part.kind }
        let here = try presence(part.present, mask) ?? mask
        return try settled((.lane(node), kind), here).kind
    }

    private var leftAll: Int32 { -2 }

    /// The flakes of a branch for whom a value is there; nil for none of them.
    private mutating func presence(_ present: Int32, _ mask: Int32) throws(Refusal) -> Int32? {
        present == leftAll ? mask : present == LaneGraph.none ? nil : graph.and(mask, present)
    }

    private func constant(_ value: LaneValue) -> Prototype.Constant? {
        guard case .uniform(let uniform) = value else { return nil }
        return uniform.constant
    }

    /// The mask of a boolean; nil for other values.
    mutating func mask(of value: LaneValue) throws(Refusal) -> Int32? {
        switch value {
        case .boolean(let mask): mask
        case .uniform(let uniform) where uniform.type == CLUA_TYPE_BOOLEAN: graph.fillMask(uniform)
        default: nil
        }
    }

    private mutating func parts(
        of value: LaneValue
    ) throws(Refusal) -> (node: Int32?, kind: NumberKind?, present: Int32)? {
        switch value {
        case .number(let node, let kind): (node, kind, leftAll)
        case .optional(let node, let kind, let present): (node, kind, present)
        case .uniform(let uniform) where uniform.isNumber: (graph.fill(uniform), uniform.kind, leftAll)
        case .uniform(let uniform) where uniform.type == CLUA_TYPE_NIL: (nil, nil, LaneGraph.none)
        default: nil
        }
    }
}
