extension PosixTerminal {
    /// What the terminal turns out to be able to do, asked without taking the screen.
    ///
    /// - Parameter time: how long a terminal is waited for that does not answer.
    package func interview(within time: Duration) -> Capabilities {
        var capabilities = Capabilities(environment: environment)
        guard capabilities.takesQuestions, (try? takeLine(rescue: [])) != nil else { return capabilities }
        defer { giveLineBack() }
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
        var events: [TerminalEvent] = []
        while !events.contains(where: \.isLastAnswer) {
            events.removeAll()
            guard read(into: &parser, &events, until: limit) else { return false }
            for case .reply(let reply) in events { capabilities.take(reply) }
        }
        return true
    }
}
