/// The time of a run of frames: how long the last one took, and how many there were.
///
/// It asks no system for the time; the caller passes the reading of a monotonic clock.
package struct FrameClock: Sendable {
    /// How long a frame is.
    package enum Pace: Hashable, Sendable {
        /// As long as it took, `maximumStep` at most.
        case real
        /// Always 1/n seconds, whatever the clock says: the same frames in every run.
        case fixed(framesPerSecond: Double)
    }

    /// The longest step, in seconds: a machine that was suspended does not jump.
    package static let maximumStep = 0.1

    /// How long a frame is.
    package let pace: Pace
    /// Seconds in all steps so far.
    package private(set) var time = 0.0
    /// Steps so far.
    package private(set) var frame: UInt64 = 0
    /// Whether time stands still.
    package private(set) var isPaused = false
    private var last: UInt64?

    /// A clock before its first frame.
    package init(pace: Pace) {
        self.pace = pace
    }

    /// Begins a frame.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    /// - Returns: Its step in seconds, 0…`maximumStep`. A real pace's first step is 0, and so is the first after
    ///   a pause. While paused it is 0, and the frame is not counted.
    package mutating func step(now: UInt64) -> Double {
        guard !isPaused else { return 0 }
        frame += 1
        let dt: Double
        switch pace {
        case .fixed(let framesPerSecond):
            dt = framesPerSecond > 0 ? min(1 / framesPerSecond, Self.maximumStep) : Self.maximumStep
            time = Double(frame) * dt
        case .real:
            let passed = last.map { now > $0 ? now - $0 : 0 } ?? 0
            dt = min(Double(passed) / 1e9, Self.maximumStep)
            time += dt
        }
        last = now
        return dt
    }

    /// Passes one frame, though time stands still: as long as every frame of a fixed pace, or `seconds` of a real one.
    ///
    /// - Returns: Its step in seconds.
    package mutating func stepOnce(seconds: Double) -> Double {
        let wasPaused = isPaused
        isPaused = false
        defer { isPaused = wasPaused }
        last = 0
        return step(now: UInt64(min(max(seconds, 0), 1) * 1e9))
    }

    /// Stops time until `resume`.
    package mutating func pause() {
        isPaused = true
    }

    /// Lets time run again, from where it was.
    package mutating func resume() {
        isPaused = false
        last = nil
    }
}
