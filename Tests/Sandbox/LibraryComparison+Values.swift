extension LibraryComparison {
    /// `table`, also behind metamethods.
    static let tables = #"""
        local function list(n)
          local out = {}
          for i = 1, pick(n) - 1 do out[i] = pick(20) end
          return out
        end
        local function show(t, n)
          local out = {}
          for i = -2, (n or #t) + 3 do out[#out + 1] = word(t[i]) end
          return table.concat(out, " ")
        end
        -- A list behind metamethods, which notes what is read and written.
        local function watched(t, length, raises)
          local log = {}
          local proxy = setmetatable({}, {
            __index = function(_, k) log[#log + 1] = "r" .. k if k == 9 and raises then error("no nine") end return t[k] end,
            __newindex = function(_, k, v) log[#log + 1] = "w" .. k .. "=" .. word(v) t[k] = v end,
            __len = function() return length or #t end,
          })
          return proxy, log
        end
        function tables(n)
          for _ = 1, n do
            local t, a, b, c = list(12), pick(16) - 4, pick(16) - 4, pick(16) - 4
            local log = {}
            if pick(2) == 1 then t, log = watched(t, one { false, false, a, 2.0, "3", 1.5, {}, -1 } or nil, pick(4) == 1) end
            call("table.concat", t, one { "", ", ", 1, {} }, one { 1, a, false } or nil, one { b, false } or nil)
            call("table.unpack", t, one { a, false } or nil, one { b, false } or nil)
            note("insert", pcall(table.insert, t, a, 99))
            note("append", pcall(table.insert, t, 98))
            note("remove", select(2, pcall(table.remove, t, one { a, false } or nil)))
            note("move", pcall(function() return show(table.move(t, a, b, c), 20) end))
            note("move to", pcall(function() return show(table.move(t, a, b, c, list(4)), 20) end))
            note("log", table.concat(log, " "))
            local s = list(30)
            if pick(3) == 1 then s = watched(s) end
            note("sort", pcall(function() table.sort(s) return show(s) end))
            note("sort down", pcall(function() table.sort(s, function(x, y) return x > y end) return show(s) end))
            note("pack", pcall(function() local p = table.pack(table.unpack(s)) return p.n, show(p) end))
            s[#s + 1] = "x"
            note("sort mixed", (pcall(table.sort, s)) or #s < 2)
          end
          local things = { 1, "x", {}, print, 1.5, math.maxinteger, true }
          for _ = 1, n do
            local function any() return one(things) end
            call("table.insert", any(), any(), any())
            call("table.insert", any(), any())
            call("table.concat", any(), any(), any())
            call("table.move", any(), any(), any(), any(), any())
            call("table.unpack", one { {}, "x", 1 }, 1, 3)
            call("table.sort", one { {}, 1, "x" }, any())
          end
        end
        """#

    /// `math` and `utf8`.
    static let values = #"""
        local numbers = { 0, 1, -1, 2, 3, 10, -7, math.maxinteger, math.mininteger, 0.5, -0.5, 1.5, -0.0, 1e100, -1e100, 1 / 0, -1 / 0,
          0 / 0, math.pi, 3.0, 2 ^ 53, 2 ^ 63, -2 ^ 63, 1e-10, "7", "0x10", "1.5", "x", {}, true, 0.1, 100.25, 12345678.9, 8, 64 }
        function numeric(n)
          local plain = { "abs", "ceil", "floor", "sqrt", "tointeger", "type", "exp", "tan", "asin", "acos", "deg", "rad" }
          for _ = 1, n do
            local x, y = one(numbers), one(numbers)
            call("math." .. one(plain), x)
            call("math." .. one { "fmod", "max", "min", "ult", "log", "atan" }, x, y)
            call("math." .. one { "log", "atan", "max", "min", "modf" }, x)
            local f = one { "sin", "cos" }
            note(f .. word(x), pcall(function() return ("%.10g"):format(math[f](x)) end))
            call("math." .. one(plain))
            note("random" .. words(x, y), pcall(function()
              local r = math.random(x, y)
              return math.type(r), x <= r and r <= y
            end))
            note("random" .. word(x), pcall(function() return math.type(math.random(x)) end))
            note("random", pcall(math.random, 3, 2), pcall(math.random, x, y, 1), math.type(math.random()))
            note("arithmetic" .. words(x, y), pcall(function() return x // y, x % y, x * y, x - y end))
            note("bits" .. words(x, y), pcall(function() return x & y, x ~ y, x << 3, ~x end))
            note("order" .. words(x, y), pcall(function() return x < y, x <= y, x == y, x ~= y end))
            call("tonumber", x)
            call("tonumber", one { "z", "7f", "-10", " 11 ", "1 1", "", "9", "zz", "1e1", "0x1", 12 }, one { 2, 10, 16, 36, 8, 1, 37, 2.5, "x", "16" })
            call("tostring", x)
          end
        end
        local pieces = { "a", "z", "ä", "€", "😀", "\xff", "\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xfd\xbf\xbf\xbf\xbf\xbf",
          "\0", "\xe2\x82", "\u{7FF}", "\u{800}" }
        local whole = { "a", "z", "ä", "€", "😀", "\0", "\u{7FF}", "\u{800}", "\u{FFFF}" }
        function unicode(n)
          local function text(list)
            local out = {}
            for i = 1, pick(7) - 1 do out[i] = one(list) end
            return table.concat(out)
          end
          local function codes(s, lax)
            local out = {}
            for p, c in utf8.codes(s, lax) do out[#out + 1] = p .. ":" .. c end
            return table.concat(out, " ")
          end
          for _ = 1, n do
            local s, i, j, lax = text(pieces), pick(12) - 4, pick(12) - 4, pick(2) == 1
            call("utf8.len", s, one { i, false } or nil, one { j, false } or nil, lax)
            call("utf8.codepoint", s, one { i, false } or nil, one { j, false } or nil, lax)
            call("utf8.offset", s, j, one { i, false } or nil)
            call("utf8.char", one { 65, 228, 0x20AC, 0x10FFFF, 0x7FFFFFFF, 0x80000000, -1, 0, 2 ^ 10, 1.5, "66", {}, pick(0x7FFFFFFF) }, pick(0x10FFFF))
            local clean = text(whole)
            note("codes " .. word(clean), pcall(codes, clean, lax))
            note("codes " .. word(clean .. "\xff"), pcall(codes, clean .. "\xff", lax))
            note("step " .. word(clean), pcall(function() local f, s = utf8.codes(clean) return f(s, i) end))
            call("string.find", s, utf8.charpattern, pick(3))
            call("utf8." .. one { "len", "codepoint", "offset", "codes", "char" }, one { 1, {}, "x" }, one { "x", {}, 1.5 })
          end
        end
        """#
}
