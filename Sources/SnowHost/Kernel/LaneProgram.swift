internal import CLua

/// The operations of a traced update, in order and with registers.
struct LaneProgram {
    private(set) var operations: [CLuaLaneOperation] = []
    private(set) var registerCount = 1

    /// In additions: so much takes a millisecond or two a chunk, and only between chunks is the deadline looked at.
    private static let highestCost = 30_000

    /// - Throws: When more values are alive at once than there are registers.
    init(_ tracer: UpdateTracer, end: TraceState) throws(Refusal) {
        var schedule = LaneSchedule(tracer.graph)
        var guards = tracer.guards
        if tracer.readsCount, end.removed != LaneGraph.none { guards.append(end.removed) }
        for mask in Set(guards).sorted() { schedule.guardAgainst(mask) }
        for node in Set(tracer.asked).sorted() { schedule.keep(node) }
        for (column, node) in end.columns.sorted(by: { $0.key < $1.key }) { schedule.store(node, in: column) }
        if let color = end.color { schedule.storeColor(color) }
        if end.removed != LaneGraph.none { schedule.remove(end.removed) }
        let steps = schedule.steps()
        guard steps.reduce(0, { $0 + $1.node.cost }) <= Self.highestCost else {
            throw Refusal("more than a program has room for")
        }
        try assign(steps)
    }

    /// Gives each value a register, from where it is made to where it is used last.
    private mutating func assign(_ steps: [LaneSchedule.Step]) throws(Refusal) {
        var lastUse: [Int32: Int] = [:]
        for (place, step) in steps.enumerated() {
            for operand in step.node.operands { lastUse[operand] = place }
        }
        var registers: [Int32: UInt16] = [LaneGraph.live: 0]
        var free: [UInt16] = []
        for (place, step) in steps.enumerated() {
            let node = step.node
            var operation = CLuaLaneOperation()
            operation.code = UInt16(node.code.rawValue)
            operation.a = registers[node.a] ?? 0
            operation.b = registers[node.b] ?? 0
            operation.c = registers[node.c] ?? 0
            operation.uniform = Int16(node.uniform)
            operation.second = Int16(node.second)
            operation.third = Int16(node.third)
            operation.source = Int16(node.source)
            // What is not asked for changes nothing: not even the sign of a zero.
            (operation.k, operation.k2, operation.k3) = (-0.0, 1, -0.0)
            operation.column = node.code == CLUA_LANE_NOISE ? Int32(registers[node.d] ?? 0) : node.column
            func giveUpOperands() {
                for operand in node.operands where lastUse[operand] == place && operand != LaneGraph.live {
                    if let register = registers.removeValue(forKey: operand) { free.append(register) }
                }
            }
            if !node.readsTwice { giveUpOperands() }
            // Who is removed is asked for once the program is over.
            if step.target != nil || node.code == CLUA_LANE_REMOVE {
                let register: UInt16
                if let last = free.popLast() {
                    register = last
                } else {
                    register = UInt16(registerCount)
                    registerCount += 1
                }
                guard registerCount <= Int(CLUA_MAX_REGISTERS) else {
                    throw Refusal("more values at once than a program has room for")
                }
                operation.target = register
                if let target = step.target {
                    registers[target] = register
                    if lastUse[target] == nil { free.append(register) }
                }
            }
            if node.readsTwice { giveUpOperands() }
            operations.append(operation)
        }
    }
}

extension LaneNode {
    /// The nodes whose values it takes.
    var operands: [Int32] {
        // The last one of a selection only says which flakes take the other value.
        let last = code == CLUA_LANE_NOISE ? [a, b, c, d] : [a, b, c]
        return last.filter { $0 >= 0 }
    }

    /// Whether it may look at its operand again once it has written: then its target is another register.
    var readsTwice: Bool { code == CLUA_LANE_SIN || code == CLUA_LANE_COS || code == CLUA_LANE_SIN_ADD_K }

    /// Whether it writes to a column of numbers.
    var stores: Bool {
        switch code {
        case CLUA_LANE_STORE, CLUA_LANE_STORE_WHERE, CLUA_LANE_STORE_MUL_K_ADD_K, CLUA_LANE_STORE_MUL_K,
            CLUA_LANE_STORE_ADD_K, CLUA_LANE_STORE_SIN, CLUA_LANE_STORE_COS:
            true
        default: false
        }
    }

    /// Whether a column may stand for its only operand.
    var loadsItself: Bool {
        switch code {
        case CLUA_LANE_ADD_K, CLUA_LANE_SUB_K, CLUA_LANE_K_SUB, CLUA_LANE_MUL_K, CLUA_LANE_DIV_K, CLUA_LANE_K_DIV,
            CLUA_LANE_MUL_K_ADD_K, CLUA_LANE_NEGATE, CLUA_LANE_ABS, CLUA_LANE_FLOOR, CLUA_LANE_CEIL, CLUA_LANE_SQRT,
            CLUA_LANE_PLUS_ZERO, CLUA_LANE_LESS_K, CLUA_LANE_GREATER_K, CLUA_LANE_LESS_EQUAL_K,
            CLUA_LANE_GREATER_EQUAL_K, CLUA_LANE_EQUAL_K, CLUA_LANE_STORE, CLUA_LANE_STORE_MUL_K_ADD_K,
            CLUA_LANE_STORE_MUL_K, CLUA_LANE_STORE_ADD_K:
            true
        default: false
        }
    }

    /// About how long it takes, in additions.
    var cost: Int {
        switch code {
        case CLUA_LANE_SIN, CLUA_LANE_COS, CLUA_LANE_SIN_ADD_K, CLUA_LANE_STORE_SIN, CLUA_LANE_STORE_COS: 8
        case CLUA_LANE_RANDOM, CLUA_LANE_RANDOM_CALL: 20
        case CLUA_LANE_MOD, CLUA_LANE_MOD_K, CLUA_LANE_POW, CLUA_LANE_CALL_1, CLUA_LANE_CALL_2,
            CLUA_LANE_GROUND:
            60
        case CLUA_LANE_NOISE: 300
        case CLUA_LANE_PICK, CLUA_LANE_PICK_MASK, CLUA_LANE_STORE_COLOR: 10
        case CLUA_LANE_DIV, CLUA_LANE_DIV_K, CLUA_LANE_K_DIV, CLUA_LANE_SQRT: 4
        case CLUA_LANE_STORE_WHERE, CLUA_LANE_SPREAD: 2
        default: 1
        }
    }
}
