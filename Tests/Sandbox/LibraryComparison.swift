/// Lua text that calls the library functions of this border and of plain Lua alike, and says what they answered.
enum LibraryComparison {
    /// A small generator of chance and of words for results, the same in both.
    private static let prelude = """
        local seed = SEED
        local function pick(n)
          seed = (seed * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
          return (seed >> 24) % n + 1
        end
        local function one(list) return list[pick(#list)] end
        local function word(v)
          if math.type(v) == 'float' then return ('%.14g'):format(v) end
          if type(v) == 'string' then return '"' .. v:gsub('[^%g ]', function(c) return '\\\\' .. c:byte() end) .. '"' end
          return type(v) == 'table' and 'table' or tostring(v)
        end
        local function words(ok, ...)
          if not ok then return 'error' end
          local out = {}
          for i = 1, select('#', ...) do out[i] = word((select(i, ...))) end
          return table.concat(out, ',')
        end
        local lines, digest, count = {}, 0, 0
        local function note(what, ...)
          local text = what .. ' ' .. words(...)
          for i = 1, #text do digest = (digest ~ text:byte(i)) * 1099511628211 & 0x7FFFFFFFFFFFFFFF end
          count = count + 1
          if DETAIL == count // 100 then print(text) end
          if count % 100 == 99 and not DETAIL then print(('%d %x'):format(count // 100, digest)) digest = 0 end
        end

        """

    /// Patterns of a grammar that makes well-formed ones only: a malformed pattern is always refused here, and by
    /// Lua where the match comes upon the fault.
    private static let patterns = """
        local letters = {'a', 'b', 'c', 'A', '1', ' ', '.', '-', '\\0', '\\200', ']', '%', '(', '_'}
        local singles = {'a', 'b', 'c', '.', '%a', '%d', '%s', '%w', '%A', '%D', '%p', '%u', '%%', '%.', '[abc]',
          '[^a]', '[a-c]', '[%d-]', '[]]', '[^]]', '[a-]', '[%a_]', '[^%s]', '%-', '%]', '\\0', '[%]a]', '1', ' ', '%x', '%g', '%c', '%l'}
        local repeats = {'', '', '', '*', '+', '-', '?'}
        local function subject(n)
          local out = {}
          for i = 1, pick(n) - 1 do out[i] = one(letters) end
          return table.concat(out)
        end
        local function pattern(n)
          local out, open, closed = {}, {}, {}
          local captures = 0
          if pick(6) == 1 then out[1] = '^' end
          for i = 1, pick(n) do
            local kind = pick(16)
            if kind == 1 and captures < 4 then captures = captures + 1; open[#open + 1] = captures; out[#out + 1] = '('
            elseif kind == 2 and #open > 0 then closed[#closed + 1] = table.remove(open); out[#out + 1] = ')'
            elseif kind == 3 and captures < 4 then captures = captures + 1; out[#out + 1] = '()'
            elseif kind == 4 and #closed > 0 then out[#out + 1] = '%' .. one(closed)
            elseif kind == 5 then out[#out + 1] = '%b' .. one{'ab', 'aa', '()', 'ca'}
            elseif kind == 6 then out[#out + 1] = '%f' .. one{'[a]', '[%a]', '[^a]', '[%s]', '[\\0]'}
            else out[#out + 1] = one(singles) .. one(repeats) end
          end
          if #open > 0 and out[#out] == '(' then out[#out + 1] = 'a' end
          for i = 1, #open do out[#out + 1] = ')' end
          if pick(6) == 1 then out[#out + 1] = '$' end
          return table.concat(out)
        end
        local function all(f, ...)
          local out = {}
          for a, b, c, d in f(...) do
            out[#out + 1] = word(a) .. word(b) .. word(c) .. word(d)
            if #out > 50 then break end
          end
          return table.concat(out, ';')
        end
        local replacements = {'', 'x', '%0', '%1', '<%1%0>', '%%', '%2', 'a%', '%9', '%b'}
        local function compare(n)
          for i = 1, n do
            local s, p, init = subject(14), pattern(6), pick(12) - 6
            local what = word(s) .. ' ' .. word(p) .. ' ' .. init
            note('find ' .. what, pcall(string.find, s, p, init))
            note('match ' .. what, pcall(string.match, s, p, init))
            note('gmatch ' .. what, pcall(all, string.gmatch, s, p))
            local r = one(replacements)
            note('gsub ' .. what .. r, pcall(string.gsub, s, p, r, pick(5) > 1 and pick(4) - 1 or nil))
            note('gsub table ' .. what, pcall(string.gsub, s, p, {a = 'x', b = 7, c = false, [1] = 'one', ['1'] = {}}))
            note('gsub function ' .. what, pcall(string.gsub, s, p, function(a, b)
              local kind = #tostring(a) % 4
              return kind == 0 and 'y' or kind == 1 and b or kind == 2 and 3.5 or nil
            end))
            note('plain ' .. what, pcall(string.find, s, subject(3), init, true))
          end
        end

        """

    private static let formats = """
        local values = {0, 1, -1, 42, math.maxinteger, math.mininteger, 1.5, -0.0, 1e100, 1e-5, 1/0, -1/0, 3.0, '7',
          'abc', 'a\\0b', 'line\\nline', '"q"', '\\1\\0012', '\\200', true, false, nil, ('x'):rep(120), '0x10', 1e15, 255, 2^53}
        local flags = {'', '', '', '-', '+', ' ', '#', '0', '-+', '+0', '-0', '#0', '--'}
        local widths = {'', '', '', '1', '5', '12', '99', '100'}
        local precisions = {'', '', '', '.', '.0', '.3', '.14', '.20', '.99', '.100'}
        local conversions = {'d', 'i', 'u', 'o', 'x', 'X', 'a', 'A', 'f', 'F', 'e', 'E', 'g', 'G', 'c', 's', 'q', 'n', 'y', ''}
        local function compareFormats(n)
          for i = 1, n do
            local f = '%' .. one(flags) .. one(widths) .. one(precisions) .. one(conversions)
            if pick(4) == 1 then f = '<%%' .. f .. '>%s' end
            local v, w = values[pick(28)], values[pick(28)]
            note('format ' .. f .. word(v), pcall(string.format, f, v, w))
            note('rep', pcall(string.rep, one{'', 'a', 'bc'}, pick(9) - 4, one{'', ',', nil}))
          end
        end

        """

    private static let tables = """
        local function list(n)
          local out = {}
          for i = 1, pick(n) - 1 do out[i] = pick(20) end
          return out
        end
        local function show(t, n)
          local out = {}
          for i = -2, (n or #t) + 3 do out[#out + 1] = tostring(t[i]) end
          return #t .. ':' .. table.concat(out, ' ')
        end
        local function compareTables(n)
          for i = 1, n do
            local t, a, b, c = list(12), pick(16) - 4, pick(16) - 4, pick(16) - 4
            note('concat', pcall(table.concat, t, one{'', ', ', 1}, one{1, a, nil}, one{b, nil}))
            note('unpack', pcall(table.unpack, t, a, b))
            note('insert', pcall(function() table.insert(t, a, 99) return show(t, 14) end))
            note('append', pcall(function() table.insert(t, 98) return show(t, 14) end))
            note('remove', pcall(function() local x = table.remove(t, one{a, nil}) return word(x), show(t, 14) end))
            note('move', pcall(function() return show(table.move(t, a, b, c), 20) end))
            note('move to', pcall(function() return show(table.move(t, a, b, c, list(4)), 20) end))
            local s = list(30)
            note('sort', pcall(function() table.sort(s) return show(s) end))
            note('sort down', pcall(function() table.sort(s, function(x, y) return x > y end) return show(s) end))
            note('pack', pcall(function() local p = table.pack(table.unpack(s)) return p.n, show(p) end))
            s[#s + 1] = 'x'
            note('sort mixed', pcall(table.sort, s))
            note('wrong', pcall(table.insert, t, 1, 2, 3))
          end
        end

        """

    /// The text: `plain` is for Lua itself, which calls no `init`.
    static func source(seed: Int, cases: Int, plain: Bool, detail: Int? = nil) -> String {
        let head = "local SEED, DETAIL = \(seed), \(detail.map(String.init) ?? "nil")\n"
        let body = """
            function init()
              compare(\(cases))
              compareFormats(\(cases))
              compareTables(\(cases / 4))
            end

            """
        return head + prelude + patterns + formats + tables + body + (plain ? "init()\n" : "")
    }
}
