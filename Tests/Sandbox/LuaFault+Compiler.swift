extension LuaFault {
    private static let fields = Outcome.error("more than 200 fields in a row need Lua 5.4.7 or later here")
    private static let comparison = Outcome.error("an upvalue indexed by a comparison")

    /// What is compiled, or named in an error, wrongly.
    static let compiler = [
        LuaFault(
            "rows of fields behind brackets", mended: 7, before: fields,
            #"""
            function frame()
              local row = "a"
              for i = 1, 150 do row = "(" .. row .. (".b"):rep(100) .. ")" end
              local f = assert(load("local a = setmetatable({}, {__index = function(t) return t end}) return " .. row .. " + 1"))
              assert(not pcall(f))
            end
            """#),
        LuaFault(
            "rows of fields between blanks of every kind", mended: 7, before: fields,
            #"""
            function frame()
              local f = assert(load("local a = setmetatable({}, {__index = function(t) return t end}) return a"
                .. ("\f.\v--[[x]]\r\nb"):rep(4000) .. " + 1"))
              assert(not pcall(f))
            end
            """#),
        LuaFault(
            "rows of indices with rows inside", mended: 7, before: fields,
            #"""
            function frame()
              local f = assert(load("local a = setmetatable({}, {__index = function(t) return t end}) return a"
                .. ("[(a.a.a)]"):rep(4000) .. " + 1"))
              assert(not pcall(f))
            end
            """#),
        LuaFault(
            "long rows of calls are no rows of fields",
            #"""
            function frame()
              local self = {}
              function self:add(x) return self end
              self.at = {x = {y = 1}}
              local f = assert(load("local self = ... return self" .. (":add(self.at.x.y)"):rep(400)))
              assert(f(self) == self)
            end
            """#),
        LuaFault(
            "a constant beside 'or' among many constants", mended: 5,
            before: .error("a bitwise operator with a constant and 'and' or 'or' needs Lua 5.4.5 or later here"),
            #"""
            function frame()
              local c = {"local o = ... local x = {"}
              for i = 1, 257 do c[#c + 1] = i .. ".1," end
              local f = assert(load(table.concat(c) .. "} return 1 | (o or 2), 1 ~ (o and 2), 4 & (o or 1)"))
              local a = f(4)
              assert(a == 5)
            end
            """#),
        LuaFault(
            "the same among few constants, and operators that are compiled right",
            #"""
            function frame()
              local f = load("local o = ... return 1 | (o or 2), (o or 1) | 8, 1 << (o or 2)")
              local a, b, c = f(4)
              assert(a == 5 and b == 12 and c == 16)
              local many = {"local o = ... local x = {"}
              for i = 1, 257 do many[#many + 1] = i .. ".1," end
              local f = assert(load(table.concat(many) .. "} return o << 16 | o << 8 | o, ~o & 0xFF, o & 0xF0F0"))
              local a, b, c = f(1)
              assert(a == 65793 and b == 254 and c == 0)
            end
            """#),
        LuaFault(
            "an upvalue indexed by a comparison", mended: 8, before: comparison,
            #"""
            local t = {[true] = 1, [false] = 2}
            function frame()
              local function f(a, b) return t[a < b] end
              assert(f(1, 2) == 1 and f(2, 1) == 2)
            end
            """#),
        LuaFault(
            "a global indexed by a comparison in brackets, in a text of a script's own", mended: 8, before: comparison,
            #"""
            function frame()
              local f = assert(load("local e = ... local function g(a, b) return _ENV[(a == b)] end _ENV[true] = 3 return g(1, 1)"))
              assert(f() == 3)
            end
            """#),
        LuaFault(
            "comparisons that are compiled right",
            #"""
            function frame()
              local u = {[true] = 1, [false] = 2, x = 3}
              local function f(a, b)
                local t = u
                local k = a < b
                return t[a < b], u[k], u[a == b and "x" or "x"], a == b, not (a < b), (a ~= b) == true
              end
              local p, q, r, s, v, w = f(1, 2)
              assert(p == 1 and q == 1 and r == 3 and s == false and v == false and w == true)
            end
            """#),
        LuaFault(
            "a constant environment", mended: 5, before: .error("_ENV <const> needs Lua 5.4.5 or later here"),
            #"""
            function frame()
              for i = 0, 255 do
                local f = load("local _ENV --[[x]] < \n const > = " .. i .. " X = 1 return X")
                assert(not f or not pcall(f))
                assert(f, "_ENV <const> needs Lua 5.4.5 or later here")
              end
            end
            """#),
        LuaFault(
            "an environment of a function's own",
            #"""
            function frame()
              local f = load("local _ENV = {y = 2} x = 1 return x < y, y")
              local a, b = f()
              assert(a == true and b == 2)
            end
            """#),
    ]
}
