internal import CLua

/// Puts the nodes of a graph in an order, each as far inside a branch as all of its uses are, so that a branch that no
/// flake of a chunk takes can be skipped.
struct LaneSchedule {
    struct Step {
        var node: LaneNode
        /// The node whose value it makes; nil where it makes none.
        let target: Int32?
    }

    /// A node, or an effect, with the branch that it belongs to.
    private struct Item {
        let node: LaneNode
        let target: Int32?
        let region: Int32
        let key: (Int, Int, Int)
    }

    private struct Effect {
        var node: LaneNode
        let region: Int32
        let isGuard: Bool
    }

    private let graph: LaneGraph
    private var nodes: [LaneNode]
    private var effects: [Effect] = []
    private var placed: [Step] = []

    /// A skip costs as much as this.
    private static let worthwhile = 5

    init(_ graph: LaneGraph) {
        self.graph = graph
        nodes = graph.nodes
    }

    // Effects

    mutating func guardAgainst(_ mask: Int32) {
        let node = LaneNode(code: CLUA_LANE_GUARD, a: mask)
        effects.append(Effect(node: node, region: graph.parent(of: mask) ?? LaneGraph.live, isGuard: true))
    }

    /// Has a value worked out that nothing may need: it is looked at by an operation that skips none.
    mutating func keep(_ node: Int32) {
        effects.append(Effect(node: LaneNode(code: CLUA_LANE_SKIP, a: node), region: LaneGraph.live, isGuard: false))
    }

    mutating func remove(_ mask: Int32) {
        let node = LaneNode(code: CLUA_LANE_REMOVE, a: mask, b: mask)
        effects.append(Effect(node: node, region: LaneGraph.live, isGuard: false))
    }

    /// Where one branch leaves a column as it was, the others store under their masks; else all is stored at once.
    mutating func store(_ value: Int32, in column: Int32) {
        let old = LaneNode(code: CLUA_LANE_LOAD, column: column)
        store(value, old, under: LaneGraph.live) { value, mask in
            mask == LaneGraph.live
                ? LaneNode(code: CLUA_LANE_STORE, a: value, column: column)
                : LaneNode(code: CLUA_LANE_STORE_WHERE, a: value, c: mask, column: column)
        }
    }

    mutating func storeColor(_ value: Int32) {
        store(value, LaneNode(code: CLUA_LANE_LOAD_COLOR), under: LaneGraph.live) { value, mask in
            LaneNode(code: CLUA_LANE_STORE_COLOR, a: value, c: mask)
        }
    }

    private mutating func store(
        _ value: Int32, _ old: LaneNode, under mask: Int32, _ make: (Int32, Int32) -> LaneNode
    ) {
        var value = value
        // A store rounds.
        while nodes[Int(value)].code == CLUA_LANE_ROUND { value = nodes[Int(value)].a }
        let node = nodes[Int(value)]
        if node == old { return }
        // A choice that was made before this branch says nothing about who is in it.
        let choosesHere =
            node.code == CLUA_LANE_SELECT
            && [node.c, node.d].allSatisfy { graph.isBranch($0) && graph.isPart($0, of: mask) }
        if choosesHere, keeps(value, old) {
            store(node.a, old, under: node.c, make)
            store(node.b, old, under: node.d, make)
            return
        }
        effects.append(Effect(node: make(value, mask), region: mask, isGuard: false))
    }

    /// Whether some flakes keep what was there.
    private func keeps(_ value: Int32, _ old: LaneNode) -> Bool {
        let node = nodes[Int(value)]
        if node == old { return true }
        if node.code == CLUA_LANE_ROUND { return keeps(node.a, old) }
        return node.code == CLUA_LANE_SELECT && (keeps(node.a, old) || keeps(node.b, old))
    }

    // Fusing

    /// Makes one operation of two where the first has no other use.
    private mutating func fuse() {
        var uses = [Int](repeating: 0, count: nodes.count)
        var isNeeded = [Bool](repeating: false, count: nodes.count)
        for effect in effects {
            for operand in effect.node.operands {
                uses[Int(operand)] += 1
                isNeeded[Int(operand)] = true
            }
        }
        for index in nodes.indices.reversed() where isNeeded[index] && index > 0 {
            for operand in nodes[index].operands {
                uses[Int(operand)] += 1
                isNeeded[Int(operand)] = true
            }
        }
        for index in nodes.indices where isNeeded[index] {
            if let fused = fused(nodes[index], uses) { nodes[index] = fused }
        }
        for place in effects.indices {
            if let fused = fused(effects[place].node, uses) { effects[place].node = fused }
        }
        for index in nodes.indices where isNeeded[index] { nodes[index] = loading(nodes[index], uses) }
        for place in effects.indices { effects[place].node = loading(effects[place].node, uses) }
    }

    private func fused(_ node: LaneNode, _ uses: [Int]) -> LaneNode? {
        func single(_ operand: Int32) -> LaneNode? { uses[Int(operand)] == 1 ? nodes[Int(operand)] : nil }
        var result = node
        switch node.code {
        case CLUA_LANE_ADD_K:
            guard let product = single(node.a) else { return nil }
            result = product
            if product.code == CLUA_LANE_MUL_K {
                result.code = CLUA_LANE_MUL_K_ADD_K
                result.second = node.uniform
            } else if product.code == CLUA_LANE_MUL {
                result.code = CLUA_LANE_MUL_ADD_K
                result.uniform = node.uniform
            } else {
                return nil
            }
        case CLUA_LANE_ADD:
            for (one, other) in [(node.a, node.b), (node.b, node.a)] where one != other {
                guard let product = single(one) else { continue }
                result = product
                if product.code == CLUA_LANE_MUL_K {
                    result.code = CLUA_LANE_MUL_K_ADD
                    result.b = other
                    return result
                }
                if product.code == CLUA_LANE_MUL {
                    result.code = CLUA_LANE_MUL_ADD
                    result.c = other
                    return result
                }
            }
            return nil
        case CLUA_LANE_SIN:
            guard let sum = single(node.a), sum.code == CLUA_LANE_ADD_K else { return nil }
            result = sum
            result.code = CLUA_LANE_SIN_ADD_K
        case CLUA_LANE_SELECT:
            let value = nodes[Int(node.a)]
            guard value.code == CLUA_LANE_FILL else { return nil }
            result.code = CLUA_LANE_SELECT_K
            result.a = -1
            result.uniform = value.uniform
        case CLUA_LANE_STORE:
            guard let value = single(node.a) else { return nil }
            result = value
            result.column = node.column
            switch value.code {
            case CLUA_LANE_MUL_K: result.code = CLUA_LANE_STORE_MUL_K
            case CLUA_LANE_ADD_K: result.code = CLUA_LANE_STORE_ADD_K
            case CLUA_LANE_MUL_K_ADD_K: result.code = CLUA_LANE_STORE_MUL_K_ADD_K
            default: return storedWave(node, uses)
            }
            return storedWave(result, uses) ?? result
        case CLUA_LANE_REMOVE:
            let mask = nodes[Int(node.a)]
            guard uses[Int(node.a)] == node.operands.count, mask.code == CLUA_LANE_AND else { return nil }
            result.a = mask.a
            result.b = mask.b
        default: return nil
        }
        return result
    }

    /// A store of a sine that has no other use, with what it is multiplied by and what is added.
    private func storedWave(_ store: LaneNode, _ uses: [Int]) -> LaneNode? {
        guard store.a > 0, uses[Int(store.a)] == 1 else { return nil }
        let wave = nodes[Int(store.a)]
        var result = wave
        switch wave.code {
        case CLUA_LANE_SIN, CLUA_LANE_SIN_ADD_K: result.code = CLUA_LANE_STORE_SIN
        case CLUA_LANE_COS: result.code = CLUA_LANE_STORE_COS
        default: return nil
        }
        result.column = store.column
        switch store.code {
        case CLUA_LANE_STORE_MUL_K: result.second = store.uniform
        case CLUA_LANE_STORE_ADD_K: result.third = store.uniform
        case CLUA_LANE_STORE_MUL_K_ADD_K: (result.second, result.third) = (store.uniform, store.second)
        default: break
        }
        return result
    }

    /// An operation that reads its column itself, where nothing else reads it.
    private func loading(_ node: LaneNode, _ uses: [Int]) -> LaneNode {
        guard node.a > 0, node.loadsItself, uses[Int(node.a)] == 1 else { return node }
        let load = nodes[Int(node.a)]
        guard load.code == CLUA_LANE_LOAD else { return node }
        // Stores stand at the end, but another one may be before this.
        if node.stores, node.column != load.column,
            effects.contains(where: { $0.node.stores && $0.node.column == load.column })
        {
            return node
        }
        var result = node
        result.source = load.column
        result.a = -1
        return result
    }

    // Order

    /// The operations in order.
    mutating func steps() -> [Step] {
        fuse()
        var regions = [Int32?](repeating: nil, count: nodes.count)
        func need(_ node: Int32, in region: Int32) {
            guard node > 0 else { return }
            regions[Int(node)] = regions[Int(node)].map { graph.common($0, region) } ?? region
        }
        /// What decides whether a branch is skipped stands before it.
        func open(_ region: Int32) {
            for mask in graph.ancestors(of: region) {
                if let parent = graph.parent(of: mask) { need(mask, in: parent) }
            }
        }
        for effect in effects {
            open(effect.region)
            for operand in effect.node.operands {
                need(
                    operand, in: operand == effect.region ? graph.parent(of: operand) ?? LaneGraph.live : effect.region)
            }
        }
        for index in nodes.indices.reversed() {
            guard index > 0, let region = regions[index] else { continue }
            open(region)
            let node = nodes[index]
            for operand in node.operands { need(operand, in: self.region(of: operand, in: node, region)) }
        }
        var items: [Item] = []
        for index in nodes.indices.dropFirst() {
            guard let region = regions[index] else { continue }
            let key = max(index, Int(region))
            items.append(
                Item(
                    node: nodes[index], target: Int32(index), region: region, key: (key, index == key ? 0 : 1, index)))
        }
        for (number, effect) in effects.enumerated() {
            let first = effect.isGuard ? Int(effect.node.a) : Int.max
            let second = effect.isGuard ? 2 : Int(effect.region)
            items.append(Item(node: effect.node, target: nil, region: effect.region, key: (first, second, number)))
        }
        items.sort { $0.key < $1.key }
        emit(items[...], in: LaneGraph.live)
        return placed
    }

    /// The flakes for which an operand matters.
    private func region(of operand: Int32, in node: LaneNode, _ region: Int32) -> Int32 {
        let isSelection = node.code == CLUA_LANE_SELECT || node.code == CLUA_LANE_SELECT_K
        guard isSelection, operand != node.c, node.a != node.b else { return region }
        let mask = operand == node.a ? node.c : node.d
        // Only a branch inside of this one is narrower.
        guard mask > 0, graph.isBranch(mask), graph.isPart(mask, of: region) else { return region }
        return mask
    }

    /// Emits items whose regions all lie within one; runs of the same narrower one behind a skip.
    private mutating func emit(_ items: ArraySlice<Item>, in region: Int32) {
        var rest = items
        while let first = rest.first {
            guard first.region != region, let branch = branch(of: first.region, in: region) else {
                placed.append(Step(node: first.node, target: first.target))
                rest = rest.dropFirst()
                continue
            }
            let run = rest.prefix { $0.region != region && self.branch(of: $0.region, in: region) == branch }
            rest = rest.dropFirst(run.count)
            // An effect must not see masks that an earlier skip of the branch left as they were.
            let isWorthwhile =
                run.contains { $0.target == nil && ($0.region != branch || $0.node.code == CLUA_LANE_GUARD) }
                || run.reduce(0) { $0 + $1.node.cost } >= Self.worthwhile
            let place = placed.count
            if isWorthwhile { placed.append(Step(node: LaneNode(code: CLUA_LANE_SKIP, a: branch), target: nil)) }
            emit(run, in: branch)
            if isWorthwhile { placed[place].node.column = Int32(placed.count - place - 1) }
        }
    }

    /// The widest branch inside `region` that a region lies in.
    private func branch(of inner: Int32, in region: Int32) -> Int32? {
        var mask = inner
        while let parent = graph.parent(of: mask) {
            if parent == region { return mask }
            mask = parent
        }
        return nil
    }
}
