import Testing

@testable import SnowHost

/// Terminals that take little, and what is said about what was sent.
@Suite struct OutputLimitTests {
    /// A terminal at the end of a slow line: it takes so many bytes a second, has room for a few, and keeps the rest of
    /// one frame.
    private final class SlowTerminal: TerminalDevice {
        let size = TerminalSize(columns: 80, rows: 24)
        private(set) var now = Duration.zero
        private(set) var frames: [(at: Duration, bytes: [UInt8])] = []
        /// The most bytes that ever waited, beside those of the room.
        private(set) var mostWaiting = 0
        /// Frames that were offered although one waited.
        private(set) var frameOverFrame = 0
        /// When it was asked for another frame and could not take it.
        private(set) var stalls: [Duration] = []
        var events: [(at: Duration, event: TerminalEvent)] = []

        private let bytesPerSecond: Double
        private let room = 1000
        private var queued = 0.0

        init(bytesPerSecond: Double) { self.bytesPerSecond = bytesPerSecond }

        var isReady: Bool {
            let isReady = Int(queued) <= room
            if !isReady { stalls.append(now) }
            return isReady
        }

        func enter(_ modes: TerminalModes) throws(TerminalError) {}
        func report(_ mouse: TerminalModes.Mouse) {}

        func leave() {}

        func write(_ frame: [UInt8]) -> WriteOutcome {
            guard Int(queued) <= room else {
                frameOverFrame += 1
                return .blocked
            }
            frames.append((now, frame))
            queued += Double(frame.count)
            mostWaiting = max(mostWaiting, Int(queued) - room)
            return Int(queued) > room ? .partly : .sent
        }

        func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
            let end = self.events.first.map { min($0.at, deadline) } ?? deadline
            queued = max(queued - bytesPerSecond * (max(end, now) - now).seconds, 0)
            now = max(now, end)
            while let next = self.events.first, next.at <= now {
                events.append(next.event)
                self.events.removeFirst()
            }
        }
    }

    private static let crowd = """
        plugin { flakes = 500 }
        local keys = 0
        function key() keys = keys + 1 end
        function frame()
          spawn { x = random(80), y = random(44), width = random(1, 4), speed = random(10, 40), life = 4 }
          spawn { x = random(80), y = random(44), width = random(1, 4), speed = random(10, 40), life = 4 }
          text(0, 0, "keys " .. keys)
        end
        """

    @Test func `a slow terminal has one frame to take at most, and answers a key in its second next frame`() throws {
        let terminal = SlowTerminal(bytesPerSecond: 20_000)
        var times: [Duration] = []
        for number in 1...40 {
            times.append(.milliseconds(500 * number + 7))
            terminal.events.append((times[number - 1], .key("x")))
        }
        var options = Stage.Options()
        options.duration = .seconds(22)
        options.hasFixedSteps = true
        let stage = Stage(terminal: terminal, layers: [try makeLayer(Self.crowd)], options: options)
        #expect(try stage.run() == .finished)
        #expect(stage.statistics.framesDropped > 0)
        #expect(terminal.frameOverFrame == 0)
        #expect(terminal.mostWaiting <= stage.statistics.frameSizes.most)
        // The screen is read frame by frame.
        let emulator = TerminalEmulator(columns: 80, rows: 24)
        emulator.feed("\u{1B}[?7l")
        var shownAt: [Int] = []
        for (number, frame) in terminal.frames.enumerated() {
            emulator.feed(frame.bytes)
            let keys = Int(emulator.text(row: 0).dropFirst(5).prefix { $0.isNumber }) ?? 0
            while shownAt.count < keys { shownAt.append(number) }
        }
        #expect(shownAt.count == 40)
        for (time, shown) in zip(times, shownAt) {
            let next = terminal.frames.firstIndex { $0.at > time } ?? 0
            #expect(shown <= next + 1, "the key at \(time)")
        }
        // Once it has been learned how slow it is, frames are small and none is left out; a few have nothing to send.
        #expect(!terminal.stalls.contains { $0 > .seconds(12) })
        let last = terminal.frames.filter { $0.at > .seconds(17) }
        #expect(last.count >= 290)
    }

    @Test(arguments: [4000, 20_000]) func `--max-bps is kept, and the show goes on`(most: Int) throws {
        let show = try Showing(
            ["--max-bps", "\(most)", "--for", "2s", "--seed", "1", "--stats"], columns: 200, rows: 50)
        show.answers = false
        #expect(show.watchToEnd() == .exited(0))
        // Time is that of the scene; a quarter of a second's may come at once, and the first frame draws everything.
        let bytes = show.terminal.output.count - show.textAfterwards.utf8.count
        #expect(bytes < most * 9 / 4 + 4000, "\(bytes)")
        #expect(show.textAfterwards.contains("frames         120 stepped"))
    }

    @Test func `synchronized updates are sent as they are asked for`() throws {
        let begin = "\u{1B}[?2026h"
        for (choice, isAnswered, isUsed) in [("on", false, true), ("off", true, false), ("auto", false, false)] {
            let show = try Showing(["--sync", choice, "--frames", "30", "--fps", "120"])
            show.answers = false
            #expect(show.watchForFirstFrame())
            if isAnswered { show.terminal.type("\u{1B}[?2026;2$y\u{1B}[?62c") }
            #expect(show.watchToEnd() == .exited(0))
            #expect(show.terminal.text.contains(begin) == isUsed, "\(choice)")
            show.expectGivenBack()
        }
    }

    @Test func `--stats says what was sent, after the terminal was given back`() throws {
        let show = try Showing(["--stats", "--frames", "40", "--fps", "120", "--seed", "3"])
        #expect(show.watchToEnd() == .exited(0))
        let lines = show.textAfterwards.split(separator: "\r\n")
        let names = ["frames", "cells", "styles", "motions", "bytes a frame", "sent", "CPU"]
        #expect(lines.count == names.count)
        for (line, name) in zip(lines, names) { #expect(line.hasPrefix(name), "\(line)") }
        #expect(lines.first?.contains("40 stepped") == true)
        show.expectGivenBack()
    }

    @Test func `counts of a show add up`() throws {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 40, rows: 12))
        var options = Stage.Options()
        options.frameLimit = 90
        options.asksTerminal = false
        let stage = Stage(terminal: terminal, layers: [try makeLayer(Self.crowd)], options: options)
        terminal.schedule(.reply(.version("XTerm(390)")), at: .milliseconds(100))
        _ = try stage.run()
        let counts = stage.statistics
        #expect(counts.frames == 90 && counts.framesSent == terminal.frames.count && counts.framesHeld == 0)
        #expect(
            counts.byteCount == terminal.frames.reduce(0) { $0 + $1.count }
                && counts.output.byteCount == counts.byteCount)
        #expect(counts.frameSizes.count == counts.framesSent)
        #expect(counts.frameSizes.most == terminal.frames.map(\.count).max())
        #expect(counts.output.cellsDrawn + counts.output.cellsElided == counts.framesSent * 480)
        #expect(counts.output.stylesElided > 0 && counts.output.motionsElided > 0)
        #expect(counts.duration > .seconds(1) && counts.bytesPerSecond > 0)
        #expect(stage.renderer.encoder.controls.contains(.repeatCharacter))
    }
}
