@testable import SnowHost

extension HostileScript {
    /// What a script may say to its scene, said without measure.
    static let scene: [HostileScript] = [
        HostileScript(
            "spawn without end", [.trap(.deadline)],
            #"""
            function frame() while true do spawn{} end end
            """#),
        HostileScript(
            "animate without end", [.trap(.deadline)],
            #"""
            function frame() local f = spawn{} while true do f:animate{x=1, y=2, duration=1e9} end end
            """#),
        HostileScript(
            "easings without end", [.trap(.error), .trap(.deadline)],
            #"""
            function frame() local f = spawn{} for i = 1, 1e9 do f:animate{x=1, ease='steps(' .. i .. ')'} end
            end
            """#),
        HostileScript(
            "a name of a field of a million letters", [.trap(.error)],
            #"""
            function frame() local f = spawn{} f[('x'):rep(1000000)] = 1 end
            """#),
        HostileScript(
            "a module of a million letters", [.trap(.error)],
            #"""
            function frame() require(('x'):rep(1000000)) end
            """#),
        HostileScript(
            "a module outside", [.trap(.error)],
            #"""
            function frame() require('../x') end
            """#),
        HostileScript(
            "text without end", [.trap(.deadline), .trap(.memory)],
            #"""
            function frame() while true do text(1, 1, ('x'):rep(100000)) end end
            """#),
        HostileScript(
            "print without end", [.trap(.deadline)],
            #"""
            function frame() while true do print(('x'):rep(10000)) end end
            """#),
        HostileScript(
            "numbers that are none", [.fine],
            #"""
            function init() for i = 1, 20 do spawn{} end end
            function update(f) for _, v in ipairs{0/0, 1/0, -1/0, 1e308, -1e308, 1e-310} do f.x = v f.y = v
            f.width = v f.height = v f.speed = v f.drift = v f.alpha = 1 f.rotation = v f.spin = v f.flip = v
            f.depth = v f.fade = 0 end end
            """#),
        HostileScript(
            "animations of numbers that are none", [.fine, .trap(.error)],
            #"""
            function init() for i, v in ipairs{1/0, -1/0, 1e308, -1e308, 1e-310} do for j, w in ipairs{1/0,
            1e308, 0.5, 1e-310} do animate(spawn{y=5}, {x=v, y=v, width=v, rotation=v, depth=v, duration=w,
            delay=v < 0 and 0 or 0, times=w, reverse=true, from={x=-v}}) end end end
            function frame() end
            """#),
        HostileScript(
            "a negative delay and an endless one", [.fine, .trap(.error)],
            #"""
            function init() animate(spawn{}, {x=1, delay=-1/0}) animate(spawn{}, {x=1, delay=1/0})
            animate(spawn{}, {x=1, duration=-1/0}) animate(spawn{}, {x=1, times=1e308, duration=1e-308}) end
            function frame() end
            """#),
        HostileScript(
            "chance between numbers that are none", [.fine],
            #"""
            function frame() random(0/0, 1/0) random(-1/0, 1/0) random(-1e308, 1e308) noise(1e308, -1e308, 0/0)
            noise(1/0) clamp(0/0, 1, 0) lerp(1/0, -1/0, 2) smoothstep(1, 1, 1) sin(1/0) cos(1e308)
            math.random(math.mininteger, math.maxinteger) end
            """#),
        HostileScript(
            "tostring of nan", [.fine],
            #"""
            function frame() assert(not tostring(0/0):find('0x')) assert(not tostring(-(0/0)):find('0x')) end
            """#),
        HostileScript(
            "a removed flake", [.trap(.error), .fine],
            #"""
            function frame() local f = spawn{} f:remove() f.x = 1 end
            """#),
        HostileScript(
            "a flake of the frame before", [.trap(.error)],
            #"""
            function frame() if old then old.x = 1 end old = spawn{life=0.01} end
            """#),
        HostileScript(
            "a syntax error", [.trap(.syntax)],
            #"""
            function frame( end
            """#),
        HostileScript(
            "no export", [.trap(.link)],
            #"""
            x = 1
            """#),
        HostileScript(
            "an unknown import", [.trap(.link)],
            #"""
            plugin { imports = { 'files' } }
            function frame() end
            """#),
        HostileScript(
            "a forbidden name", [.trap(.error)],
            #"""
            function frame() io.open('/etc/passwd') end
            """#),
        HostileScript(
            "os", [.trap(.error)],
            #"""
            function frame() os.exit(3) end
            """#),
        HostileScript(
            "debug", [.trap(.error)],
            #"""
            function frame() debug.sethook() end
            """#),
        HostileScript(
            "package", [.trap(.error)],
            #"""
            function frame() package.loadlib('x', '*') end
            """#),
        HostileScript(
            "string.dump", [.trap(.error)],
            #"""
            function frame() string.dump(frame) end
            """#),
        HostileScript(
            "collectgarbage", [.trap(.error)],
            #"""
            function frame() collectgarbage('stop') end
            """#),
        HostileScript(
            "coroutine.close on the main thread", [.trap(.error)],
            #"""
            function frame() local main = coroutine.running() coroutine.wrap(function() coroutine.close(main)
            end)() end
            """#),
        HostileScript(
            "resume of the main thread", [.trap(.error)],
            #"""
            function frame() local main = coroutine.running() coroutine.wrap(function()
            assert(coroutine.resume(main, 1, 2, 3)) end)() end
            """#),
        HostileScript(
            "a yield out of a callback", [.trap(.error)],
            #"""
            function frame() coroutine.yield() end
            """#),
        HostileScript(
            "a yield out of a sort", [.trap(.error)],
            #"""
            function frame() coroutine.wrap(function() table.sort({2, 1}, coroutine.yield) end)() end
            """#),
        HostileScript(
            "goto for ever", [.trap(.deadline)],
            #"""
            function frame() ::a:: goto a end
            """#),
        HostileScript(
            "a numeric loop over all integers", [.trap(.deadline)],
            #"""
            function frame() for i = math.mininteger, math.maxinteger do end end
            """#),
    ]
}
