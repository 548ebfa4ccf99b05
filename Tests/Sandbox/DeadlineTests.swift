import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time of a callback has an end, whatever the process and the system leave to the host.
@Suite(.serialized) struct DeadlineTests {
    private func options(milliseconds: Int) -> Layer.Options {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(milliseconds)
        return options
    }

    /// Scripts that Lua's own hook ends.
    static let endless = [
        "function frame() while true do end end",
        "function frame() repeat pcall(function() while true do end end) until false end",
        "function frame() local function f() return f() end f() end",
        "function frame() for i = 1, 1e18 do local s = ('x'):rep(100) end end",
        "function frame() coroutine.wrap(function() while true do end end)() end",
        "function frame() local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end end",
        "function frame() ('a'):rep(40):find(('a?'):rep(40) .. ('a'):rep(40)) end",
        "function frame() table.move({}, 1, 1e9, 2) end",
        "function frame() table.sort(table.pack(('x'):rep(1000):byte(1, -1)), function() while true do end end) end",
        "function init() for i = 1, 20 do spawn { y = 1 } end end function update(f) while true do end end",
        "function init() spawn { y = 1 }:remove() end function removed(f) while true do end end",
    ]

    @Test(arguments: endless, [false, true])
    func `an endless script ends in a trap with its line, with a timer and without`(source: String, counts: Bool) throws
    {
        try Watchdog.within(seconds: 60) {
            var options = options(milliseconds: 30)
            options.limits.watchesWithoutTimer = counts
            let layer = try makeLayer(source, options: options)
            for _ in 0..<3 { layer.step(seconds: 0.01) }
            #expect(layer.trap?.reason == .deadline)
            #expect(layer.trap?.line == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a callback that takes half its time is not stopped`(counts: Bool) throws {
        var options = options(milliseconds: 2000)
        options.limits.watchesWithoutTimer = counts
        let layer = try makeLayer(
            "function frame() for i = 1, 300000 do local s = ('x'):rep(10) end end", options: options)
        for _ in 0..<10 { layer.step(seconds: 0.01) }
        #expect(layer.trap == nil)
    }

    /// How the process takes the host's signal away, and by which other way an endless loop ends.
    @Test(arguments: ["plain", "blocked", "handled"])
    func `a program that takes the signal gives no script more time`(circumstance: String) throws {
        let run = try PipedRun(["deadline", circumstance], executable: TestBinary.trials)
        #expect(run.ending == .exited(0))
        #expect(run.output == "deadline true\ndeadline true\n", "\(run.errors)")
    }

    #if os(Linux)
        @Test(arguments: ["frame", "init", "update"])
        func `where no timer can be made an endless loop ends all the same`(export: String) throws {
            let folder = try TemporaryFolder()
            try folder.write(
                "function \(export)() while true do end end\nlocal before = init\n"
                    + "function init() if before then before() end spawn { y = 1 } end", to: "a.lua")
            let run = try PipedRun(
                ["-c", "ulimit -i 0 && exec \"$0\" test --deadline 30ms --frames 3 a.lua", TestBinary.path],
                executable: "/bin/bash", folder: folder.path)
            #expect(run.ending == .exited(1))
            #expect(run.errors.contains("a.lua:1: ran for too long"), "\(run.errors)")
        }
    #endif

    #if os(Linux)
        /// System calls that fail, and what is said of an endless script then.
        static let failures = [
            ("timer_create", "a.lua:1: ran for too long"), ("timer_settime", "a.lua:1: ran for too long"),
            ("rt_sigaction", "a.lua:1: ran for too long"), ("rt_sigprocmask", "a.lua:1: ran for too long"),
            ("clock_gettime", "a.lua:1: ran for too long"),
            (
                "timer_create,clock_gettime",
                "a.lua: not run: this system tells no thread its CPU time, so nothing would end it"
            ),
        ]

        @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0), arguments: failures)
        func `whatever call the system refuses, no script runs without an end`(calls: String, words: String) throws {
            let folder = try TemporaryFolder()
            try folder.write("function frame() while true do end end", to: "a.lua")
            let run = try PipedRun(
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e", "inject=\(calls):error=EPERM",
                    TestBinary.path, "test", "--deadline", "30ms", "--frames", "3", "a.lua",
                ], executable: "/usr/bin/strace", folder: folder.path)
            #expect(run.ending == .exited(1))
            #expect(run.errors.contains("\(words)\n"), "\(run.errors)")
        }

        @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0))
        func `no show begins that no thread would watch over`() throws {
            let folder = try TemporaryFolder()
            try folder.write("function frame() end", to: "a.lua")
            let terminal = try PseudoTerminal(
                "/usr/bin/strace",
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "trace=clone,clone3", "-e",
                    "inject=clone,clone3:error=EAGAIN", TestBinary.path, "a.lua",
                ], folder: folder.path)
            #expect(terminal.readToEnd() == .exited(2))
            #expect(terminal.text.hasPrefix("snowscript: expected a thread to watch over the scripts"))
            #expect(!terminal.output.contains(0x1B))
        }
    #endif

    @Test func `the time of an outer script stands still while an inner one runs`() throws {
        let inner = try makeLayer(
            "function key() local n = 0 for i = 1, 3e7 do n = n + i % 7 end return 1 end",
            options: options(milliseconds: 60_000))
        var linker = Linker()
        linker.define("ask") { (caller) throws(ImportError) in
            caller.answer(inner.instance.call(.key)?.first ?? .nil)
        }
        let layer = try makeLayer(
            "plugin { imports = { 'ask' } } function frame() print(ask(), ask()) end function key() while true do end end",
            linker: linker, options: options(milliseconds: 100))
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(inner.trap == nil)
        #expect(layer.instance.log.lines == ["1    1"])
        layer.instance.call(.key)
        #expect(layer.trap?.reason == .deadline)
    }

    @Test func `the end of an inner script is not the end of the outer one, which still has its own`() throws {
        var linker = Linker()
        var reasons: [Trap.Reason?] = []
        linker.define("ask") { (_) throws(ImportError) in
            let inner = try? makeLayer("function key() while true do end end", options: options(milliseconds: 20))
            inner?.instance.call(.key)
            reasons.append(inner?.trap?.reason)
        }
        let layer = try makeLayer(
            "plugin { imports = { 'ask' } } function frame() for i = 1, 5 do ask() end print 'on' while true do end end",
            linker: linker, options: options(milliseconds: 200))
        Watchdog.within(seconds: 60) { layer.step(seconds: 0) }
        #expect(reasons == Array(repeating: .deadline, count: 5))
        #expect(layer.instance.log.lines == ["on"])
        #expect(layer.trap?.reason == .deadline)
    }

    @Test(arguments: [false, true])
    func `however short they are, the callbacks of one kind have one callback's time together`(counts: Bool) throws {
        var options = options(milliseconds: 50)
        options.limits.watchesWithoutTimer = counts
        let layer = try makeLayer(
            """
            plugin { flakes = 20000 }
            function init() for i = 1, 20000 do spawn { life = 0.001 } end end
            function removed() local n = 0 for i = 1, 1000 do n = n + i % 7 end state.n = (state.n or 0) + 1 end
            """, options: options)
        layer.step(seconds: 0.01)
        layer.step(seconds: 0.01)
        #expect(layer.trap?.reason == .deadline)
    }

    #if os(Linux)
        @Test func `a thread ticks no more when no script runs`() throws {
            let layer = try makeLayer("function frame() local n = 0 for i = 1, 1e6 do n = n + i % 7 end end")
            layer.step(seconds: 0)
            layer.instance.call(.frame)
            #expect(layer.trap == nil)
            let first = __libc_current_sigrtmin()
            var all = sigset_t()
            var before = sigset_t()
            sigemptyset(&all)
            for number in first...__libc_current_sigrtmax() { sigaddset(&all, number) }
            pthread_sigmask(SIG_BLOCK, &all, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            // Long enough for many ticks.
            let end = ThreadClock.seconds + 0.05
            while ThreadClock.seconds < end {}
            var pending = sigset_t()
            sigpending(&pending)
            for number in first...__libc_current_sigrtmax() { #expect(sigismember(&pending, number) == 0) }
        }
    #endif
}
