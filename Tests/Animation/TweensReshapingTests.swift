import Testing

@testable import SnowHost

@Suite struct TweensReshapingTests {
    private let scene = Scene(
        capacity: 4, extraFields: [ExtraField(name: "a"), ExtraField(name: "b")], width: 100, height: 50, seed: 1)
    private let tweens: Tweens
    private let flake: FlakeID

    init() throws {
        tweens = Tweens(scene: scene, capacity: 64)
        flake = try #require(scene.spawn())
    }

    private func field(_ name: String, _ scene: Scene) throws -> FlakeField {
        try #require(scene.fieldNumber(named: name))
    }

    private func reshaped(_ names: [String]) -> (Scene, Tweens) {
        let new = scene.reshaped(capacity: 9, extraFields: names.map { ExtraField(name: $0) }, spareSlots: 0)
        return (new, tweens.reshaped(onto: new, capacity: 64))
    }

    @Test func `an animation goes on where it is, in a column that has moved`() throws {
        let tracks = [TweenTrack(.field(.x), to: 10), TweenTrack(.field(try field("b", scene)), to: 20)]
        #expect(tweens.start(flake, tracks, TweenTiming(duration: 1, easing: .linear), completion: 5))
        tweens.advance(seconds: 0.5)
        let (new, moved) = reshaped(["b"])
        #expect(moved.count == 2)
        moved.advance(seconds: 0.25)
        #expect(new.value(of: .x, for: flake) == 7.5)
        #expect(new.value(of: try field("b", new), for: flake) == 15)
        moved.advance(seconds: 0.25)
        #expect(moved.drainedCompletions == [5])
        #expect(moved.count == 0 && new.columns.owned[Int(flake.slot)] == 0)
    }

    @Test func `an animation of a dropped field still ends in its time`() throws {
        #expect(
            tweens.start(
                flake, [TweenTrack(.field(try field("a", scene)), to: 1)], TweenTiming(duration: 1), completion: 3))
        let (_, moved) = reshaped(["b"])
        #expect(moved.count == 1)
        moved.advance(seconds: 0.9)
        #expect(moved.drainedCompletions.isEmpty)
        moved.advance(seconds: 0.2)
        #expect(moved.drainedCompletions == [3])
        #expect(moved.count == 0)
    }

    @Test func `a property is taken over as before`() throws {
        #expect(tweens.start(flake, [TweenTrack(.field(.x), to: 8)], TweenTiming(duration: 1), completion: 1))
        let (new, moved) = reshaped([])
        #expect(moved.start(flake, [TweenTrack(.field(.x), to: 2)], TweenTiming(duration: 1), completion: 2))
        #expect(moved.drainedDropped == [1])
        moved.advance(seconds: 2)
        #expect(moved.drainedCompletions == [2])
        #expect(new.value(of: .x, for: flake) == 2)
    }

    @Test func `completions get new tokens, also those that wait already, and dropped ones are forgotten`() throws {
        #expect(tweens.start(flake, [], TweenTiming(duration: 1), completion: 1))
        #expect(tweens.start(flake, [], TweenTiming(duration: 1), completion: 2))
        #expect(tweens.start(flake, [], TweenTiming(duration: 0), completion: 3))
        #expect(tweens.start(flake, [], TweenTiming(duration: 0), completion: Tweens.removeFlake))
        #expect(tweens.start(flake, [], TweenTiming(duration: 0), completion: 4))
        let gone = FlakeID(slot: 3, generation: 9)
        #expect(tweens.start(gone, [], TweenTiming(duration: 1), completion: 5))
        tweens.replaceCompletions { $0 % 2 == 1 ? $0 + 100 : Tweens.noCompletion }
        #expect(tweens.drainedDropped.isEmpty)
        #expect(tweens.drainedCompletions == [103, Tweens.removeFlake])
        tweens.advance(seconds: 2)
        #expect(tweens.drainedCompletions == [101])
    }
}
