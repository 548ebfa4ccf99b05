import Testing

@testable import SnowHost

/// The viewer's keys, in a terminal.
@Suite struct ControlsShownTests {
    private static let script = """
        plugin { params = { wind = { 1, min = -30, max = 30, step = 0.5 }, gusts = { 7, min = 0, max = 30 } } }
        local n = 0
        function frame() n = n + 1 text(0, 40, "frame " .. n .. " wind " .. params.wind) end
        """

    @Test func `figures, parameters and keys come and go with a key`() throws {
        let show = try Showing(scripts: [Self.script])
        #expect(show.watch(forShown: "frame "))
        show.terminal.type("?")
        #expect(show.watch(forShown: " of 400 flakes"))
        #expect(show.watch { show.emulator.text.contains("fps") && show.emulator.text.contains("of 16 MiB") })
        #expect(show.emulator.text.contains("› wind"))
        #expect(show.emulator.text.contains("space pause"))
        show.terminal.type("\t")
        #expect(show.watch(forShown: "› gusts"))
        show.terminal.type("h")
        #expect(show.watch { !show.emulator.text.contains("flakes") })
        #expect(show.emulator.text.contains("frame "))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(show.textAfterwards.isEmpty)
    }

    @Test func `a show can begin with them`() throws {
        let show = try Showing(["--hud"], scripts: [Self.script])
        #expect(show.watch { show.emulator.text(row: 0).contains("flakes") && show.emulator.text.contains("› wind") })
        show.terminal.type("\u{1B}")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `space stands still, a point goes on by a frame`() throws {
        let show = try Showing(scripts: [Self.script])
        #expect(show.watch(forShown: "frame "))
        show.terminal.type(" ")
        #expect(show.watch(forShown: "paused"))
        func frame() -> Int? { Int(show.emulator.text(row: 20).split(separator: " ").dropFirst().first ?? "") }
        let number = try #require(frame())
        show.terminal.type(".")
        #expect(show.watch { frame() == number + 1 })
        show.terminal.type(".")
        #expect(show.watch { frame() == number + 2 })
        show.terminal.type(" ")
        #expect(show.watch { (frame() ?? 0) > number + 5 })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `what was tuned is printed as a command line when it was asked for`() throws {
        let show = try Showing(scripts: [Self.script])
        #expect(show.watch(forShown: "wind 1"))
        show.terminal.type("\u{1B}[C\u{1B}[1;2C")
        #expect(show.watch(forShown: "wind 6.5"))
        show.terminal.type("s")
        #expect(show.watch(forShown: "the --set line is printed at the end"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
        #expect(show.textAfterwards == "snowscript run a.lua --set wind=6.5\r\n")
    }

    @Test func `several scripts are told apart where they must be`() throws {
        let show = try Showing(scripts: [Self.script, Self.script.replacing("frame \"", with: "second \"")])
        #expect(show.watch(forShown: "second "))
        // The first script's gusts, then the second's wind.
        for keys in ["\t", "\t", "\u{1B}[C", "\t", "\u{1B}[D"] { show.terminal.type(keys) }
        #expect(show.watch(forShown: "b.wind 0.5"))
        show.terminal.type("s")
        #expect(show.watch(forShown: "at the end"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.textAfterwards == "snowscript run a.lua b.lua --set a.gusts=8 --set b.wind=0.5\r\n")
    }
}
