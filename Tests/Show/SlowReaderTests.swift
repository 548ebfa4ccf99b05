import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc

    /// A terminal that stops reading for a while, as one whose line is cut.
    @Suite struct SlowReaderTests {
        /// Frames of some kilobytes, each with its number.
        private static let script = """
            function frame()
              for n = 1, 4000 do random() end
              text(0, 0, "frame " .. scene.frame .. ".")
              for row = 1, 23 do
                text(0, 2 * row, string.rep(string.char(97 + (scene.frame + row) % 26, 65 + (scene.frame * 7 + row) % 26), 40))
              end
            end
            """

        private static func number(on emulator: TerminalEmulator) -> Int {
            Int(emulator.text(row: 0).dropFirst(6).prefix { $0.isNumber }) ?? 0
        }

        /// A show that has been under way, and then was not read for as long as it takes to play a hundred frames or more.
        private func stalled() throws -> Showing {
            let show = try Showing(["--sync", "on", "--fps", "120"], scripts: [Self.script])
            try #require(show.watch { Self.number(on: show.emulator) >= 30 })
            let before = try Self.work(of: show)
            let clock = ContinuousClock()
            let end = clock.now + PseudoTerminal.patience
            while try Self.work(of: show) < before + 30, clock.now < end { usleep(20_000) }
            return show
        }

        /// CPU time that the program took, in hundredths of a second.
        private static func work(of show: Showing) throws -> Int {
            let status = try PipedRun(["/proc/\(show.terminal.process.identifier)/stat"], executable: "/bin/cat").output
            // Behind the name in brackets: fields 14 and 15 of proc(5).
            let fields = status.components(separatedBy: ") ").last?.split(separator: " ").compactMap { Int($0) } ?? []
            try #require(fields.count > 12)
            return fields[10] + fields[11]
        }

        private static func kilobytes(of show: Showing) throws -> Int {
            let path = "/proc/\(show.terminal.process.identifier)/status"
            let status = try PipedRun([path], executable: "/bin/cat").output
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
        }

        @Test func `a key ends a show that nobody reads, and the terminal is as it was`() throws {
            let show = try stalled()
            show.terminal.type("q")
            #expect(show.terminal.waitWithoutReading() == .exited(0))
            #expect(show.watchToEnd() == .exited(0))
            show.expectGivenBack()
        }

        @Test func `what was not sent while nobody read is one frame, and the next one read is a new one`() throws {
            let show = try stalled()
            let kilobytes = try Self.kilobytes(of: show)
            let start = show.terminal.output.count
            let last = Self.number(on: show.emulator)
            #expect(show.watch { Self.number(on: show.emulator) > last + 60 })
            #expect(try Self.kilobytes(of: show) < kilobytes + 1024)
            // The frames that came after the pause, one by one: those that the system held, one that was begun, and then
            // one of the time in which reading went on.
            let emulator = TerminalEmulator(columns: 80, rows: 24)
            emulator.feed("\u{1B}[?7l")
            var numbers: [Int] = []
            var sizes: [Int] = []
            var byteCount = 0
            for frame in show.terminal.text.components(separatedBy: "\u{1B}[?2026h") {
                emulator.feed(Array(frame.utf8))
                byteCount += frame.utf8.count + 8
                guard byteCount > start else { continue }
                numbers.append(Self.number(on: emulator))
                sizes.append(frame.utf8.count)
            }
            let jump = try #require(numbers.indices.dropLast().first { numbers[$0 + 1] > numbers[$0] + 20 })
            // Linux holds up to 64 KiB for who reads a terminal, and a little more in its line.
            #expect(sizes[...jump].reduce(0, +) < 80 << 10 + (sizes.max() ?? 0))
            show.terminal.type("q")
            #expect(show.watchToEnd() == .exited(0))
        }
    }
#endif
