import Testing

@testable import SnowHost

/// A stage that watches, on a terminal that an emulator shows.
@Suite struct StageReloadTests {
    private func watched(
        _ file: SavedFile, columns: Int = 80, rows: Int = 24, ground: TerminalGround = .dark, frames: Int = 90
    ) throws -> (EmulatedTerminal, Stage) {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: columns, rows: rows))
        var options = Stage.Options()
        options.watchesFiles = true
        options.frameLimit = frames
        options.ground = ground
        let layer = try Layer(module: try Module(file: file.path), width: 1, height: 1)
        return (terminal, Stage(terminal: terminal, layers: [layer], options: options))
    }

    private func script(_ version: Int, extra: String = "") -> String {
        """
        function init() for i = 1, 30 do spawn { x = i * 2.5, y = 0, speed = 4 + i % 5, width = 2 } end end
        function frame()
          \(extra)
          text(0, 0, "version \(version) of " .. scene.count .. " at " .. scene.width)
        end
        """
    }

    @Test(arguments: [(80, 24), (40, 10)], [TerminalGround.dark, .light])
    func `a broken save is shown over snow that goes on falling, until a good one comes`(
        size: (Int, Int), ground: TerminalGround
    ) throws {
        let file = try SavedFile(script(1))
        let (terminal, stage) = try watched(file, columns: size.0, rows: size.1, ground: ground)
        var heights: [Float] = []
        var seen: [Int: String] = [:]
        terminal.atRest = {
            let frame = stage.statistics.frames
            heights.append(stage.layers[0].scene.flakes.first { _ in true }?.y ?? .nan)
            seen[frame] = terminal.emulator.text
            if frame == 10 { file.save("function frame()\n  local x = = 1\nend") { _ in } }
            if frame == 50 { file.save(script(2)) { _ in } }
        }
        #expect(try stage.run() == .finished)
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(heights.last ?? 0 > heights.first ?? 0)
        #expect(seen[15]?.contains("= = 1") == false)
        #expect(seen[15]?.contains("version 1 of 30") == true)
        let panel = try #require(seen[45])
        #expect(panel.contains("version 1 of 30"))
        #expect(panel.contains("2 |   local x = = 1\n"))
        #expect(panel.contains("unexpected symbol near '='"))
        #expect(seen[60]?.contains("version 2 of 30") == true)
        #expect(seen[60]?.contains("= = 1") == false)
    }

    @Test func `a script that traps is shown with its calls, does not end the show, and is revived by a good save`()
        throws
    {
        let file = try SavedFile(script(1, extra: "state.n = (state.n or 0) + 1 if state.n == 10 then nope() end"))
        let (terminal, stage) = try watched(file)
        terminal.atRest = {
            let frame = stage.statistics.frames
            if frame == 40 {
                #expect(terminal.emulator.text.contains("attempt to call a nil"))
                #expect(terminal.emulator.text.contains("^^^^"))
                file.save(script(2, extra: "-- better")) { _ in }
            }
            if frame == 60 {
                #expect(terminal.emulator.text.contains("version 2 of 30"))
                #expect(!terminal.emulator.text.contains("nope"))
            }
        }
        #expect(try stage.run() == .finished)
        #expect(stage.layers[0].trap == nil)
    }

    @Test func `layers that nobody watches end the show when all have trapped`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 40, rows: 10))
        let layers = try [3, 9].map {
            try makeLayer("local n = 0 function frame() n = n + 1 if n == \($0) then nope() end end")
        }
        #expect(try Stage(terminal: terminal, layers: layers).run() == .trapped)
        #expect(layers[1].frame == 9)
    }

    @Test func `r begins from nothing, and the script is not told of the key`() throws {
        let file = try SavedFile(
            "function init() state.n = 0 end function key(k) error(k) end function frame() state.n = state.n + 1 text(0, 0, \"n\" .. state.n) end"
        )
        let (terminal, stage) = try watched(file, frames: 30)
        terminal.schedule(.key("r"), at: .milliseconds(250))
        var line = ""
        terminal.atRest = { line = terminal.emulator.text(row: 0) }
        #expect(try stage.run() == .finished)
        #expect(stage.layers[0].trap == nil)
        let frames = stage.layers[0].frame
        #expect(frames > 10 && frames < 20)
        #expect(line == "n\(frames - 1)")
    }

    @Test func `a header with another view is fitted to the terminal`() throws {
        let file = try SavedFile("plugin { view = { width = 320 } }\n" + script(1))
        let (terminal, stage) = try watched(file, frames: 30)
        var line = ""
        terminal.atRest = {
            line = terminal.emulator.text(row: 0)
            if stage.statistics.frames == 10 { file.save(script(2)) { _ in } }
        }
        #expect(try stage.run() == .finished)
        #expect(line.hasPrefix("version 2 of 30 at 80"))
    }
}
