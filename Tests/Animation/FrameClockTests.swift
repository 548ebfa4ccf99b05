import Testing

@testable import SnowHost

@Suite struct FrameClockTests {
    private let ms: UInt64 = 1_000_000

    /// What a frame's steps come to.
    private func length(_ steps: FrameClock.Steps) -> Double { Double(steps.count) * steps.seconds }

    @Test func `real steps are as long as they took, and a stall is cut to a tenth of a second`() {
        var clock = FrameClock(pace: .real, framesPerSecond: 60)
        let steps = [500, 516, 516, 400, 450, 10_000].map { clock.step(now: $0 * ms) }
        for (step, expected) in zip(steps, [0, 0.016, 0, 0, 0.05, 0.1]) {
            #expect(step.count == 1 && abs(step.seconds - expected) < 1e-12)
        }
        #expect(clock.frame == 6)
        #expect(abs(clock.time - 0.166) < 1e-12)
    }

    @Test(arguments: [1, 2, 3, 5, 7, 9, 10, 30, 60, 240], [FrameClock.Pace.real, .fixed])
    func `time follows the pace that was asked for, in steps of at most a tenth of a second`(
        framesPerSecond: Int, pace: FrameClock.Pace
    ) {
        var clock = FrameClock(pace: pace, framesPerSecond: framesPerSecond)
        var sum = 0.0
        let frames = 20 * framesPerSecond + (pace == .real ? 1 : 0)
        for frame in 0..<frames {
            let steps = clock.step(now: UInt64(frame) * 1_000_000_000 / UInt64(framesPerSecond))
            #expect(steps.seconds <= 0.1)
            #expect(
                framesPerSecond >= 10 ? steps.count == 1 : steps.count <= (10 + framesPerSecond - 1) / framesPerSecond)
            sum += length(steps)
        }
        #expect(abs(clock.time - 20) < 1e-9)
        #expect(abs(sum - 20) < 1e-9)
    }

    @Test(arguments: [1, 5, 10, 20])
    func `a frame that comes a little late costs no time, and no further steps`(framesPerSecond: Int) {
        var clock = FrameClock(pace: .real, framesPerSecond: framesPerSecond)
        let most = max(10 / framesPerSecond, 1)
        let delays: [UInt64] = [0, 3, 0, 20, 40, 1, 30, 0]
        for frame in 0...800 {
            let due = UInt64(frame) * 1_000_000_000 / UInt64(framesPerSecond)
            let steps = clock.step(now: due + delays[frame % delays.count] * ms)
            #expect(steps.count <= most)
        }
        #expect(abs(clock.time - 800 / Double(framesPerSecond)) < 1e-9)
    }

    @Test(arguments: [(1, 1.0), (2, 0.5), (5, 0.2), (10, 0.1), (60, 0.1)])
    func `a stall is cut to the frame that was asked for`(framesPerSecond: Int, most: Double) {
        var clock = FrameClock(pace: .real, framesPerSecond: framesPerSecond)
        _ = clock.step(now: 0)
        #expect(abs(length(clock.step(now: 60_000 * ms)) - most) < 1e-12)
        #expect(length(clock.step(now: 60_000 * ms)) == 0)
    }

    @Test func `a pause leaves no jump`() {
        var clock = FrameClock(pace: .real, framesPerSecond: 60)
        _ = clock.step(now: 0)
        _ = clock.step(now: 10 * ms)
        clock.pause()
        #expect(clock.isPaused)
        clock.resume()
        #expect(clock.step(now: 90 * ms).seconds == 0)
        #expect(abs(clock.step(now: 95 * ms).seconds - 0.005) < 1e-12)
        #expect(abs(clock.time - 0.015) < 1e-12)
    }

    @Test(arguments: [FrameClock.Pace.real, .fixed], [2, 50])
    func `while time stands still single frames can be played`(pace: FrameClock.Pace, framesPerSecond: Int) {
        var clock = FrameClock(pace: pace, framesPerSecond: framesPerSecond)
        _ = clock.step(now: 0)
        let before = (clock.frame, clock.time)
        clock.pause()
        for _ in 0..<3 { #expect(abs(length(clock.stepOnce()) - 1 / Double(framesPerSecond)) < 1e-12) }
        #expect(clock.isPaused)
        #expect(clock.frame == before.0 + 3)
        #expect(abs(clock.time - before.1 - 3 / Double(framesPerSecond)) < 1e-12)
    }

    @Test func `fixed steps do not look at the clock, and do not drift`() {
        var clock = FrameClock(pace: .fixed, framesPerSecond: 60)
        for index in 1...6000 {
            let steps = clock.step(now: UInt64(index % 7) * ms)
            #expect(steps.count == 1 && steps.seconds == 1.0 / 60)
        }
        #expect(clock.time == 100)
    }

    @Test(arguments: [0, -5, .min] as [Int])
    func `a pace that is none is a frame a second`(framesPerSecond: Int) {
        var clock = FrameClock(pace: .fixed, framesPerSecond: framesPerSecond)
        #expect(clock.step(now: 0) == FrameClock.Steps(1))
    }

    @Test(arguments: [FrameClock.Pace.real, .fixed])
    func `frames can be skipped, and no time is lost between them`(pace: FrameClock.Pace) {
        var clock = FrameClock(pace: pace, framesPerSecond: 10)
        _ = clock.step(now: 0)
        let start = clock.time
        #expect(clock.skip(to: 250 * ms, late: 0) == 2)
        #expect(clock.skip(to: 280 * ms, late: 20 * ms) == 0)
        // Of three seconds all but 70 ms were a stall.
        #expect(clock.skip(to: 3280 * ms, late: 2930 * ms) == 1)
        #expect(clock.frame == 4)
        #expect(abs(clock.time - start - 0.3) < 1e-12)
        let rest = clock.step(now: 3330 * ms)
        #expect(abs(length(rest) - 0.1) < 1e-12)
    }
}
