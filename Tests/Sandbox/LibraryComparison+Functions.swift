extension LibraryComparison {
    /// `load` and the other basic functions.
    static let chunks = #"""
        local tokens = { "return", "x", "=", "1", "(", ")", "end", "if", "then", "function", "local", '"a"', "..", ",", "{", "}", "+", "..." ,
          "x.y", "x[1]", ";", "not", "nil", "3..2", "0x", "'", "[[", "\n", "<const>", "<close>", "break", "::x::", "goto y", "error('x')", "#", "~" }
        function chunks(n)
          local names = { false, false, "name", "=name", "@name", "two\nlines", ("long"):rep(30), "=" .. ("long"):rep(30), "@" .. ("long"):rep(30), "", 12 }
          local modes = { false, false, "t", "bt", "b", "", "x", 5 }
          local function run(f, ...) if type(f) ~= "function" then return f, ... end return "ran", pcall(f, 4, 5) end
          for _ = 1, n do
            local out = {}
            for i = 1, pick(9) - 1 do out[i] = one(tokens) end
            local text = table.concat(out, " ")
            if pick(3) == 1 then text = "return " .. one { "...", "x", "x.y", "_ENV", "x()", "1, 2", "#x", "x..1" } end
            local env = one { { x = 7 }, { x = { y = 8 } }, false }
            local name, mode = one(names) or nil, one(modes) or nil
            if pick(2) == 1 then
              note("load " .. words(text, name, mode), pcall(function() return run(load(text, name, mode, env or nil)) end))
            else
              -- What is no Lua is read to its end here, and by Lua to the fault.
              local at, last = 0, one { false, "", {}, true, error }
              if not load(text) then last = nil end
              note("read " .. words(text, name, mode, last), pcall(function()
                return run(load(function()
                  at = at + 1
                  if at == 3 then if last == error then error("reader", pick(3) - 1) end return last or nil end
                  if at > 3 then return nil end
                  return at == 1 and text:sub(1, #text // 2) or text:sub(#text // 2 + 1)
                end, name, mode, env or nil))
              end))
            end
          end
        end
        local things = { false, true, 0, 1, -1, 1.5, "x", "", {}, type, 3, -3, 100, math.maxinteger, setmetatable({}, { __metatable = "locked" }),
          setmetatable({}, { __len = function() return 7 end, __index = { x = 1 }, __eq = function() return true end, __call = function(_, a) return a end }) }
        function basics(n)
          local function any() if pick(10) == 1 then return nil end return one(things) end
          for _ = 1, n do
            for _, name in ipairs { "type", "rawlen", "ipairs", "tostring", "tonumber" } do call(name, any()) end
            local v = any()
            if type(v) ~= "string" then call("getmetatable", v) end
            for _, name in ipairs { "rawequal", "rawget", "select", "assert", "error" } do call(name, any(), any(), any()) end
            call("select", one { "#", 1, 2, -1, -2, -9, 0, 1.5, "2", "x" }, any(), any())
            call(one { "type", "rawequal", "rawlen", "rawget", "rawset", "select", "assert", "error", "getmetatable", "setmetatable", "ipairs",
              "pairs", "next", "tostring", "tonumber", "load", "pcall", "xpcall" })
            call("setmetatable", one { {}, 1, "x", setmetatable({}, { __metatable = 1 }) }, any())
            call("rawset", one { {}, 1 }, any(), any())
            call("pcall", one { any(), error, type, select }, any(), any())
            call("xpcall", one { any(), error, type }, one { any(), tostring, error, function(m) return "handled " .. word(m) end }, any())
            note("level", pcall(function() error("at", pick(4) - 1) end))
            local t = list(6)
            note("next", pcall(next, t, one { 1, 2, 9, "x", 1.0, false, print }))
            note("walk", pcall(function()
              local out, sum = {}, 0
              for k, v in next, t do out[#out + 1] = k .. "=" .. v if pick(3) == 1 then t[k] = nil end end
              for k, v in pairs { a = 1, b = 2, [3] = 3, [4.5] = 4, [true] = 5, [print] = 6 } do sum = sum * 1 + v end
              for i, v in ipairs(setmetatable({}, { __index = function(_, i) return i < 4 and i or nil end })) do sum = sum + v end
              return table.concat(out, " "), sum
            end))
            local made = one { {}, 1, "x", false } or nil
            note("pairs", pcall(function() for k in pairs(made) do return k end end))
            note("ipairs", pcall(function() for k in ipairs(made) do return k end end))
            note("__pairs", pcall(function()
              local out = {}
              local t = setmetatable({}, { __pairs = one { function(t) return next, { 5, 6 }, nil end, function() end, function() return 1, 2, 3, 4 end,
                function() error("no pairs") end, 7 } })
              for k, v in pairs(t) do out[#out + 1] = k .. ":" .. v end
              return table.concat(out, " ")
            end))
            note("call", pcall(function() return any()(1) end))
            note("index", pcall(function() return any().x, any()[1] end))
            note("length", pcall(function() return #any() end))
            note("join", pcall(function() return any() .. any() end))
          end
        end
        """#

    /// `coroutine`, pcall, and what may yield.
    static let coroutines = #"""
        function coroutines(n)
          local function body(depth)
            return function(...)
              local got = { ... }
              for _ = 1, pick(4) do
                local kind = pick(12)
                if kind <= 4 then got = { coroutine.yield(kind, got[1], got[2]) }
                elseif kind == 5 then error(one { "failed", {}, false, 12 }, pick(3) - 1)
                elseif kind == 6 then return kind, got[1]
                elseif kind == 7 and depth > 0 then note("wrapped", pcall(coroutine.wrap(body(depth - 1)), 1, 2))
                elseif kind == 8 then note("caught", pcall(coroutine.yield, "in pcall"))
                elseif kind == 9 then note("across", pcall(table.sort, { 3, 2, 1 }, coroutine.yield))
                elseif kind == 10 then note("state", coroutine.isyieldable(), select(2, coroutine.running()), coroutine.status((coroutine.running())))
                elseif kind == 11 then
                  for k, v in pairs(setmetatable({}, { __pairs = function(t) coroutine.yield("in pairs") return next, { 8 } end })) do got = { k, v } end
                else
                  local closed <close> = setmetatable({}, { __close = function(_, why)
                    note("close", why)
                    if pick(3) == 1 then error("in close", 0) end
                    if pick(3) == 1 then coroutine.yield("in close") end
                  end })
                  got = { coroutine.yield("open") }
                end
              end
              return #got
            end
          end
          for _ = 1, n do
            local co = coroutine.create(body(2))
            for _ = 1, pick(5) do
              note("resume", coroutine.resume(co, pick(9), "x"))
              note("status", coroutine.status(co), coroutine.isyieldable(co))
            end
            note("close", pcall(coroutine.close, co))
            note("after", coroutine.status(co), coroutine.resume(co))
            local f = coroutine.wrap(body(1))
            for _ = 1, 3 do note("wrap", pcall(f, 7)) end
            call("coroutine." .. one { "create", "wrap", "resume", "status", "close", "isyieldable", "yield" }, one { 1, "x", {}, print })
          end
        end
        """#
}
