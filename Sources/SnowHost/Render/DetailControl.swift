/// Chooses the finest detail whose frames fit into a number of bytes a second.
///
/// It looks at a second at a time. It goes to a coarser step as soon as a second was too much, to a finer one only
/// after a while, and waits longer each time that the finer one turned out to be too much. It knows only bytes and
/// time, so that equal frames give equal decisions.
package struct DetailControl: Sendable {
    /// Bytes a second that frames may take on average by showing less detail, as long as colours, flakes and frames
    /// are all there; nil for no such wish.
    package var bytesPerSecond: Double?
    /// Bytes a second that frames may never take more of: everything is shed for it, and at last frames wait; nil for
    /// no limit.
    package var mostBytesPerSecond: Double?
    /// The place among the steps.
    package private(set) var step: Int

    private let steps: [RenderDetail]
    /// More than the terminal is sent by any show.
    private let plenty: Double
    /// The last step that sheds nothing but detail.
    private let lastOfDetail: Int
    private var windowBytes = 0.0
    private var windowSeconds = 0.0
    private var windowSent = 0
    private var windowRefused = 0
    private var secondsAtStep = 0.0
    private var secondsUntilFiner = 2.0
    /// Whether the present step was reached from a coarser one.
    private var wasRefined = false
    /// What the terminal was seen to take, when it took less than it was offered.
    private var capacity: Double?
    /// Seconds for which refusals are those of what was sent before the step was changed.
    private var secondsOfBacklog = 0.0
    /// Bytes that may be sent before a frame has to wait; below zero it waits.
    private var credit: Double

    /// A finer step takes up to about 1.6 times the bytes of the next.
    private static let shareForFiner = 0.62
    /// What is aimed at, of a limit that must hold: the rest is for what no average foresees.
    private static let shareOfLimit = 0.85
    /// Seconds' worth of bytes that may be sent at once.
    private static let burst = 0.25
    /// A coarser step takes about this share of the bytes of the one before.
    private static let shareOfCoarser = 0.75
    /// More than any terminal is sent by a show in cells, bytes a second.
    private static let plenty = 560_000.0

    /// A control that starts at a step; by default at a fine one, or at what a limit will probably take.
    ///
    /// - Parameters:
    ///   - cellCount: cells of the terminal, by which that is judged: the bundled snowfall takes about 20 kB a second at
    ///     80×24 and 45 at 200×50.
    ///   - frameCost: how many times the bytes of such a frame one takes here.
    package init(
        bytesPerSecond: Double?, mostBytesPerSecond: Double? = nil, steps: [RenderDetail] = RenderDetail.steps,
        step: Int? = nil, cellCount: Int = 10_000, frameCost: Double = 1
    ) {
        plenty = Self.plenty * frameCost
        self.bytesPerSecond = bytesPerSecond
        self.mostBytesPerSecond = mostBytesPerSecond
        self.steps = steps
        lastOfDetail = steps.lastIndex { !$0.shedsSubstance } ?? 0
        credit = (mostBytesPerSecond ?? 0) * Self.burst
        let fine = min(3, lastOfDetail)
        let usual = 450 * Double(cellCount).squareRoot() * frameCost
        let start = mostBytesPerSecond.map { fine + Self.stepCount(from: usual, to: $0 * Self.shareOfLimit) } ?? fine
        self.step = min(max(step ?? start, 0), steps.count - 1)
    }

    /// How many steps there are beyond the finest.
    package var stepCount: Int { steps.count - 1 }

    /// The detail for the next frame.
    package var detail: RenderDetail { steps[step] }

    /// Whether the detail stays as it is while nothing is sent.
    package var isSettled: Bool { step == 0 || (bytesPerSecond == nil && limit == nil && step <= lastOfDetail) }

    /// Whether a frame may be sent now; when not, the time until the next one passes.
    package mutating func isDue(seconds: Double) -> Bool {
        guard let mostBytesPerSecond, credit < 0 else { return true }
        credit += seconds * mostBytesPerSecond
        pass(seconds: seconds)
        return false
    }

    /// Notes that the terminal still had an earlier frame to take when one was due.
    package mutating func noteRefusal(seconds: Double) {
        windowRefused += 1
        pay(0, seconds: seconds)
        pass(seconds: seconds)
    }

    /// Notes what a frame took, and how much time it was for.
    package mutating func note(byteCount: Int, seconds: Double) {
        windowSent += 1
        windowBytes += Double(byteCount)
        pay(byteCount, seconds: seconds)
        pass(seconds: seconds)
    }

    private mutating func pay(_ byteCount: Int, seconds: Double) {
        guard let mostBytesPerSecond else { return }
        credit =
            min(credit + min(seconds, 10) * mostBytesPerSecond, mostBytesPerSecond * Self.burst) - Double(byteCount)
    }

    private mutating func pass(seconds: Double) {
        guard seconds > 0, seconds < 10 else { return }
        windowSeconds += seconds
        secondsAtStep += seconds
        secondsOfBacklog = max(secondsOfBacklog - seconds, 0)
        // A second that is far too much is over when that is seen.
        let isFar = windowBytes > 1.5 * (limit ?? .infinity) && windowSeconds > 0.2
        guard windowSeconds >= 1 || isFar else { return }
        judge(rate: windowBytes / windowSeconds)
        windowBytes = 0
        windowSeconds = 0
        windowSent = 0
        windowRefused = 0
    }

    /// What must not be passed: a limit that was set, or what the terminal takes.
    private var limit: Double? {
        let most = mostBytesPerSecond.map { $0 * Self.shareOfLimit }
        guard let most, let capacity else { return most ?? capacity }
        return min(most, capacity)
    }

    private mutating func judge(rate: Double) {
        if windowRefused > max(2, (windowSent + windowRefused) / 20) {
            guard secondsOfBacklog == 0 else { return }
            // The rate is what it took. It has a backlog, and gets rid of it only when it is sent less.
            capacity = min(rate, capacity ?? rate) * 0.7
            secondsOfBacklog = 2
            // Frames that were left out made those that were sent larger: that much is not known to be too much.
            let demand = rate * Double(windowSent + windowRefused) / Double(max(windowSent, 1))
            coarsen(by: max(min(Self.stepCount(from: demand, to: rate * 0.7), 3), 1), to: steps.count - 1)
            return
        }
        // It may have been a moment's trouble: more is tried again, little by little, about a tenth a minute. A backlog
        // that is never so long that a frame is refused would not be seen.
        if let known = capacity { capacity = known < plenty ? known * 1.002 : nil }
        if let limit, rate > limit {
            coarsen(by: max(min(Self.stepCount(from: rate, to: limit), 4), 1), to: steps.count - 1)
        } else if let bytesPerSecond, rate > bytesPerSecond, step < lastOfDetail {
            coarsen(by: 1, to: lastOfDetail)
        } else {
            refine(rate: rate)
        }
    }

    private mutating func coarsen(by count: Int, to last: Int) {
        guard step < last else { return }
        // The finer step did not last: the next attempt waits longer.
        if wasRefined, secondsAtStep < 8 { secondsUntilFiner = min(secondsUntilFiner * 3, 120) }
        step = min(step + count, last)
        secondsAtStep = 0
        wasRefined = false
    }

    private mutating func refine(rate: Double) {
        guard step > 0, secondsAtStep >= secondsUntilFiner else { return }
        // The average that is wished for bounds detail, and not what is shed beyond it.
        let wish = step > lastOfDetail ? nil : bytesPerSecond
        guard wish != nil || limit != nil || step > lastOfDetail else { return }
        let room = min(wish ?? .infinity, limit ?? .infinity) * Self.shareForFiner
        guard rate < room else { return }
        // Far below what there is room for, several steps at once.
        let count = room < .infinity ? Self.stepCount(from: room, to: max(rate, 1), by: Self.shareForFiner) : 1
        step -= min(max(count - 1, 1), 3, step)
        secondsAtStep = 0
        wasRefined = true
    }

    /// How many steps a rate is probably away from another.
    private static func stepCount(from rate: Double, to goal: Double, by share: Double = shareOfCoarser) -> Int {
        var left = rate
        var count = 0
        while left > goal, count < 24 {
            left *= share
            count += 1
        }
        return count
    }
}
