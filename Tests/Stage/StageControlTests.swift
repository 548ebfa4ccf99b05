import Testing

@testable import SnowHost

/// What the viewer's keys do to a show.
@Suite struct StageControlTests {
    private static let script = """
        plugin {
          flakes = 60,
          params = {
            wind = { 1, min = -3, max = 30, step = 0.5, about = "push, units/s" },
            count = { 20, min = 0, max = 60 },
          },
        }
        function init() for i = 1, 20 do spawn { x = i * 3, y = i, speed = 4, width = 2 } end end
        function frame() text(0, 0, "frame " .. scene.frame .. " wind " .. params.wind) end
        """

    /// A show of so many frames at 50 a second; `at` is called before events are told, with the frames played.
    private func show(
        _ layers: [Layer], frames: Int, columns: Int = 80, rows: Int = 24, keys: [(Int, String)],
        options given: Stage.Options = Stage.Options(), at: @escaping (Stage, EmulatedTerminal) -> Void = { _, _ in }
    ) throws -> (Stage, EmulatedTerminal) {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: columns, rows: rows))
        var options = given
        options.framesPerSecond = 50
        options.frameLimit = frames
        options.hasFixedSteps = true
        options.ground = .dark
        options.asksTerminal = false
        let stage = Stage(terminal: terminal, layers: layers, options: options)
        // Half a frame after the turn of the loop that the number counts.
        for (turn, key) in keys { terminal.schedule(.key(key), at: .milliseconds(turn * 20 - 10)) }
        terminal.schedule(.quit(.hangup), at: .seconds(20))
        terminal.atRest = { at(stage, terminal) }
        _ = try stage.run()
        return (stage, terminal)
    }

    private func positions(_ layer: Layer) -> [Float] { layer.scene.flakes.flatMap { [$0.x, $0.y, $0.alpha] } }

    @Test func `a pause stands still, sends nothing, and goes on where it was`() throws {
        let layer = try makeLayer(Self.script)
        var sizes: Set<Int> = []
        var stood: Set<Int> = []
        let (stage, terminal) = try show([layer], frames: 30, keys: [(10, "space"), (200, "space")]) {
            stage, terminal in
            let turn = Int(terminal.now.seconds / 0.02 + 0.5)
            guard (11...199).contains(turn) else { return }
            sizes.insert(terminal.output.count)
            stood.insert(layer.frame)
            #expect(terminal.emulator.text(row: 23).hasPrefix(" paused: space goes on"))
            #expect(terminal.emulator.text(row: 0).hasPrefix("frame 10 "))
        }
        #expect(stood == [10])
        #expect(sizes.count == 1)
        #expect(terminal.sleeps == 1)
        #expect(stage.statistics.frames == 30)
        let straight = try makeLayer(Self.script)
        for _ in 0..<30 { straight.step(seconds: 0.02) }
        #expect(positions(layer) == positions(straight))
        #expect(!terminal.emulator.text.contains("paused"))
    }

    @Test func `a point plays a frame and pauses first, and with the display open nothing is sent either`() throws {
        let layer = try makeLayer(Self.script)
        var frames: [Int: Int] = [:]
        var sizes: [Int: Set<Int>] = [:]
        var options = Stage.Options()
        options.showsDisplay = true
        _ = try show([layer], frames: 20, keys: [(5, "."), (50, "."), (90, "."), (150, "space")], options: options) {
            _, terminal in
            let starts = [90, 990, 1790, 2990].map { Duration.milliseconds($0) }
            let window = (starts.firstIndex { terminal.now < $0 } ?? 4) - 1
            guard (0...2).contains(window) else { return }
            // Where the frame shows nothing new there is no other turn of the loop.
            frames[window] = layer.frame
            guard terminal.now > starts[window] + .milliseconds(15) else { return }
            sizes[window, default: []].insert(terminal.output.count)
            #expect(terminal.emulator.text(row: 0).hasPrefix(" paused "))
        }
        #expect(frames == [0: 6, 1: 7, 2: 8])
        #expect(sizes.values.allSatisfy { $0.count == 1 })
    }

    @Test func `a resize while time stands still draws everything`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 60, rows: 20))
        var options = Stage.Options()
        options.frameLimit = 40
        options.hasFixedSteps = true
        let layer = try makeLayer(Self.script)
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        terminal.schedule(.key("?"), at: .milliseconds(100))
        terminal.schedule(.key("space"), at: .milliseconds(150))
        for (number, size) in [(80, 24), (20, 6), (2, 1), (9, 40), (50, 3)].enumerated() {
            terminal.schedule(
                .resize(TerminalSize(columns: size.0, rows: size.1)), at: .milliseconds(200 + 100 * number))
        }
        terminal.schedule(.key("space"), at: .seconds(2))
        terminal.schedule(.quit(.hangup), at: .seconds(20))
        var checks = 0
        terminal.atRest = {
            checks += 1
            if let difference = terminal.emulator.difference(from: stage.renderer.encoder.shown) {
                Issue.record("\(terminal.now): \(difference)")
            }
        }
        #expect(try stage.run() == .finished)
        #expect(checks > 50)
        #expect(layer.trap == nil)
    }

    @Test func `arrows turn the picked parameter, and say so for a moment`() throws {
        let layer = try makeLayer(Self.script)
        var lines: [Int: String] = [:]
        var top = ""
        let keys = [
            (5, "tab"), (10, "right"), (20, "shift-right"), (30, "tab"), (35, "left"), (40, "shift-tab"),
            (45, "shift-left"), (50, "left"),
        ]
        let (stage, _) = try show([layer], frames: 200, keys: keys) { _, terminal in
            top = terminal.emulator.text(row: 0)
            lines[Int(terminal.now.seconds / 0.02 + 0.5)] = terminal.emulator.text(row: 23)
        }
        #expect(lines[8]?.hasPrefix(" wind 1  push, units/s") == true)
        #expect(lines[13]?.hasPrefix(" wind 1.5  push, units/s") == true)
        #expect(lines[23]?.hasPrefix(" wind 6.5  push, units/s") == true)
        #expect(lines[33]?.hasPrefix(" count 20") == true)
        #expect(lines[38]?.hasPrefix(" count 19") == true)
        #expect(lines[48]?.hasPrefix(" wind 1.5") == true)
        #expect(layer.parameterValues == ["wind": 1, "count": 19])
        #expect(top.contains("wind 1"))
        #expect(lines[180]?.contains("wind") == false)
        #expect(layer.tunedParameters.map(\.name) == ["count"])
        #expect(!stage.wantsTuning)
    }

    @Test func `at the end of its range a turn says so`() throws {
        let layer = try makeLayer(Self.script)
        var line = ""
        _ = try show([layer], frames: 30, keys: (5..<15).map { ($0, "shift-right") }) { _, terminal in
            line = terminal.emulator.text(row: 23)
        }
        #expect(line.hasPrefix(" wind 30, the most  push"))
        #expect(layer.parameterValues["wind"] == 30)
    }

    @Test func `what is shown changes nothing of what is played`() throws {
        func end(_ keys: [(Int, String)], isOpen: Bool) throws -> [Float] {
            let layer = try makeLayer(StageScreenTests.busy)
            var options = Stage.Options()
            options.showsDisplay = isOpen
            _ = try show([layer], frames: 120, keys: keys, options: options)
            #expect(layer.trap == nil)
            return positions(layer)
        }
        let plain = try end([], isOpen: false)
        #expect(try end([], isOpen: true) == plain)
        #expect(
            try end([(10, "?"), (30, "space"), (70, "."), (80, "h"), (90, "space"), (95, "tab")], isOpen: false)
                == plain)
    }

    @Test func `a script that wants keys gets the shared ones, but not while the show is steered`()
        throws
    {
        let layer = try makeLayer(
            "keys = '' function frame() text(0, 2, keys) end function key(k) keys = keys .. k .. ' ' end")
        let keys = [
            (3, "h"), (4, "space"), (5, "s"), (6, "."), (7, "left"), (8, "a"), (9, "tab"), (10, "?"), (12, "h"),
            (15, "?"), (16, "space"),
            (17, "b"), (18, "?"), (19, "right"), (21, "space"),
        ]
        var line = ""
        let (stage, _) = try show([layer], frames: 25, rows: 8, keys: keys) { stage, terminal in
            line = terminal.emulator.text(row: 1)
        }
        #expect(stage.statistics.frames == 25)
        #expect(layer.trap == nil)
        #expect(line == "h space s . left a")
    }

    @Test func `the display and what is wrong with a script both show`() throws {
        for (columns, rows) in [(80, 24), (40, 10), (30, 4), (20, 2)] {
            var options = Stage.Options()
            options.showsDisplay = true
            let layers = [
                try makeLayer(Self.script),
                try makeLayer("local n = 0 function frame() n = n + 1 if n == 5 then nope() end end"),
            ]
            var text = ""
            _ = try show(layers, frames: 40, columns: columns, rows: rows, keys: [], options: options) { _, terminal in
                text = terminal.emulator.text
            }
            let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(shown[0].hasPrefix(" 50 fps") || shown[0].hasPrefix(" 5"), "\(text)")
            #expect(text.contains("test.lua:1"), "\(text)")
        }
    }

    @Test func `what scripts print is shown, the latest last`() throws {
        var options = Stage.Options()
        options.showsDisplay = true
        let layers = try ["snow", "rain"].map { name in
            try makeLayer(
                "plugin { name = '\(name)' } local n = 0 function frame() n = n + 1 if n % 10 == 0 then print('\(name) line', n, '\\27[2J') end end"
            )
        }
        var text = ""
        _ = try show(layers, frames: 60, columns: 64, keys: [], options: options) { _, terminal in
            text = terminal.emulator.text
        }
        let first = try #require(text.firstRange(of: "snow: snow line    "))
        #expect(text[first.upperBound...].contains("rain: rain line"))
        #expect(text.contains("\\x1B[2J"))
    }

    @Test func `the mouse is reported exactly while a script listens`() throws {
        let file = try SavedFile("function frame() end")
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 30, rows: 8))
        var options = Stage.Options()
        options.watchesFiles = true
        options.frameLimit = 160
        let layer = try Layer(module: try Module(file: file.path), width: 1, height: 1)
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        let listening = "function frame() end function mouse(x, y, b) if b == 'right' then nope() end end"
        let saves = [10: listening, 40: "function frame() end -- deaf", 70: listening + " ", 130: listening + "  "]
        var isOn: [Int: Bool] = [:]
        var saved: Set<Int> = []
        terminal.atRest = {
            let frame = stage.statistics.frames
            let last = ModeTraces(terminal.output).changes.last { $0.number == 1003 }
            isOn[frame] = last?.isOn ?? false
            if let text = saves[frame], saved.insert(frame).inserted { file.save(text) { _ in } }
        }
        // A trapped script listens to nothing.
        let press = MouseEvent(column: 3, row: 3, button: "right", action: .press)
        terminal.schedule(.mouse(press), at: .milliseconds(100 * 1000 / 60))
        #expect(try stage.run() == .finished)
        #expect([5, 30, 60, 90, 115, 150].map { isOn[$0] } == [false, true, false, true, false, true])
        let traces = ModeTraces(terminal.output)
        #expect(traces.leftovers.isEmpty)
        #expect(traces.count(of: 1049, isOn: false) == 1)
    }

    @Test func `a reload and a new beginning are seen while time stands still`() throws {
        let file = try SavedFile("function frame() text(0, 0, 'old') end function init() spawn { x = 9, y = 5 } end")
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 64, rows: 12))
        var options = Stage.Options()
        options.watchesFiles = true
        options.showsDisplay = true
        options.duration = .seconds(1)
        let layer = try Layer(module: try Module(file: file.path), width: 1, height: 1)
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        terminal.schedule(.key("space"), at: .milliseconds(200))
        terminal.schedule(.key("r"), at: .milliseconds(1500))
        terminal.schedule(.key("space"), at: .milliseconds(2000))
        terminal.schedule(.quit(.hangup), at: .seconds(20))
        var isSaved = false
        terminal.atRest = {
            if terminal.now > .milliseconds(500), !isSaved {
                isSaved = true
                file.save(
                    "function frame() text(0, 0, 'new') end function init() for i = 1, 7 do spawn { x = i, y = 5 } end end"
                ) { _ in }
            }
            if (.milliseconds(1000)...(.milliseconds(1400))).contains(terminal.now) {
                #expect(terminal.emulator.text.contains("1 reload"))
                #expect(terminal.emulator.text.contains("1 of 400"))
            }
            if (.milliseconds(1700)...(.milliseconds(1900))).contains(terminal.now) {
                #expect(terminal.emulator.text.contains("7 of 400"))
            }
        }
        #expect(try stage.run() == .finished)
        #expect(isSaved && layer.trap == nil)
    }
}
