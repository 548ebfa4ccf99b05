import Testing

@testable import SnowHost

/// A stage whose terminal is an emulator: after every frame the screen is what the stage believes it to be.
@Suite struct StageScreenTests {
    static let busy = """
        plugin { flakes = 300 }
        local n = 0
        function frame(dt, t)
          n = n + 1
          for i = 1, 3 do
            spawn { x = random(scene.width), y = random(-4, scene.height), width = random(0.5, 6), speed = random(20),
                    drift = random(-9, 9), life = random(0.2, 2), color = random(0, 0xFFFFFF) // 1,
                    glyph = ({ "*", "雪", "❄", "o", "·" })[1 + n % 5] }
          end
          text(random(-4, scene.width), random(scene.height), "雪 snow ❄️ " .. n, { color = random(0, 0xFFFFFF) // 1 })
          text(scene.width - 1, 2 * (n % 9), "雪", { align = "right" })
          text(scene.width - 1, 2 * (n % 7), "雪")
        end
        """

    struct Look: CustomTestStringConvertible, Sendable {
        let blitter: BlitterName
        let depth: ColorDepth
        let isSlow: Bool

        var testDescription: String { "\(blitter) \(depth)\(isSlow ? ", slowly" : "")" }
    }

    static let looks = BlitterName.allCases.flatMap { blitter in
        [ColorDepth.truecolor, .indexed, .sixteen, .none].flatMap { depth in
            [false, true].map { Look(blitter: blitter, depth: depth, isSlow: $0) }
        }
    }

    @Test(arguments: looks)
    func `the screen is what the stage has drawn, whatever the size becomes`(look: Look) throws {
        var random = SeededRandom(seed: UInt64(look.testDescription.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF))
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 40, rows: 12))
        let layers = [
            try makeLayer(Self.busy),
            try makeLayer("local n = 0 function frame() n = n + 1 if n == 40 then nope() end end"),
        ]
        var options = Stage.Options()
        options.hasFixedSteps = true
        options.frameLimit = 150
        options.blitter = look.blitter
        options.depth = look.depth
        let stage = Stage(terminal: terminal, layers: layers, options: options)
        if look.isSlow {
            var appetite = random
            terminal.appetite = { [0, 3, 17, 200, 1 << 20].randomElement(using: &appetite) }
        }
        var sizes = [(40, 12), (60, 20), (20, 20), (2, 1), (90, 3), (40, 13), (3, 3)]
        // libvterm does not survive half of a frame for a wider window that has a wide glyph in it.
        if !look.isSlow { sizes += [(1, 1), (1, 30)] }
        for step in 1...30 {
            let time = Duration.milliseconds(step * 80)
            switch step % 4 {
            case 3: terminal.schedule(.repaint, at: time)
            case 1: terminal.schedule(.reply(.mode(number: 2026, isKnown: true)), at: time)
            default:
                let size = sizes.randomElement(using: &random) ?? (40, 12)
                terminal.schedule(.resize(TerminalSize(columns: size.0, rows: size.1)), at: time)
            }
        }
        var checks = 0
        terminal.atRest = {
            // A frame that was not taken yet changes nothing of what is shown.
            checks += 1
            let grid = stage.renderer.encoder.shown
            #expect(grid.columns == terminal.emulator.columns && grid.rows == terminal.emulator.rows)
            if let difference = terminal.emulator.difference(from: grid) {
                Issue.record("frame \(stage.statistics.frames): \(difference)")
            }
        }
        #expect(try stage.run() == .finished)
        #expect(checks > 20)
        #expect(terminal.mostWrites == 1)
        #expect(layers[0].trap == nil, "\(layers[0].trap.map(String.init(describing:)) ?? "")")
        let traces = ModeTraces(terminal.output)
        #expect(traces.leftovers.isEmpty)
        #expect(ModeTraces.count(of: "\u{1B}[2J", in: terminal.output) == 0)
    }

    @Test func `a resize back to the same size draws everything again`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 30, rows: 8))
        var options = Stage.Options()
        options.frameLimit = 20
        let layer = try makeLayer("function frame() for y = 0, 7 do text(20, 2 * y, \"row \" .. y) end end")
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        // The window was small for a moment, and lost what did not fit; only the last size is told.
        terminal.schedule(.resize(TerminalSize(columns: 10, rows: 3)), at: .milliseconds(50))
        terminal.schedule(.resize(TerminalSize(columns: 30, rows: 8)), at: .milliseconds(50))
        #expect(try stage.run() == .finished)
        #expect(stage.statistics.framesSent == 2)
    }

    @Test func `a picture of a size of its own is drawn again when the window changes`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 30, rows: 8))
        var options = Stage.Options()
        options.frameLimit = 20
        options.size = (20, 6)
        let layer = try makeLayer("function frame() for y = 0, 5 do text(0, 2 * y, \"row \" .. y) end end")
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        terminal.schedule(.resize(TerminalSize(columns: 10, rows: 3)), at: .milliseconds(50))
        terminal.schedule(.resize(TerminalSize(columns: 30, rows: 8)), at: .milliseconds(150))
        var last = ""
        terminal.atRest = { last = terminal.emulator.text }
        #expect(try stage.run() == .finished)
        #expect(last == "row 0\nrow 1\nrow 2\nrow 3\nrow 4\nrow 5\n\n")
    }

    @Test func `a picture larger than the window is cut to it`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 12, rows: 4))
        var options = Stage.Options()
        options.frameLimit = 5
        options.size = (20, 9)
        let layer = try makeLayer(
            "function frame() for y = 0, 8 do text(0, 2 * y, y .. \" of many letters\") end end")
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        var last = ""
        terminal.atRest = { last = terminal.emulator.text }
        #expect(try stage.run() == .finished)
        #expect(last == "0 of many le\n1 of many le\n2 of many le\n3 of many le")
    }

    @Test func `when every script has trapped that nobody watches the show is over`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 40, rows: 12))
        let sources = [5, 9].map { "local n = 0 function frame() n = n + 1 if n == \($0) then nope() end end" }
        let stage = Stage(terminal: terminal, layers: try sources.map { try makeLayer($0) })
        #expect(try stage.run() == .trapped)
        #expect(stage.statistics.frames == 9)
        #expect(ModeTraces(terminal.output).leftovers.isEmpty)
    }

    @Test func `the same seed, size and script give the same bytes`() throws {
        func bytes(seed: UInt64) throws -> [UInt8] {
            let terminal = EmulatedTerminal(size: TerminalSize(columns: 40, rows: 12))
            var options = Stage.Options()
            options.hasFixedSteps = true
            options.frameLimit = 120
            var layerOptions = Layer.Options()
            layerOptions.seed = seed
            let stage = Stage(
                terminal: terminal, layers: [try makeLayer(Self.busy, options: layerOptions)], options: options)
            terminal.schedule(.resize(TerminalSize(columns: 50, rows: 10)), at: .milliseconds(700))
            #expect(try stage.run() == .finished)
            return terminal.output
        }
        let first = try bytes(seed: 5)
        #expect(try bytes(seed: 5) == first)
        #expect(try bytes(seed: 6) != first)
    }
}
