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
    private var parser = InputParser()
    private var modes = TerminalModes()
    /// How the mouse was reported last, if not now. It is turned off once more at the end: a terminal that stalls may
    /// not have read that it was.
    private var formerMouse = TerminalModes.Mouse.off
    /// The tty's settings as they were found; nil while the screen is not taken.
    private var found: termios?
    /// The other side was seen to be gone by a read; a write sees it in `output`.
    private var isInputClosed = false
    private var isClosingTold = false
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

    /// Takes the screen: raw, alternate, cursor hidden, signals watched.
    ///
    /// - Throws: `TerminalError.refused` when a system call fails.
    public func enter(_ modes: TerminalModes) throws(TerminalError) {
        if found != nil { return }
        var settings = termios()
        guard tcgetattr(input.number, &settings) == 0 else { throw .refused(call: "tcgetattr", code: errno) }
        self.modes = modes
        formerMouse = .off
        if watchesSignals {
            // Handlers first: from here on every way out gives the screen back.
            if signals == nil { signals = try SignalWatch() }
            guardAgainstCrashes(settings)
        }
        found = settings
        var raw = settings
        cfmakeraw(&raw)
        guard tcsetattr(input.number, TCSANOW, &raw) == 0 else {
            let code = errno
            found = nil
            signals = nil
            CrashGuard.disarm()
            throw .refused(call: "tcsetattr", code: code)
        }
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
            if watchesSignals { guardAgainstCrashes(settings) }
        }
        let question = TmuxPassage.questions(row: PanePlace.askedRow(of: size.rows), asksForKitty: asksForKitty)
        askedAt = clock.now
        answersDue += 1
        output.send(Array(question.utf8), until: clock.now, by: clock)
    }

    /// Makes a fault give the terminal back, whatever of the mouse will be reported by then.
    private func guardAgainstCrashes(_ settings: termios) {
        let bytes = Array(TerminalSequences.leave(TerminalModes(mouse: .all, images: modes.images)).utf8)
        CrashGuard.arm(descriptor: output.descriptorNumber, bytes: bytes, settings: settings)
    }

    /// Gives the screen, the tty's settings and the signals back; takes 0.4 s at the very most.
    public func leave() {
        guard found != nil else { return }
        giveBack()
        if watchesSignals { CrashGuard.disarm() }
        signals = nil
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
        if interests.1.isDue { takeSignals(into: &events) }
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
        guard isClosingTold else {
            isClosingTold = true
            events.append(.quit(.hangup))
            return
        }
        while clock.now < deadline {
            _ = Poll.wait(for: .init(-1, writing: false), within: deadline - clock.now)
        }
    }

    private func takeSignals(into events: inout [TerminalEvent]) {
        var mustStop = false
        var mustEnd: Int32?
        var isResized = false
        var isContinued = false
        signals?.take { number in
            switch number {
            case SIGWINCH: isResized = true
            case SIGTSTP: mustStop = true
            case SIGCONT: isContinued = true
            default: mustEnd = mustEnd ?? number
            }
        }
        if let mustEnd { events.append(.quit(.signal(mustEnd))) }
        if mustStop, mustEnd == nil {
            suspend(into: &events)
            return
        }
        if isContinued { resume(into: &events) }
        if isResized { noteSize(into: &events) }
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
        parser.feed(readBuffer[..<count], at: clock.now, into: &fresh)
        for event in fresh {
            switch event {
            case .key("ctrl-c"): events.append(.quit(.signal(SIGINT)))
            case .key("ctrl-\\"): events.append(.quit(.signal(SIGQUIT)))
            case .key("ctrl-z") where watchesSignals: suspend(into: &events)
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
    /// Leaves the screen to the shell, stops, and takes it again when the job is continued.
    private func suspend(into events: inout [TerminalEvent]) {
        guard found != nil else { return }
        giveBack()
        SignalWatch.stopJob()
        // What came while it stood still was for the shell, or says that it goes on, which is known.
        var mustEnd: Int32?
        signals?.take { number in
            if ![SIGWINCH, SIGTSTP, SIGCONT].contains(number) { mustEnd = mustEnd ?? number }
        }
        if let mustEnd {
            events.append(.quit(.signal(mustEnd)))
            return
        }
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
        guard var settings = found else { return }
        found = nil
        // A job in the background may still put the tty right, and must not be stopped for it.
        var stopping = SignalAction.current(SIGTTOU)
        if watchesSignals { SignalAction.ignore(SIGTTOU) }
        defer { if watchesSignals { sigaction(SIGTTOU, &stopping, nil) } }
        var modes = modes
        if modes.mouse == .off { modes.mouse = formerMouse }
        output.close(with: Array(TerminalSequences.leave(modes).utf8), within: Self.patienceWithStalls, by: clock)
        awaitAnswers()
        // Not TCSAFLUSH: that waits for output, for ever on a terminal that does not read.
        tcflush(input.number, TCIFLUSH)
        _ = tcsetattr(input.number, TCSANOW, &settings)
        parser = InputParser()
    }

    /// Takes late answers before the shell would.
    private func awaitAnswers() {
        guard let askedAt, !isClosed else { return }
        let limit = askedAt + Self.patienceWithAnswers
        var events: [TerminalEvent] = []
        while events.count(where: \.isLastAnswer) < answersDue, clock.now < limit {
            guard Poll.wait(for: .init(input.number, writing: false), within: limit - clock.now) else { continue }
            let outcome = readBuffer.withUnsafeMutableBytes { input.read(into: $0) }
            guard case .moved(let count) = outcome else { break }
            parser.feed(readBuffer[..<count], at: clock.now, into: &events)
        }
        self.askedAt = nil
        answersDue = 0
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
