#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension PosixTerminal {
    /// What the terminal turns out to be able to do, asked without taking the screen.
    ///
    /// - Parameter time: how long a terminal is waited for that does not answer.
    package func interview(within time: Duration) -> Capabilities {
        var capabilities = Capabilities(environment: environment)
        guard capabilities.takesQuestions else { return capabilities }
        var settings = termios()
        guard tcgetattr(input.number, &settings) == 0 else { return capabilities }
        var raw = settings
        cfmakeraw(&raw)
        guard tcsetattr(input.number, TCSANOW, &raw) == 0 else { return capabilities }
        defer {
            tcflush(input.number, TCIFLUSH)
            _ = tcsetattr(input.number, TCSANOW, &settings)
        }
        let limit = clock.now + time
        ask(TerminalSequences.questions(to: capabilities), &capabilities, until: limit)
        guard capabilities.hasAnswered, capabilities.multiplexer == .tmux else { return capabilities }
        let hasReturned = ask(TmuxPassage.plainQuestions, &capabilities, until: clock.now + time / 2)
        capabilities.note(hasPassthrough: hasReturned)
        return capabilities
    }

    /// Asks, and takes answers up to the one that comes last; false when that does not come.
    @discardableResult
    private func ask(_ questions: String, _ capabilities: inout Capabilities, until limit: Duration) -> Bool {
        output.send(Array(questions.utf8), until: limit, by: clock)
        var parser = InputParser()
        var buffer = [UInt8](repeating: 0, count: 1024)
        while clock.now < limit {
            guard Poll.wait(for: .init(input.number, writing: false), within: limit - clock.now) else { continue }
            let outcome = buffer.withUnsafeMutableBytes { input.read(into: $0) }
            guard case .moved(let count) = outcome else { break }
            var events: [TerminalEvent] = []
            parser.feed(buffer[..<count], at: clock.now, into: &events)
            for case .reply(let reply) in events { capabilities.take(reply) }
            if events.contains(where: \.isLastAnswer) { return true }
        }
        return false
    }
}
