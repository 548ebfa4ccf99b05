/// Lua text that calls the library functions of this border and of plain Lua alike, by chance, and prints what they
/// answered, a call a line.
enum LibraryComparison {
    /// What differs on purpose. The calls leave it out, or `same` makes it equal.
    static let wantedDifferences = [
        "tostring and string.format show no address": "a script learns none; format has no %p",
        "getmetatable of a string is false":
            "what a script changes there would reach all strings of the host's own code",
        "pairs and next have an order": "Lua's is that of addresses",
        "math.random has the host's chance": "one seed makes the same frames",
        "load takes text only, and reads a reader to its end first":
            "compiled code crashes Lua; the text is looked through",
        "table.sort keeps the order of equal elements, and always finds an order that is none":
            "the same on all releases",
        "table.remove tells of argument 2": "before 5.4.8 Lua told of argument 1, which is the table",
        "utf8.codes refuses stray continuation bytes": "before 5.4.5 Lua passed over them",
        "math.atan is never called math.atan2": "Debian's lua5.4 still has names of older releases",
    ]

    /// A line of the answers without wanted differences.
    static func same(_ line: String) -> String {
        line.replacing("argument #1 to 'table.remove' (position", with: "argument #2 to 'table.remove' (position")
            .replacing("'math.atan2'", with: "'math.atan'")
    }

    /// The text; `isPlain` is for Lua itself, which calls no `init`.
    ///
    /// - Complexity: about 40 calls a case.
    static func source(seed: Int, cases: Int, isPlain: Bool) -> String {
        let head = "local SEED, CASES = \(seed), \(cases)\n"
        let parts = [prelude, patterns, strings, tables, values, chunks, coroutines, calls]
        return head + parts.joined(separator: "\n") + (isPlain ? "\ninit()\n" : "\n")
    }

    /// A small generator of chance, and words for what came back.
    private static let prelude = #"""
        local seed = SEED
        local function pick(n)
          seed = seed * 6364136223846793005 + 1442695040888963407
          return (seed >> 33) % n + 1
        end
        local function one(list) return list[pick(#list)] end
        local function word(v)
          if math.type(v) == "float" then return v ~= v and "nan" or ("%.14g"):format(v) end
          if type(v) == "string" then
            return '"' .. v:sub(1, 200):gsub(": 0x%x+", ""):gsub("[^%g ]", function(c) return "\\" .. c:byte() end) .. '"'
          end
          if type(v) == "number" or type(v) == "boolean" or v == nil then return tostring(v) end
          return type(v)
        end
        local function words(...)
          local out = {}
          for i = 1, select("#", ...) do out[i] = word((select(i, ...))) end
          return table.concat(out, " ")
        end
        local function note(what, ...) print(what .. " -> " .. words(...)) end
        -- Calls a library function by its path with these arguments.
        local functions = {}
        local function call(path, ...)
          local f = functions[path]
          if not f then
            f = _G
            for name in path:gmatch("%w+") do f = f[name] end
            functions[path] = f
          end
          note(path .. "(" .. words(...) .. ")", pcall(f, ...))
        end
        """#

    private static let calls = """
        function init()
          patterns(CASES)
          formats(CASES * 2)
          packs(CASES // 2)
          strings(CASES // 4)
          tables(CASES // 4)
          numeric(CASES // 2)
          unicode(CASES // 2)
          chunks(CASES * 2)
          basics(CASES // 4)
          coroutines(CASES // 4)
        end
        """
}
