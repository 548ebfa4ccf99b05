// Waiting without frames while nothing changes.
extension Stage {
    /// Whether the picture stays as it is until an event or a save comes: the terminal shows all of it, and the show is
    /// paused or nothing moves.
    var isAtRest: Bool {
        guard let unchangedSince, framesToPlay == 0, !awaitsPane else { return false }
        if clock.isPaused { return true }
        // The display's figures change, and a show with a frame limit plays every frame.
        guard !display.isOpen, options.frameLimit == nil, onPicture == nil, detail.isSettled else { return false }
        guard !options.isCalm || terminal.now - unchangedSince >= Self.calmingTime else { return false }
        return layers.allSatisfy(\.isStill)
    }

    private static let folderInterval = Duration.milliseconds(25)
    /// After this, `--calm` holds back no flash and no motion any more.
    private static let calmingTime = Duration.seconds(8)

    /// Waits until an event comes, a file changes, or a message or the show ends.
    func sleep(_ events: inout [TerminalEvent]) -> Ending? {
        figures.interrupt()
        let descriptors = reloaders.compactMap(\.descriptor)
        let end = endOfRest
        var isWoken = false
        repeat {
            var deadline = max(reloaders.reduce(end) { min($0, $1.nextLook) }, terminal.now)
            // Right after one event of a folder the next one waits: a busy folder wakes the show 40 times a second at most.
            if isWoken { deadline = min(deadline, terminal.now + Self.folderInterval) }
            events.removeAll(keepingCapacity: true)
            terminal.poll(until: deadline, orReading: isWoken ? [] : descriptors, into: &events)
            isWoken = !isWoken && terminal.now < deadline
            if !clock.isPaused { skip(late: terminal.now - deadline) }
            for event in events {
                if let ending = handle(event) { return ending }
            }
        } while !reload() && events.isEmpty && terminal.now < end
        return nil
    }

    /// When a message ends or the last frame of the show is due; in an hour where neither is.
    private var endOfRest: Duration {
        let end = message?.end ?? terminal.now + .seconds(3600)
        guard let duration = options.duration, !clock.isPaused else { return end }
        return min(end, terminal.now + duration - .seconds(clock.time + 1 / Double(clock.framesPerSecond)))
    }

    /// Adds the time that passed to the clocks of layers in which nothing happened.
    private func skip(late: Duration) {
        let frames = clock.skip(to: terminal.now.nanoseconds, late: late.nanoseconds)
        statistics.frames += frames
        let steps = FrameClock.Steps(1 / Double(clock.framesPerSecond))
        for layer in layers {
            layer.skip(steps: frames * steps.count, seconds: Double(frames * steps.count) * steps.seconds)
        }
    }
}
