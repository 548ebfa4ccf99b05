import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What terminals answer, or do not, and how fast they read.
@Suite struct AnswerTests {
    static let script = """
        local n = 0
        local last = "none"
        function frame()
          n = n + 1
          text(0, 0, "frame " .. n)
          text(0, 2, "key " .. last)
        end
        function key(name) last = name end
        """

    @Test func `a terminal that answers nothing sees the snow at once, and later answers are obeyed`() throws {
        let show = try Showing(scripts: [Self.script])
        show.answers = false
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("frame ") })
        #expect(!show.terminal.text.contains("\u{1B}[?2026h"))
        show.terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?62;22c")
        #expect(show.watch(for: "\u{1B}[?2026h"))
        #expect(show.watch(for: "\u{1B}[?2026l"))
        // None of it was taken for a key.
        let frame = show.emulator.text(row: 0)
        #expect(show.watch { show.emulator.text(row: 0) != frame })
        #expect(show.emulator.text(row: 1) == "key none")
        show.terminal.type("x")
        #expect(show.watch { show.emulator.text(row: 1) == "key x" })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        let begun = ModeTraces.count(of: "\u{1B}[?2026h", in: show.terminal.output)
        #expect(begun == ModeTraces.count(of: "\u{1B}[?2026l", in: show.terminal.output))
    }

    @Test(arguments: ["\u{1B}[?2026;0$y", "\u{1B}[?2026;4$y", "\u{1B}[?2026$y", "\u{1B}[?7;1$y"])
    func `synchronized update is used only where the terminal knows it`(answer: String) throws {
        let show = try Showing(scripts: [Self.script])
        show.answers = false
        #expect(show.watchForFirstFrame())
        show.terminal.type(answer + "x")
        #expect(show.watch { show.emulator.text(row: 1) == "key x" })
        #expect(!show.terminal.text.contains("\u{1B}[?2026h"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `answers cut into bytes are answers still`() throws {
        let show = try Showing(scripts: [Self.script])
        show.answers = false
        #expect(show.watchForFirstFrame())
        // Nothing of it is an escape by itself, so that no pause can make a key of it.
        for part in ["\u{1B}]", "11;rgb:00", "00/0000/00", "00\u{7}", "\u{1B}[", "?2026", ";1$", "y"] {
            show.terminal.type(part)
            usleep(1000)
        }
        #expect(show.watch(for: "\u{1B}[?2026h"))
        #expect(show.emulator.text(row: 1) == "key none")
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `a slow reader is shown late frames, but never an old one after a key`() throws {
        let show = try Showing(
            scripts: [
                """
                local last = "none"
                function init()
                  for i = 1, 200 do spawn { x = random(80), y = random(4, 48), width = 4 } end
                end
                function update(f) f.color = random(0, 0xFFFFFF) // 1 end
                function frame() text(0, 0, "key " .. last) end
                function key(name) last = name end
                """
            ])
        #expect(show.watchForFirstFrame())
        // The system between the two keeps what it likes; the program itself has one frame at most.
        usleep(500_000)
        let start = show.terminal.output.count
        show.terminal.type("x")
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("key x") })
        #expect(show.terminal.output.count - start < 300_000)
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `a script that stood still for a while goes on where it was`() throws {
        let show = try Showing(
            scripts: [
                """
                local longest = 0
                function frame(dt)
                  longest = math.max(longest, dt)
                  text(0, 0, longest .. " s")
                  text(0, 2, scene.frame // 1 .. "")
                end
                """
            ])
        #expect(show.watch { show.emulator.text(row: 0).contains(" s") })
        show.terminal.process.send(SIGSTOP)
        usleep(700_000)
        let frame = Int(show.emulator.text(row: 1)) ?? 0
        show.terminal.process.send(SIGCONT)
        #expect(show.watch { (Int(show.emulator.text(row: 1)) ?? 0) > frame + 3 })
        let longest = try #require(Double(show.emulator.text(row: 0).prefix { $0 != " " }))
        #expect(longest <= 0.1)
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `a flood of keys and garbage neither ends nor confuses the show`() throws {
        let show = try Showing(scripts: [Self.script])
        #expect(show.watchForFirstFrame())
        var random = SeededRandom(seed: 11)
        for _ in 0..<40 {
            var noise = ""
            for _ in 0..<200 {
                // No q, no escape by itself, no control key that ends or stops a program.
                let parts = [
                    "\u{1B}[<35;3;4M", "\u{1B}[200~q\u{1B}[201~", "ab", "é", "雪", "\u{1B}[9999;9999R", "\u{1B}[A", "\r",
                    " ",
                ]
                noise += parts.randomElement(using: &random) ?? ""
            }
            show.terminal.type(noise)
            show.watch(forMoreBytes: 1)
        }
        show.terminal.type("x")
        #expect(show.watch { show.emulator.text(row: 1) == "key x" })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `what is pasted is no key, and neither is a mouse of an old terminal`() throws {
        let show = try Showing(scripts: [Self.script + " function mouse() end"])
        #expect(show.watchForFirstFrame())
        #expect(ModeTraces(show.terminal.output).count(of: 2004, isOn: true) == 1)
        for text in [
            "\u{1B}[200~quit\rq\u{3}", "q\u{1B}[A\u{1A}q\u{1B}[201~", "\u{1B}[Mqqq", "\u{1B}[113;1:3u", "\u{1B}Oz",
        ] {
            show.terminal.type(text)
            usleep(1000)
        }
        let frame = show.emulator.text(row: 0)
        #expect(show.watch { show.emulator.text(row: 0) != frame })
        #expect(show.emulator.text(row: 1) == "key none")
        show.terminal.type("x")
        #expect(show.watch { show.emulator.text(row: 1) == "key x" })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(ModeTraces(show.terminal.output).count(of: 2004, isOn: false) == 1)
    }
}
