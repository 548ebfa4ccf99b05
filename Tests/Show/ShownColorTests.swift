import Testing

/// Which colours are sent to which terminal.
@Suite struct ShownColorTests {
    /// Kinds of colour in a program's output.
    struct Kinds: OptionSet, Sendable {
        let rawValue: Int
        static let sixteen = Kinds(rawValue: 1)
        static let indexed = Kinds(rawValue: 2)
        static let truecolor = Kinds(rawValue: 4)

        init(rawValue: Int) { self.rawValue = rawValue }

        init(of output: [UInt8]) {
            var kinds = Kinds()
            for sequence in String(decoding: output, as: UTF8.self).components(separatedBy: "\u{1B}[").dropFirst() {
                guard let end = sequence.firstIndex(where: { $0.isLetter }), sequence[end] == "m" else { continue }
                var numbers = sequence[..<end].split(separator: ";").compactMap { Int($0) }[...]
                while let number = numbers.popFirst() {
                    switch (number, numbers.first) {
                    case (38, 2), (48, 2): kinds.insert(.truecolor)
                    case (38, 5), (48, 5): kinds.insert(.indexed)
                    case (30...37, _), (40...47, _), (90...97, _), (100...107, _): kinds.insert(.sixteen)
                    default: continue
                    }
                    numbers = numbers.dropFirst(number == 38 || number == 48 ? (numbers.first == 2 ? 4 : 2) : 0)
                }
            }
            self = kinds
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let environment: [String: String]
        let flags: [String]
        let kinds: Kinds

        init(_ environment: [String: String], _ kinds: Kinds, flags: [String] = []) {
            (self.environment, self.kinds, self.flags) = (environment, kinds, flags)
        }

        var testDescription: String { "\(environment.sorted { $0.key < $1.key }) \(flags)" }
    }

    static let cases = [
        Case(["TERM": "xterm"], .sixteen),
        Case(["TERM": "xterm-256color"], .indexed),
        Case(["TERM": "xterm-256color", "COLORTERM": "truecolor"], .truecolor),
        Case(["TERM": "xterm", "COLORTERM": "24bit"], .truecolor),
        Case(["TERM": "xterm-256color", "COLORTERM": "yes"], .indexed),
        Case(["TERM": "xterm-direct"], .truecolor),
        Case(["TERM": "xterm-kitty"], .truecolor),
        Case(["TERM": "linux"], .sixteen),
        Case(["TERM": "linux", "COLORTERM": "truecolor"], .sixteen),
        Case(["TERM": "screen-256color"], .indexed),
        Case(["TERM": "tmux-256color", "COLORTERM": "truecolor"], .truecolor),
        Case(["TERM": "vt100"], []),
        Case(["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], []),
        Case(["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""], .truecolor),
        Case(["TERM": "xterm-256color", "NO_COLOR": "1"], .indexed, flags: ["--color", "always"]),
        Case(["TERM": "xterm", "NO_COLOR": "1"], .truecolor, flags: ["--color", "truecolor"]),
        Case(["TERM": "xterm"], .indexed, flags: ["--color", "256"]),
        Case(["TERM": "xterm-kitty"], .sixteen, flags: ["--color", "16"]),
        Case(["TERM": "xterm-kitty"], [], flags: ["--color", "none"]),
    ]

    static let script = """
        function frame()
          for i = 1, 20 do
            spawn { x = random(40), y = random(20), width = 4, color = 0xA0B0F0, life = 0.2, alpha = random(0.3, 1) }
          end
        end
        """

    @Test(arguments: cases)
    func `a terminal is sent the colours it has`(terminal: Case) throws {
        let show = try Showing(
            terminal.flags + ["--frames", "8", "--seed", "1"], scripts: [Self.script],
            environment: terminal.environment, columns: 40, rows: 10)
        #expect(show.watchToEnd() == .exited(0))
        var kinds = Kinds(of: show.terminal.output)
        // The shorter form of a colour that the palette has exactly.
        if kinds.contains(.truecolor) { kinds.remove(.indexed) }
        #expect(kinds == terminal.kinds)
        // Something falls all the same.
        #expect(show.terminal.output.contains { $0 >= 0x80 })
        show.expectGivenBack()
        // A console that prints questions is asked none.
        let isAsked = show.terminal.text.contains("\u{1B}[c")
        #expect(isAsked == (terminal.environment["TERM"] != "linux"))
    }

    @Test func `a terminal that places no text is told so, without an escape`() throws {
        let show = try Showing(environment: ["TERM": "dumb"])
        #expect(show.watchToEnd() == .exited(2))
        #expect(show.terminal.text.hasPrefix("snowscript: this terminal (TERM=dumb) cannot place text"))
        #expect(show.terminal.text.components(separatedBy: "\r\n").count == 2)
        #expect(!show.terminal.output.contains(0x1B))
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
    }

    @Test(arguments: [[], ["snowfall", "falling"], ["--color", "always", "--frames", "3"]])
    func `nothing is animated into a pipe`(arguments: [String]) throws {
        let run = try PipedRun(arguments)
        #expect(run.ending == .exited(2))
        #expect(run.outputBytes.isEmpty)
        #expect(run.errors.hasPrefix("snowscript: expected a terminal on standard input and output"))
        #expect(run.errors.hasSuffix("\n"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!run.errorBytes.contains(0x1B))
    }

    @Test(arguments: [("</dev/null", "standard input"), (">/dev/null", "standard output")])
    func `one end that is no terminal is named`(redirection: String, words: String) throws {
        let show = try Showing(["-c", "exec \"$0\" \(redirection)", TestBinary.path], executable: "/bin/sh")
        #expect(show.watchToEnd() == .exited(2))
        #expect(show.terminal.text.hasPrefix("snowscript: expected a terminal on \(words), got a pipe or a file"))
        #expect(!show.terminal.output.contains(0x1B))
    }

    @Test(
        arguments: [
            ("ls / | \"$0\" settle", "--backdrop - lets snow settle on its text, and --allow stdin lends it"),
            ("\"$0\" settle | cat", "'snowscript render' draws into files, and --record FILE keeps"),
            (
                "ls / | \"$0\" settle --backdrop - | cat",
                "'snowscript render' draws into files, and --record FILE keeps"
            ),
            ("ls / | \"$0\" settle | cat", "run it in a terminal window, or draw into a file with 'snowscript render'"),
        ])
    func `a pipe is answered with what to do about it`(line: String, words: String) throws {
        let show = try Showing(["-c", line, TestBinary.path], executable: "/bin/sh", columns: 200)
        #expect(show.watchToEnd() != nil)
        #expect(show.terminal.text.contains(words), "\(show.terminal.text)")
        #expect(!show.terminal.output.contains(0x1B))
    }

    @Test func `complaints can go elsewhere while the show goes on`() throws {
        let show = try Showing(
            ["-c", "exec \"$0\" --frames 5 a.lua 2>errors", TestBinary.path], executable: "/bin/sh",
            files: ["a.lua": "function frame() print(\"to the file\") end"])
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(show.textAfterwards.isEmpty)
        let errors = try PipedRun([show.scriptFolder + "/errors"], executable: "/bin/cat").output
        #expect(errors.hasPrefix("a: to the file\n"))
    }
}
