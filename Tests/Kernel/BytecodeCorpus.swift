@testable import SnowHost

/// Texts that make Lua's compiler use all of its instructions.
enum BytecodeCorpus {
    /// A text that says what it is for in its first line.
    static let texts: [String] = [
        """
        -- constants, tables, globals, fields, methods
        local a, b, c = nil, true, false
        local i, f, k, s = 7, 3.0, 123456789, "short"
        local long = "a string that is longer than the forty bytes that Lua keeps in its table of strings"
        g = { 1, 2, 3, x = i, [b] = 1, [10] = s; f, k }
        g.x, g[1], g[s], g[i] = a, 2, c, "v"
        local v = g.x + g[1] + g[s] + #g[i]
        g:method(v, long)
        function g.of(self, ...) return select("#", ...), ... end
        function g:own() return self end
        a = not (i == f)
        """,
        """
        -- arithmetic, with registers, constants and small numbers
        local x, y = 3, 2.5
        local r = { x + y, x - y, x * y, x % y, x ^ y, x / y, x // y, x & 3, x | 4, x ~ 5, x << y, x >> y, x & x, x | x, x ~ x }
        r[1] = x + 1; r[2] = x - 1; r[3] = x * 7; r[4] = x % 7; r[5] = x ^ 2; r[6] = x / 7; r[7] = x // 7
        r[8] = x + 1000; r[9] = 1 + x; r[10] = x - 0.5; r[11] = 1 << x; r[12] = x >> 1; r[13] = x << 1
        r[14] = -x; r[15] = ~x; r[16] = not x; r[17] = #r; r[18] = x .. y .. "z"; r[19] = 1000 & x; r[20] = x | 1000
        r[21] = x ~ 1000; r[22] = 2 ^ x
        """,
        """
        -- branches, comparisons, loops
        local x, y, s = ...
        if x == y then s = 1 elseif x ~= "k" then s = 2 elseif x == 3 then s = 3 end
        if x < y then s = 1 end if x <= y then s = 2 end if x < 3 then s = 3 end if x <= 3 then s = 4 end
        if x > 3 then s = 5 end if x >= 3 then s = 6 end if 3 > x then s = 7 end
        local z = x and y or s
        local w = x < y
        while x do x = x.next if not x then break end end
        for i = 1, 10, 2 do s = s + i end
        for i = x, y do s = s - i end
        for key, value in pairs(s) do print(key, value) end
        repeat local inner = function() return z end z = inner() until z
        goto done
        z = w
        ::done::
        """,
        """
        -- functions, closures, variable arguments, tail calls, variables to be closed
        local up, shared = 1, {}
        local function outer(a, b, ...)
          local first, second = ...
          local closed <close> = nil
          local fixed <const> = 5
          shared[1] = function(n) up = up + n + fixed return up end
          for i = 1, 3 do shared[i] = function() i = i + 1 return i end end
          return a, b, ...
        end
        local function tail(n) return outer(n) end
        """,
        """
        -- lines that are far apart, and many of them
        local a = 1
        \(String(repeating: "\n", count: 300))a = a + g
        \(String(repeating: "a = a + g\n", count: 200))
        """,
        "-- a list that is longer than an instruction can count\nreturn {"
            + (1...700).map(String.init).joined(separator: ",")
            + "}",
        // More names than fit into an operand, so that globals are taken out of their table in the long way.
        "-- many constants\nlocal t = {"
            + (1...300).map { "\"name\($0)\"" }.joined(separator: ",")
            + "}\nfoo = bar + t.field\nt.other = params.wind\n",
    ]

    /// The dump of a text.
    static func dump(_ text: String) -> [UInt8] {
        Module(unchecked: Array(text.utf8), file: "corpus.lua", directory: nil).bytecode() ?? []
    }

    /// The function of a text.
    static func function(_ text: String) throws -> Prototype {
        try BytecodeReader.read(dump(text))
    }
}
