import SnowHost
import Testing

/// Scripts that look for addresses. Each runs in two programs, whose addresses differ: what it finds must not.
@Suite struct AddressTests {
    /// Finds where a key lies in a table of 2^k places.
    ///
    /// The table is full, but for one place. A key that belongs there is put there; any other makes the table grow, and
    /// the whole keys 1, 3 and 4 move to its array part, which changes the border `#`.
    private static let position = """
        local function position(x, k)
          local m = (1 << k) - 1
          local base = (1 << 40) // m * m
          for p = 0, m - 1 do
            local t, at = {}, { [1] = 1, [3] = 3, [4] = 4 }
            local function put(r) if not at[r] then at[r] = base + r end t[at[r]] = true end
            for r = m - 1, m - m // 2 - 2, -1 do put(r) end
            put(1) put(3) put(4)
            for r = m - m // 2 - 3, 0, -1 do put(r) end
            t[base + m * 5 + 7] = true
            if p ~= 1 and p ~= 3 and p ~= 4 then
              assert(#t == 1)
              t[at[p]] = nil
              t[x] = true
              if #t == 1 then return p end
            end
          end
          return "?"
        end

        """

    private static let objects = """
        local objects = { {}, function() end, coroutine.create(print), coroutine.running(), print, string.rep,
          table.sort, (ipairs {}), (pairs {}), (flakes()), (utf8.codes "x"), coroutine.wrap(print), ("x"):gmatch("x"), scene, params,
          math.sin, spawn, load("return 1"), _G, string, "", "a", "some other string" }

        """

    private static let scripts: [(name: String, source: String)] = [
        (
            "the border of a table",
            position + objects + """
                local out = {}
                for i, x in ipairs(objects) do out[i] = position(x, 6) .. "." .. position(x, 7) end
                error(table.concat(out, " "), 0)
                """
        ),
        (
            "the order of pairs",
            objects + """
                local t, number = {}, {}
                for i, x in ipairs(objects) do number[x] = i end
                for i = #objects, 1, -1 do t[objects[i]] = i end
                local out = {}
                for size = 1, 6 do
                  for k in pairs(t) do out[#out + 1] = number[k] or "-" end
                  for i = 1, 4 ^ size do t[{}] = true end
                end
                error(table.concat(out, " ", 1, 120), 0)
                """
        ),
        (
            "the order of next",
            objects + """
                local t, out = {}, {}
                for i, x in ipairs(objects) do t[x] = i end
                for k, v in next, t do out[#out + 1] = v end
                error(table.concat(out, " "), 0)
                """
        ),
        (
            "the words of values and of errors",
            objects + """
                local out = {}
                for i, x in ipairs(objects) do
                  local words = { tostring(x), ("%s"):format(x), select(2, pcall(string.format, "%p", x)),
                    select(2, pcall(function() return x < {} end)), select(2, pcall(function() return x + 1 end)),
                    select(2, pcall(table.sort, { x, {}, x })), select(2, pcall(error, x)), select(2, pcall(math.floor, x)),
                    select(2, pcall(string.rep, "x", x)), select(2, pcall(coroutine.wrap(function() error(x) end))) }
                  for j = 1, 10 do out[#out + 1] = tostring(words[j]):sub(1, 40) end
                end
                local all, sum = table.concat(out, " "), 0
                assert(not all:find "0x%x%x%x%x")
                for i = 1, #all do sum = (sum * 31 + all:byte(i)) % 1000000007 end
                error(sum .. " " .. all:sub(1, 2000), 0)
                """
        ),
        (
            "the border of a table that had its keys taken and given back",
            objects + """
                local out = {}
                for round = 1, 200 do
                  local t = { 1, nil, 3 }
                  for i = 1, round do t[objects[(i * round) % #objects + 1]] = i t[i * i] = i end
                  for i = 1, round, 3 do t[objects[i % #objects + 1]] = nil t[i * i] = nil t[{}] = i end
                  out[round] = #t
                end
                error(table.concat(out, " "), 0)
                """
        ),
        (
            "the first key that a function of the host refuses",
            """
            local out = {}
            for i = 1, 20 do
              local options = {}
              for j = 1, 20 do options["k" .. i * j * 7919] = j end
              out[i] = select(2, pcall(text, 1, 1, "", options)):match("k%d+")
            end
            error(table.concat(out, " "), 0)
            """
        ),
    ]

    @Test(arguments: scripts.indices)
    func `nothing that a script finds out about places in memory differs from run to run`(number: Int) throws {
        let script = Self.scripts[number]
        let folder = try TemporaryFolder()
        let path = try folder.write(script.source, to: "probe.lua")
        let runs = try (1...3).map { _ in try PipedRun(["check", path]).output }
        #expect(runs[0].contains(": error: "), "\(script.name): \(runs[0])")
        #expect(Set(runs).count == 1, "\(script.name): \(runs.joined())")
    }

    @Test func `tables, functions and coroutines that are keys come the oldest first, whenever they came in`() throws {
        let layer = try makeLayer(
            """
            local keys = {}
            for i = 1, 300 do
              keys[i] = i % 3 == 0 and {} or i % 3 == 1 and function() return i end or coroutine.create(print)
            end
            function frame()
              local t = {}
              for i = 1, 300 do t[keys[i * 7 % 300 + 1]] = i * 7 % 300 + 1 end
              local at = 0
              for k, v in pairs(t) do at = at + 1 assert(v == at and keys[v] == k) end
              assert(at == 300)
              at = 0
              for k, v in next, t do at = at + 1 assert(v == at) end
              assert(at == 300)
            end
            """)
        layer.step(seconds: 0)
        #expect(layer.trap == nil, "\(layer.trap.map(String.init(describing:)) ?? "")")
    }
}
