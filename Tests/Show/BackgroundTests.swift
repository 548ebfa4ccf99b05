import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Signals end a show wherever a call to the terminal may have stopped it.
@Suite struct BackgroundTests {
    static let script = "function frame() text(0, 0, 'snow') end function mouse() end"

    /// Where a show is when the signal comes.
    enum State: CaseIterable, Sendable {
        /// Started with `&`.
        case started
        /// Stopped by Ctrl-Z.
        case stopped
        /// Stopped by Ctrl-Z and continued by `bg`.
        case continued
        /// Stopped by SIGSTOP, with the screen taken.
        case halted
        /// Stopped by SIGSTOP and continued by `bg`.
        case haltedAndContinued
        /// In the background since the shell's terminal was taken by another process.
        case robbed
    }

    static let perl = "/usr/bin/perl"

    /// Takes the terminal as a debugger might, once it is told to.
    static let robber = #"""
        perl -MPOSIX -e '$SIG{TTOU}="IGNORE"; $SIG{USR1}=sub{POSIX::tcsetpgrp(0,getpgrp())}; $|=1; print "ar", "med\n"; sleep 99 for 1..2' &
        """#

    /// A show in a state, and its process.
    private func show(in state: State) throws -> (show: Showing, job: pid_t) {
        let show = try InteractiveShell.start(script: Self.script)
        // Answers to a show that was stopped meanwhile would be the shell's.
        show.answers = false
        if state == .started {
            InteractiveShell.ask(show, "$PROGRAM a.lua &")
        } else {
            if state == .robbed {
                show.terminal.type(Self.robber + "\n")
                #expect(show.watch(for: "armed"))
            }
            show.terminal.type("$PROGRAM a.lua\n")
            #expect(show.watch { show.emulator.isAlternateScreen && show.emulator.text(row: 0) == "snow" })
        }
        let job = try #require(InteractiveShell.job(of: show, named: "snowscript"))
        switch state {
        case .started: break
        case .stopped, .continued: InteractiveShell.stop(show) { show.terminal.type("\u{1A}") }
        case .halted, .haltedAndContinued: InteractiveShell.stop(show) { kill(job, SIGSTOP) }
        case .robbed:
            let robber = try #require(InteractiveShell.job(of: show, named: "perl"))
            InteractiveShell.stop(show) { kill(robber, SIGUSR1) }
            kill(robber, SIGKILL)
        }
        if state == .continued || state == .haltedAndContinued { InteractiveShell.ask(show, "bg") }
        #expect(InteractiveShell.waitForStop(of: job, show))
        return (show, job)
    }

    private static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]
    private static let states = State.allCases.filter { $0 != .robbed || access(perl, X_OK) == 0 }

    @Test(arguments: states, signals)
    func `a signal ends a show in the background`(state: State, signal: Int32) throws {
        let (show, job) = try show(in: state)
        kill(job, signal)
        kill(job, SIGCONT)
        #expect(InteractiveShell.waitForEnd(of: job))
        InteractiveShell.expectCooked(show)
        #expect(!show.emulator.isAlternateScreen && show.emulator.isCursorVisible)
        #expect(ModeTraces(show.terminal.output).leftovers.isEmpty)
    }

    @Test(arguments: states)
    func `a show in the background comes back whole`(state: State) throws {
        let (show, _) = try show(in: state)
        // Every way to the background but SIGSTOP left the shell its screen.
        #expect(show.watch { show.emulator.isAlternateScreen == (state == .halted) })
        InteractiveShell.expectCooked(show)
        show.terminal.type("fg %$(jobs -l | sed -n 's/^.\\([0-9]*\\).*PROGRAM.*/\\1/p')\n")
        #expect(show.watch { show.emulator.isAlternateScreen && show.emulator.text(row: 0) == "snow" })
        let end = show.terminal.output.count
        show.terminal.type("q")
        #expect(show.watch(for: InteractiveShell.prompt, from: end))
        InteractiveShell.expectCooked(show)
        #expect(ModeTraces(show.terminal.output).leftovers.isEmpty)
    }

    @Test(arguments: [State.halted, .haltedAndContinued, .stopped], [SIGTERM, SIGHUP, SIGUSR1])
    func `a show that ends in the background leaves the foreground its settings`(state: State, signal: Int32) throws {
        let (show, job) = try show(in: state)
        // Written in two parts, so that the shell's echo is not taken for it.
        show.terminal.type("sh -c 'stty -icanon -echo min 3; echo \"re\"ading; exec cat'\n")
        #expect(show.watch(for: "reading"))
        let settings = show.terminal.attributes
        #expect(!settings.isCooked)
        kill(job, signal)
        kill(job, SIGCONT)
        #expect(InteractiveShell.waitForEnd(of: job))
        #expect(show.terminal.attributes == settings)
        #expect(show.watch { !show.emulator.isAlternateScreen && show.emulator.isCursorVisible })
        let end = show.terminal.output.count
        show.terminal.type("\u{3}")
        #expect(show.watch(for: InteractiveShell.prompt, from: end))
    }

    @Test func `a show whose shell has let go of it ends`() throws {
        let show = try InteractiveShell.start(script: Self.script)
        let answer = InteractiveShell.ask(show, "( $PROGRAM a.lua </dev/tty & echo job=$! )")
        let number = answer.components(separatedBy: "job=").last?.prefix { $0.isNumber } ?? ""
        let job = try #require(pid_t(number), "\(answer)")
        #expect(InteractiveShell.waitForEnd(of: job))
        InteractiveShell.expectCooked(show)
        #expect(!show.emulator.isAlternateScreen && show.emulator.isCursorVisible)
    }

    @Test(arguments: [State.started, .stopped, .halted])
    func `a show in the background ends with its window, also when it ignores hangups`(state: State) throws {
        let show = try InteractiveShell.start(script: Self.script)
        InteractiveShell.ask(show, "trap '' HUP")
        show.terminal.type("$PROGRAM a.lua\(state == .started ? " &" : "")\n")
        if state != .started { #expect(show.watch { show.emulator.isAlternateScreen }) }
        let job = try #require(InteractiveShell.job(of: show))
        if state == .stopped { InteractiveShell.stop(show) { show.terminal.type("\u{1A}") } }
        if state == .halted { InteractiveShell.stop(show) { kill(job, SIGSTOP) } }
        #expect(InteractiveShell.waitForStop(of: job, show))
        show.terminal.process.send(SIGKILL)
        #expect(show.watchToEnd() == .signaled(SIGKILL))
        // Shells continue their jobs when they end; this one could not.
        kill(job, SIGCONT)
        show.terminal.hangUp()
        #expect(InteractiveShell.waitForEnd(of: job))
    }

    @Test(arguments: [
        ("q", [SIGTERM]), ("q", [SIGTERM, SIGTERM]), ("", [SIGTERM, SIGTERM]), ("", [SIGHUP, SIGINT, SIGQUIT]),
    ])
    func `signals while the show leaves a terminal that does not read end it`(key: String, signals: [Int32]) throws {
        for pause in [0, 20_000, 150_000, 290_000] as [UInt32] {
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
            usleep(700_000)
            show.terminal.type(key)
            for signal in signals {
                usleep(pause)
                show.terminal.process.send(signal)
            }
            let ending = try #require(show.terminal.waitWithoutReading())
            var statuses: [ChildProcess.Ending] = key == "q" ? [.exited(0)] : []
            for signal in signals { statuses += [.exited(128 + signal), .signaled(signal)] }
            #expect(statuses.contains(ending))
            _ = show.watchToEnd()
            #expect(show.terminal.attributes == show.terminal.attributesBefore)
            #expect(!show.emulator.isAlternateScreen && show.emulator.isCursorVisible)
        }
    }
}
