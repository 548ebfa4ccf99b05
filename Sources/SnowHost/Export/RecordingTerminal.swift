/// A terminal as it is, and beside it an asciicast of what it is sent.
///
/// What a frame adds is written to the file before the next one is waited for, so that a process that is killed leaves
/// all lines but perhaps the last. A file that takes nothing for a while, such as a pipe, is waited for in a buffer of
/// bounded size, and never by the frames.
package final class RecordingTerminal: TerminalDevice {
    /// Why the recording stopped before the show did.
    package enum Fault: Error, Equatable {
        case tooLarge(limit: Int)
        /// The file took nothing for too long.
        case stalled
        case refused(words: String)
    }

    /// Nil while all goes well.
    package private(set) var fault: Fault?

    private let terminal: any TerminalDevice
    private let file: GrowingFile
    private let name: String
    private let title: String
    private let byteLimit: Int
    private var cast = CastWriter()
    /// How much of the text of `cast` the file has.
    private var writtenCount = 0
    private var begun: Duration?
    private var recordedSize: TerminalSize?
    /// Bytes up to the end of the last line that is whole in the file.
    private var wholeCount = 0

    /// Bytes in the largest recording: over an hour of snow that fills a large terminal.
    package static let defaultByteLimit = 256 << 20
    private static let bufferLimit = 4 << 20

    /// A recording of what `terminal` is sent from when it is entered.
    ///
    /// - Parameters:
    ///   - name: what `TERM` is.
    ///   - title: what the recording is called.
    package init(
        _ terminal: any TerminalDevice, file: GrowingFile, name: String, title: String,
        byteLimit: Int = defaultByteLimit
    ) {
        self.terminal = terminal
        self.file = file
        self.name = name
        self.title = title
        self.byteLimit = byteLimit
    }

    package var size: TerminalSize { terminal.size }
    package var now: Duration { terminal.now }
    package var isReady: Bool { terminal.isReady }

    package func enter(_ modes: TerminalModes) throws(TerminalError) {
        try terminal.enter(modes)
        guard begun == nil else { return }
        begun = terminal.now
        recordedSize = terminal.size
        cast.begin(columns: terminal.size.columns, rows: terminal.size.rows, terminal: name, title: title)
        // No mouse, no marks for pastes, no questions: the terminal of who plays this would act on them.
        cast.append(output: TerminalSequences.enter(TerminalModes()).utf8, at: .zero)
        flush()
    }

    package func report(_ mouse: TerminalModes.Mouse) {
        terminal.report(mouse)
    }

    package func askBehindTmux(asksForKitty: Bool) {
        terminal.askBehindTmux(asksForKitty: asksForKitty)
    }

    package func leave() {
        terminal.leave()
        guard begun != nil else { return }
        if fault == nil { cast.append(output: TerminalSequences.leave(TerminalModes()).utf8, at: time) }
        flush()
        begun = nil
    }

    package func write(_ frame: [UInt8]) -> WriteOutcome {
        let outcome = terminal.write(frame)
        switch outcome {
        // The rest of a frame that was begun is sent before anything else.
        case .sent, .partly: if begun != nil, fault == nil { cast.append(output: frame, at: time) }
        case .blocked, .closed: break
        }
        return outcome
    }

    package func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        poll(until: deadline, orReading: [], into: &events)
    }

    package func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        flush()
        terminal.poll(until: deadline, orReading: descriptors, into: &events)
        guard begun != nil, fault == nil, terminal.size != recordedSize else { return }
        recordedSize = terminal.size
        cast.append(columns: terminal.size.columns, rows: terminal.size.rows, at: time)
    }

    private var time: Duration { terminal.now - (begun ?? terminal.now) }

    /// Writes what the file takes at once.
    private func flush() {
        guard fault == nil, cast.text.count > 0 else { return }
        if wholeCount + cast.text.count > byteLimit {
            end(.tooLarge(limit: byteLimit))
            return
        }
        let outcome = cast.text.bytes.withUnsafeBytes {
            file.write(UnsafeRawBufferPointer(rebasing: $0[writtenCount...]))
        }
        switch outcome {
        case .moved(let count):
            writtenCount += count
            guard writtenCount == cast.text.count else { break }
            wholeCount += writtenCount
            writtenCount = 0
            cast.clear()
        case .wouldBlock: break
        case .refused(let words):
            end(.refused(words: words))
            return
        }
        if cast.text.count > Self.bufferLimit { end(.stalled) }
    }

    /// Stops recording, with no half line at the end of a file.
    private func end(_ fault: Fault) {
        self.fault = fault
        file.cut(to: wholeCount)
        cast.clear()
        writtenCount = 0
    }
}
