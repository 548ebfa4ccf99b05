import Testing

@testable import SnowHost

/// Text that is piped into the program and stands in the snow.
@Suite struct BackdropTests {
    private func showing(_ line: String, columns: Int = 60, rows: Int = 20) throws -> Showing {
        try Showing(
            ["-c", line], executable: "/bin/sh", environment: ["COLORTERM": "truecolor", "PROGRAM": TestBinary.path],
            columns: columns, rows: rows)
    }

    @Test func `what is piped in is shown at the foot, in its colours, with keys from the terminal`() throws {
        let show = try showing(
            #"printf '\033[31mhello\033[0m\n  \033]0;no\007snow\n' | "$PROGRAM" settle --backdrop -"#)
        #expect(show.watch(forShown: "hello"))
        #expect(show.watch(forShown: "snow"))
        let lines = show.emulator.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last { !$0.allSatisfy { $0 == " " } }?.contains("snow") == true)
        #expect(show.emulator[27, 18].style.foreground == .indexed(1))
        #expect(show.emulator.title.isEmpty)
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `snow settles on the letters`() throws {
        let show = try showing(
            #"printf '##########\n' | "$PROGRAM" settle --backdrop - --seed 2 --set amount=200 --set speed=60"#)
        #expect(show.watch(forShown: "##########"))
        let blocks = 0x2581...0x259F as ClosedRange<UInt32>
        #expect(show.watch { (27..<32).contains { blocks.contains(show.emulator[$0, 18].scalars.first ?? 0) } })
        #expect(show.emulator.text.contains("##########"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `a file stands there as well, and a script reads what was piped`() throws {
        let show = try Showing(
            [
                "-c",
                #"printf 'piped' | "$PROGRAM" run a.lua --allow stdin --backdrop words.txt"#,
            ], executable: "/bin/sh", environment: ["COLORTERM": "truecolor", "PROGRAM": TestBinary.path],
            files: [
                "words.txt": "wörds\n",
                "a.lua": "plugin { imports = { 'stdin' } } function frame() text(1, 1, stdin()) end",
            ])
        #expect(show.watch(forShown: "wörds"))
        #expect(show.watch(forShown: "piped"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test(
        arguments: [
            (#""$PROGRAM" --backdrop -"#, "expected a text on standard input, got a terminal"),
            (#""$PROGRAM" --backdrop no.txt"#, "cannot read 'no.txt': no such file"),
            (
                #"head -c 1100000 /dev/zero | "$PROGRAM" --backdrop -"#,
                "cannot read standard input: larger than 1 MiB"
            ),
            (#"yes | "$PROGRAM" --backdrop -"#, "cannot read standard input: larger than 1 MiB"),
            (#"echo a | "$PROGRAM" --backdrop - > out.txt"#, "expected a terminal on standard output"),
        ])
    func `what cannot be shown is said before the terminal is touched`(line: String, message: String) throws {
        let show = try showing(line)
        #expect(show.watchToEnd() == .exited(2))
        #expect(show.terminal.text.contains(message), "\(show.terminal.text)")
        #expect(!show.terminal.text.contains("\u{1B}"))
    }
}
