import Testing

@testable import SnowHost

@Suite struct FrameClockTests {
    private let ms: UInt64 = 1_000_000

    @Test func `real steps are as long as they took, up to a tenth of a second`() {
        var clock = FrameClock(pace: .real)
        let steps = [500, 516, 516, 400, 450, 10_000].map { clock.step(now: $0 * ms) }
        for (step, expected) in zip(steps, [0, 0.016, 0, 0, 0.05, 0.1]) { #expect(abs(step - expected) < 1e-12) }
        #expect(clock.frame == 6)
        #expect(abs(clock.time - 0.166) < 1e-12)
    }

    @Test func `a pause leaves no jump`() {
        var clock = FrameClock(pace: .real)
        _ = clock.step(now: 0)
        _ = clock.step(now: 10 * ms)
        clock.pause()
        #expect(clock.isPaused)
        #expect(clock.step(now: 20 * ms) == 0)
        #expect(clock.frame == 2)
        clock.resume()
        #expect(clock.step(now: 90 * ms) == 0)
        #expect(abs(clock.step(now: 95 * ms) - 0.005) < 1e-12)
        #expect(abs(clock.time - 0.015) < 1e-12)
    }

    @Test(arguments: [(FrameClock.Pace.real, 0.02), (.fixed(framesPerSecond: 50), 0.02)])
    func `while time stands still single frames can be played`(pace: FrameClock.Pace, step: Double) {
        var clock = FrameClock(pace: pace)
        _ = clock.step(now: 0)
        let before = (clock.frame, clock.time)
        clock.pause()
        for _ in 0..<3 { #expect(abs(clock.stepOnce(seconds: 0.02) - step) < 1e-12) }
        #expect(clock.isPaused)
        #expect(clock.frame == before.0 + 3)
        #expect(abs(clock.time - before.1 - 3 * step) < 1e-12)
        #expect(clock.step(now: 500 * ms) == 0)
    }

    @Test func `fixed steps do not look at the clock, and do not drift`() {
        var clock = FrameClock(pace: .fixed(framesPerSecond: 60))
        for index in 1...6000 {
            #expect(clock.step(now: UInt64(index % 7) * ms) == 1.0 / 60)
        }
        #expect(clock.time == 100)
    }

    @Test(arguments: [0, -5, .nan, 1, 0.001] as [Double])
    func `a fixed step is at most a tenth of a second`(framesPerSecond: Double) {
        var clock = FrameClock(pace: .fixed(framesPerSecond: framesPerSecond))
        #expect(clock.step(now: 0) == 0.1)
    }
}
