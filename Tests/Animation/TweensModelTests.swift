import Testing

@testable import SnowHost

/// The rules of animation in their plainest form: a list, searched from end to end, and cycles taken off one by one.
private struct PlainTweens {
    struct Running {
        var flake: FlakeID
        var token: Int32
        var timing: TweenTiming
        var elapsed = 0.0
        var ways: [(target: TweenTarget, from: Double, to: Double)]
        var isTimer: Bool
    }

    var running: [Running] = []
    var values: [FlakeID: [TweenTarget: Double]] = [:]
    var completed: [Int32] = []
    var dropped: [Int32] = []

    mutating func start(_ flake: FlakeID, _ tracks: [TweenTrack], _ timing: TweenTiming, _ token: Int32) {
        guard values[flake] != nil else { return drop(token) }
        var new = Running(flake: flake, token: token, timing: timing, ways: [], isTimer: tracks.isEmpty)
        for track in tracks {
            for index in running.indices where running[index].flake == flake {
                let before = running[index].ways.count
                running[index].ways.removeAll { $0.target == track.target }
                if running[index].ways.count < before {
                    drop(running[index].token)
                    running[index].token = -1
                }
            }
            running.removeAll { $0.ways.isEmpty && !$0.isTimer }
            let present = values[flake]?[track.target] ?? 0
            new.ways.append((track.target, track.from ?? present, track.to))
            if let from = track.from { values[flake]?[track.target] = from }
        }
        if timing.duration <= 0, timing.delay <= 0 {
            for way in new.ways { values[flake]?[way.target] = timing.reverse ? way.from : way.to }
            if token >= 0 { completed.append(token) }
        } else {
            running.append(new)
        }
    }

    mutating func advance(_ dt: Double) {
        var next: [Running] = []
        for var animation in running {
            guard values[animation.flake] != nil else {
                drop(animation.token)
                continue
            }
            animation.elapsed += dt
            let (place, isOver) = Self.place(animation.timing, animation.elapsed)
            let progress = animation.timing.easing(place)
            for way in animation.ways {
                values[animation.flake]?[way.target] = way.from * (1 - progress) + way.to * progress
            }
            if !isOver { next.append(animation) } else if animation.token >= 0 { completed.append(animation.token) }
        }
        running = next
    }

    private static func place(_ timing: TweenTiming, _ elapsed: Double) -> (Double, Bool) {
        var local = elapsed - timing.delay
        if local < 0 { return (0, false) }
        if timing.duration <= 0 { return (timing.reverse ? 0 : 1, true) }
        var times = timing.times
        let ways = timing.reverse ? 2.0 : 1.0
        while local >= timing.duration * ways, times > 1 {
            local -= timing.duration * ways
            times -= 1
        }
        let isOver = times.isFinite && local >= timing.duration * ways * times
        let position = isOver ? ways * times : local / timing.duration
        return (position <= 1 ? position : 2 - position, isOver)
    }

    private mutating func drop(_ token: Int32) {
        if token >= 0 { dropped.append(token) }
    }
}

@Suite struct TweensModelTests {
    /// All times are multiples of 1/64 and all values small whole numbers, so that both sides compute exactly.
    @Test(arguments: UInt64(1)...6)
    func `random starts, removals and steps agree with a plain model`(seed: UInt64) throws {
        var random = RandomStream(seed: seed)
        let scene = Scene(
            capacity: 12, extraFields: [ExtraField(name: "phase")], width: 100, height: 50, seed: seed, spareSlots: 2)
        let tweens = Tweens(scene: scene, capacity: 500)
        var model = PlainTweens()
        let targets: [TweenTarget] = [
            .field(.x), .field(.y), .field(.alpha), .field(.rotation),
            .field(FlakeField(rawValue: FlakeField.firstExtra)),
        ]
        let easings = try ["linear", "in-out", "steps(3)", "back-out"].map { try #require(Easing(parsing: $0)) }
        var everyone: [FlakeID] = []
        var given: [Int32] = []

        func number(_ range: ClosedRange<Int64>) -> Int64 { random.integer(in: range) }

        for _ in 0..<3000 {
            switch number(0...9) {
            case 0, 1:
                guard let id = scene.spawn() else { continue }
                everyone.append(id)
                model.values[id] = Dictionary(uniqueKeysWithValues: targets.map { ($0, $0 == .field(.alpha) ? 1 : 0) })
            case 2:
                guard let id = everyone.suffix(20).randomElement(using: &random) else { continue }
                scene.remove(id, because: .removed)
                model.values[id] = nil
                if number(0...1) == 0 { scene.collect() }
            case 3...6:
                guard let id = everyone.suffix(20).randomElement(using: &random) else { continue }
                let tracks = targets.shuffled(using: &random).prefix(Int(number(0...3))).map { target in
                    let from = number(0...1) == 0 ? nil : Double(number(-64...64))
                    return TweenTrack(target, from: from, to: Double(number(-64...64)))
                }
                let timing = TweenTiming(
                    delay: Double(max(0, number(-32...64))) / 64,
                    duration: Double(max(0, number(-8...128))) / 64,
                    times: [0.25, 1, 1.5, 2, 3, .infinity][Int(number(0...5))],
                    reverse: number(0...1) == 0,
                    easing: easings[Int(number(0...3))]
                )
                let token = number(0...2) == 0 ? -1 : Int32(given.count)
                if token >= 0 { given.append(token) }
                #expect(tweens.start(id, tracks, timing, completion: token))
                model.start(id, tracks, timing, token)
            case _:
                let dt = Double(number(0...40)) / 64
                tweens.advance(seconds: dt)
                model.advance(dt)
            }
            check(scene, tweens, model, targets)
            // Drained late every now and then.
            guard number(0...2) == 0 else { continue }
            let isAlive = { (id: FlakeID) in model.values[id] != nil }
            var completed: [Int32] = []
            tweens.drainCompletions { (id, token) in
                #expect(isAlive(id))
                completed.append(token)
            }
            let dropped = tweens.drainedDropped
            // Those whose flake died while they waited are dropped.
            #expect(completed == model.completed.filter { !dropped.contains($0) })
            #expect(Set(dropped).isSuperset(of: model.dropped))
            #expect(dropped.count + completed.count == model.dropped.count + model.completed.count)
            #expect(Set(dropped).isDisjoint(with: completed))
            model.completed = []
            model.dropped = []
        }
    }

    private func check(_ scene: Scene, _ tweens: Tweens, _ model: PlainTweens, _ targets: [TweenTarget]) {
        var owned: [FlakeID: UInt32] = [:]
        for animation in model.running {
            for case .field(let field) in animation.ways.map(\.target) {
                owned[animation.flake, default: 0] |= field.ownerBit
            }
        }
        for (id, values) in model.values {
            for case .field(let field) in targets {
                let expected = Float(values[.field(field)] ?? 0)
                let value = scene.value(of: field, for: id) ?? .nan
                if abs(value - expected) > 1e-4 {
                    Issue.record("\(field) of \(id): expected \(expected), got \(value)")
                }
            }
            if scene.columns.owned[Int(id.slot)] != owned[id] ?? 0 { Issue.record("wrong owners of \(id)") }
        }
        let live = model.running.reduce(0) { $0 + max(1, $1.ways.count) }
        if tweens.count != live { Issue.record("expected \(live) in motion, got \(tweens.count)") }
    }
}
