@testable import SnowHost

extension HostileScript {
    /// Library functions asked for too much.
    static let libraries: [HostileScript] = [
        HostileScript(
            "a backtracking pattern", [.trap(.deadline)],
            #"""
            function frame() ('a'):rep(30):find(('a?'):rep(30) .. ('a'):rep(30)) end
            """#),
        HostileScript(
            "a backtracking pattern inside pcall", [.trap(.deadline)],
            #"""
            function frame() while true do pcall(string.find, ('a'):rep(30), ('a?'):rep(30) .. ('a'):rep(30))
            end end
            """#),
        HostileScript(
            "a pattern of the square of its subject", [.trap(.deadline)],
            #"""
            function frame() (('a'):rep(200000)):find('.-b') end
            """#),
        HostileScript(
            "match, gmatch and gsub on it", [.trap(.deadline)],
            #"""
            function frame() local s = ('a'):rep(300000) for _ in s:gmatch('.-.-b') do end s:gsub('.-b', '') end
            """#),
        HostileScript(
            "balance on a long subject", [.trap(.deadline)],
            #"""
            function frame() local s = ('('):rep(300000) s:match('%b()') s:gsub('%b()', '') end
            """#),
        HostileScript(
            "a back reference on a long subject", [.trap(.deadline)],
            #"""
            function frame() local s = ('a'):rep(100000) s:find('(a*)%1b') end
            """#),
        HostileScript(
            "a plain search of a long needle", [.trap(.deadline)],
            #"""
            function frame() (('a'):rep(600000)):find(('a'):rep(300000) .. 'b', 1, true) end
            """#),
        HostileScript(
            "a trap inside a gsub callback", [.trap(.deadline)],
            #"""
            function frame() ('abc'):gsub('.', function() while true do end end) end
            """#),
        HostileScript(
            "a trap inside a sort comparator", [.trap(.deadline)],
            #"""
            function frame() pcall(table.sort, {3, 2, 1}, function() while true do end end) end
            """#),
        HostileScript(
            "a comparator that lies", [.trap(.error)],
            #"""
            function frame() local t = {} for i = 1, 500 do t[i] = i end table.sort(t, function() return true
            end) end
            """#),
        HostileScript(
            "a sort of a million", [.trap(.deadline), .trap(.memory)], milliseconds: 40, memory: 32 << 20,
            #"""
            function frame() local t = {} for i = 1, 150000 do t[i] = -i end table.sort(t) while true do
            table.sort(t) end end
            """#),
        HostileScript(
            "an iterator that never ends", [.trap(.deadline)],
            #"""
            function frame() for x in function() return 1 end do end end
            """#),
        HostileScript(
            "a load'ed chunk that never ends", [.trap(.deadline)],
            #"""
            function frame() load('while true do end')() end
            """#),
        HostileScript(
            "a reader of load that never ends", [.trap(.deadline), .trap(.error)],
            #"""
            function frame() load(function() return ' ' end) while true do load(function() return ' ' end) end
            end
            """#),
        HostileScript(
            "tostring in print that never ends", [.trap(.deadline)],
            #"""
            function frame() print(setmetatable({}, {__tostring=function() while true do end end})) end
            """#),
        HostileScript(
            "__pairs that never ends", [.trap(.deadline)],
            #"""
            function frame() for k in pairs(setmetatable({}, {__pairs=function() while true do end end})) do end
            end
            """#),
        HostileScript(
            "string.rep of a thousand million", [.trap(.memory)],
            #"""
            function frame() return ('x'):rep(1e9) end
            """#),
        HostileScript(
            "string.rep of a thousand million, in pcall", [.trap(.memory)],
            #"""
            function frame() while true do pcall(string.rep, 'x', 1e9) end end
            """#),
        HostileScript(
            "string.rep of nothing, often", [.fine],
            #"""
            function frame() for i = 1, 10 do assert(string.rep('', 1e9) == '') end end
            """#),
        HostileScript(
            "string.rep beyond all integers", [.trap(.error)],
            #"""
            function frame() return ('xx'):rep(math.maxinteger) end
            """#),
        HostileScript(
            "a table that doubles for ever", [.trap(.memory)],
            #"""
            function frame() local t = {} for i = 1, 1e9 do t[i] = {} end end
            """#),
        HostileScript(
            "a string that doubles for ever", [.trap(.memory)],
            #"""
            function frame() local s = 'x' while true do s = s .. s end end
            """#),
        HostileScript(
            "a string that doubles for ever, in pcall", [.trap(.memory)],
            #"""
            function frame() while true do pcall(function() local s = 'x' while true do s = s .. s end end) end
            end
            """#),
        HostileScript(
            "gsub that grows without bound", [.trap(.memory), .trap(.deadline)],
            #"""
            function frame() local s = 'x' while true do s = s:gsub('x', 'xx') end end
            """#),
        HostileScript(
            "concat that grows without bound", [.trap(.memory)],
            #"""
            function frame() local s = ('x'):rep(1000000) table.concat({s, s, s, s, s, s, s, s, s, s, s, s}) end
            """#),
        HostileScript(
            "format that grows without bound", [.trap(.memory)],
            #"""
            function frame() local s = 'x' while true do s = string.format('%s%s', s, s) end end
            """#),
        HostileScript(
            "table.concat of a hundred million", [.trap(.error)],
            #"""
            function frame() table.concat({}, '', 1, 1e8) end
            """#),
        HostileScript(
            "table.move of a hundred million", [.trap(.deadline)],
            #"""
            function frame() table.move({}, 1, 1e8, 2) end
            """#),
        HostileScript(
            "table.insert where __len lies", [.trap(.deadline)],
            #"""
            function frame() table.insert(setmetatable({}, {__len=function() return 1e8 end}), 1, 1) end
            """#),
        HostileScript(
            "the other table functions where __len lies", [.trap(.deadline)],
            #"""
            local endless = setmetatable({}, {__len=function() return 1e9 end, __index=function(_, i) return i end,
              __newindex=function() end})
            function frame() pcall(table.concat, endless, '', 1e9) while true do pcall(table.remove, endless, 1)
              pcall(table.move, endless, 1, 1e9, 2) end end
            """#),
        HostileScript(
            "metamethods of table functions that never end", [.trap(.deadline)],
            #"""
            local t = setmetatable({}, {__len=function() return 3 end, __index=function() while true do end end})
            function frame() while true do pcall(table.unpack, t) pcall(table.sort, t) pcall(table.concat, t) end end
            """#),
        HostileScript(
            "a sort of what __len promises", [.trap(.error), .trap(.deadline), .trap(.memory)],
            #"""
            function frame() table.sort(setmetatable({}, {__len=function() return 2e9 end})) end
            """#),
        HostileScript(
            "table.remove where __len lies", [.trap(.deadline)],
            #"""
            function frame() table.remove(setmetatable({}, {__len=function() return 1e8 end}), 1) end
            """#),
        HostileScript(
            "table.unpack of a hundred million", [.trap(.error)],
            #"""
            function frame() table.unpack({}, 1, 1e8) end
            """#),
        HostileScript(
            "table.unpack of all integers", [.trap(.error)],
            #"""
            function frame() table.unpack({}, math.mininteger, math.maxinteger) end
            """#),
        HostileScript(
            "unpack into string.char", [.trap(.error), .trap(.memory)],
            #"""
            function frame() string.char(table.unpack({}, 1, 200000)) end
            """#),
        HostileScript(
            "select from far away", [.trap(.error)],
            #"""
            function frame() return select(math.mininteger, 1) end
            """#),
        HostileScript(
            "utf8 over all positions", [.trap(.error)],
            #"""
            function frame() utf8.codepoint('x', 1, 1e9) end
            """#),
        HostileScript(
            "utf8 of many arguments", [.trap(.deadline), .trap(.memory)],
            #"""
            function frame() local t = {} for i = 1, 100000 do t[i] = 65 end while true do
            utf8.char(table.unpack(t)) end end
            """#),
        HostileScript(
            "string.pack of a huge size", [.trap(.memory), .trap(.error)],
            #"""
            function frame() string.pack('c1000000000', 'x') end
            """#),
        HostileScript(
            "string.packsize of a long format", [.trap(.deadline)],
            #"""
            function frame() local f = ('b'):rep(1000000) while true do assert(string.packsize(f) == 1000000) end end
            """#),
        HostileScript(
            "string.pack and unpack of a long format", [.trap(.deadline)],
            #"""
            function frame() local f = ('x'):rep(1000000) while true do pcall(string.unpack, f, string.pack(f)) end end
            """#),
        HostileScript(
            "utf8 of continuation bytes alone", [.trap(.deadline)],
            #"""
            function frame() local s = 'a' .. ('\128'):rep(2000000) local f = utf8.codes(s)
              while true do f(s, 1) utf8.offset(s, -1) utf8.offset(s, 2) end end
            """#),
        HostileScript(
            "string.byte of everything", [.trap(.error)],
            #"""
            function frame() return (('x'):rep(2000000)):byte(1, -1) end
            """#),
        HostileScript(
            "string.format of a wide item", [.trap(.error)],
            #"""
            function frame() string.format('%99999d', 1) end
            """#),
    ]
}
