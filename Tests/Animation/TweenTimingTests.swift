import Testing

@testable import SnowHost

@Suite struct TweenTimingTests {
    private func progress(_ timing: TweenTiming, _ elapsed: Double) -> Double {
        timing.progress(at: elapsed).progress
    }

    private func isOver(_ timing: TweenTiming, _ elapsed: Double) -> Bool {
        timing.progress(at: elapsed).isOver
    }

    @Test func `delay, way and end`() {
        let timing = TweenTiming(delay: 1, duration: 2)
        for (elapsed, place, over) in [(0, 0, false), (1, 0, false), (2, 0.5, false), (3, 1, true), (99, 1, true)]
            as [(Double, Double, Bool)]
        {
            #expect(progress(timing, elapsed) == place)
            #expect(isOver(timing, elapsed) == over)
        }
    }

    @Test func `there and back takes twice as long and ends at the start`() {
        let timing = TweenTiming(duration: 2, times: 2, reverse: true)
        let expected: [(Double, Double)] = [
            (1, 0.5), (2, 1), (3, 0.5), (4, 0), (5, 0.5), (6, 1), (7, 0.5), (8, 0), (9, 0),
        ]
        for (elapsed, place) in expected { #expect(progress(timing, elapsed) == place) }
        #expect(!isOver(timing, 7.99) && isOver(timing, 8))
    }

    @Test(arguments: [(2.5, false, 0.5), (2.5, true, 1), (2.25, true, 0.5), (2.75, true, 0.5), (0.25, false, 0.25)])
    func `a fraction of a time ends on the way`(times: Double, reverse: Bool, place: Double) {
        let timing = TweenTiming(duration: 3, times: times, reverse: reverse)
        #expect(progress(timing, 1e6) == place)
        #expect(isOver(timing, 1e6))
    }

    @Test func `for ever is for ever, and keeps its phase`() {
        let timing = TweenTiming(duration: 0.25, times: .infinity)
        for whole in [0, 1, 1000, 1e9] as [Double] {
            #expect(progress(timing, whole) == 0)
            #expect(progress(timing, whole + 0.0625) == 0.25)
            #expect(!isOver(timing, whole))
        }
    }

    @Test func `a negative delay begins in the midst`() {
        #expect(progress(TweenTiming(delay: -1, duration: 4), 1) == 0.5)
        #expect(isOver(TweenTiming(delay: -5, duration: 4), 0))
    }

    @Test(arguments: [0, -1, -.infinity, .nan] as [Double])
    func `without a duration it is over at once`(duration: Double) {
        for times in [1, 0.5, .infinity] {
            let (place, over) = TweenTiming(duration: duration, times: times).progress(at: 0)
            #expect(place == 1 && over)
            #expect(progress(TweenTiming(duration: duration, times: times, reverse: true), 0) == 0)
        }
        #expect(!isOver(TweenTiming(delay: 1, duration: duration), 0.5))
    }

    @Test(arguments: [0, -3, .nan, -.infinity] as [Double])
    func `a number of times that makes no sense is once`(times: Double) {
        #expect(progress(TweenTiming(duration: 2, times: times), 1) == 0.5)
        #expect(isOver(TweenTiming(duration: 2, times: times), 2))
    }

    @Test func `no combination of strange numbers hangs, traps or leaves 0 to 1`() {
        let strange: [Double] = [
            0, 1, -1, 0.3, 1e-300, .leastNonzeroMagnitude, 1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
        ]
        for delay in strange {
            for duration in strange {
                for times in strange {
                    for elapsed in strange {
                        for reverse in [false, true] {
                            let timing = TweenTiming(delay: delay, duration: duration, times: times, reverse: reverse)
                            let place = progress(timing, elapsed)
                            if !(0...1).contains(place) { Issue.record("\(timing) at \(elapsed): \(place)") }
                        }
                    }
                }
            }
        }
    }

    @Test func `sixty steps of a sixtieth are a second`() {
        var elapsed = 0.0
        for _ in 0..<60 { elapsed += 1.0 / 60 }
        #expect(isOver(TweenTiming(duration: 1), elapsed))
        #expect(!isOver(TweenTiming(duration: 1), elapsed - 1.0 / 60))
    }
}
