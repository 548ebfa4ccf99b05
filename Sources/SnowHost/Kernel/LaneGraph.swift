internal import CLua

/// One operation on all lanes, before it has registers. Operands are nodes, or -1.
struct LaneNode: Hashable {
    var code: CLuaLaneCode
    var a: Int32 = -1
    var b: Int32 = -1
    var c: Int32 = -1
    /// The third operand of noise; the mask of those that take the last operand of a selection.
    var d: Int32 = -1
    /// The uniform that K stands for; -1 for none.
    var uniform: Int32 = -1
    /// The uniforms that K2 and K3 stand for.
    var second: Int32 = -1
    var third: Int32 = -1
    /// The column that stands for the first operand; -1 where that is a node.
    var source: Int32 = -1
    var column: Int32 = 0

    static func == (left: LaneNode, right: LaneNode) -> Bool {
        left.code.rawValue == right.code.rawValue && left.a == right.a && left.b == right.b && left.c == right.c
            && left.d == right.d && left.uniform == right.uniform && left.second == right.second
            && left.third == right.third && left.source == right.source && left.column == right.column
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(code.rawValue)
        hasher.combine(a)
        hasher.combine(b)
        hasher.combine(c)
        hasher.combine(d)
        hasher.combine(uniform)
        hasher.combine(second)
        hasher.combine(third)
        hasher.combine(source)
        hasher.combine(column)
    }
}

/// What a program computes, as nodes that refer to earlier ones. None has an effect, so equal ones are one, wherever
/// they stand in the script.
struct LaneGraph {
    /// Node 0 is the mask of the flakes that live.
    private(set) var nodes = [LaneNode(code: CLUA_LANE_FILL_MASK)]
    private var known: [LaneNode: Int32] = [:]
    private var places = [Place(parent: -1, depth: 0, isBranch: true)]

    /// Where a mask lies among the branches.
    private struct Place {
        /// The mask that it is a part of; that of all flakes for what is no branch, too.
        let parent: Int32
        let depth: Int32
        /// Whether it never holds for what is no flake.
        let isBranch: Bool
    }

    /// The mask of all flakes that the program is run for.
    static let live: Int32 = 0
    /// No mask.
    static let none: Int32 = -1

    mutating func add(_ node: LaneNode) -> Int32 {
        if let known = known[node] { return known }
        nodes.append(node)
        places.append(place(of: node))
        let index = Int32(nodes.count - 1)
        known[node] = index
        return index
    }

    mutating func unary(_ code: CLuaLaneCode, _ a: Int32) -> Int32 { add(LaneNode(code: code, a: a)) }
    mutating func binary(_ code: CLuaLaneCode, _ a: Int32, _ b: Int32) -> Int32 {
        add(LaneNode(code: code, a: a, b: b))
    }
    mutating func unary(_ code: CLuaLaneCode, _ a: Int32, _ k: Uniform) -> Int32 {
        add(LaneNode(code: code, a: a, uniform: k.index))
    }
    mutating func fill(_ k: Uniform) -> Int32 { add(LaneNode(code: CLUA_LANE_FILL, uniform: k.index)) }
    mutating func fillMask(_ k: Uniform) -> Int32 { add(LaneNode(code: CLUA_LANE_FILL_MASK, uniform: k.index)) }
    mutating func load(_ column: Int) -> Int32 { add(LaneNode(code: CLUA_LANE_LOAD, column: Int32(column))) }

    /// As a column takes it.
    mutating func round(_ a: Int32) -> Int32 {
        let code = nodes[Int(a)].code
        return code == CLUA_LANE_ROUND || code == CLUA_LANE_LOAD ? a : unary(CLUA_LANE_ROUND, a)
    }

    private func code(_ node: Int32) -> CLuaLaneCode { nodes[Int(node)].code }

    // Masks

    mutating func and(_ a: Int32, _ b: Int32) -> Int32 {
        if a == b { return a }
        return binary(CLUA_LANE_AND, a, b)
    }

    mutating func andNot(_ a: Int32, _ b: Int32) -> Int32 {
        binary(CLUA_LANE_AND_NOT, a, b)
    }

    mutating func not(_ a: Int32) -> Int32 {
        if code(a) == CLUA_LANE_NOT { return nodes[Int(a)].a }
        return unary(CLUA_LANE_NOT, a)
    }

    /// Two parts of one mask, parted by a condition, are that mask again.
    private func whole(_ a: Int32, _ b: Int32) -> Int32? {
        let left = nodes[Int(a)], right = nodes[Int(b)]
        if a == b { return a }
        if left.code == CLUA_LANE_AND, right.code == CLUA_LANE_AND_NOT, left.a == right.a, left.b == right.b {
            return left.a
        }
        if left.code == CLUA_LANE_AND_NOT, right.code == CLUA_LANE_AND, left.a == right.a, left.b == right.b {
            return left.a
        }
        return nil
    }

    mutating func or(_ a: Int32, _ b: Int32) -> Int32 {
        if let whole = whole(a, b) { return whole }
        if a == Self.live || b == Self.live { return Self.live }
        for (sum, other) in [(a, b), (b, a)] where code(sum) == CLUA_LANE_OR {
            let parts = nodes[Int(sum)]
            if let whole = whole(parts.a, other) { return or(whole, parts.b) }
            if let whole = whole(parts.b, other) { return or(whole, parts.a) }
        }
        return binary(CLUA_LANE_OR, min(a, b), max(a, b))
    }

    private func place(of node: LaneNode) -> Place {
        let parent: Int32
        let isBranch: Bool
        switch node.code {
        case CLUA_LANE_AND, CLUA_LANE_AND_NOT: (parent, isBranch) = (node.a, self.isBranch(node.a))
        case CLUA_LANE_OR:
            (parent, isBranch) = (common(node.a, node.b), self.isBranch(node.a) && self.isBranch(node.b))
        default: (parent, isBranch) = (Self.live, false)
        }
        return Place(parent: parent, depth: places[Int(parent)].depth + 1, isBranch: isBranch)
    }

    /// Whether it is the mask of a branch, and so never holds for what is no flake.
    func isBranch(_ mask: Int32) -> Bool { places[Int(mask)].isBranch }

    /// The mask that a branch's mask is a part of; nil for the mask of all.
    func parent(of mask: Int32) -> Int32? {
        mask == Self.live ? nil : places[Int(mask)].parent
    }

    /// How many masks it is a part of.
    func depth(of mask: Int32) -> Int { Int(places[Int(mask)].depth) }

    /// From a mask up to that of all.
    func ancestors(of mask: Int32) -> [Int32] {
        var list = [mask]
        while let last = list.last, let next = parent(of: last) { list.append(next) }
        return list
    }

    /// The narrowest mask that both are parts of.
    func common(_ a: Int32, _ b: Int32) -> Int32 {
        var (a, b) = (a, b)
        while a != b {
            if depth(of: a) >= depth(of: b) { a = places[Int(a)].parent } else { b = places[Int(b)].parent }
        }
        return a
    }

    /// Whether a mask is a part of another one, or the same.
    func isPart(_ mask: Int32, of whole: Int32) -> Bool { common(mask, whole) == whole }

    /// `a` where the mask holds, `b` where `other` does; anything elsewhere.
    mutating func select(_ mask: Int32, _ a: Int32, _ b: Int32, other: Int32) -> Int32 {
        a == b ? a : add(LaneNode(code: CLUA_LANE_SELECT, a: a, b: b, c: mask, d: other))
    }
}
