/// Writes random update functions: every operator, nested branches, early returns, locals that are used again, chance,
/// noise, whole numbers, values that may be nil, removal, and now and then what cannot be compiled. Wild ones do all that a
/// script can do to a flake behind its own function's back (`UpdateGenerator+Wild`).
struct UpdateGenerator {
    private var state: UInt64
    private let isWild: Bool
    private var locals: [String] = []
    private var booleans: [String] = []
    private var nesting = 0
    /// Whether the flake may have been removed already.
    private var mayBeRemoved = false

    /// What the functions find around them.
    static let header = """
        plugin {
          name = "fuzz", flakes = 64, fields = { phase = 0, kind = 0, own = 0.5 },
          params = { wind = 6, share = 0.25, many = 3 },
        }
        local sin, cos, floor, max, min, abs = math.sin, math.cos, math.floor, math.max, math.min, math.abs
        local one, half, three, word, nothing, flag, off = 1, 0.5, 3, "calm", nil, true, false
        local minus_zero, infinite, odd = -0.0, math.huge, 0.0 / 0.0
        local row = { 0.5, -2, 7.25, 4, [0] = 1e3, [-1] = -0.0, name = "row" }
        local holes = { 1, 2, nil, 4.5 }
        local config = { gain = 1.5, count = 2, deep = { er = -3.25 }, mode = "storm" }
        local counter = 0
        level = 0.75
        local function mixed(a, b) return a * half + b * (one - half) end
        local function pick(a, b, c) if a > b then return c elseif a == b then return a - c, 1 end return b end
        local function wave(f, t) local p = f.phase + t; if p > 3 then return cos(p) end return sin(p) * 2 end
        local function sign(x) return x > 0 and 1 or x < 0 and -1 or 0 end

        """

    init(seed: UInt64, isWild: Bool = false) {
        state = seed
        self.isWild = isWild
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func choose(_ list: [String]) -> String { list[below(list.count)] }

    private mutating func anyLocal() -> String? { locals.isEmpty ? nil : choose(locals) }

    /// `function(f, dt, t) … end`
    mutating func function() -> String {
        locals = []
        booleans = []
        mayBeRemoved = false
        nesting = 0
        var body = ""
        for _ in 0..<2 + below(7) { body += statement(depth: 0) }
        return "function(f, dt, t)\n\(body)end"
    }

    static let readable = [
        "x", "y", "width", "speed", "drift", "alpha", "phase", "kind", "own", "height", "age",
    ]
    static let writable = [
        "x", "y", "width", "speed", "drift", "phase", "kind", "own", "height", "depth", "spin",
    ]

    private mutating func block(_ depth: Int) -> String {
        let outer = (locals, booleans)
        nesting += 1
        defer {
            (locals, booleans) = outer
            nesting -= 1
        }
        var text = ""
        for _ in 0..<1 + below(3) { text += statement(depth: depth + 1) }
        return text
    }

    private mutating func statement(depth: Int) -> String {
        if isWild, chance(25) { return wildStatement(depth) }
        switch below(100) {
        case ..<30: return "f.\(choose(Self.writable)) = \(number(3))\n"
        case ..<45:
            let name = "v\(locals.count)"
            let text = "local \(name) = \(number(3))\n"
            locals.append(name)
            return text
        case ..<52:
            guard let name = anyLocal() else { return "f.own = \(number(2))\n" }
            return "\(name) = \(number(3))\n"
        case ..<72:
            guard depth < 3 else { return "f.own = \(number(2))\n" }
            var text = "if \(condition(3)) then\n\(block(depth))"
            if chance(30) { text += "elseif \(condition(2)) then\n\(block(depth))" }
            if chance(50) { text += "else\n\(block(depth))" }
            return text + "end\n"
        case ..<77: return nesting > 0 && chance(50) ? "do return end\n" : "f.kind = \(number(2))\n"
        case ..<81:
            let name = "i\(depth)"
            locals.append(name)
            defer { locals.removeLast() }
            let body =
                "f.own = f.own * 0.5 + \(number(2))\n" + (chance(30) ? "if \(condition(1)) then break end\n" : "")
            let range = choose(["1, 3", "3, 1, -1", "0, 1, 0.5", "1, 0", "0, 4"])
            return "for \(name) = \(range) do\n\(body)end\n"
        case ..<84:
            return "f.color = \(choose(["0xFF8040", "f.id * 64", "abs(\(number(1))) % 255", "min(f.color + 3, 99)"]))\n"
        case ..<87:
            guard depth > 0, !mayBeRemoved || chance(10) else { return "f.x = \(number(2))\n" }
            mayBeRemoved = true
            return choose(["remove(f)\n", "f:remove()\n"]) + (chance(70) ? "do return end\n" : "")
        case ..<91: return "f.x, f.y = \(number(2)), \(number(2))\n"
        case ..<92:
            let name = "b\(booleans.count)"
            let text = "local \(name) = \(condition(2))\n"
            booleans.append(name)
            return text
        case ..<94:
            let name = "v\(locals.count)"
            let text = "local \(name) = \(condition(2)) and \(number(2)) or \(number(2))\n"
            locals.append(name)
            return text
        case ..<96: return depth > 0 ? "counter = counter + 1\n" : "f.depth = \(number(1))\n"
        case ..<97: return depth > 1 ? "config.count = config.count + 1\n" : "f.height = nil\n"
        case ..<98: return depth > 1 ? "level = f.x\n" : "f.spin = wave(f, t)\n"
        default: return "f.height = \(number(2))\n"
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        guard depth > 0 else { return choose(["f.x > 10", "f.kind == 1", "flag", "f.alive", "t > 0.5", "off"]) }
        switch below(12) {
        case ..<6: return "\(number(depth - 1)) \(choose(["<", ">", "<=", ">=", "==", "~="])) \(number(depth - 1))"
        case 6: return "(\(condition(depth - 1)) and \(condition(depth - 1)))"
        case 7: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
        case 8: return "not (\(condition(depth - 1)))"
        case 9:
            return choose(["word == 'calm'", "config.mode ~= word", "nothing", "nothing == nil", "params.wind > 3"])
        case 10: return "\(choose(["row", "holes"]))[floor(\(number(depth - 1)))]"
        default:
            return
                "\(choose(["f.id", "f.color", "floor(f.x)"])) % \(choose(["2", "3", "-5", "2.5"])) == \(choose(["0", "1"]))"
        }
    }

    private mutating func leaf() -> String {
        switch below(20) {
        case ..<7: return "f.\(choose(Self.readable))"
        case ..<10: return anyLocal() ?? "t"
        case ..<13:
            return choose(["1", "2", "0.5", "-3", "0.1", "10.0", "7", "1e9", "0", "100", "-0.25", "3.0", "1e300", "5"])
        case 13: return choose(["t", "dt"])
        case 14: return choose(["one", "half", "three", "level", "pi", "math.pi", "counter"])
        case 15:
            return choose([
                "config.gain", "config.count", "config.deep.er", "params.wind", "params.share", "params.many",
            ])
        case 16:
            return choose(["scene.width", "scene.height", "scene.time", "scene.frame", "scene.count", "scene.capacity"])
        case 17: return choose(["f.id", "f.color", "floor(f.x)", "math.ceil(f.y)"])
        case 18: return choose(["minus_zero", "infinite", "odd", "(0 / 0)", "-0.0"])
        default: return choose(["random()", "random(5)", "random(-1, 1)", "noise(f.x, t)"])
        }
    }

    mutating func number(_ depth: Int) -> String {
        guard depth > 0, chance(85) else { return leaf() }
        switch below(30) {
        case ..<12:
            return
                "(\(number(depth - 1)) \(choose(["+", "-", "*", "/", "+", "-", "*", "%", "//"])) \(number(depth - 1)))"
        case 12: return "(\(number(depth - 1)) ^ \(choose(["2", "0.5", "3", "-1", "2.0", "half"])))"
        case 13: return "-(\(leaf()))"
        case ..<17: return "\(choose(["sin", "cos", "math.sin", "math.cos", "cos"]))(\(number(depth - 1)))"
        case 17:
            return "\(choose(["math.sqrt", "math.exp", "math.log", "math.atan", "math.tan"]))(\(number(depth - 1)))"
        case 18: return "\(choose(["floor", "math.ceil", "abs", "math.deg", "math.rad"]))(\(number(depth - 1)))"
        case ..<21: return "\(choose(["min", "max", "math.fmod"]))(\(number(depth - 1)), \(number(depth - 1)))"
        case 21: return "\(choose(["clamp", "lerp", "smoothstep"]))(\(leaf()), \(leaf()), \(number(depth - 1)))"
        case 22: return "noise(\(number(depth - 1)), \(leaf())\(chance(50) ? ", \(leaf())" : ""))"
        case 23: return "random(\(choose(["", "\(leaf())", "\(leaf()), \(leaf())"])))"
        case 24: return "mixed(\(number(depth - 1)), \(leaf()))"
        case 25: return "pick(\(leaf()), \(leaf()), \(number(depth - 1)))"
        case 26: return choose(["wave(f, t)", "wave(f, \(leaf()))", "sign(\(leaf()))"])
        case 27: return "(\(choose(["row", "holes"]))[\(leaf()) // 1] or \(leaf()))"
        case 28: return "(\(condition(1)) and \(number(depth - 1)) or \(number(depth - 1)))"
        default: return "\(choose(["row", "holes"]))[\(choose(["1", "2", "0", "three"]))]"
        }
    }
}
