import Testing

@testable import SnowHost

/// Several scripts at once, and what they print.
@Suite struct LayersShownTests {
    static let counter = """
        local n = 0
        function frame()
          n = n + 1
          text(0, 0, "frame " .. n)
        end
        """

    @Test func `one that traps is told at the bottom, and the other goes on`() throws {
        let show = try Showing(scripts: [
            Self.counter,
            "local n = 0\nfunction frame()\n  n = n + 1\n  if n == 3 then nope() end\nend",
        ])
        #expect(show.watch(forShown: "b.lua:4: attempt to call a nil value"))
        let frames = show.emulator.text(row: 0)
        #expect(frames.hasPrefix("frame "))
        #expect(show.watch { show.emulator.text(row: 0) != frames && show.emulator.text(row: 0).hasPrefix("frame ") })
        let row = try #require((0..<24).first { show.emulator.text(row: $0).contains("b.lua:4:") })
        #expect(row > 8)
        #expect(show.emulator[1, row].style.attributes.contains(.reverse))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        #expect(show.textAfterwards.hasPrefix("b.lua:4: attempt to call a nil value (global 'nope')\r\n"))
    }

    @Test func `flakes of one that trapped fall on`() throws {
        let show = try Showing(
            ["--seed", "1", "--blitter", "glyph"],
            scripts: [
                Self.counter,
                "function init() spawn { x = 40, y = 4, speed = 3, width = 1 } end\nfunction frame() nope() end",
            ])
        #expect(show.watch(forShown: "b.lua:2:"))
        func row() -> Int? { (1..<12).first { !show.emulator.text(row: $0).isEmpty } }
        #expect(show.watch { row() != nil })
        let start = row() ?? 0
        #expect(show.watch { (row() ?? 0) > start + 1 })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
    }

    @Test func `when all have trapped both are told, and the show waits for better ones`() throws {
        let show = try Showing(scripts: [
            "local n = 0\nfunction frame()\n n = n + 1 if n == 5 then one() end\nend",
            "local n = 0\nfunction frame()\n n = n + 1 if n == 9 then two() end\nend",
        ])
        #expect(show.watch { show.emulator.text.contains("a.lua:3:") && show.emulator.text.contains("b.lua:3:") })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        let lines = show.textAfterwards.components(separatedBy: "\r\n")
        #expect(lines.contains { $0.hasPrefix("a.lua:3:") && $0.contains("'one'") })
        #expect(lines.contains { $0.hasPrefix("b.lua:3:") && $0.contains("'two'") })
    }

    @Test func `one whose init fails does not keep the other from playing`() throws {
        let show = try Showing(scripts: [Self.counter, "function init()\n  nope()\nend"])
        #expect(show.watch(forShown: "b.lua:2:"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
    }

    @Test func `the same script twice is two layers with chances of their own`() throws {
        let show = try Showing(
            ["--seed", "3"],
            scripts: [
                "function init() x = random(1000) end function frame() text(0, 0, \"\" .. x) end",
                "function init() x = random(1000) end function frame() text(0, 2, \"\" .. x) end",
            ])
        #expect(show.watch { !show.emulator.text(row: 0).isEmpty && !show.emulator.text(row: 1).isEmpty })
        #expect(show.emulator.text(row: 0) != show.emulator.text(row: 1))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `what a script prints is told at the end, and drives no terminal`() throws {
        let show = try Showing(
            ["--frames", "30"],
            scripts: [
                """
                local n = 0
                function frame()
                  n = n + 1
                  print("line", n)
                  log("\\27[2J\\27[31m\\27]0;owned\\7\\r\\n\\155" .. "5n")
                end
                """
            ])
        var rawWords = false
        #expect(
            !show.watch {
                rawWords = rawWords || show.emulator.text.contains("line"); return false
            })
        #expect(show.terminal.process.ending == .exited(0))
        show.expectGivenBack()
        let shown = show.terminal.text.components(separatedBy: Showing.givenBack)[0]
        #expect(!shown.contains("line") && !shown.contains("owned"))
        let lines = show.textAfterwards.components(separatedBy: "\r\n")
        #expect(lines.contains { $0.hasPrefix("a: line") && $0.hasSuffix("30") })
        #expect(lines.contains { $0.contains("\\x1B[2J\\x1B[31m\\x1B]0;owned\\x07\\x0D\\x0A") })
        #expect(lines.count <= 12)
        #expect(!show.textAfterwards.utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D })
        #expect(show.emulator.title.isEmpty)
    }

    @Test func `text of a script's drives no terminal`() throws {
        let show = try Showing(
            ["--frames", "5"],
            scripts: ["function frame() text(0, 0, \"\\27[2J\\27]0;owned\\7\\155\\r\\nx\", { color = 0xFF0000 }) end"])
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(!show.terminal.text.contains("\u{1B}[2J") && !show.terminal.text.contains("\u{1B}]0;"))
        #expect(show.emulator.title.isEmpty)
    }

    @Test func `a script's file name and words below drive no terminal`() throws {
        let name = "b\u{1B}[2J\u{1B}]0;owned\u{7}.lua"
        let show = try Showing(
            ["a.lua", name],
            files: ["a.lua": Self.counter, name: "function frame() error(\"\\27[2J\\27]0;owned\\7\") end"])
        #expect(show.watch(forShown: ".lua:1: "))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        #expect(!show.terminal.text.contains("\u{1B}[2J") && !show.terminal.text.contains("\u{1B}]0;"))
    }
}
