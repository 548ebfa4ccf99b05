/// A script that runs into a fault of some releases of Lua 5.4, and what becomes of it.
struct LuaFault {
    /// What `snowscript test` makes of a script.
    enum Outcome: Equatable {
        /// It plays to its end.
        case fine
        /// It stops with an error that says this.
        case error(String)
    }

    let name: String
    let source: String
    /// With releases before `mended`.
    let before: Outcome
    /// The first release without the fault, or that is known to be.
    let mended: Int
    /// From then on.
    let after: Outcome

    init(
        _ name: String, mended: Int = .max, before: Outcome = .fine, after: Outcome = .fine, _ source: String
    ) {
        self.name = name
        self.source = source
        self.before = before
        self.mended = mended
        self.after = after
    }

    static let all = stacks + coroutines + compiler + limits + lines
}

extension LuaFault {
    private static let concatenation = Outcome.error("__concat on tables needs Lua 5.4.5 or later here")

    /// The stack moves while something points into it.
    private static let stacks = [
        LuaFault(
            "a call inside __concat makes the stack grow", mended: 5, before: concatenation,
            #"""
            local mt = {}
            local function deep(n) if n == 0 then return 0 end return 1 + deep(n - 1) end
            mt.__concat = function(a, b) deep(200) return (type(a) == "string" and a or "o") .. (type(b) == "string" and b or "o") end
            function frame()
              for i = 1, 200 do
                local o = setmetatable({}, mt)
                assert("a" .. "b" .. o .. "c" == "aboc")
              end
            end
            """#),
        LuaFault(
            "many values inside __concat, in a coroutine", mended: 5, before: concatenation,
            #"""
            local mt = {}
            mt.__concat = function(a, b) return select("#", table.unpack({}, 1, 3000)) .. "" end
            local function f() return "a" .. "b" .. setmetatable({}, mt) .. "c" end
            function frame() for i = 1, 50 do assert(coroutine.wrap(f)() == "ab3000") end end
            """#),
        LuaFault(
            "a metatable gets its __concat after it was set", mended: 5,
            before: .error("attempt to concatenate a table value"),
            #"""
            function frame()
              local mt = {}
              local o = setmetatable({}, mt)
              mt.__concat = function() return table.unpack({"x"}, 1, 2000) end
              assert("a" .. o .. "b" == "ax")
            end
            """#),
        LuaFault(
            "a vector class that is never concatenated",
            #"""
            local V = {}
            V.__index = V
            V.__concat = function(a, b) return tostring(a) .. tostring(b) end
            V.__tostring = function(v) return "(" .. v.x .. ")" end
            V.__add = function(a, b) return setmetatable({x = a.x + b.x}, V) end
            function frame() assert(tostring(setmetatable({x = 1}, V) + setmetatable({x = 2}, V)) == "(3)") end
            """#),
        LuaFault(
            "the stack grows in every other metamethod",
            #"""
            local function deep(n) if n == 0 then return 7 end return (deep(n - 1)) end
            local function f() return deep(300) end
            local mt = {__index = f, __newindex = f, __call = f, __add = f, __idiv = f, __band = f, __shl = f, __unm = f,
              __len = f, __eq = f, __lt = f, __le = f, __close = f}
            local function all()
              local o, p = setmetatable({}, mt), setmetatable({}, mt)
              o.x = 1
              assert(o.x == 7 and o() == 7 and o + 1 == 7 and 1 // o == 7 and o & 1 == 7 and o << 1 == 7 and -o == 7)
              assert(#o == 7 and (o == p) and o < p and o <= p)
              local c <close> = o
            end
            function frame() for i = 1, 30 do coroutine.wrap(all)() all() end end
            """#),
    ]

    private static let coroutines = [
        LuaFault(
            "a coroutine that waits inside xpcall is closed, and its __close raises",
            #"""
            local function wait(n) if n == 0 then coroutine.yield() return end local a = wait(n - 1) return a end
            local function litter() local t = {} for j = 1, 20000 do t[j % 100] = {j} end end
            function frame()
              for i = 1, 10 do
                local co = coroutine.create(function()
                  local x <close> = setmetatable({}, {__close = function() litter() error("closed", 0) end})
                  local function go(n)
                    if n > 0 then local r = go(n - 1) return r end
                    xpcall(function() wait(5000) end, function(m) return m end)
                  end
                  go(3000)
                end)
                coroutine.resume(co)
                litter()
                local ok, words = coroutine.close(co)
                assert(not ok and words == "closed")
              end
            end
            """#),
        LuaFault(
            "the same behind pcall, wrap, and a handler that was made for it",
            #"""
            function frame()
              for i = 1, 50 do
                local co = coroutine.create(function()
                  local x <close> = setmetatable({}, {__close = function(_, e) error({e}) end})
                  xpcall(pcall, function(m) return {m, i} end, function()
                    local y <close> = setmetatable({}, {__close = function() error("inner", 0) end})
                    coroutine.yield(coroutine.running())
                  end)
                end)
                coroutine.resume(co)
                for j = 1, 200 do local t = {j} end
                local ok, words = coroutine.close(co)
                assert(not ok and type(words) == "table" and words[1] == "inner")
              end
            end
            """#),
        LuaFault(
            "yields pass values through pcall and xpcall as ever",
            #"""
            function frame()
              local co = coroutine.wrap(function(...)
                local a, b = pcall(function(...) return coroutine.yield(...) end, ...)
                local c, d = xpcall(function() error(coroutine.yield(a, b), 0) end, function(m) return m .. "!" end)
                return c, d
              end)
              local x, y = co(1, 2)
              assert(x == 1 and y == 2)
              local a, b = co("r")
              assert(a == true and b == "r")
              local c, d = co("e")
              assert(c == false and d == "e!")
            end
            """#),
        LuaFault(
            "coroutines that close each other, in a deep row", before: .error("stack overflow"),
            after: .error("stack overflow"),
            #"""
            function frame()
              local last
              for i = 1, 400 do
                local before = last
                last = coroutine.create(function()
                  local x <close> = setmetatable({}, {__close = function() if before then coroutine.close(before) end end})
                  coroutine.yield()
                end)
                coroutine.resume(last)
              end
              coroutine.close(last)
            end
            """#),
    ]

    private static let stack = Outcome.error("stack overflow")
    private static let memory = Outcome.error("not enough memory")

    private static func limit(_ name: String, _ outcome: Outcome, _ source: String) -> LuaFault {
        LuaFault(name, before: outcome, after: outcome, source)
    }

    /// Limits that something tries to catch.
    private static let limits = [
        limit(
            "__close answers other words when memory is refused", memory,
            #"""
            function frame()
              pcall(function()
                local x <close> = setmetatable({}, {__close = function() error("other words", 0) end})
                local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end
              end)
              state.caught = true
            end
            """#),
        limit(
            "__close answers other words when the stack is full", stack,
            #"""
            function frame()
              pcall(function()
                local x <close> = setmetatable({}, {__close = function() error("other words", 0) end})
                local function f() return 1 + f() end f()
              end)
            end
            """#),
        limit(
            "a handler answers other words when Lua calls itself too often", stack,
            #"""
            local t = setmetatable({}, {__index = function(t, k) return t[k] end})
            function frame() xpcall(function() return t.x end, function() return "other words" end) end
            """#),
        limit(
            "__close answers other words then", stack,
            #"""
            local t = setmetatable({}, {__index = function(t, k) return t[k] end})
            function frame()
              pcall(function()
                local x <close> = setmetatable({}, {__close = function() error("other words", 0) end})
                return t.x
              end)
            end
            """#),
        limit(
            "it happens in a coroutine, which hands the error on", stack,
            #"""
            local t = setmetatable({}, {__index = function(t, k) return t[k] end})
            function frame() coroutine.resume(coroutine.create(function() return t.x end)) end
            """#),
        limit(
            "it happens in a coroutine behind pcall and __close", stack,
            #"""
            local t = setmetatable({}, {__index = function(t, k) return t[k] end})
            function frame()
              coroutine.wrap(function()
                coroutine.yield(pcall(function()
                  local x <close> = setmetatable({}, {__close = function() error("other words", 0) end})
                  return t.x
                end))
              end)()
            end
            """#),
        limit(
            "callbacks of gsub inside each other", stack,
            #"""
            function frame()
              local function f() return (("x"):gsub("x", f)) end
              xpcall(f, function() return "other words" end)
            end
            """#),
        limit(
            "__close of a coroutine that ran out of memory", memory,
            #"""
            function frame()
              local co = coroutine.create(function()
                local x <close> = setmetatable({}, {__close = function() error("other words", 0) end})
                local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end
              end)
              coroutine.resume(co)
              coroutine.close(co)
            end
            """#),
        limit(
            "coroutines that close each other, each behind many C calls", stack,
            #"""
            local threads = {}
            local function nest(n, f)
              if n == 0 then return f() end
              local _ = ("a"):gsub("a", function() nest(n - 1, f) end)
            end
            local function go(i) if i > 0 then nest(190, function() coroutine.close(threads[i]) end) end end
            for i = 1, 149 do
              threads[i] = coroutine.create(function()
                local x <close> = setmetatable({}, {__close = function() go(i - 1) end})
                coroutine.yield()
              end)
              coroutine.resume(threads[i])
            end
            function frame() go(149) end
            """#),
        limit(
            "a coroutine that cannot start, since the C stack is full", stack,
            #"""
            local function nest()
              local ok, words = pcall(coroutine.wrap(function() end))
              if not ok then error({words}) end
              local _ = ("a"):gsub("a", nest)
            end
            function frame() pcall(nest) end
            """#),
        LuaFault(
            "words alone are no limit",
            #"""
            function frame()
              for _, words in ipairs {"no stack overflow", "stack overflow", "C stack overflow", "not enough memory",
                "error in error handling", "ran for too long"} do
                for level = 0, 2 do
                  local ok, answer = pcall(error, words, level)
                  assert(not ok and answer:find(words, 1, true))
                  local ok, answer = pcall(function() error(words, level) end)
                  assert(not ok and answer:find(words, 1, true))
                  local co = coroutine.create(function() error(words, level) end)
                  local ok, answer = coroutine.resume(co)
                  assert(not ok and answer:find(words, 1, true))
                  local ok, answer = pcall(coroutine.wrap(function() assert(false, words) end))
                  assert(not ok and answer:find(words, 1, true))
                  local ok, answer = xpcall(function() error(words, 0) end, function(m) return m .. "?" end)
                  assert(not ok and (answer == words .. "?" or words == "not enough memory"))
                end
              end
              local ok, answer = pcall(string.byte, ("x"):rep(2000000), 1, -1)
              assert(not ok and answer:find("string slice too long", 1, true))
            end
            """#),
        LuaFault(
            "a handler that fails is called for its own error, too",
            #"""
            function frame()
              local calls = 0
              local ok, words = xpcall(error, function(m)
                calls = calls + 1
                if calls < 3 then error("again", 0) end
                return m .. calls
              end, "first", 0)
              assert(not ok and words == "again3")
              local ok, words = xpcall(error, function() error("for ever", 0) end)
              assert(not ok and words == "error in error handling")
            end
            """#),
    ]

    private static let lines = [
        LuaFault(
            "a whole number divided by zero behind a call", before: .error("fault.lua:6: attempt to divide by zero"),
            after: .error("fault.lua:6: attempt to"),
            #"""
            function frame()
              local a, b = 1, 0
              local z = tostring(a)

              local q = a
              return q // b
            end
            """#),
        LuaFault(
            "a remainder by zero inside pcall",
            #"""
            function frame()
              local b = 0
              local ok, words = pcall(function()
                local y = tostring(1)
                local x = 5

                return x % b
              end)
              assert(not ok and words:find(":7:", 1, true), words)
            end
            """#),
    ]
}
