import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct DoctorTests {
    @Test func `what is set for every show is chosen, and a wrong setting is named`() throws {
        let set = try PipedRun(["doctor"], environment: ["TERM": "xterm", "SNOWSCRIPT_BLITTER": "half"])
        #expect(set.ending == .exited(0))
        #expect(set.output.contains("half  (set by SNOWSCRIPT_BLITTER; --blitter NAME chooses otherwise)"))
        let wrong = try PipedRun(["doctor"], environment: ["TERM": "xterm", "SNOWSCRIPT_COLOR": "pink"])
        #expect(wrong.ending == .exited(2))
        #expect(wrong.errors.contains("SNOWSCRIPT_COLOR: color: expected"))
    }

    @Test func `into a pipe the doctor tells what the environment says, without an escape byte`() throws {
        let run = try PipedRun(
            ["doctor"], environment: ["TERM": "xterm-kitty", "COLORTERM": "true\u{1B}[31mcolor", "LANG": "C"])
        #expect(run.ending == .exited(0) && run.errors.isEmpty)
        #expect(!run.outputBytes.contains(0x1B))
        for words in ["xterm-kitty", "not a terminal", "ascii", "LANG=C", "--blitter NAME", "--color MODE"] {
            #expect(run.output.contains(words), "\(words)")
        }
    }

    /// What `run` says, without the program's name, and what the doctor says of it.
    private func sayings(_ environment: [String: String], isPiped: Bool) throws -> (run: String, doctor: String) {
        func output(_ command: String) throws -> String {
            if isPiped {
                let run = try PipedRun([command], environment: environment)
                return run.output + run.errors
            }
            let show = try Showing([command], environment: environment, columns: 300)
            show.answers = false
            if command == "run", environment["TERM"] != "dumb" { show.terminal.type("q") }
            #expect(show.watchToEnd() != nil)
            return show.terminal.text
        }
        let lines = try output("doctor").split(whereSeparator: \.isNewline)
        let line = lines.first { $0.hasPrefix("  show ") } ?? ""
        return (try output("run"), line.drop { $0 == " " }.dropFirst(4).drop { $0 == " " }.description)
    }

    @Test(arguments: [true, false], ["dumb", "xterm-256color", ""])
    func `the doctor says whether a show can be seen, in the words of the show`(isPiped: Bool, term: String) throws {
        let (run, doctor) = try sayings(["TERM": term], isPiped: isPiped)
        guard isPiped || term == "dumb" else {
            #expect(doctor == "yes" && run.contains(Showing.taken))
            return
        }
        let words = try #require(run.split(whereSeparator: \.isNewline).first?.dropFirst("snowscript: ".count))
        #expect(doctor.hasPrefix("no ") && doctor.hasSuffix("(\(words))"), "\(doctor)")
    }

    @Test func `nothing is chosen for a terminal that places no text`() throws {
        let run = try PipedRun(["doctor"], environment: ["TERM": "dumb"])
        #expect(!run.output.contains("--blitter"))
    }

    @Test func `for programs it is one object`() throws {
        let run = try PipedRun(["doctor", "--json"], environment: ["TERM": "a\"b\\c"])
        #expect(run.ending == .exited(0))
        #expect(run.output.contains("\"TERM\": {\"value\": \"a\\\"b\\\\c\"}"))
        #expect(run.output.hasPrefix("{\"environment\": {") && run.output.hasSuffix("}}}\n"))
    }

    @Test func `the doctor asks, tells the answers, and leaves the terminal as it was`() throws {
        let show = try Showing(["doctor"], environment: [:])
        show.answers = false
        #expect(show.watch(for: "\u{1B}[c"))
        show.terminal.type(
            "\u{1B}P>|ghostty 1.2.0\u{1B}\\\u{1B}[?2026;2$y\u{1B}]11;rgb:1010/2020/3030\u{1B}\\\u{1B}[6;20;10t"
                + "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")
        #expect(show.watchToEnd() == .exited(0))
        let text = show.emulator.text
        for words in ["ghostty 1.2.0", "10x20", "#102030", "octant", "truecolor"] {
            #expect(show.terminal.text.contains(words), "\(words): \(text)")
        }
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
        #expect(!show.emulator.isAlternateScreen)
    }

    @Test func `inside tmux the doctor asks the terminal behind it, and tells whether tmux lets that through`() throws {
        let environment = ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"]
        for answer in ["\u{1B}[6;20;10t\u{1B}[?62;4c", ""] {
            let show = try Showing(["doctor"], environment: environment)
            show.answers = false
            #expect(show.watch(for: "\u{1B}[c"))
            show.terminal.type("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
            #expect(show.watch(for: TmuxPassage.wrap("\u{1B}[16t\u{1B}[c")))
            show.terminal.type(answer)
            #expect(show.watchToEnd() == .exited(0))
            let isThrough = !answer.isEmpty
            let words = isThrough ? "--passthrough sends pixels" : "set -g allow-passthrough on"
            #expect(show.terminal.text.contains(words) && show.terminal.text.contains("10x20") == isThrough)
            #expect(show.terminal.attributes == show.terminal.attributesBefore)
        }
    }

    @Test func `a terminal that answers nothing is not waited for long`() throws {
        let show = try Showing(["doctor"], environment: [:])
        show.answers = false
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.terminal.text.contains("braille"))
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
    }

    @Test func `a late answer makes the snow finer, and inside tmux no graphics are asked for`() throws {
        let show = try Showing(["--seed", "1"], environment: ["TERM": "xterm-256color"])
        show.answers = false
        #expect(show.watchForFirstFrame())
        #expect(show.terminal.text.contains("\u{1B}_G"))
        show.terminal.type("\u{1B}P>|kitty(0.42.0)\u{1B}\\\u{1B}[?62c")
        // U+1CD00 and its like begin with these bytes.
        #expect(show.watch { show.terminal.output.firstRange(of: [0xF0, 0x9C, 0xB4]) != nil })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        let inTmux = try Showing(["--frames", "3"], environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
        #expect(inTmux.watchToEnd() == .exited(0))
        #expect(!inTmux.terminal.text.contains("\u{1B}_"))
    }

    @Test func `where the locale is not UTF-8 only letters are sent`() throws {
        let show = try Showing(["--seed", "1", "--frames", "40"], environment: ["LANG": "C"])
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.terminal.output.allSatisfy { $0 < 0x80 })
        show.expectGivenBack()
    }

    @Test func `a signal ends the doctor when the tty was given back`() throws {
        var wasAsking = false
        // On a busy machine the questions may be over before anybody looks.
        for _ in 0..<20 where !wasAsking {
            let show = try Showing(["doctor"])
            show.answers = false
            let isAsking = show.watch { show.terminal.attributes != show.terminal.attributesBefore }
            show.terminal.process.send(SIGTERM)
            let ending = show.watchToEnd()
            #expect(ending == .signaled(SIGTERM) || ending == .exited(0))
            #expect(show.terminal.attributes == show.terminal.attributesBefore)
            wasAsking = isAsking && ending == .signaled(SIGTERM)
        }
        #expect(wasAsking)
    }
}
