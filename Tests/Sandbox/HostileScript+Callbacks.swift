@testable import SnowHost

extension HostileScript {
    /// Code that never comes back, from every place where code can stand.
    static let callbacks: [HostileScript] = [
        HostileScript(
            "endless loop at load", [.trap(.deadline)],
            #"""
            while true do end
            function frame() end
            """#),
        HostileScript(
            "endless loop in init", [.trap(.deadline)],
            #"""
            function init() while true do end end
            """#),
        HostileScript(
            "endless loop in frame", [.trap(.deadline)],
            #"""
            function frame() while true do end end
            """#),
        HostileScript(
            "endless loop in update", [.trap(.deadline)],
            #"""
            function init() spawn{} end
            function update(f) repeat until false end
            """#),
        HostileScript(
            "endless loop in removed", [.trap(.deadline)],
            #"""
            function init() spawn{life=0.01} end
            function removed() while true do end end
            """#),
        HostileScript(
            "endless loop in done", [.trap(.deadline)],
            #"""
            function init() animate(spawn{}, {x=1, duration=0, done=function() while true do end end}) end
            function frame() end
            """#),
        HostileScript(
            "endless loop in a metamethod", [.trap(.deadline)],
            #"""
            function frame() local t = setmetatable({}, {__index=function() while true do end end}) return t.x
            end
            """#),
        HostileScript(
            "endless __eq", [.trap(.deadline)],
            #"""
            function frame() local m = {__eq=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = a == b end
            """#),
        HostileScript(
            "endless __lt", [.trap(.deadline)],
            #"""
            function frame() local m = {__lt=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = a < b end
            """#),
        HostileScript(
            "endless __le", [.trap(.deadline)],
            #"""
            function frame() local m = {__le=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = a <= b end
            """#),
        HostileScript(
            "endless __concat", [.trap(.deadline), .trap(.error)],
            #"""
            function frame() local m = {__concat=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = a .. b end
            """#),
        HostileScript(
            "endless __len", [.trap(.deadline)],
            #"""
            function frame() local m = {__len=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = #a end
            """#),
        HostileScript(
            "endless __call", [.trap(.deadline)],
            #"""
            function frame() local m = {__call=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            a() end
            """#),
        HostileScript(
            "endless __unm", [.trap(.deadline)],
            #"""
            function frame() local m = {__unm=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            local r = -a end
            """#),
        HostileScript(
            "endless __newindex", [.trap(.deadline)],
            #"""
            function frame() local m = {__newindex=function() while true do end end}
            local a, b = setmetatable({}, m), setmetatable({}, m)
            a.x = 1 end
            """#),
        HostileScript(
            "endless loop inside pcall in a loop", [.trap(.deadline)],
            #"""
            function frame() while true do pcall(function() while true do end end) end end
            """#),
        HostileScript(
            "endless handler of xpcall", [.trap(.deadline)],
            #"""
            function frame() xpcall(function() while true do end end, function() while true do end end) while
            true do end end
            """#),
        HostileScript(
            "an error whose handler never ends", [.trap(.deadline)],
            #"""
            function frame() xpcall(error, function() while true do end end) end
            """#),
        HostileScript(
            "an error in the handler of an error", [.fine, .trap(.stack), .trap(.error)],
            #"""
            function frame() xpcall(error, function() error() end) end
            """#),
        HostileScript(
            "a handler that fails for ever", [.trap(.deadline), .trap(.stack)],
            #"""
            function frame() local function h() return h2() end h2 = function() error(1) end for i = 1, 1e9 do
            xpcall(error, h) end end
            """#),
        HostileScript(
            "endless loop in a coroutine", [.trap(.deadline)],
            #"""
            function frame() coroutine.wrap(function() while true do end end)() end
            """#),
        HostileScript(
            "endless loop behind resume in a loop", [.trap(.deadline)],
            #"""
            function frame() while true do local c = coroutine.create(function() while true do end end)
            coroutine.resume(c) end end
            """#),
        HostileScript(
            "wrap inside wrap inside wrap", [.trap(.deadline)],
            #"""
            function frame() coroutine.wrap(function() coroutine.wrap(function() coroutine.wrap(function() while
            true do end end)() end)() end)() end
            """#),
        HostileScript(
            "endless loop of short coroutines", [.trap(.deadline)],
            #"""
            function frame() while true do coroutine.wrap(function() end)() end end
            """#),
        HostileScript(
            "two coroutines that yield for ever", [.trap(.deadline)],
            #"""
            function frame() local c = coroutine.wrap(function() while true do coroutine.yield() end end) while
            true do c() end end
            """#),
        HostileScript(
            "a coroutine kept across callbacks", [.trap(.deadline)],
            #"""
            local c = coroutine.create(function() for i = 1, 2 do coroutine.yield() end while true do end end)
            function frame() assert(coroutine.resume(c)) end
            """#),
        HostileScript(
            "endless __close of a coroutine, closed", [.trap(.deadline)],
            #"""
            function frame() local c = coroutine.create(function() local x <close> = setmetatable({},
            {__close=function() while true do end end}) coroutine.yield() end) coroutine.resume(c)
            coroutine.close(c) end
            """#),
        HostileScript(
            "endless __close of a coroutine that was killed", [.trap(.deadline)],
            #"""
            function frame() local c = coroutine.create(function() local x <close> = setmetatable({},
            {__close=function() while true do end end}) while true do end end) pcall(coroutine.resume, c)
            coroutine.close(c) end
            """#),
        HostileScript(
            "endless __close behind wrap", [.trap(.deadline)],
            #"""
            function frame() coroutine.wrap(function() local x <close> = setmetatable({}, {__close=function()
            while true do end end}) error('x') end)() end
            """#),
        HostileScript(
            "endless __close on the main thread", [.trap(.deadline)],
            #"""
            function frame() local x <close> = setmetatable({}, {__close=function() while true do end end})
            while true do end end
            """#),
        HostileScript(
            "__close after an error", [.trap(.deadline)],
            #"""
            function frame() pcall(function() local x <close> = setmetatable({}, {__close=function() while true
            do end end}) error('x') end) end
            """#),
        HostileScript(
            "coroutines that close each other, in a deep row", [.trap(.stack), .trap(.deadline), .trap(.memory)],
            milliseconds: 400, memory: 64 << 20,
            #"""
            function frame() local c for i = 1, 100000 do local before = c c = coroutine.create(function() local
            x <close> = setmetatable({}, {__close=function() if before then coroutine.close(before) end end})
            coroutine.yield() end) coroutine.resume(c) end coroutine.close(c) end
            """#),
        HostileScript(
            "a few hundred coroutines that close each other", [.trap(.stack)],
            #"""
            function frame() local c for i = 1, 300 do local before = c c = coroutine.create(function() local x
            <close> = setmetatable({}, {__close=function() if before then coroutine.close(before) end end})
            coroutine.yield() end) coroutine.resume(c) end coroutine.close(c) end
            """#),
        HostileScript(
            "resume inside resume without end", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local function f() return coroutine.wrap(f)() end f() end
            """#),
        HostileScript(
            "recursion without end", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local function f() return 1 + f() end return f() end
            """#),
        HostileScript(
            "recursion without end behind pcall", [.trap(.stack), .trap(.memory), .trap(.deadline)],
            #"""
            function frame() local function f() pcall(f) return 1 + f() end return f() end
            """#),
        HostileScript(
            "recursion through a metamethod", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local t = {} setmetatable(t, {__index=function(t, k) return t[k + 1] end}) return
            t[1] end
            """#),
        HostileScript(
            "recursion through tostring", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local t = {} setmetatable(t, {__tostring=function(t) return tostring(t) end})
            return tostring(t) end
            """#),
        HostileScript(
            "recursion through sort", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local function f() table.sort({1, 2, 3}, f) end f() end
            """#),
        HostileScript(
            "recursion through gsub", [.trap(.stack), .trap(.memory)],
            #"""
            function frame() local function f() return (('x'):gsub('x', f)) end f() end
            """#),
        HostileScript(
            "recursion through load", [.trap(.stack), .trap(.memory), .trap(.deadline)],
            #"""
            function frame() src = 'load(src)()' load(src)() end
            """#),
        HostileScript(
            "a tail call without end", [.trap(.deadline)],
            #"""
            function frame() local function f() return f() end return f() end
            """#),
    ]
}
