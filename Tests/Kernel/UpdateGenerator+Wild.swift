// What touches the flake of an update in other ways than by its own fields, or runs code that may, or fails half-way.
extension UpdateGenerator {
    /// What these find around them, behind `header`.
    static let wildHeader = """
        local saved, list, bag, field, mystery_count = {}, { 1, 2.5, 3 }, {}, "x", 0
        gain = 2
        local function touch(f, v) f.x = f.x + v; f.own = f.y; return f.width end
        local function peek(f) return f.x + f.y + f.own + f.speed end
        local function fail(f) f.x = 7; error("failed at " .. f.x) end
        local function mystery(v) mystery_count = mystery_count + 1; return mystery_count % 91 == 0 and "7" or v end
        local function swap() sin, cos = cos, sin; math.floor, math.ceil = math.ceil, math.floor end

        """

    mutating func wildStatement(_ depth: Int) -> String {
        let rare = below(38)
        switch below(34) {
        case 0: return "saved[f.id % 5] = f\n"
        case 1:
            return
                "do local s = saved[f.id % 5] or f if s.alive then s.\(choose(Self.writable)) = \(number(1)) end end\n"
        case 2: return "do local g = f g.\(choose(Self.writable)) = g.\(choose(Self.readable)) + \(number(1)) end\n"
        case 3: return "f[field] = \(number(2))\n"
        case 4: return "f.own = f[field] + \(number(1))\n"
        case 5: return "touch(f, \(number(1)))\n"
        case 6: return "f.\(choose(Self.writable)) = peek(f)\n"
        case 7: return "list[f.id % 7 + 1] = \(number(2))\n"
        case 8: return "list[#list % 50 + 1] = f.\(choose(Self.readable))\n"
        case 9: return "bag[\(choose(["field", "word", "f.id", "'sin'"]))] = f.x\n"
        case 10: return "spawn { x = \(number(1)), y = f.y, life = 0.2 }\n"
        case 11: return "for _, v in ipairs(list) do f.own = f.own + v end\n"
        case 12: return "for s in flakes() do if s.id % 7 == \(below(7)) then s.x = \(number(1)) break end end\n"
        case 13: return "for s in flakes() do if s == f then s.y = s.x end end\n"
        case 14: return "pcall(fail, f)\n"
        case 15: return "pcall(touch, f, \(number(1)))\n"
        case 16: return "f.width = coroutine.wrap(touch)(f, \(number(1)))\n"
        case 17: return "f.\(choose(Self.writable)) = mystery(\(number(1))) + 0\n"
        case 18: return "f.\(choose(Self.writable)) = gain\n"
        case 19: return "gain = \(number(1))\n"
        case 20: return "f:animate { \(choose(Self.writable.filter { $0 != "kind" })) = \(number(1)), duration = 0 }\n"
        case 21: return "print(f, f.\(choose(Self.readable)))\n"
        case 22: return "list[1] = tostring(f) == 'flake ' .. f.id and 1 or 0\n"
        case 23: return "swap()\n"
        case 24: return "f.\(choose(Self.writable)) = rawequal(f, saved[1]) and 1 or 2\n"
        case 25: return "do local i = 0 while i < f.kind and i < 9 do i = i + 1 f.own = f.own + i end end\n"
        case 26: return "if f.x > f.y then f.x, f.y = f.y, f.x end\n"
        case 27: return "f.\(choose(Self.writable)) = max(\(number(1)), f.\(choose(Self.readable)))\n"
        case 28: return "f.kind = floor(\(number(1))) % 8 & 3\n"
        case 29: return "saved[2] = saved[2] or spawn {} ; if saved[2] then saved[2].y = f.y; f.own = saved[2].x end\n"
        default: return "if f.id % 38 == \(rare) then \(wildFault()) end\n"
        }
    }

    private mutating func wildFault() -> String {
        choose([
            "f.x = word", "f.y = nothing", "f.own = mystery('7')", "error('no')", "error({})", "fail(f)", "f.x = f.x.y",
            "f.y = f.x()", "f()", "f.own = #f", "f.own = #f.x", "list[1] = f.x .. nothing", "f.age = 1", "f.wrong = 1",
            "list[1] = f.wrong", "f.x = f.own & 1", "f.x = f.x + f", "f:settle()", "remove(f)", "f:remove() f.x = 1",
            "remove(f) f.own = f.x", "f.color = -1", "saved[2].x = word", "f.x = 'a' < f.x", "saved = nil",
            "f.x = \(number(1)) f.y = f.own + nothing", "f.speed = 3 list = list.x.y", "f.x.y = 1", "f.nothing()",
            "for i = 1, f do end", "f.drift = 1 string.rep('x', 1 << 26)",
        ])
    }
}
