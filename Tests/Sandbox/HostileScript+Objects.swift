@testable import SnowHost

extension HostileScript {
    /// Lua's own objects, turned against it.
    static let objects: [HostileScript] = [
        HostileScript(
            "integer keys that collide", [.trap(.deadline), .trap(.memory)], milliseconds: 80, memory: 64 << 20,
            #"""
            function frame() local t, big = {}, (1 << 18) - 1 for i = 1, (1 << 17) + 2 do t[i * big] = i end end
            """#),
        HostileScript(
            "lookups of keys that collide", [.trap(.deadline)],
            #"""
            local t, big = {}, (1 << 13) - 1
            function frame() for i = 1, 1 << 12 do t[i * big] = i end while true do for i = 1, 1 << 12 do local
            x = t[i * big] end end end
            """#),
        HostileScript(
            "a length that looks far", [.trap(.deadline)],
            #"""
            function frame() local t = {} for i = 1, 40 do t[2^i // 1 | 0] = 1 end while true do local n = #t
            end end
            """#),
        HostileScript(
            "next on an emptied table", [.trap(.deadline)], milliseconds: 40, memory: 32 << 20,
            #"""
            function frame() local t = {} for i = 1, 50000 do t['k' .. i] = i end for i = 1, 50000 do t['k' ..
            i] = nil end while true do next(t) end end
            """#),
        HostileScript(
            "deep parentheses", [.trap(.stack), .trap(.error)],
            #"""
            function frame() assert(load('return ' .. ('('):rep(5000) .. '1' .. (')'):rep(5000))) end
            """#),
        HostileScript(
            "deep braces", [.trap(.stack), .trap(.error)],
            #"""
            function frame() assert(load('return ' .. ('{'):rep(30000))) end
            """#),
        HostileScript(
            "a deep row of operators", [.trap(.stack), .trap(.error)],
            #"""
            function frame() assert(load('return ' .. ('not '):rep(15000) .. '1')) end
            """#),
        HostileScript(
            "a chain of fields of thousands of links", [.trap(.error)],
            #"""
            function frame() load('return 1 + a' .. ('.a'):rep(30000))() end
            """#),
        HostileScript(
            "a chain of indices of thousands of links", [.trap(.error)],
            #"""
            function frame() load('a = {} return 1 + a' .. ('[a]'):rep(15000))() end
            """#),
        HostileScript(
            "a chunk of more than 64 KiB", [.trap(.error)],
            #"""
            function frame() assert(load((' '):rep(70000))) end
            """#),
        HostileScript(
            "compiled Lua", [.trap(.error)],
            #"""
            function frame() assert(load('\27Lua')) end
            """#),
        HostileScript(
            "compiled Lua, by name", [.trap(.error)],
            #"""
            function frame() assert(load('\27LuaT', 'x', 'b')) end
            """#),
        HostileScript(
            "error with a table", [.trap(.error)],
            #"""
            function frame() error({}) end
            """#),
        HostileScript(
            "error with nil", [.trap(.error)],
            #"""
            function frame() error() end
            """#),
        HostileScript(
            "an error whose __tostring raises", [.trap(.error)],
            #"""
            function frame() error(setmetatable({}, {__tostring=function() error('again') end})) end
            """#),
        HostileScript(
            "an error whose __tostring never ends", [.trap(.deadline)],
            #"""
            function frame() error(setmetatable({}, {__tostring=function() while true do end end})) end
            """#),
        HostileScript(
            "an error whose __tostring is huge", [.trap(.error)],
            #"""
            function frame() error(setmetatable({}, {__tostring=function() return ('x'):rep(1000000) end})) end
            """#),
        HostileScript(
            "an error whose __tostring is no string", [.trap(.error)],
            #"""
            function frame() error(setmetatable({}, {__tostring=function() return {} end})) end
            """#),
        HostileScript(
            "an error with a huge __name", [.trap(.error)],
            #"""
            function frame() return setmetatable({}, {__name=('x'):rep(1000000)}) + 1 end
            """#),
        HostileScript(
            "an error that drives the terminal", [.trap(.error)],
            #"""
            function frame() error('\27]0;x\7') end
            """#),
        HostileScript(
            "a finaliser", [.trap(.error)],
            #"""
            function frame() setmetatable({}, {__gc=function() while true do end end}) end
            """#),
        HostileScript(
            "a finaliser added later", [.trap(.error)],
            #"""
            function frame() local m = {} setmetatable({}, m) m.__gc = function() while true do end end for i =
            1, 20000 do setmetatable({}, m) end end
            """#),
        HostileScript(
            "a finaliser named by rawset", [.fine], milliseconds: 200,
            #"""
            function frame() local m = {} for i = 1, 30000 do local t = setmetatable({}, m) end rawset(m,
            '__gc', function() while true do end end) for i = 1, 30000 do local t = {} end end
            """#),
        HostileScript(
            "a weak table", [.trap(.error)],
            #"""
            function frame() setmetatable({}, {__mode='k'}) end
            """#),
        HostileScript(
            "a chain of weak keys added later", [.fine, .trap(.deadline), .trap(.memory)], milliseconds: 200,
            #"""
            function frame() local m = {} local first = setmetatable({}, m) m.__mode = 'k' local t = first for i
            = 1, 20000 do local k = {} t[k] = setmetatable({}, getmetatable(first) and {} or nil) t = t[k] end
            end
            """#),
        HostileScript(
            "a chain of __newindex without end", [.trap(.error)],
            #"""
            function frame() local t = {} setmetatable(t, {}) getmetatable(t).__newindex = t t.x = 1 end
            """#),
        HostileScript(
            "a chain of __index without end", [.trap(.error)],
            #"""
            function frame() local t = setmetatable({}, {}) getmetatable(t).__index = t return t.x end
            """#),
        HostileScript(
            "a long chain of __index", [.trap(.deadline)],
            #"""
            function frame() local t = {} for i = 1, 1900 do t = setmetatable({}, {__index=t}) end while true do
            local x = t.x end end
            """#),
        HostileScript(
            "a protected metatable", [.trap(.error)],
            #"""
            function frame() setmetatable(setmetatable({}, {__metatable=1}), {}) end
            """#),
        HostileScript(
            "the metatable of strings", [.trap(.error)],
            #"""
            function frame() getmetatable('').__index = nil end
            """#),
        HostileScript(
            "the metatable of a flake", [.trap(.error)],
            #"""
            function frame() getmetatable(spawn{}).__index = nil end
            """#),
        HostileScript(
            "rawset on a flake", [.trap(.error)],
            #"""
            function frame() rawset(spawn{}, 'x', 1) end
            """#),
        HostileScript(
            "a write to scene", [.trap(.error)],
            #"""
            function frame() scene.width = 1 end
            """#),
        HostileScript(
            "a global table with a trap", [.trap(.deadline)],
            #"""
            setmetatable(_G, {__index=function() while true do end end})
            function frame() return nothing end
            """#),
        HostileScript(
            "exports behind a metatable", [.fine],
            #"""
            setmetatable(_G, {__index=function(t, k) while true do end end})
            function frame() end
            """#),
        HostileScript(
            "an export that becomes a number", [.trap(.link)],
            #"""
            function frame() frame = 1 end
            """#),
        HostileScript(
            "a header in a callback", [.trap(.link), .trap(.error)],
            #"""
            function frame() plugin {} end
            """#),
        HostileScript(
            "two headers", [.trap(.link)],
            #"""
            plugin {}
            plugin {}
            function frame() end
            """#),
        HostileScript(
            "a header that is a tree without end", [.trap(.link)],
            #"""
            local t = {} t.t = t
            plugin { params = t }
            function frame() end
            """#),
        HostileScript(
            "a header that doubles", [.trap(.link)],
            #"""
            local t = {} for i = 1, 40 do t = {t, t} end
            plugin { params = t }
            function frame() end
            """#),
        HostileScript(
            "a header with an empty key", [.trap(.link)],
            #"""
            plugin { [''] = 1, params = { [''] = 1 }, fields = { [''] = 1 }, imports = { '' } }
            function frame() end
            """#),
        HostileScript(
            "a header with a huge key", [.trap(.link)],
            #"""
            plugin { [('x'):rep(1000000)] = 1 }
            function frame() end
            """#),
        HostileScript(
            "too many flakes in a header", [.trap(.link)],
            #"""
            plugin { flakes = 1e300 }
            function frame() end
            """#),
    ]
}
