#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The terminal that the process was started in.
///
/// There is one at a time in a process, since signals and the tty belong to it; it is used by one thread.
public final class PosixTerminal: TerminalDevice {
    /// The present size, as the tty reports it.
    public private(set) var size: TerminalSize

    let environment: [String: String]
    let input: Descriptor
    var output: TerminalOutput
    let clock = MonotonicClock()
    private let watchesSignals: Bool

    private var signals: SignalWatch?
    private var parser: InputParser
    private var modes = TerminalModes()
    /// How the mouse was reported last, if not now. It is turned off once more at the end: a terminal that stalls may
    /// not have read that it was.
    private var formerMouse = TerminalModes.Mouse.off
    /// The tty's settings as they were found; nil while they are not changed.
    private var found: termios?
    /// The other side was seen to be gone by a read; a write sees it in `output`.
    private var isInputClosed = false
    private var isClosingTold = false
    /// The event that ends the program was given.
    private var isQuitTold = false
    /// When questions were asked that are not all answered, and how many last answers are to come.
    private var askedAt: Duration?
    private var answersDue = 0
    private var readBuffer = [UInt8](repeating: 0, count: 4096)

    /// How long leaving waits for a terminal that takes no bytes.
    private static let patienceWithStalls: Duration = .milliseconds(250)
    /// A terminal that has not answered after this long never will.
    private static let patienceWithAnswers: Duration = .milliseconds(350)

    /// The terminal on standard input and output.
    ///
    /// - Parameters:
    ///   - environment: What TERM, COLORTERM and the like say of the terminal.
    ///   - isInputTaken: Whether standard input is no terminal, but a text that was piped in: keys are then read from the
    ///     terminal that output goes to.
    /// - Throws: `TerminalError.notATerminal` when either is something else.
    public convenience init(
        environment: [String: String] = TerminalEnvironment.current(), isInputTaken: Bool = false
    ) throws(TerminalError) {
        if isInputTaken, isatty(STDOUT_FILENO) != 1 { throw .notATerminal(input: true, output: false) }
        try self.init(
            input: isInputTaken ? STDOUT_FILENO : STDIN_FILENO, output: STDOUT_FILENO, environment: environment,
            watchesSignals: true)
    }

    /// The terminal behind two descriptors, which stay the caller's.
    ///
    /// - Parameter watchesSignals: false leaves the process's signals alone, and faults too.
    package init(
        input: Int32, output: Int32, environment: [String: String], watchesSignals: Bool
    ) throws(TerminalError) {
        let isInput = isatty(input) == 1
        let isOutput = isatty(output) == 1
        guard isInput, isOutput else { throw .notATerminal(input: isInput, output: isOutput) }
        self.input = try Descriptor(terminalOf: input)
        self.output = TerminalOutput(try Descriptor(terminalOf: output))
        self.environment = environment
        self.watchesSignals = watchesSignals
        parser = InputParser(isRemote: Capabilities(environment: environment).isRemote)
        size = .fallback
        size = readSize()
    }

    deinit {
        leave()
    }

    /// Time since this object was made, without that for which the machine was suspended.
    public var now: Duration { clock.now }

    /// Whether the next frame would be taken.
    public var isReady: Bool { output.isIdle && !isClosed }

    private var isClosed: Bool { isInputClosed || output.isClosed }

    /// Takes the screen: raw, alternate, cursor hidden, signals watched. In the background it waits until the shell brings
    /// the job to the foreground; an ending signal ends the process then.
    ///
    /// - Throws: `TerminalError.inBackground` when no shell is left to do so; `refused` when a system call fails.
    public func enter(_ modes: TerminalModes) throws(TerminalError) {
        if found != nil { return }
        self.modes = modes
        formerMouse = .off
        isQuitTold = false
        try takeLine(rescue: rescue)
        size = readSize()
        var opening = TerminalSequences.enter(modes)
        let capabilities = Capabilities(environment: environment)
        if modes.asksQuestions, capabilities.takesQuestions {
            opening += TerminalSequences.questions(to: capabilities)
            askedAt = clock.now
            answersDue = 1
        }
        output.send(Array(opening.utf8), until: clock.now + Self.patienceWithStalls, by: clock)
    }

    /// Changes how much of the mouse is reported; the order follows what is left of a frame.
    public func report(_ mouse: TerminalModes.Mouse) {
        guard found != nil, mouse != modes.mouse else { return }
        let order = TerminalSequences.change(from: modes.mouse, to: mouse)
        if modes.mouse != .off { formerMouse = modes.mouse }
        modes.mouse = mouse
        output.send(Array(order.utf8), until: clock.now, by: clock)
    }

    /// Asks a terminal behind tmux; the question follows what is left of a frame.
    public func askBehindTmux(asksForKitty: Bool) {
        guard let settings = found else { return }
        if modes.images != .shownThroughTmux {
            modes.images = .shownThroughTmux
            if watchesSignals {
                CrashGuard.arm(descriptor: output.descriptorNumber, bytes: rescue, settings: settings)
            }
        }
        let question = TmuxPassage.questions(row: PanePlace.askedRow(of: size.rows), asksForKitty: asksForKitty)
        askedAt = clock.now
        answersDue += 1
        output.send(Array(question.utf8), until: clock.now, by: clock)
    }

    /// What gives the screen back after a fault, whatever of the mouse is reported by then.
    private var rescue: [UInt8] {
        var modes = modes
        modes.mouse = .all
        return Array(TerminalSequences.leave(modes).utf8)
    }

    /// Gives the screen, the tty's settings and the signals back; takes 0.4 s at the very most. A signal that would have
    /// ended the program takes effect then.
    public func leave() {
        guard found != nil else { return }
        giveBack()
        if let ending = unwatchSignals(), !isQuitTold { raise(ending) }
    }

    /// Sends as much of a frame as goes without waiting.
    public func write(_ frame: [UInt8]) -> WriteOutcome {
        isInputClosed ? .closed : output.offer(frame)
    }

    /// Waits for keys, signals and answers, and sends the rest of a frame as the terminal takes it.
    public func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        poll(until: deadline, orReading: [], into: &events)
    }

    /// As above, also until one of `descriptors` can be read.
    public func poll(until deadline: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]) {
        let before = events.count
        repeat {
            parser.settle(at: clock.now, into: &events)
            if events.count > before { return }
            if isClosed {
                closing(until: deadline, into: &events)
                return
            }
            // A shell may take the terminal without a signal to the job that had it.
            if found != nil, !isForeground {
                suspend(stops: false, into: &events)
                continue
            }
            let limit = min(deadline, parser.deadline ?? deadline)
            if wait(within: limit - clock.now, orReading: descriptors, into: &events) { return }
        } while events.count == before && clock.now < deadline
    }

    /// - Returns: Whether one of `descriptors` can be read.
    private func wait(
        within time: Duration, orReading descriptors: [Int32], into events: inout [TerminalEvent]
    ) -> Bool {
        var interests = (
            Poll.Interest(input.number, writing: false),
            Poll.Interest(signals?.readEnd ?? -1, writing: false),
            Poll.Interest(output.isIdle ? -1 : output.descriptorNumber, writing: true)
        )
        let isReadable = Poll.wait(&interests, orReading: descriptors, within: time)
        if interests.1.isDue {
            // In the background, or when it is to end, the program must not touch its input any more.
            takeSignals(into: &events)
            return isReadable
        }
        if interests.2.isDue { output.flush() }
        if interests.0.isClosed {
            isInputClosed = true
        } else if interests.0.isDue {
            takeInput(into: &events)
        }
        return isReadable
    }

    /// Says once that the terminal is gone; a caller that goes on all the same is slowed down, not spun.
    private func closing(until deadline: Duration, into events: inout [TerminalEvent]) {
        if !isClosingTold {
            isClosingTold = true
            return quit(.hangup, &events)
        }
        while clock.now < deadline {
            _ = Poll.wait(for: .init(-1, writing: false), within: deadline - clock.now)
        }
    }

    private func quit(_ reason: QuitReason, _ events: inout [TerminalEvent]) {
        isQuitTold = true
        events.append(.quit(reason))
    }

    private func takeSignals(into events: inout [TerminalEvent]) {
        guard let news = signals?.take() else { return }
        if let ending = news.ending { return quit(.signal(ending), &events) }
        if news.mustStop { return suspend(stops: true, into: &events) }
        if news.mayBeInBackground {
            return isForeground ? resume(into: &events) : suspend(stops: false, into: &events)
        }
        if news.isResized { noteSize(into: &events) }
    }

    /// Tells the size also when it is the last one told: a window that was smaller for a moment has lost what did
    /// not fit, and one that was resized while the program stood still has been asked for its size already.
    private func noteSize(into events: inout [TerminalEvent]) {
        size = readSize()
        events.append(.resize(size))
    }

    private func takeInput(into events: inout [TerminalEvent]) {
        let outcome = readBuffer.withUnsafeMutableBytes { input.read(into: $0) }
        guard case .moved(let count) = outcome else {
            if case .closed = outcome { isInputClosed = true }
            return
        }
        var fresh: [TerminalEvent] = []
        parser.size = size
        parser.feed(readBuffer[..<count], at: clock.now, into: &fresh)
        for event in fresh {
            switch event {
            case .key("ctrl-c"): quit(.signal(SIGINT), &events)
            case .key("ctrl-\\"): quit(.signal(SIGQUIT), &events)
            case .key("ctrl-z") where watchesSignals && !isQuitTold: suspend(stops: true, into: &events)
            case .reply(.deviceAttributes):
                answersDue = max(answersDue - 1, 0)
                if answersDue == 0 { askedAt = nil }
                events.append(event)
            default: events.append(event)
            }
        }
    }
}

extension PosixTerminal {
    /// Whether the terminal is this job's, as far as anybody else could have it.
    private var isForeground: Bool { !watchesSignals || JobControl.isForeground(on: input.number) }

    /// Makes the tty raw, with signals watched and faults guarded against.
    ///
    /// - Parameter rescue: What a fault sends to the terminal.
    func takeLine(rescue: [UInt8]) throws(TerminalError) {
        while true {
            // Nothing is taken yet, so that a signal may end the process by itself.
            if watchesSignals { try JobControl.awaitForeground(on: input.number) }
            var settings = termios()
            guard tcgetattr(input.number, &settings) == 0 else { throw .refused(call: "tcgetattr", code: errno) }
            if watchesSignals {
                // Handlers first: from here on every way out gives the screen back.
                signals = try SignalWatch()
                CrashGuard.arm(descriptor: output.descriptorNumber, bytes: rescue, settings: settings)
            }
            found = settings
            var raw = settings
            cfmakeraw(&raw)
            if tcsetattr(input.number, TCSANOW, &raw) == 0 { return }
            let code = errno
            found = nil
            // Only a signal is worth another try: the job went to the background, or is to end.
            if let ending = unwatchSignals() { raise(ending) }
            if code != EINTR { throw .refused(call: "tcsetattr", code: code) }
        }
    }

    /// Gives the tty its settings back, and signals their effect.
    func giveLineBack() {
        JobControl.withoutStops { restoreSettings() }
        if let ending = unwatchSignals() { raise(ending) }
    }

    /// Gives signals the effect that they had; the one that came meanwhile and ends a program.
    private func unwatchSignals() -> Int32? {
        if watchesSignals { CrashGuard.disarm() }
        signals?.restoreActions()
        let ending = signals?.take().ending
        signals = nil
        return ending
    }

    /// Waits for bytes; false when the time is over, or the terminal is gone or another job's. A signal takes effect
    /// later: answers that nobody waits for would reach the shell.
    func read(into parser: inout InputParser, _ events: inout [TerminalEvent], until limit: Duration) -> Bool {
        while clock.now < limit, isForeground {
            guard Poll.wait(for: .init(input.number, writing: false), within: limit - clock.now) else { continue }
            switch readBuffer.withUnsafeMutableBytes({ input.read(into: $0) }) {
            case .moved(let count):
                parser.feed(readBuffer[..<count], at: clock.now, into: &events)
                return true
            case .wouldBlock: continue
            case .closed: return false
            }
        }
        return false
    }

    /// Leaves the screen to the shell, and takes it again when the job is in the foreground.
    ///
    /// - Parameter stops: Whether the job stops itself; in the background the system stops it.
    private func suspend(stops: Bool, into events: inout [TerminalEvent]) {
        guard found != nil else { return }
        giveBack()
        // While nothing is taken a signal may end the process by itself.
        if let ending = unwatchSignals() { return quit(.signal(ending), &events) }
        if stops { JobControl.stop() }
        var modes = modes
        modes.asksQuestions = false
        do {
            try enter(modes)
        } catch {
            isInputClosed = true
            return
        }
        noteSize(into: &events)
        events.append(.repaint)
    }

    /// After a stop that nobody could announce: the shell has set the tty its own way.
    private func resume(into events: inout [TerminalEvent]) {
        guard var raw = found else { return }
        cfmakeraw(&raw)
        _ = tcsetattr(input.number, TCSANOW, &raw)
        noteSize(into: &events)
        events.append(.repaint)
    }

    /// Restores screen and tty, in bounded time.
    private func giveBack() {
        guard found != nil else { return }
        var modes = modes
        if modes.mouse == .off { modes.mouse = formerMouse }
        JobControl.withoutStops {
            output.close(with: Array(TerminalSequences.leave(modes).utf8), within: Self.patienceWithStalls, by: clock)
            awaitAnswers()
            restoreSettings()
        }
        askedAt = nil
        answersDue = 0
        parser = InputParser(isRemote: Capabilities(environment: environment).isRemote)
    }

    /// Sets the tty back, unless another job has set it for itself.
    private func restoreSettings() {
        guard var settings = found else { return }
        found = nil
        guard isForeground else { return }
        // Not TCSAFLUSH: that waits for output, for ever on a terminal that does not read.
        tcflush(input.number, TCIFLUSH)
        _ = tcsetattr(input.number, TCSANOW, &settings)
    }

    /// Takes late answers before the shell would.
    private func awaitAnswers() {
        guard let askedAt, !isClosed else { return }
        let limit = askedAt + Self.patienceWithAnswers
        var events: [TerminalEvent] = []
        while events.count(where: \.isLastAnswer) < answersDue, read(into: &parser, &events, until: limit) {}
    }

    private func readSize() -> TerminalSize {
        var window = winsize()
        guard ioctl(output.descriptorNumber, UInt(TIOCGWINSZ), &window) == 0 else {
            return .resolve(reported: TerminalSize(columns: 0, rows: 0), environment: environment)
        }
        let reported = TerminalSize(
            columns: Int(window.ws_col),
            rows: Int(window.ws_row),
            pixelWidth: Int(window.ws_xpixel),
            pixelHeight: Int(window.ws_ypixel)
        )
        return .resolve(reported: reported, environment: environment)
    }
}
