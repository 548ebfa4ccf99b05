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
        let questions = TerminalSequences.questions(to: capabilities)
        output.send(Array(questions.utf8), until: limit, by: clock)
        var parser = InputParser()
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !capabilities.hasAnswered, clock.now < limit {
            guard Poll.wait(for: .init(input.number, writing: false), within: limit - clock.now) else { continue }
            let outcome = buffer.withUnsafeMutableBytes { input.read(into: $0) }
            guard case .moved(let count) = outcome else { break }
            var events: [TerminalEvent] = []
            parser.feed(buffer[..<count], at: clock.now, into: &events)
            for case .reply(let reply) in events { capabilities.take(reply) }
        }
        return capabilities
    }
}
