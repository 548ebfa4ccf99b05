import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// However a show ends, the terminal is left as it was found.
@Suite struct WaysOutTests {
    /// A way out and what the shell is told.
    struct WayOut: CustomTestStringConvertible, Sendable {
        enum Cause: Sendable {
            case typed(String)
            case signal(Int32)
            case flags([String])
        }

        let testDescription: String
        let cause: Cause
        let ending: ChildProcess.Ending

        init(_ name: String, _ cause: Cause, _ ending: ChildProcess.Ending) {
            (testDescription, self.cause, self.ending) = (name, cause, ending)
        }
    }

    static let waysOut = [
        WayOut("q", .typed("q"), .exited(0)),
        WayOut("Q", .typed("Q"), .exited(0)),
        WayOut("Escape", .typed("\u{1B}"), .exited(0)),
        WayOut("Ctrl-C", .typed("\u{3}"), .exited(130)),
        WayOut("Ctrl-\\", .typed("\u{1C}"), .exited(131)),
        WayOut("SIGINT", .signal(SIGINT), .exited(130)),
        WayOut("SIGTERM", .signal(SIGTERM), .exited(143)),
        WayOut("SIGHUP", .signal(SIGHUP), .exited(129)),
        WayOut("SIGQUIT", .signal(SIGQUIT), .exited(131)),
        WayOut("--for", .flags(["--for", "500ms"]), .exited(0)),
        WayOut("--frames", .flags(["--frames", "25"]), .exited(0)),
    ]

    /// Takes the mouse too, so that its modes have to be given back.
    static let script = """
        function init() for i = 1, 30 do spawn { x = random(80), y = random(48), width = 3, speed = 1 } end end
        function update(f) f.color = random(0, 0xFFFFFF) // 1 end
        function mouse() end
        """

    @Test(arguments: waysOut)
    func `the terminal is as it was found`(way: WayOut) throws {
        var flags: [String] = []
        if case .flags(let own) = way.cause { flags = own }
        let show = try Showing(flags, scripts: [Self.script])
        #expect(show.watchForFirstFrame())
        switch way.cause {
        case .typed(let text):
            #expect(show.watch(forMoreBytes: 500))
            #expect(show.terminal.attributes != show.terminal.attributesBefore)
            show.terminal.type(text)
        case .signal(let number):
            #expect(show.watch(forMoreBytes: 500))
            show.terminal.process.send(number)
        case .flags: break
        }
        #expect(show.watchToEnd() == way.ending)
        show.expectGivenBack()
        #expect(show.textAfterwards.isEmpty)
        let traces = ModeTraces(show.terminal.output)
        #expect(traces.count(of: 1003, isOn: true) == 1)
        #expect(traces.count(of: 1003, isOn: false) == 1)
        #expect(traces.count(of: 1006, isOn: false) == 1)
    }

    @Test func `an error in a later frame is told again when the terminal was given back`() throws {
        let show = try Showing(scripts: [
            """
            local n = 0
            function init() spawn { x = 40, y = 10, width = 5, speed = 20 } end
            function frame()
              n = n + 1
              if n == 30 then error("at frame " .. n) end
            end
            """
        ])
        #expect(show.watch(forShown: "a.lua:5: at frame 30"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        #expect(show.textAfterwards.hasPrefix("a.lua:5: at frame 30\r\n  5 |   if n == 30"))
    }

    /// `SNOWSCRIPT_INTERRUPTS` sets how many.
    static let interrupts = getenv("SNOWSCRIPT_INTERRUPTS").flatMap { Int(String(cString: $0)) } ?? 60

    @Test(arguments: 0..<4)
    func `an interrupt at any moment leaves the cursor shown`(part: Int) throws {
        var generator = SeededRandom(seed: UInt64(part) + 1)
        for _ in 0..<max(Self.interrupts / 4, 1) {
            let show = try Showing()
            // From before the first instruction to well into the show.
            usleep(UInt32.random(in: 0...250_000, using: &generator))
            show.terminal.process.send(SIGINT)
            let ending = show.watchToEnd()
            let wasTaken = show.terminal.text.contains("\u{1B}[?1049h")
            // One that comes before the screen is taken ends the program as any other.
            #expect(ending == .exited(130) || (ending == .signaled(SIGINT) && !wasTaken), "\(ending as Any)")
            if wasTaken {
                show.expectGivenBack()
            } else {
                #expect(show.terminal.attributes == show.terminal.attributesBefore)
                #expect(!show.terminal.output.contains(0x1B))
            }
        }
    }

    @Test func `a second interrupt while the first is obeyed changes nothing`() throws {
        for pause in [0, 100, 1000, 5000, 20000] as [UInt32] {
            let show = try Showing()
            #expect(show.watchForFirstFrame())
            show.terminal.process.send(SIGINT)
            usleep(pause)
            show.terminal.process.send(SIGINT)
            show.terminal.process.send(SIGTERM)
            let ending = show.watchToEnd()
            #expect(
                ending == .exited(130) || ending == .exited(143) || ending == .signaled(SIGINT)
                    || ending == .signaled(SIGTERM))
            show.expectGivenBack()
        }
    }

    /// What ends a process by default, but for the polite ones among the ways out.
    static let fatal: [Int32] = {
        let common = [
            SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF,
            SIGUSR1, SIGUSR2,
        ]
        #if canImport(Glibc)
            let first = __libc_current_sigrtmin()
            return common + [SIGIO, SIGPWR, SIGSTKFLT, first, first + 5, first + 7, __libc_current_sigrtmax()]
        #else
            return common + [SIGEMT]
        #endif
    }()

    @Test(arguments: fatal)
    func `a crash gives the terminal back`(fault: Int32) throws {
        let show = try Showing(scripts: [Self.script])
        #expect(show.watchForFirstFrame())
        #expect(show.watch(forMoreBytes: 500))
        show.terminal.process.send(fault)
        #expect(show.watchToEnd() == .signaled(fault))
        show.expectGivenBack()
    }

    @Test(arguments: [("segv", SIGSEGV), ("overflow", SIGSEGV), ("abort", SIGABRT)])
    func `a fault of another thread gives the terminal back`(kind: String, signal: Int32) throws {
        let show = try Showing(["fault", kind], executable: TestBinary.trials)
        #expect(show.watchForFirstFrame())
        #expect(show.watchToEnd() == .signaled(signal))
        show.expectGivenBack()
    }

    @Test(arguments: ["", "with-stack"])
    func `a program that plays a show has its own signals again afterwards`(kind: String) throws {
        let show = try Showing(["signals", kind], executable: TestBinary.trials)
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(show.textAfterwards == "finished changed: \r\n")
    }

    @Test(arguments: [false, true])
    func `a closed window ends the program`(ignoresHangup: Bool) throws {
        let line = ignoresHangup ? "trap '' HUP; exec \"$0\"" : "exec \"$0\""
        let show = try Showing(["-c", line, TestBinary.path], executable: "/bin/sh")
        #expect(show.watchForFirstFrame())
        show.terminal.hangUp()
        #expect(show.terminal.waitWithoutReading() == .exited(129))
    }

    @Test(arguments: ["q", "\u{3}"])
    func `a terminal that does not read can be left`(key: String) throws {
        let show = try Showing(
            scripts: [
                """
                function init() for i = 1, 300 do spawn { x = random(200), y = random(120), width = 4 } end end
                function update(f) f.color = random(0, 0xFFFFFF) // 1 end
                function frame() print(("snow "):rep(3000)) end
                """
            ], columns: 200, rows: 60)
        #expect(show.watchForFirstFrame())
        // Long enough for the show to fill what is between it and the reader; the outcome does not depend on it.
        usleep(1_500_000)
        show.terminal.type(key)
        #expect(show.terminal.waitWithoutReading() == .exited(key == "q" ? 0 : 130))
        _ = show.watchToEnd()
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
        #expect(!show.emulator.isAlternateScreen)
        #expect(show.emulator.isCursorVisible)
    }

    @Test(arguments: 1...9)
    func `however much a terminal has yet to read, the last words do not wait for it`(frames: Int) throws {
        // Nine frames are more than a line takes that nobody reads, one and the words are less.
        let show = try Showing(
            ["--frames", "\(frames)"],
            scripts: [
                """
                function frame()
                  print(("snow "):rep(3000))
                  for row = 0, 39 do
                    for column = 0, 79 do text(column, 2 * row, "x", { color = random(0, 0xFFFFFF) // 1 }) end
                  end
                end
                """
            ], columns: 80, rows: 24)
        #expect(show.terminal.waitWithoutReading() == .exited(0))
        _ = show.watchToEnd()
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
        #expect(!show.emulator.isAlternateScreen)
        #expect(show.emulator.isCursorVisible)
    }
}
