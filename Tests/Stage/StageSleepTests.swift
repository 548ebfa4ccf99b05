import Testing

@testable import SnowHost

/// A show in which nothing changes waits, and does not look sixty times a second.
@Suite struct StageSleepTests {
    private static let falling = "function frame() spawn { x = random(40), y = 0, speed = 6, width = 2 } end"

    /// Plays until `end`, and gives back what was seen.
    private func play(
        _ layers: [Layer], until end: Duration, options: Stage.Options = Stage.Options(),
        events: [(Duration, TerminalEvent)] = [], prepare: (TimedTerminal, Stage) -> Void = { _, _ in }
    ) throws -> (terminal: TimedTerminal, stage: Stage) {
        let terminal = TimedTerminal()
        for (time, event) in events { terminal.memory.schedule(event, at: time) }
        terminal.memory.schedule(.quit(.hangup), at: end)
        let stage = Stage(terminal: terminal, layers: layers, options: options)
        prepare(terminal, stage)
        _ = try stage.run()
        return (terminal, stage)
    }

    private func watching(_ source: String) throws -> (file: SavedFile, layer: Layer, options: Stage.Options) {
        let file = try SavedFile(source)
        var options = Stage.Options()
        options.watchesFiles = true
        return (file, try Layer(module: try Module(file: file.path), width: 40, height: 24), options)
    }

    @Test(arguments: [false, true])
    func `a pause sleeps until a key comes`(isDisplayOpen: Bool) throws {
        let layer = try makeLayer(Self.falling)
        var options = Stage.Options()
        options.showsDisplay = isDisplayOpen
        let (terminal, stage) = try play(
            [layer], until: .seconds(100), options: options,
            events: [(.seconds(2), .key("space")), (.seconds(62), .key("space")), (.seconds(63), .key("space"))])
        // A frame that shows the pause, and one that shows that it is shown.
        #expect(terminal.polls(from: .milliseconds(2100), to: .seconds(62)) == 0)
        #expect(terminal.polls(from: .milliseconds(63100), to: .seconds(100)) == 0)
        #expect(terminal.sleeps.count == 2)
        #expect(terminal.polls(from: .seconds(62), to: .seconds(63)) > 50)
        // The last is not of the show any more.
        #expect(abs(layer.time - 3) < 0.1)
        #expect((179...184).contains(stage.statistics.frames))
    }

    @Test func `a pause in a watched show looks at the files twice a second`() throws {
        let (file, layer, options) = try watching(Self.falling)
        let (terminal, _) = try play(
            [layer], until: .seconds(62), options: options, events: [(.seconds(2), .key("space"))])
        #expect((118...122).contains(terminal.polls(from: .milliseconds(2100), to: .seconds(62))))
        withExtendedLifetime(file) {}
    }

    @Test func `a folder in which other files change all the time wakes a pause a bounded number of times`() throws {
        let (file, layer, options) = try watching(Self.falling)
        let (terminal, _) = try play(
            [layer], until: .seconds(12), options: options, events: [(.seconds(2), .key("space"))]
        ) { terminal, _ in
            terminal.atPoll = { if terminal.now > .seconds(2) { file.write("\(terminal.now)", beside: "other.txt") } }
        }
        // Two polls for each interval of 25 ms.
        #expect(terminal.polls(from: .seconds(3), to: .seconds(12)) <= 2 * 40 * 9 + 20)
        #expect(layer.reloadCount == 0)
    }

    @Test(arguments: [true, false])
    func `a save during a pause is seen as soon as it is whole`(isGood: Bool) throws {
        let (file, layer, options) = try watching(Self.falling)
        var savedAt: Duration?
        var seenAt: Duration?
        let (terminal, stage) = try play(
            [layer], until: .seconds(6), options: options, events: [(.seconds(1), .key("space"))]
        ) { terminal, _ in
            terminal.atPoll = {
                if terminal.now > .milliseconds(2300), savedAt == nil {
                    savedAt = terminal.now
                    file.save(isGood ? "function frame() text(0, 0, 'new') end" : "function frame() = end") { _ in }
                }
                if seenAt == nil, layer.reloadCount > 0 || layer.reloadFailure != nil { seenAt = terminal.now }
            }
        }
        let time = try #require(seenAt) - #require(savedAt)
        #expect(time <= (isGood ? .milliseconds(50) : Reloader.grace + .milliseconds(50)))
        #expect(terminal.polls(from: .milliseconds(1100), to: .seconds(6)) < 20)
        #expect((layer.reloadFailure == nil) == isGood)
        // What is wrong is drawn over the snow that stands still.
        if !isGood {
            let text = String(decoding: terminal.memory.frames.last ?? [], as: UTF8.self)
            #expect(text.contains("unexpected symbol"), "\(text)")
        }
        #expect(stage.statistics.frames < 70)
    }

    /// Scripts, and from when on they sleep; nil for those that never do.
    private static let scripts: [(name: String, source: String, restsAt: Duration?)] = [
        ("frame", "function frame() end", nil),
        ("nothing to update", "function update(flake) flake.x = 1 end", .zero),
        ("update", "function init() spawn { x = 3, y = 3 } end function update(flake) flake.x = 1 end", nil),
        ("flakes that stand", "function init() for i = 1, 9 do spawn { x = i, y = 3, width = 2 } end end", .zero),
        ("one that falls", "function init() spawn { x = 3, y = 3, speed = 8, width = 2 } end", .seconds(4)),
        ("one that fades", "function init() spawn { x = 3, y = 3, fade = 0.25, width = 2 } end", .seconds(4)),
        ("one that turns", "function init() spawn { x = 3, y = 3, spin = 0.25, width = 9 } end", nil),
        ("one that ends", "function init() spawn { x = 3, y = 3, life = 3 } end", .seconds(3)),
        (
            "one that waits and moves",
            "function init() spawn { x = 3, y = 3, width = 2 }:animate { x = 30, delay = 2, duration = 1 } end",
            .seconds(3)
        ),
        (
            "snow that lies",
            "function init() for i = 1, 200 do settle(spawn { x = 20, y = 23, width = 2 }) end end", .seconds(2)
        ),
        (
            "snow that melts",
            "function init() snowpack { melt = 0.5 } for i = 1, 20 do settle(spawn { x = 20, y = 23, width = 2 }) end end",
            .seconds(3)
        ),
        ("keys", "function key() end", .zero),
    ]

    @Test(arguments: scripts.indices)
    func `a show in which nothing moves any more sleeps`(index: Int) throws {
        let (name, source, restsAt) = Self.scripts[index]
        let layer = try makeLayer(source, width: 40, height: 24)
        let (terminal, _) = try play([layer], until: .seconds(30))
        #expect(layer.trap == nil, "\(name)")
        // The detail of the picture is refined for some seconds first.
        let late = terminal.polls(from: .seconds(15), to: .seconds(30))
        #expect(restsAt == nil ? late > 800 : late == 0, "\(name): \(late)")
        if let restsAt, restsAt > .seconds(1) {
            #expect(terminal.polls(from: .zero, to: restsAt - .milliseconds(500)) > 25, "\(name)")
        }
    }

    @Test func `a script that trapped sleeps once its last flake is gone, and a save wakes it`() throws {
        let (file, layer, options) = try watching(
            "function init() spawn { x = 3, y = 3, speed = 8, width = 2 } end function frame(dt, t) if t > 1 then nope() end end"
        )
        var isSaved = false
        let (terminal, _) = try play([layer], until: .seconds(40), options: options) { terminal, _ in
            terminal.atPoll = {
                guard terminal.now > .seconds(30), !isSaved else { return }
                isSaved = true
                file.save(Self.falling) { _ in }
            }
        }
        #expect((18...22).contains(terminal.polls(from: .seconds(15), to: .seconds(25))))
        #expect(terminal.polls(from: .seconds(31), to: .seconds(40)) > 500)
        #expect(layer.trap == nil && layer.reloadCount == 1)
    }

    @Test(arguments: [true, false], [5, 60])
    func `time goes on for a script that sleeps`(isFixed: Bool, framesPerSecond: Int) throws {
        let source = "function key() print(scene.time, scene.frame) end"
        let layer = try makeLayer(source)
        var options = Stage.Options()
        options.hasFixedSteps = isFixed
        options.framesPerSecond = framesPerSecond
        let (terminal, stage) = try play(
            [layer], until: .seconds(100), options: options, events: [(.seconds(90), .key("a"))])
        #expect(terminal.polls(from: .seconds(15), to: .seconds(90)) == 0)
        let values = layer.instance.log.lines.last?.split(separator: " ").compactMap { Double($0) } ?? []
        try #require(values.count == 2)
        let frame = 1 / Double(framesPerSecond)
        #expect(abs(values[0] - 90) <= 2 * frame, "\(values)")
        // Two steps a frame where a frame is a fifth of a second.
        #expect(abs(values[1] - values[0] * Double(max(framesPerSecond, 10))) <= 3, "\(values)")
        #expect(abs(Double(stage.statistics.frames) - 100 * Double(framesPerSecond)) <= 3)
    }

    @Test(arguments: [true, false])
    func `a show that sleeps ends when it is to end`(isFixed: Bool) throws {
        let layer = try makeLayer("function key() end")
        var options = Stage.Options()
        options.hasFixedSteps = isFixed
        options.duration = .seconds(20)
        let (terminal, stage) = try play([layer], until: .seconds(100), options: options)
        #expect(terminal.polls.count < 900)
        #expect(abs(terminal.now.seconds - 20) < 0.05)
        #expect(isFixed ? stage.statistics.frames == 1200 : (1200...1203).contains(stage.statistics.frames))
        #expect(abs(layer.time - 20) < 1e-6)
    }

    @Test func `a show whose frames are counted plays all of them`() throws {
        let layer = try makeLayer("function key() end")
        var options = Stage.Options()
        options.frameLimit = 1200
        var pictures = 0
        let (terminal, stage) = try play([layer], until: .seconds(100), options: options) { _, stage in
            stage.onPicture = { _ in pictures += 1 }
        }
        #expect(pictures == 1200 && stage.statistics.frames == 1200)
        #expect(terminal.sleeps.isEmpty)
    }

    @Test func `a stall while a show sleeps is no time of its scripts`() throws {
        let (file, layer, options) = try watching("function key() print(scene.time) end")
        _ = try play(
            [layer], until: .seconds(40), options: options, events: [(.seconds(30), .key("a"))]
        ) { terminal, _ in
            terminal.leapsAt = .seconds(20)
            terminal.leap = .seconds(3600)
        }
        let time = try #require(layer.instance.log.lines.last.flatMap { Double($0) })
        #expect(abs(time - 30) < 0.1)
        withExtendedLifetime(file) {}
    }

    @Test func `what is said for a moment is taken away while the show sleeps`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 60, rows: 12))
        let layer = try makeLayer("function init() spawn { x = 3, y = 3, width = 2 } end")
        let stage = Stage(terminal: terminal, layers: [layer])
        terminal.schedule(.key("s"), at: .seconds(20))
        terminal.schedule(.quit(.hangup), at: .seconds(30))
        var rows: [(time: Duration, text: String)] = []
        terminal.atRest = { rows.append((terminal.now, terminal.emulator.text(row: 11))) }
        _ = try stage.run()
        let said = rows.filter { $0.text.contains("--set line") }.map(\.time)
        #expect(try #require(said.first) < .milliseconds(20_100))
        #expect(try #require(said.last) < .milliseconds(21_900))
        #expect(rows.last?.text == "")
        #expect(terminal.sleeps < 10)
    }

    @Test func `a frame that the terminal could not take is shown before the show sleeps`() throws {
        let terminal = EmulatedTerminal(size: TerminalSize(columns: 60, rows: 12))
        let layer = try makeLayer(Self.falling)
        let stage = Stage(terminal: terminal, layers: [layer])
        terminal.schedule(.key("space"), at: .seconds(2))
        terminal.schedule(.quit(.hangup), at: .seconds(30))
        // From the pause on it takes nothing, for a second.
        terminal.appetite = { (.seconds(2)...(.seconds(3))).contains(terminal.now) ? 0 : nil }
        var last = ""
        terminal.atRest = { last = terminal.emulator.text(row: 11) }
        _ = try stage.run()
        #expect(last.hasPrefix(" paused"))
        #expect(terminal.sleeps == 1)
    }

    @Test func `a mouse over a show that sleeps draws no more often than frames are asked for`() throws {
        let layer = try makeLayer(Self.falling)
        let motions = (0..<1000).map { number in
            (
                Duration.milliseconds(2000 + number),
                TerminalEvent.mouse(MouseEvent(column: number % 40, row: 3, button: "left", action: .move))
            )
        }
        let (terminal, _) = try play(
            [layer], until: .seconds(5), events: [(.seconds(1), .key("space"))] + motions)
        #expect(terminal.sleeps.count < 70, "\(terminal.sleeps.count)")
    }
}
