@testable import SnowHost

extension HostileScript {
    /// Work that is only charged, never counted by Lua.
    static let limits: [HostileScript] = [
        HostileScript(
            "out of fuel", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() while true do end end
            """#),
        HostileScript(
            "out of fuel in short coroutines", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() while true do coroutine.wrap(function() end)() end end
            """#),
        HostileScript(
            "out of fuel in two coroutines", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() local c = coroutine.wrap(function() while true do coroutine.yield() end end) while
            true do c() end end
            """#),
        HostileScript(
            "out of fuel in a pattern", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() ('a'):rep(30):find(('a?'):rep(30) .. ('a'):rep(30)) end
            """#),
        HostileScript(
            "out of fuel in table.move", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() table.move({}, 1, 1e8, 2) end
            """#),
        HostileScript(
            "out of fuel in long strings", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            function frame() local s = ('x'):rep(100000) while true do local t = s .. 'y' end end
            """#),
        HostileScript(
            "fuel in removed is shared", [.trap(.fuel)], milliseconds: 1000, fuel: 100000,
            #"""
            plugin { flakes = 1000 }
            function frame() for i = 1, 500 do spawn{life=0.001} end end
            function removed() for i = 1, 1000 do end end
            """#),
        HostileScript(
            "the deadline of removed is shared", [.trap(.deadline)],
            #"""
            plugin { flakes = 1000 }
            function frame() for i = 1, 500 do spawn{life=0.001} end end
            function removed() for i = 1, 200000 do end end
            """#),
        HostileScript(
            "the deadline of done is shared", [.trap(.deadline)],
            #"""
            plugin { flakes = 1000 }
            function frame() for i = 1, 200 do animate(spawn{}, {x=1, duration=0, done=function() for i = 1,
            200000 do end end}) end end
            """#),
    ]
}
