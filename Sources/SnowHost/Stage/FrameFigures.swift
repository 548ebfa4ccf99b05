/// Figures of the frames of the last second.
///
/// It sums up the frames, and makes a summary four times a second, so that the numbers can be read.
struct FrameFigures {
    /// The costs of one turn of the loop.
    struct Frame {
        /// Seconds.
        var lua = 0.0
        var host = 0.0
        var drawing = 0.0
        /// Bytes that were sent.
        var byteCount = 0
        /// Whether a picture was made; not while the terminal still takes the last one.
        var isDrawn = false
    }

    /// The figures of a second, or of less at the start.
    struct Summary: Equatable {
        /// Frames a second that were played, and those of which pictures were made.
        var stepsPerSecond = 0.0
        var picturesPerSecond = 0.0
        /// Seconds a frame.
        var lua = 0.0
        var host = 0.0
        var drawing = 0.0
        /// The 95th percentile of the frames' seconds.
        var percentile95 = 0.0
        var bytesPerFrame = 0.0
        var bytesPerSecond = 0.0
    }

    /// How often the numbers change.
    static let interval = Duration.milliseconds(250)
    private static let quarters = 4
    private static let sampleCount = 240

    /// The latest summary.
    private(set) var summary = Summary()

    private struct Sum {
        var seconds = 0.0
        var frames = 0
        var pictures = 0
        var lua = 0.0
        var host = 0.0
        var drawing = 0.0
        var byteCount = 0

        mutating func add(_ other: Sum) {
            seconds += other.seconds
            frames += other.frames
            pictures += other.pictures
            lua += other.lua
            host += other.host
            drawing += other.drawing
            byteCount += other.byteCount
        }
    }

    private var sums = [Sum](repeating: Sum(), count: Self.quarters)
    private var present = 0
    private var begun: Duration?
    /// Seconds of the last frames, in a ring, and room to sort them in.
    private var samples = [Double](repeating: 0, count: Self.sampleCount)
    private var sorted = [Double](repeating: 0, count: Self.sampleCount)
    private var samplesSeen = 0

    /// Notes a frame that was played.
    ///
    /// - Parameter now: When it was over.
    /// - Returns: Whether there is a new summary.
    mutating func note(_ frame: Frame, now: Duration) -> Bool {
        let since = begun ?? now
        begun = since
        sums[present].frames += 1
        sums[present].pictures += frame.isDrawn ? 1 : 0
        sums[present].lua += frame.lua
        sums[present].host += frame.host
        sums[present].drawing += frame.drawing
        sums[present].byteCount += frame.byteCount
        samples[samplesSeen % Self.sampleCount] = frame.lua + frame.host + frame.drawing
        samplesSeen += 1
        guard now - since >= Self.interval else { return false }
        sums[present].seconds = (now - since).seconds
        summarize()
        present = (present + 1) % Self.quarters
        sums[present] = Sum()
        begun = now
        return true
    }

    /// Leaves out the time until the next frame, as during a pause.
    mutating func interrupt() {
        begun = nil
        sums[present] = Sum()
    }

    private mutating func summarize() {
        var sum = Sum()
        for quarter in sums { sum.add(quarter) }
        guard sum.frames > 0, sum.seconds > 0 else { return }
        let frames = Double(sum.frames)
        summary = Summary(
            stepsPerSecond: frames / sum.seconds, picturesPerSecond: Double(sum.pictures) / sum.seconds,
            lua: sum.lua / frames, host: sum.host / frames, drawing: sum.drawing / frames,
            percentile95: percentile95(), bytesPerFrame: Double(sum.byteCount) / Double(max(sum.pictures, 1)),
            bytesPerSecond: Double(sum.byteCount) / sum.seconds)
    }

    private mutating func percentile95() -> Double {
        let count = min(samplesSeen, Self.sampleCount)
        for place in 0..<count { sorted[place] = samples[place] }
        sorted[..<count].sort()
        return sorted[max((count * 95 + 99) / 100 - 1, 0)]
    }
}
