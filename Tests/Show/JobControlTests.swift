import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Shows in an interactive shell: stopped, continued, and what the shell reads afterwards.
@Suite struct JobControlTests {
    /// The same picture in every frame, until a key makes it tell its longest step.
    static let script = """
        local longest = 0
        local words = "steady"
        function frame(dt)
          longest = math.max(longest, dt)
          for row = 1, scene.height / 2 - 1 do text(row, 2 * row, "row " .. row) end
          text(0, 0, words)
        end
        function key() words = longest .. " s" end
        """

    private static let prompt = InteractiveShell.prompt

    /// A shell with `script` as a.lua beside it.
    private func shell() throws -> Showing { try InteractiveShell.start(script: Self.script) }

    private func ask(_ show: Showing, _ line: String) { InteractiveShell.ask(show, line) }

    /// Starts the show and waits until it is seen.
    private func start(_ show: Showing) {
        show.terminal.type("$PROGRAM a.lua\n")
        #expect(show.watch { Self.isSteady(show) })
    }

    private static func isSteady(_ show: Showing) -> Bool {
        guard show.emulator.isAlternateScreen, show.emulator.text(row: 0) == "steady" else { return false }
        return (1...23).allSatisfy { row in
            show.emulator.text(row: row) == String(repeating: " ", count: row) + "row \(row)"
        }
    }

    enum Stop: CaseIterable, Sendable { case key, signal, unannounced }

    @Test(arguments: Stop.allCases)
    func `a show that is stopped leaves the shell a terminal, and comes back whole`(way: Stop) throws {
        let show = try shell()
        // An answer that the program had no time to read would be typed into the shell.
        show.answers = way != .unannounced
        start(show)
        let job = try #require(InteractiveShell.job(of: show))
        InteractiveShell.stop(show) {
            switch way {
            case .key: show.terminal.type("\u{1A}")
            case .signal: kill(job, SIGTSTP)
            case .unannounced: kill(job, SIGSTOP)
            }
        }
        if way != .unannounced {
            #expect(!show.emulator.isAlternateScreen)
            #expect(show.emulator.isCursorVisible)
        }
        InteractiveShell.expectCooked(show)

        show.terminal.type("fg\n")
        #expect(show.watch { Self.isSteady(show) })
        #expect(!show.emulator.isCursorVisible)
        show.terminal.type("d")
        #expect(show.watch { show.emulator.text(row: 0).hasSuffix(" s") })
        let longest = try #require(Double(show.emulator.text(row: 0).dropLast(2)))
        #expect(longest <= 0.1)
        let end = show.terminal.output.count
        show.terminal.type("q")
        #expect(show.watch(for: Self.prompt, from: end))
        InteractiveShell.expectCooked(show)
        #expect(!show.emulator.isAlternateScreen && show.emulator.isCursorVisible)
        #expect(ModeTraces(show.terminal.output).leftovers.isEmpty)
    }

    @Test func `a stopped show that is sent to the background draws nothing there`() throws {
        let show = try shell()
        start(show)
        InteractiveShell.stop(show) { show.terminal.type("\u{1A}") }
        let start = show.terminal.output.count
        ask(show, "bg")
        ask(show, "sleep 0.2")
        #expect(!show.emulator.isAlternateScreen)
        #expect(!String(decoding: show.terminal.output[start...], as: UTF8.self).contains("\u{1B}[?25l"))
        InteractiveShell.expectCooked(show)
        show.terminal.type("fg\n")
        #expect(show.watch { Self.isSteady(show) })
        let end = show.terminal.output.count
        show.terminal.type("q")
        #expect(show.watch(for: Self.prompt, from: end))
        InteractiveShell.expectCooked(show)
    }

    @Test func `a window that was resized while the show was stopped is filled`() throws {
        let show = try shell()
        start(show)
        InteractiveShell.stop(show) { show.terminal.type("\u{1A}") }
        show.resize(columns: 30, rows: 10)
        ask(show, "true")
        show.terminal.type("fg\n")
        #expect(show.watch { show.emulator.isAlternateScreen && show.emulator.text(row: 9) == "         row 9" })
        show.resize(columns: 80, rows: 24)
        #expect(show.watch { Self.isSteady(show) })
        let end = show.terminal.output.count
        show.terminal.type("q")
        #expect(show.watch(for: Self.prompt, from: end))
    }

    @Test func `a stopped show can be ended`() throws {
        let show = try shell()
        start(show)
        InteractiveShell.stop(show) { show.terminal.type("\u{1A}") }
        let job = try #require(InteractiveShell.job(of: show))
        ask(show, "kill %1; kill -CONT %1; wait %1")
        #expect(kill(job, 0) == -1)
        #expect(!show.emulator.isAlternateScreen)
        #expect(show.emulator.isCursorVisible)
        InteractiveShell.expectCooked(show)
    }

    @Test func `answers that come after quitting never reach the shell`() throws {
        let show = try shell()
        show.answers = false
        var fairTries = 0
        for _ in 0..<12 where fairTries < 3 {
            let start = show.terminal.output.count
            let launch = ContinuousClock.now
            show.terminal.type("$PROGRAM a.lua\nq")
            #expect(show.watch(for: Showing.givenBack, from: start))
            show.terminal.type("\u{1B}[?2026;2$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;1c")
            // Answers that are later than the program's patience are the shell's, and prove nothing.
            let isFair = ContinuousClock.now - launch < .milliseconds(330)
            #expect(show.watch(for: Self.prompt, from: start))
            let answer = InteractiveShell.ask(show, "echo snow | tr s S")
            if !isFair { continue }
            fairTries += 1
            #expect(answer.contains("\r\nSnow\r\n"), "\(answer)")
            for trace in ["2026", "rgb:", "62;1c"] { #expect(!answer.contains(trace), "\(answer)") }
        }
    }
}
