// Waiting without frames, while nothing changes by itself.
extension Stage {
    /// Whether the picture stays as it is until something happens: the terminal shows all of it, and time stands still or
    /// nothing moves.
    var isAtRest: Bool {
        guard let unchangedSince, framesToPlay == 0, !awaitsPane else { return false }
        if clock.isPaused { return true }
        // Figures change, and who counts frames wants all of them.
        guard !display.isOpen, options.frameLimit == nil, onPicture == nil, detail.isSettled else { return false }
        guard !options.isCalm || terminal.now - unchangedSince >= Self.calmingTime else { return false }
        return layers.allSatisfy(\.isStill)
    }

    /// Flashes and motions that were held back are over by then.
    private static let calmingTime = Duration.seconds(8)

    /// Waits until an event comes, a file changes, or something that is shown has its end.
    func sleep(_ events: inout [TerminalEvent]) -> Ending? {
        figures.interrupt()
        let descriptors = reloaders.compactMap(\.descriptor)
        let end = endOfRest
        repeat {
            let deadline = max(reloaders.reduce(end) { min($0, $1.nextLook) }, terminal.now)
            events.removeAll(keepingCapacity: true)
            terminal.poll(until: deadline, orReading: descriptors, into: &events)
            if !clock.isPaused { skip(stall: terminal.now - deadline) }
            for event in events {
                if let ending = handle(event) { return ending }
            }
        } while !reload() && events.isEmpty && terminal.now < end
        return nil
    }

    /// When a message ends, or the last frame of the show is due; an hour from now where neither does.
    private var endOfRest: Duration {
        let end = message?.end ?? terminal.now + .seconds(3600)
        guard let duration = options.duration, !clock.isPaused else { return end }
        return min(end, terminal.now + duration - .seconds(clock.time + 1 / Double(clock.framesPerSecond)))
    }

    /// Lets time pass for scripts that do nothing in it, but for what was a stall.
    private func skip(stall: Duration) {
        let frames = clock.skip(to: terminal.now.nanoseconds, stall: stall.nanoseconds)
        statistics.frames += frames
        let steps = FrameClock.Steps(1 / Double(clock.framesPerSecond))
        for layer in layers {
            layer.skip(steps: frames * steps.count, seconds: Double(frames * steps.count) * steps.seconds)
        }
    }
}
