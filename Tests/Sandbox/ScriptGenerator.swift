@testable import SnowHost

/// Makes Lua scripts from a grammar: they compile nearly always, use every function that a script can see, and mean
/// nothing.
struct ScriptGenerator {
    private var chance: RandomStream
    private var depth = 0
    private var loops = 0

    init(seed: UInt64) {
        chance = RandomStream(seed: seed)
    }

    private mutating func pick(_ count: Int) -> Int { Int(chance.next() % UInt64(count)) }
    private mutating func one(_ words: [String]) -> String { words[pick(words.count)] }

    private static let functions = [
        "pcall", "xpcall", "tostring", "tonumber", "setmetatable", "getmetatable", "rawset", "rawget", "rawlen",
        "rawequal",
        "select", "type", "next", "pairs", "ipairs", "load", "error", "assert", "require", "print", "spawn", "animate",
        "remove", "flakes", "random", "noise", "clamp", "lerp", "smoothstep", "sin", "cos", "text", "plugin",
        "string.find", "string.match", "string.gmatch", "string.gsub", "string.rep", "string.format", "string.byte",
        "string.char", "string.sub", "string.lower", "string.upper", "string.reverse", "string.len", "string.pack",
        "string.unpack",
        "string.packsize", "table.concat", "table.insert", "table.remove", "table.move", "table.sort", "table.pack",
        "table.unpack", "math.floor", "math.max", "math.random", "math.fmod", "math.tointeger", "utf8.char",
        "utf8.codepoint",
        "utf8.len", "utf8.offset", "utf8.codes", "coroutine.create", "coroutine.resume", "coroutine.wrap",
        "coroutine.yield",
        "coroutine.status", "coroutine.close", "coroutine.running", "coroutine.isyieldable",
    ]
    private static let metamethods = [
        "__index", "__newindex", "__call", "__eq", "__lt", "__le", "__len", "__concat", "__add", "__unm", "__close",
        "__tostring", "__name", "__pairs", "__metatable", "__mode", "__gc",
    ]
    private static let names = ["a", "b", "c", "d", "_G", "state", "scene", "params", "string", "f"]
    private static let fields = [
        "x", "y", "width", "alpha", "color", "glyph", "id", "alive", "depth", "wrong", "phase",
    ]
    private static let constants = [
        "nil", "true", "false", "0", "1", "-1", "2^53", "1e308", "1/0", "0/0", "math.maxinteger", "math.mininteger",
        "1e9",
        "'a'", "''", "'%a*'", "'(a?)*-'", "'%1'", "'%f[a]'", "'%s%d'", "('x'):rep(100)", "'\\0\\200'", "3.5",
        "\"\\27[2J\"",
        "-0.0", "1e-320", "1e5",
    ]

    /// A script with a few exports.
    mutating func script() -> String {
        var text = pick(3) == 0 ? "plugin { flakes = \(pick(50) + 1), fields = { phase = 0 } }\n" : ""
        text += "a, b, c, d, f = {}, 'abc', 7, function(...) return ... end, nil\n"
        if pick(4) == 0 { text += block(2) }
        text += "function init() f = spawn {}\n\(block(4)) end\n"
        text += "function frame(dt, t)\n\(block(6)) end\n"
        if pick(2) == 0 { text += "function update(f, dt, t)\n\(block(3)) end\n" }
        if pick(3) == 0 { text += "function removed(f, why)\n\(block(2)) end\n" }
        return text
    }

    private mutating func block(_ most: Int) -> String {
        var text = ""
        for _ in 0...pick(most) { text += statement() + "\n" }
        return text
    }

    private mutating func statement() -> String {
        depth += 1
        defer { depth -= 1 }
        if depth > 5 { return "\(one(Self.names)) = \(expression())" }
        switch pick(16) {
        case 0: return "local \(one(Self.names)) = \(expression())"
        case 1, 2: return "\(one(Self.names)) = \(expression())"
        case 3: return "\(target()) = \(expression())"
        case 4: return "if \(expression()) then \(block(2)) else \(block(2)) end"
        case 5: return "for i = 1, \(one(["3", "100", "1e9", "c"])) do \(block(2)) end"
        case 6:
            return
                "for k, v in \(one(["pairs", "ipairs", "string.gmatch"]))(\(expression()), \(expression())) do \(block(2)) end"
        case 7: return "while \(expression()) do \(block(2)) \(one(["break", "", "c = c"])) end"
        case 8: return "do local z <close> = \(expression()) \(block(2)) end"
        case 9: return "pcall(function() \(block(2)) end)"
        case 10: return "coroutine.wrap(function(...) \(block(2)) end)(\(expression()))"
        case 11: return "pcall(setmetatable, \(expression()), \(metatable()))"
        case 12: return "pcall(function() local a = \(expression()) a.\(one(Self.fields)) = \(expression()) end)"
        default: return "pcall(\(one(Self.functions)), \(arguments()))"
        }
    }

    private mutating func target() -> String {
        pick(2) == 0 ? "a[\(expression())]" : "a.\(one(Self.fields))"
    }

    private mutating func arguments() -> String {
        (0...pick(3)).map { _ in expression() }.joined(separator: ", ")
    }

    private mutating func metatable() -> String {
        var entries: [String] = []
        for _ in 0...pick(3) { entries.append("\(one(Self.metamethods)) = \(expression())") }
        return "{ \(entries.joined(separator: ", ")) }"
    }

    private mutating func expression() -> String {
        depth += 1
        defer { depth -= 1 }
        if depth > 6 { return one(Self.constants) }
        switch pick(14) {
        case 0, 1, 2: return one(Self.constants)
        case 3, 4: return one(Self.names)
        case 5: return one(Self.functions)
        case 6: return "{ \(arguments()), x = \(expression()) }"
        case 7: return "function(...) \(block(1)) return \(one(["...", "a", "1"])) end"
        case 8:
            return "(\(expression()) \(one(["+", "..", "==", "<", "and", "or", "//", "%", "<<", "^"])) \(expression()))"
        case 9: return "setmetatable({ \(arguments()) }, \(metatable()))"
        case 10: return "(\(one(["not", "-", "#", "~"])) \(expression()))"
        case 11: return "coroutine.wrap(\(expression()))"
        case 12: return "select(2, pcall(\(one(Self.functions)), \(arguments())))"
        default: return "f"
        }
    }

    /// `text` with bytes changed, doubled, taken out or taken from elsewhere in it.
    mutating func damaged(_ text: [UInt8]) -> [UInt8] {
        var bytes = text
        for _ in 0...pick(6) where !bytes.isEmpty {
            let place = pick(bytes.count)
            let length = min(pick(20) + 1, bytes.count - place)
            switch pick(5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: chance.next())
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: pick(bytes.count))
            case 3: bytes.insert(UInt8(truncatingIfNeeded: chance.next()), at: place)
            default: bytes[place] ^= 1 << UInt8(pick(8))
            }
        }
        return bytes
    }
}
