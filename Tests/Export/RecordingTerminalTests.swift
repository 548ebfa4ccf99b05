import Testing

@testable import SnowHost

@Suite struct RecordingTerminalTests {
    private let folder: TemporaryFolder
    private let path: FilePath

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/show.cast"
        folder.adopt("show.cast")
    }

    private func recorded() throws -> Cast { try Cast(try FileSystem.read(path, limit: 1 << 24)) }

    private func recorder(_ terminal: MemoryTerminal, byteLimit: Int = 1 << 20) throws -> RecordingTerminal {
        RecordingTerminal(
            terminal, file: try GrowingFile(at: path), name: "xterm", title: "snow", byteLimit: byteLimit)
    }

    private func layer() throws -> Layer {
        let source = "function frame() spawn { x = random(scene.width), speed = 20, width = 3 } end"
        return try Layer(module: try Module(source: source, name: "snow"), width: 40, height: 24)
    }

    @Test func `a recorded show shows on another terminal what it showed`() throws {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 40, rows: 12))
        terminal.schedule(.resize(TerminalSize(columns: 50, rows: 9)), at: .milliseconds(400))
        let recorder = try recorder(terminal)
        var options = Stage.Options()
        options.frameLimit = 60
        let stage = Stage(terminal: recorder, layers: [try layer()], options: options)
        var last: CellGrid?
        stage.onPicture = { last = $0 }
        #expect(try stage.run() == .finished)
        #expect(recorder.fault == nil)

        let cast = try recorded()
        #expect(cast.header["width"] == .number("40") && cast.header["height"] == .number("12"))
        #expect(cast.header["title"] == .string("snow"))
        #expect(cast.header["env"]?["TERM"] == .string("xterm"))
        let unmarked = ["\u{1B}[?2004h", "\u{1B}[?2004l"].reduce(String(decoding: terminal.output, as: UTF8.self)) {
            $0.replacing($1, with: "")
        }
        #expect(cast.output == unmarked)
        #expect(cast.events.filter { $0.kind == "r" }.map(\.text) == ["50x9"])
        #expect(cast.events.filter { $0.kind == "r" }.allSatisfy { abs($0.time - 0.4) < 1e-6 })
        let emulator = TerminalEmulator(columns: 40, rows: 12)
        for event in cast.events.dropLast() {
            if event.kind == "r" { emulator.resize(columns: 50, rows: 9) } else { emulator.feed(event.text) }
        }
        #expect(emulator.difference(from: try #require(last)) == nil)
    }

    @Test func `neither questions nor the mouse nor pastes are recorded`() throws {
        let terminal = MemoryTerminal()
        let recorder = try recorder(terminal)
        try recorder.enter(TerminalModes(mouse: .all, asksQuestions: true, marksPastes: true))
        recorder.leave()
        let cast = try recorded()
        for part in ["?1003", "]11;?", "?2004"] { #expect(!cast.output.contains(part)) }
        #expect(String(decoding: terminal.output, as: UTF8.self).contains("?1003h"))
    }

    @Test func `what was shown is in the file before the next frame is waited for`() throws {
        let recorder = try recorder(MemoryTerminal())
        try recorder.enter(TerminalModes())
        var events: [TerminalEvent] = []
        for number in 1...5 {
            _ = recorder.write(Array("frame \(number)".utf8))
            recorder.poll(until: .milliseconds(10 * number), into: &events)
            #expect(try recorded().events.last?.text == "frame \(number)")
        }
    }

    @Test func `a frame that the terminal did not take is not recorded, one that it began is`() throws {
        let terminal = MemoryTerminal()
        let recorder = try recorder(terminal)
        try recorder.enter(TerminalModes())
        terminal.bytesBeforeStall = 2
        _ = recorder.write(Array("begun".utf8))
        _ = recorder.write(Array("blocked".utf8))
        #expect(!recorder.isReady)
        terminal.bytesBeforeStall = nil
        recorder.leave()
        #expect(try recorded().events.map(\.text).contains("begun"))
        #expect(try !recorded().output.contains("blocked"))
    }

    @Test func `a recording that has become too large ends with a whole line`() throws {
        let recorder = try recorder(MemoryTerminal(), byteLimit: 1000)
        try recorder.enter(TerminalModes())
        var events: [TerminalEvent] = []
        for _ in 0..<50 {
            _ = recorder.write(Array(repeating: 0x78, count: 50))
            recorder.poll(until: .zero, into: &events)
        }
        recorder.leave()
        #expect(recorder.fault == .tooLarge(limit: 1000))
        let bytes = try FileSystem.read(path, limit: 1 << 20)
        #expect(bytes.count <= 1000 && bytes.count > 800)
        #expect(try recorded().events.count > 5)
    }

    @Test func `a device that takes nothing ends the recording, and not the show`() throws {
        let recorder = RecordingTerminal(
            MemoryTerminal(), file: try GrowingFile(at: "/dev/full"), name: "", title: "")
        try recorder.enter(TerminalModes())
        guard case .refused = recorder.fault else {
            Issue.record("\(String(describing: recorder.fault))")
            return
        }
        #expect(recorder.write([0x78]) == .sent)
        recorder.leave()
    }

    @Test func `a file that holds something is not written over, and an unused one is taken away`() throws {
        try folder.write("precious", to: "kept.cast")
        #expect(throws: GrowingFile.Failure.isTaken) { _ = try GrowingFile(at: "\(folder.path)/kept.cast") }
        #expect(throws: GrowingFile.Failure.noFolder("\(folder.path)/none")) {
            _ = try GrowingFile(at: "\(folder.path)/none/a.cast")
        }
        do { _ = try GrowingFile(at: path) }
        #expect(!FileSystem.isFile(path))
        try folder.write("", to: "show.cast")
        do { _ = try GrowingFile(at: path) }
        #expect(FileSystem.isFile(path))
    }
}
