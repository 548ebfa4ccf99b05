import Testing

@testable import SnowHost

/// Script time follows the frames a second that were asked for, whatever a step may be.
@Suite struct StagePaceTests {
    private static let script = """
        steps, longest, sum, keys = 0, 0, 0, 0
        function frame(dt, t)
          steps, longest, sum = steps + 1, math.max(longest, dt), sum + dt
          text(0, 0, "t " .. string.format("%.3f", t))
        end
        function key() keys = keys + 1 end
        function mouse() return steps, longest, sum, keys end
        """

    /// What the script counted.
    private func counts(of layer: Layer) -> (steps: Double, longest: Double, sum: Double, keys: Double) {
        let values = layer.instance.call(.mouse)?.compactMap(\.asNumber) ?? []
        return values.count == 4 ? (values[0], values[1], values[2], values[3]) : (.nan, .nan, .nan, .nan)
    }

    @Test(arguments: [1, 2, 3, 5, 9, 10, 30, 60], [true, false])
    func `a show of so many seconds is as many in its scripts`(framesPerSecond: Int, isFixed: Bool) throws {
        let terminal = TimedTerminal()
        let layer = try makeLayer(Self.script)
        var options = Stage.Options()
        options.framesPerSecond = framesPerSecond
        options.duration = .seconds(6)
        options.hasFixedSteps = isFixed
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        for time in [500, 2600, 2601, 4999] { terminal.memory.schedule(.key("a"), at: .milliseconds(time)) }
        #expect(try stage.run() == .finished)
        let counts = counts(of: layer)
        #expect(abs(layer.time - 6) < 1e-6)
        #expect(abs(layer.scene.time - 6) < 1e-6)
        #expect(abs(counts.sum - 6) < 1e-6)
        #expect(counts.longest <= 0.1)
        #expect(counts.keys == 4)
        // A real pace begins with a frame that takes no time.
        #expect(stage.statistics.frames == framesPerSecond * 6 + (isFixed ? 0 : 1))
        #expect(abs(terminal.now.seconds - 6) <= 1 / Double(framesPerSecond) + 1e-6)
        if framesPerSecond >= 10 { #expect(Int(counts.steps) == stage.statistics.frames) }
    }

    @Test func `frames are counted as they are drawn, and their costs add up`() throws {
        let terminal = TimedTerminal()
        let layer = try makeLayer(Self.script)
        var options = Stage.Options()
        options.framesPerSecond = 2
        options.frameLimit = 12
        options.hasFixedSteps = true
        options.showsDisplay = true
        var pictures = 0
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        stage.onPicture = { _ in pictures += 1 }
        #expect(try stage.run() == .finished)
        #expect(pictures == 12)
        #expect(stage.statistics.frames == 12)
        #expect(layer.frame == 60)
        #expect(abs(stage.figures.summary.stepsPerSecond - 2) < 0.5)
        #expect(stage.figures.summary.lua > layer.cost.lua.seconds)
    }

    @Test(arguments: [1, 5, 10, 60])
    func `a stall is no time of the scripts`(framesPerSecond: Int) throws {
        let terminal = TimedTerminal()
        terminal.leap = .seconds(60)
        terminal.leapsAt = .seconds(3)
        let layer = try makeLayer(Self.script)
        var options = Stage.Options()
        options.framesPerSecond = framesPerSecond
        let stage = Stage(terminal: terminal, layers: [layer], options: options)
        terminal.memory.schedule(.quit(.hangup), at: .seconds(6))
        #expect(try stage.run() == .quit(.hangup))
        let counts = counts(of: layer)
        #expect(counts.longest <= 0.1)
        // Six seconds, and of the stall at most what a frame is long.
        let frame = max(1 / Double(framesPerSecond), 0.1)
        #expect(counts.sum > 6 - 2 * frame && counts.sum < 6 + 2 * frame, "\(counts.sum)")
    }

    @Test func `a rendered moment is the same at every rate`() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Self.script, to: "time.lua")
        for framesPerSecond in [1, 2, 3, 5, 9, 10, 30] {
            let run = try PipedRun([
                "render", script, "-o", "-", "--format", "ans", "--size", "20x3", "--at", "4s", "--fps",
                "\(framesPerSecond)",
            ])
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("t 4.000"), "\(framesPerSecond): \(run.output)")
        }
    }

    @Test func `a cast at a low rate lasts as long as its time`() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write(Self.script, to: "time.lua")
        let run = try PipedRun([
            "render", script, "-o", "-", "--format", "cast", "--size", "20x3", "--frames", "30", "--fps", "5",
        ])
        let cast = try Cast(run.outputBytes)
        let shown = TerminalEmulator(columns: 20, rows: 3)
        for event in cast.events.dropLast() { shown.feed(Array(event.text.utf8)) }
        #expect(shown.text(row: 0).hasPrefix("t 6.000"))
        #expect(abs((cast.events.dropLast().last?.time ?? 0) - 5.8) < 1e-6)
        #expect(abs((cast.events.last?.time ?? 0) - 6) < 1e-6)
    }

    @Test func `a script makes as much snow at every rate`() throws {
        let source =
            "function frame(dt) state.n = (state.n or 0) + 40 * dt while state.n >= 1 do state.n = state.n - 1 spawn { x = 5, y = random(0, 9) } end end"
        var amounts: [Int] = []
        for framesPerSecond in [1, 2, 5, 9, 10, 60] {
            let layer = try makeLayer(source)
            var options = Stage.Options()
            options.framesPerSecond = framesPerSecond
            options.hasFixedSteps = true
            options.duration = .seconds(5)
            _ = try Stage(terminal: TimedTerminal(), layers: [layer], options: options).run()
            amounts.append(layer.scene.count)
        }
        #expect(amounts.allSatisfy { abs($0 - 200) <= 1 }, "\(amounts)")
    }
}
