import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real program, whose script is edited while it plays.
@Suite struct HotReloadTests {
    private func script(_ version: Int) -> String {
        """
        local n = 0
        function init() for i = 1, 40 do spawn { x = i * 2, y = -i, speed = 6, width = 2 } end end
        function frame()
          n = n + 1
          text(0, 0, "version \(version) frame " .. n)
        end
        """
    }

    private func save(_ text: String, _ show: Showing) throws {
        let descriptor = Descriptor(open("\(show.scriptFolder)/a.lua", O_WRONLY | O_TRUNC | O_CLOEXEC))
        var rest = Array(text.utf8)[...]
        #expect(descriptor.write(from: &rest))
    }

    @Test func `snow keeps falling under the panel of a broken save, and a good one removes it`() throws {
        let show = try Showing(scripts: [script(1)])
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 1 frame") })
        try save("function frame()\n  local x = = 2\nend", show)
        #expect(show.watch { show.emulator.text.contains("a.lua:2: unexpected symbol near '='") })
        #expect(show.emulator.text.contains("2 |   local x = = 2"))
        let (frame, screen) = (show.emulator.text(row: 0), show.emulator.text)
        #expect(frame.hasPrefix("version 1"))
        // Other places of the snow, and the panel stays.
        func snow() -> [Substring] { show.emulator.text.split(separator: "\n").dropFirst().dropLast(8) }
        let before = screen.split(separator: "\n").dropFirst().dropLast(8)
        #expect(show.watch { show.emulator.text(row: 0) != frame && snow() != Array(before) })
        #expect(show.emulator.text.contains("= = 2"))
        try save(script(2), show)
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 2 frame") })
        #expect(show.watch { !show.emulator.text.contains("= = 2") })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `leaving while a save is broken is a fault, and says which`() throws {
        let show = try Showing(scripts: [script(1)])
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 1 frame") })
        try save("function frame( x", show)
        #expect(show.watch { show.emulator.text.contains("a.lua:1:") })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        #expect(show.textAfterwards.hasPrefix("a.lua:1: "))
    }

    @Test(.enabled(if: access("/usr/bin/vim", X_OK) == 0), arguments: ["yes", "no", "auto"])
    func `a save by vim is seen, however it makes its backup`(copies: String) throws {
        let show = try Showing(scripts: [script(1)])
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 1 frame") })
        let run = try PipedRun(
            [
                "-es", "-u", "NONE", "-N", "-c", "set backup backupcopy=\(copies) backupdir=.", "-c",
                "%s/version 1/version 2/", "-c", "wq", "\(show.scriptFolder)/a.lua",
            ], executable: "/usr/bin/vim", folder: show.scriptFolder)
        #expect(run.ending == .exited(0))
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 2 frame") })
        unlink("\(show.scriptFolder)/a.lua~")
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `what a reloaded script prints never lands raw on the screen`() throws {
        let show = try Showing(scripts: [script(1)])
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 1 frame") })
        try save("print(\"RAW \\27[2J\")\n" + script(2), show)
        #expect(show.watch { show.emulator.text(row: 0).hasPrefix("version 2 frame") })
        #expect(!show.terminal.text.contains("RAW"))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.textAfterwards.contains("a: RAW \\x1B[2J"))
    }
}
