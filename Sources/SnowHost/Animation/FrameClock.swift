/// The time of a run of frames: how long the last one took, and how many there were.
///
/// It asks no system for the time; the caller passes the reading of a monotonic clock.
package struct FrameClock: Sendable {
    /// How long a frame is.
    package enum Pace: Hashable, Sendable {
        /// As long as it took. A stall is cut to the length that was asked for, or to `maximumStep`.
        case real
        /// Always as long as was asked for, whatever the clock says: the same frames in every run.
        case fixed
    }

    /// A frame's time, in equal steps.
    package struct Steps: Hashable, Sendable {
        package let count: Int
        /// Of each, 0…`maximumStep`.
        package let seconds: Double

        /// As few steps as a frame of this length needs.
        init(_ length: Double) {
            // A step that is longer by a rounding error is not cut in two.
            count = max(Int((length / FrameClock.maximumStep - 1e-9).rounded(.up)), 1)
            seconds = min(length / Double(count), FrameClock.maximumStep)
        }
    }

    /// The longest step, in seconds: a longer frame is played in several.
    package static let maximumStep = 0.1
    /// How late a frame may be, in seconds, for the next one to make up for it. What is later is a stall.
    private static let tolerance = 0.05

    /// How long a frame is.
    package let pace: Pace
    /// Frames a second that are asked for.
    package let framesPerSecond: Int
    /// Seconds in all frames so far.
    package private(set) var time = 0.0
    /// Frames so far.
    package private(set) var frame: UInt64 = 0
    /// Whether time stands still.
    package private(set) var isPaused = false
    private var last: UInt64?
    /// Seconds that have passed and were not played.
    private var owed = 0.0

    /// A clock before its first frame.
    ///
    /// - Parameter framesPerSecond: How many are asked for; 1 at least.
    package init(pace: Pace, framesPerSecond: Int) {
        self.pace = pace
        self.framesPerSecond = max(framesPerSecond, 1)
    }

    /// The length of a frame that was asked for, in seconds.
    private var length: Double { 1 / Double(framesPerSecond) }

    /// Begins a frame, unless time stands still.
    ///
    /// - Parameter now: Nanoseconds of a monotonic clock.
    /// - Returns: Its steps. The first frame of a real pace takes no time, and neither does the first after a pause.
    package mutating func step(now: UInt64) -> Steps {
        let passed = last.map { now > $0 ? Double(now - $0) / 1e9 : 0 } ?? 0
        last = now
        switch pace {
        case .fixed: return play(length)
        case .real:
            owed += passed
            let longest = Steps(length)
            let most = Double(longest.count) * Self.maximumStep
            let played = min(owed, most)
            owed = owed > most + Self.tolerance ? 0 : owed - played
            return play(played)
        }
    }

    private mutating func play(_ seconds: Double) -> Steps {
        frame += 1
        time = pace == .fixed ? Double(frame) / Double(framesPerSecond) : time + seconds
        return Steps(seconds)
    }

    /// Plays one frame of the length that was asked for, though time stands still.
    package mutating func stepOnce() -> Steps {
        play(length)
    }

    /// Lets the time since the last frame pass without steps, in whole frames; the rest belongs to the next frame.
    ///
    /// - Parameters:
    ///   - now: Nanoseconds of a monotonic clock.
    ///   - late: By how many nanoseconds the caller was woken too late; many of them are a stall, which is no time.
    /// - Returns: How many frames passed.
    package mutating func skip(to now: UInt64, late: UInt64) -> Int {
        let stall = Double(late) / 1e9 > Self.tolerance ? late : 0
        guard let last, now > last, now - last > stall else { return 0 }
        let interval = 1_000_000_000 / UInt64(framesPerSecond)
        let count = (now - last - stall) / interval
        self.last = last + stall + count * interval
        frame += count
        time = pace == .fixed ? Double(frame) / Double(framesPerSecond) : time + Double(count) * length
        return Int(clamping: count)
    }

    /// Stops time until `resume`.
    package mutating func pause() {
        isPaused = true
    }

    /// Lets time run again, from where it was.
    package mutating func resume() {
        isPaused = false
        last = nil
        owed = 0
    }
}
