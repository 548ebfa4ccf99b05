extension LibraryComparison {
    /// Patterns that are well-formed, and ones that are not.
    static let patterns = #"""
        local letters = { "a", "b", "c", "A", "1", " ", ".", "-", "\0", "\200", "]", "%", "(", "_" }
        local singles = { "a", "b", "c", ".", "%a", "%d", "%s", "%w", "%A", "%D", "%p", "%u", "%%", "%.", "[abc]", "[^a]", "[a-c]",
          "[%d-]", "[]]", "[^]]", "[a-]", "[%a_]", "[^%s]", "%-", "%]", "\0", "[%]a]", "1", " ", "%x", "%g", "%c", "%l", "%z", "%Z",
          "[%z]", "[^%z]" }
        local repeats = { "", "", "", "*", "+", "-", "?" }
        local marks = { "%", "[", "]", "(", ")", "^", "$", "*", "+", "-", "?", ".", "a", "b", "f", "z", "1", "2", "()", "%b", "%f",
          "%1", "[^", "a-", "%a" }
        local function joined(list, n)
          local out = {}
          for i = 1, pick(n) - 1 do out[i] = one(list) end
          return table.concat(out)
        end
        local function wellFormed(n)
          local out, open, closed, captures = {}, {}, {}, 0
          if pick(6) == 1 then out[1] = "^" end
          for _ = 1, pick(n) do
            local kind = pick(16)
            if kind == 1 and captures < 4 then captures = captures + 1 open[#open + 1] = captures out[#out + 1] = "("
            elseif kind == 2 and #open > 0 then closed[#closed + 1] = table.remove(open) out[#out + 1] = ")"
            elseif kind == 3 and captures < 4 then captures = captures + 1 out[#out + 1] = "()"
            elseif kind == 4 and #closed > 0 then out[#out + 1] = "%" .. one(closed)
            elseif kind == 5 then out[#out + 1] = "%b" .. one { "ab", "aa", "()", "ca" }
            elseif kind == 6 then out[#out + 1] = "%f" .. one { "[a]", "[%a]", "[^a]", "[%s]", "[\0]", "[%z]" }
            else out[#out + 1] = one(singles) .. one(repeats) end
          end
          for _ = 1, #open do out[#out + 1] = ")" end
          if pick(6) == 1 then out[#out + 1] = "$" end
          return table.concat(out)
        end
        local function all(s, p, init)
          local out = {}
          for a, b, c, d in s:gmatch(p, init) do
            out[#out + 1] = words(a, b, c, d)
            if #out > 50 then break end
          end
          return table.concat(out, ";")
        end
        local replacements = { "", "x", "%0", "%1", "<%1%0>", "%%", "%2", "a%", "%9", "%b", "%", 7, 1.5 }
        local function replace(a, b)
          local kind = #tostring(a) % 5
          if kind == 0 then return "y" elseif kind == 1 then return b elseif kind == 2 then return 3.5 elseif kind == 3 then return {} end
        end
        function patterns(n)
          local index = { a = "x", b = 7, c = false, [1] = "one", ["1"] = {} }
          local computed = setmetatable({}, { __index = function(_, k) return #tostring(k) > 2 and error("long", 0) or "<" .. tostring(k) .. ">" end })
          for _ = 1, n do
            local s, init = joined(letters, 14), pick(14) - 7
            local p = pick(3) > 1 and wellFormed(6) or joined(marks, 7)
            call("string.find", s, p, init)
            call("string.match", s, p, init)
            note("gmatch " .. words(s, p, init), pcall(all, s, p, init))
            call("string.gsub", s, p, one(replacements), pick(5) > 1 and pick(4) - 1 or nil)
            call("string.gsub", s, p, one { index, computed })
            call("string.gsub", s, p, replace)
            call("string.find", s, joined(letters, 3), init, true)
          end
        end
        """#

    /// Everything else of `string`.
    static let strings = #"""
        local values = { 0, 1, -1, 42, math.maxinteger, math.mininteger, 1.5, -0.0, 1e100, 1e-5, 1 / 0, -1 / 0, 3.0, "7", "abc",
          "a\0b", "line\nline", '"q"', "\1\0012", "\200", true, false, ("x"):rep(120), "0x10", 1e15, 255, 2 ^ 53, "", " 10 ", "1e1",
          "-0x8p1", 2 ^ 63, -2 ^ 63, 0.1, "\r\t\127", "nan" }
        local odd = { setmetatable({}, { __tostring = function() return "worded" end, __name = "named" }),
          setmetatable({}, { __tostring = function() return 12 end }), setmetatable({}, { __tostring = function() return {} end }),
          setmetatable({}, { __tostring = function() error("no words") end }) }
        local function value() if pick(8) == 1 then return one(odd) elseif pick(8) == 1 then return nil end return one(values) end
        local flags = { "", "", "", "-", "+", " ", "#", "0", "-+", "+0", "-0", "#0", "--", "-+ #0" }
        local widths = { "", "", "", "1", "5", "12", "99", "100", "007" }
        local precisions = { "", "", "", ".", ".0", ".3", ".14", ".20", ".99", ".100", ".." }
        local conversions = { "d", "i", "u", "o", "x", "X", "a", "A", "f", "F", "e", "E", "g", "G", "c", "s", "q", "n", "y", "", "%", "l" }
        function formats(n)
          for _ = 1, n do
            local f = "%" .. one(flags) .. one(widths) .. one(precisions) .. one(conversions)
            if pick(2) == 1 then f = "%" .. one(conversions) end
            if pick(4) == 1 then f = "<%%" .. f .. ">%s" end
            call("string.format", f, value(), value())
          end
        end
        local options = { "b", "B", "h", "H", "l", "L", "j", "J", "T", "i", "I", "f", "d", "n", "s", "z", "x", "X", " ", "<", ">", "=",
          "!", "i3", "I5", "i16", "I9", "s1", "s2", "c3", "c0", "c", "!4", "!2", "!3", "!16", "i0", "i17", "i99999999999", "Xi4", "Xd", "y", "i7" }
        local function format()
          local out = {}
          for i = 1, pick(5) - 1 do out[i] = one(options) end
          return table.concat(out)
        end
        function packs(n)
          local bytes = { "\0", "\1", "\255", "\127", "a", "z", "\128" }
          for _ = 1, n do
            local f = format()
            call("string.pack", f, value(), value(), value(), value())
            call("string.pack", f, pick(300) - 150, pick(9), one { "", "ab", "abc" }, 1.5)
            call("string.packsize", f)
            call("string.unpack", f, joined(bytes, 40), pick(3) == 1 and pick(12) - 6 or nil)
          end
        end
        function strings(n)
          for _ = 1, n do
            local s = value()
            for _, name in ipairs { "len", "lower", "upper", "reverse" } do call("string." .. name, s) end
            call("string.byte", s, one { 1, -2, 0, 3, value() }, one { -1, 5, value() })
            call("string.sub", s, one { 1, -2, 0, 3, math.mininteger, value() }, one { -1, 5, math.maxinteger, value() })
            call("string.rep", one { "", "a", "bc", value() }, one { pick(9) - 4, value() == 1 and 1 or 2 }, one { "", ",", {} })
            call("string.rep", one { "ab", "abc" }, math.maxinteger - pick(9), one { "", "," })
            call("string.char", pick(300) - 20, value(), pick(256) - 1)
            note("concatenate", pcall(function(a, b) return a .. b end, s, value()))
            note("compare", pcall(function(a, b) return a < b, a <= b, a == b end, s, value()))
            note("add", pcall(function(a, b) return a + b, -a end, s, value()))
            note("method", pcall(function(a) return a:upper():rep(2, "-"), #a, a.x end, s))
          end
        end
        """#
}
