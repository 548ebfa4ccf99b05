import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The harness itself, held against the shell.
@Suite struct PseudoTerminalTests {
    private func shell(_ script: String, environment: [String: String] = [:]) throws -> PseudoTerminal {
        try PseudoTerminal("/bin/sh", ["-c", script], environment: environment, columns: 91, rows: 33)
    }

    @Test func `the program sees a terminal of the asked size that controls it`() throws {
        let terminal = try shell(
            "test -t 0 && test -t 1 && test -t 2 && stty size </dev/tty; echo $TERM $EXTRA",
            environment: ["EXTRA": "more"])
        #expect(terminal.readToEnd() == .exited(0))
        #expect(terminal.text == "33 91\r\nxterm-256color more\r\n")
    }

    @Test func `what is typed reaches the program`() throws {
        let terminal = try shell("stty -echo; echo ready; read word; echo got $word; exit 3")
        #expect(terminal.read(until: "ready"))
        #expect(terminal.type("snow\n"))
        #expect(terminal.readToEnd() == .exited(3))
        #expect(terminal.text.hasSuffix("got snow\r\n"))
    }

    @Test func `what was read before is passed over when asked`() throws {
        let terminal = try shell("echo snow; read word; echo snow again")
        #expect(terminal.read(until: "snow"))
        let start = terminal.output.count
        #expect(!terminal.read(until: "snow", from: start, timeout: .milliseconds(20)))
        #expect(terminal.type("go\n"))
        #expect(terminal.read(until: "snow", from: start))
    }

    @Test func `a typed interrupt is a signal to the program`() throws {
        let terminal = try shell("echo ready; read word")
        #expect(terminal.read(until: "ready"))
        #expect(terminal.type("\u{3}"))
        #expect(terminal.readToEnd() == .signaled(SIGINT))
    }

    @Test func `a new size is told by a signal`() throws {
        let terminal = try shell("trap 'stty size; exit' WINCH; echo ready; while :; do sleep 0.01; done")
        #expect(terminal.read(until: "ready"))
        terminal.resize(columns: 40, rows: 10)
        #expect(terminal.readToEnd() == .exited(0))
        #expect(terminal.text.hasSuffix("10 40\r\n"))
    }

    @Test func `a closed window is told by a signal`() throws {
        let terminal = try shell("echo ready; read word")
        #expect(terminal.read(until: "ready"))
        terminal.hangUp()
        #expect(terminal.waitWithoutReading() == .signaled(SIGHUP))
    }

    @Test func `settings that a program leaves behind are seen after its end`() throws {
        let terminal = try shell("read word; stty raw -echo")
        let before = terminal.attributes
        #expect(before.isCooked)
        #expect(terminal.type("go\n"))
        #expect(terminal.readToEnd() == .exited(0))
        #expect(terminal.attributes != before)
        #expect(!terminal.attributes.isCooked)
    }

    @Test func `a wait ends with its timeout`() throws {
        let terminal = try shell("read word")
        #expect(!terminal.read(until: "never", timeout: .milliseconds(20)))
        #expect(terminal.process.ending == nil)
    }

    @Test func `a program that is still running is ended with its terminal`() throws {
        var identifier: pid_t = 0
        do {
            let terminal = try shell("trap '' HUP TERM; echo ready; while :; do sleep 0.01; done")
            #expect(terminal.read(until: "ready"))
            identifier = terminal.process.identifier
        }
        #expect(kill(identifier, 0) == -1)
    }

    @Test func `large input and output pass through pipes`() throws {
        let text = String(repeating: "snow on snow\n", count: 50_000)
        let run = try PipedRun(["-c", "cat; echo done >&2; exit 7"], executable: "/bin/sh", input: text)
        #expect(run.ending == .exited(7))
        #expect(run.output == text)
        #expect(run.errors == "done\n")
    }
}
