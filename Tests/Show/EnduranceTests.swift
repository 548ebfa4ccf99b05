import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What holds over many frames.
@Suite struct EnduranceTests {
    #if canImport(Glibc)
        /// Resident kilobytes and open descriptors of a process.
        private func footprint(of process: pid_t) throws -> (kilobytes: Int, descriptors: Int) {
            let status = try PipedRun(["/proc/\(process)/status"], executable: "/bin/cat").output
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            let kilobytes = line.flatMap { Int($0.filter(\.isNumber)) }
            let descriptors = try PipedRun(["/proc/\(process)/fd"], executable: "/bin/ls").output
            return (try #require(kilobytes), descriptors.split(separator: "\n").count)
        }

        @Test func `memory and descriptors stay as they are`() throws {
            let show = try Showing(
                ["--fps", "240", "--frames", "1500"],
                scripts: [
                    """
                    function frame()
                      spawn { x = random(80), y = random(40), width = 2, speed = 20, life = 0.3 }
                      spawn { x = 1, y = 1, width = 1 }:animate { x = 9, duration = 0.2, done = function(f) f:remove() end }
                      text(0, 0, "frame " .. scene.frame)
                      print("frame " .. scene.frame)
                    end
                    function removed() end
                    """
                ])
            func frame() -> Int { Int(show.emulator.text(row: 0).dropFirst(6)) ?? 0 }
            #expect(show.watch { frame() >= 300 })
            let early = try footprint(of: show.terminal.process.identifier)
            #expect(show.watch { frame() >= 1400 })
            let late = try footprint(of: show.terminal.process.identifier)
            // Lua's collector may be at either end of its cycle.
            #expect(late.kilobytes < early.kilobytes + 1024)
            #expect(late.descriptors == early.descriptors)
            #expect(show.watchToEnd() == .exited(0))
        }

        /// The writes to the terminal that strace saw, as it writes them; none where it may not look.
        private func writes(of show: Showing) throws -> [Substring]? {
            let trace = try PipedRun([show.scriptFolder + "/trace"], executable: "/bin/cat").output
            let writes = trace.split(separator: "\n").filter { $0.contains("write(") && $0.contains("\\33[") }
            return writes.isEmpty ? nil : writes
        }

        @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0))
        func `each frame is one write`() throws {
            // Standard error is left alone, so that a refusal to trace is no part of the show.
            let show = try Showing(
                ["-f", "-e", "trace=write", "-o", "trace", TestBinary.path, "--frames", "60", "--seed", "2"],
                executable: "/usr/bin/strace", files: ["trace": ""])
            show.answers = false
            #expect(show.watchForFirstFrame())
            show.terminal.type("\u{1B}[?2026;2$y\u{1B}[?62c")
            #expect(show.watchToEnd() == .exited(0))
            guard let writes = try writes(of: show) else { return }
            let frames = writes.dropFirst().dropLast()
            #expect(writes.first?.contains("\\33[?1049h") == true)
            #expect(frames.count <= 60)
            // Those before the answer begin with the style, those after it with the update.
            for write in frames {
                let isWhole = write.contains("\"\\33[?2026h") || write.contains("\"\\33[")
                #expect(isWhole, "\(write)")
            }
            let begun = ModeTraces.count(of: "\u{1B}[?2026h", in: show.terminal.output)
            #expect(frames.filter { $0.contains("\"\\33[?2026h") }.count == begun)
        }
    #endif

    @Test func `the same seed, size and script give the same bytes`() throws {
        // Small enough for all of it to fit between the program and a reader that is late, so that no frame is left
        // out; and nothing is answered, for an answer comes when it comes.
        func bytes(_ seed: String) throws -> [UInt8] {
            let show = try Showing(
                ["--seed", seed, "--frames", "90", "--fps", "120"], columns: 40, rows: 12)
            show.answers = false
            #expect(show.watchToEnd() == .exited(0))
            return show.terminal.output
        }
        let first = try bytes("42")
        #expect(first.count > 1000 && first.count < 40_000)
        #expect(try bytes("42") == first)
        #expect(try bytes("0x2A") == first)
        #expect(try bytes("43") != first)
    }

    @Test func `time given in seconds is time in the scene`() throws {
        let show = try Showing(
            ["--seed", "1", "--for", "500ms", "--fps", "120"], scripts: ["function frame() print(scene.frame) end"])
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.textAfterwards.hasSuffix("a: 60\r\n"))
    }

    @Test func `a fade of a minute falls strictly and ends at its target`() throws {
        let layer = try makeLayer(
            """
            function init() flake = spawn { x = 1, y = 1, alpha = 1 } flake:animate { alpha = 0.25, duration = 60 } end
            function frame() end
            """)
        var last = Float(2)
        for frame in 1...3700 {
            layer.step(seconds: 1.0 / 60)
            let alpha = Float(try #require(layer.scene.flakes.first { _ in true }).alpha)
            if frame > 1, frame < 3600 { #expect(alpha < last, "frame \(frame)") }
            last = alpha
        }
        #expect(last == 0.25)
    }
}
