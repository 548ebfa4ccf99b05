import Testing

@testable import SnowHost

extension Tweens {
    /// `start` with an array, as tests write it.
    func start(
        _ flake: FlakeID,
        _ tracks: [TweenTrack],
        _ timing: TweenTiming,
        completion: Int32 = Tweens.noCompletion
    ) -> Bool {
        tracks.withUnsafeBufferPointer { start(flake, tracks: $0, timing: timing, completion: completion) }
    }

    var drainedCompletions: [Int32] {
        var tokens: [Int32] = []
        drainCompletions { (_, token) in tokens.append(token) }
        return tokens
    }

    var drainedDropped: [Int32] {
        var tokens: [Int32] = []
        drainDropped { tokens.append($0) }
        return tokens
    }
}

@Suite struct TweensTests {
    private let scene = Scene(capacity: 8, extraFields: [ExtraField(name: "phase")], width: 100, height: 50, seed: 1)
    private let tweens: Tweens
    private let flake: FlakeID

    init() throws {
        tweens = Tweens(scene: scene, capacity: 64)
        flake = try #require(scene.spawn())
    }

    private func value(_ field: FlakeField) -> Float? { scene.value(of: field, for: flake) }

    private func linear(_ duration: Double, delay: Double = 0, times: Double = 1, reverse: Bool = false) -> TweenTiming
    {
        TweenTiming(delay: delay, duration: duration, times: times, reverse: reverse, easing: .linear)
    }

    private func owns(_ field: FlakeField) -> Bool { scene.columns.owned[Int(flake.slot)] & field.ownerBit != 0 }

    @Test func `a property goes from where it is to where it shall be`() {
        scene.set(.x, to: 10, for: flake)
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 20)], linear(2), completion: 5))
        #expect(owns(.x) && !owns(.y))
        tweens.advance(seconds: 0.5)
        #expect(value(.x) == 12.5)
        #expect(tweens.drainedCompletions == [])
        tweens.advance(seconds: 5)
        #expect(value(.x) == 20 && !owns(.x) && tweens.count == 0)
        #expect(tweens.drainedCompletions == [5])
        #expect(tweens.drainedCompletions == [] && tweens.drainedDropped == [])
    }

    @Test func `a given start is applied at once, during a delay too`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.x), from: 4, to: 8)], linear(1, delay: 1)))
        #expect(value(.x) == 4 && owns(.x))
        tweens.advance(seconds: 1)
        #expect(value(.x) == 4)
        tweens.advance(seconds: 0.5)
        #expect(value(.x) == 6)
    }

    @Test func `a height that follows the width starts from there`() {
        scene.set(.width, to: 6, for: flake)
        #expect(tweens.start(flake, [TweenTrack(.field(.height), to: 10)], linear(1)))
        tweens.advance(seconds: 0.5)
        #expect(value(.height) == 8)
    }

    @Test func `integration leaves an animated property alone until the animation is over`() {
        scene.set(.drift, to: 100, for: flake)
        scene.set(.speed, to: 10, for: flake)
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 1)], linear(1)))
        tweens.advance(seconds: 0.5)
        scene.advance(seconds: 0.5)
        #expect(value(.x) == 0.5 && value(.y) == 5)
        tweens.advance(seconds: 0.5)
        scene.advance(seconds: 0.5)
        #expect(value(.x) == 51)
    }

    @Test func `a later animation takes over from the present value, and the earlier one never completes`() {
        #expect(
            tweens.start(
                flake, [TweenTrack(.field(.x), to: 10), TweenTrack(.field(.y), to: 10)], linear(1), completion: 1))
        tweens.advance(seconds: 0.5)
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 0)], linear(1), completion: 2))
        #expect(tweens.drainedDropped == [1])
        tweens.advance(seconds: 0.5)
        #expect(value(.x) == 2.5)
        #expect(value(.y) == 10 && !owns(.y) && owns(.x))
        #expect(tweens.drainedCompletions == [])
        tweens.advance(seconds: 0.5)
        #expect(tweens.drainedCompletions == [2])
        #expect(tweens.drainedDropped == [])
    }

    @Test func `without a duration the change is applied at once, and its completion waits`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 10)], linear(1), completion: 1))
        #expect(
            tweens.start(
                flake, [TweenTrack(.field(.x), to: 7), TweenTrack(.color, to: 0x010203)], linear(0), completion: 2))
        #expect(value(.x) == 7 && !owns(.x) && tweens.count == 0)
        #expect(scene.columns.color[Int(flake.slot)] == 0x010203)
        #expect(tweens.drainedDropped == [1])
        tweens.advance(seconds: 1)
        #expect(value(.x) == 7)
        #expect(tweens.drainedCompletions == [2])
    }

    @Test func `colours blend channel by channel and do not overflow`() throws {
        let slot = Int(flake.slot)
        scene.setColor(0x00FF10, for: flake)
        #expect(tweens.start(flake, [TweenTrack(.color, to: 0xFF0010)], linear(2)))
        tweens.advance(seconds: 1)
        #expect(scene.columns.color[slot] == 0x808010)
        tweens.advance(seconds: 1)
        #expect(scene.columns.color[slot] == 0xFF0010)
        let back = TweenTiming(duration: 1, easing: try #require(Easing(parsing: "back-out")))
        #expect(tweens.start(flake, [TweenTrack(.color, from: 0, to: 0xFFFFFF)], back))
        tweens.advance(seconds: 0.6)
        #expect(scene.columns.color[slot] == 0xFFFFFF)
        for strange in [Double.nan, .infinity, -.infinity, -5, 1e300] {
            #expect(tweens.start(flake, [TweenTrack(.color, from: strange, to: strange)], linear(1)))
            tweens.advance(seconds: 0.5)
        }
    }

    @Test func `a declared field is animated and taken over like any other`() throws {
        let phase = try #require(scene.fieldNumber(named: "phase"))
        #expect(tweens.start(flake, [TweenTrack(.field(phase), to: 10)], linear(1), completion: 1))
        #expect(tweens.start(flake, [TweenTrack(.field(phase), to: 2)], linear(1), completion: 2))
        tweens.advance(seconds: 1)
        #expect(value(phase) == 2)
        #expect(tweens.drainedDropped == [1] && tweens.drainedCompletions == [2])
    }

    @Test func `infinite ends are reached without passing through what is no number`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.life), from: .infinity, to: 3)], linear(1)))
        tweens.advance(seconds: 0.5)
        #expect(value(.life) == .infinity)
        tweens.advance(seconds: 0.5)
        #expect(value(.life) == 3)
    }

    @Test func `a fade of a minute falls strictly and ends at its target`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.alpha), to: 0.3)], linear(60), completion: 1))
        var last: Float = 1
        for _ in 0..<3600 {
            #expect(tweens.count == 1)
            tweens.advance(seconds: 1.0 / 60)
            let alpha = scene.columns[.alpha][Int(flake.slot)]
            #expect(alpha < last)
            last = alpha
        }
        #expect(last == 0.3 && tweens.count == 0)
    }

    @Test func `a step across many cycles shows the right phase`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.x), from: 0, to: 8)], linear(0.5, times: .infinity)))
        tweens.advance(seconds: 1000.125)
        #expect(value(.x) == 2)
        #expect(
            tweens.start(flake, [TweenTrack(.field(.x), from: 0, to: 8)], linear(0.5, times: .infinity, reverse: true)))
        tweens.advance(seconds: 1000.625)
        #expect(value(.x) == 6)
    }

    @Test func `animations of a removed flake are dropped and leave its successor alone`() throws {
        let small = Scene(capacity: 1, width: 10, height: 10, seed: 1)
        let tweens = Tweens(scene: small, capacity: 8)
        let old = try #require(small.spawn())
        #expect(tweens.start(old, [TweenTrack(.field(.x), to: 10)], linear(1), completion: 1))
        small.remove(old, because: .removed)
        small.collect()
        let new = try #require(small.spawn())
        #expect(tweens.start(new, [TweenTrack(.field(.y), to: 10)], linear(1), completion: 2))
        #expect(tweens.start(old, [TweenTrack(.field(.y), to: 99)], linear(1), completion: 3))
        tweens.advance(seconds: 0.5)
        #expect(small.value(of: .x, for: new) == 0 && small.value(of: .y, for: new) == 5)
        #expect(small.columns.owned[0] == FlakeField.y.ownerBit)
        #expect(tweens.drainedDropped.sorted() == [1, 3])
        tweens.advance(seconds: 0.5)
        #expect(tweens.drainedCompletions == [2])
    }

    @Test func `completions come in the order of the starts, and a dead flake's is dropped`() throws {
        let other = try #require(scene.spawn())
        #expect(tweens.start(other, [TweenTrack(.field(.x), to: 1)], linear(1), completion: 10))
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 1)], linear(0.5), completion: 11))
        #expect(tweens.start(flake, [TweenTrack(.field(.y), to: 1)], linear(0.7), completion: Tweens.removeFlake))
        #expect(tweens.start(other, [TweenTrack(.field(.y), to: 1)], linear(0.2), completion: 12))
        tweens.advance(seconds: 2)
        var seen: [Int32] = []
        tweens.drainCompletions { (id, token) in
            seen.append(token)
            if token == Tweens.removeFlake { scene.remove(id, because: .removed) }
            if token == 10 { scene.remove(other, because: .removed) }
        }
        #expect(seen == [10, 11, Tweens.removeFlake])
        #expect(tweens.drainedDropped == [12])
    }

    @Test func `an animation without properties is a timer`() {
        #expect(tweens.start(flake, [], linear(1), completion: 1))
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 1)], linear(5), completion: 2))
        tweens.advance(seconds: 1)
        #expect(tweens.drainedCompletions == [1])
        #expect(tweens.count == 1)
    }

    @Test func `bodies may start animations; what they complete at once waits for the next drain`() {
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 1)], linear(1), completion: 0))
        tweens.advance(seconds: 1)
        var calls = 0
        for _ in 0..<1000 {
            tweens.drainCompletions { (id, token) in
                calls += 1
                #expect(tweens.start(id, [TweenTrack(.field(.x), to: 2)], linear(0), completion: token + 1))
            }
        }
        #expect(calls == 1000)
    }

    @Test func `a body that throws leaves the other completions waiting`() {
        struct Stop: Error {}
        for token in Int32(0)..<3 { #expect(tweens.start(flake, [], linear(0), completion: token)) }
        #expect(throws: Stop.self) { try tweens.drainCompletions { (_, _) throws(Stop) in throw Stop() } }
        #expect(tweens.drainedCompletions == [1, 2])
    }

    @Test func `completions of a script that is gone can be dropped`() {
        for token in Int32(0)..<4 { #expect(tweens.start(flake, [], linear(token < 2 ? 0 : 1), completion: token)) }
        tweens.dropCompletions { $0 % 2 == 1 }
        #expect(tweens.drainedDropped.sorted() == [1, 3])
        tweens.advance(seconds: 1)
        #expect(tweens.drainedCompletions == [0, 2])
    }

    @Test func `the cap holds, and replacing does not use it up`() {
        let small = Tweens(scene: scene, capacity: 3)
        let three = [TweenTrack(.field(.x), to: 1), TweenTrack(.field(.y), to: 1), TweenTrack(.color, to: 1)]
        #expect(!small.start(flake, three + [TweenTrack(.field(.alpha), to: 1)], linear(1)))
        #expect(small.start(flake, Array(three[..<2]), linear(1)))
        for _ in 0..<10_000 { #expect(small.start(flake, Array(three[..<1]), linear(1))) }
        #expect(small.count == 2)
        #expect(small.start(flake, [], linear(1)))
        #expect(!small.start(flake, [], linear(1)))
        #expect(small.animations.count < 40 && small.tracks.count < 40)
        #expect(!small.start(flake, [three[2]], linear(1)))
        #expect(small.start(flake, Array(three[..<2]), linear(1)))
        #expect(small.count == 3)
        small.advance(seconds: 1)
        for token in Int32(0)..<3 { #expect(small.start(flake, [], linear(0), completion: token)) }
        #expect(!small.start(flake, [], linear(0), completion: 3))
        #expect(small.drainedCompletions == [0, 1, 2])
        #expect(small.start(flake, [], linear(0), completion: 3))
    }
}
