/// A rehearsal by a plan, and what was seen and measured of it.
final class Playing {
    let rehearsal: Rehearsal
    /// What each frame showed.
    private(set) var hashes: [FrameHash] = []
    private var mostFlakes = 0
    /// CPU time in Lua, seconds a frame.
    private var luaTimes: [Double] = []

    var layer: Layer { rehearsal.layer }

    init(_ rehearsal: Rehearsal) {
        self.rehearsal = rehearsal
    }

    /// Plays until the plan is over, the script traps, or so many seconds of CPU time are gone.
    func play(_ plan: RehearsalPlan, within seconds: Double) {
        let end = ThreadClock.seconds + seconds
        layer.instance.startMeter()
        for frame in 0..<plan.frameCount {
            let before = layer.instance.meteredSeconds
            hashes.append(plan.play(frame, on: rehearsal))
            luaTimes.append(layer.instance.meteredSeconds - before)
            mostFlakes = max(mostFlakes, layer.scene.count)
            if layer.trap != nil || ThreadClock.seconds > end { return }
        }
    }

    /// What it came to.
    func measures(of plan: RehearsalPlan, _ repetition: CheckReport.Repetition?) -> CheckReport.Measures {
        let times = luaTimes.sorted()
        return CheckReport.Measures(
            frames: hashes.count, framesAsked: plan.frameCount, mostFlakes: mostFlakes,
            flakeLimit: layer.instance.manifest.flakes, refusedSpawns: layer.binding.refusedSpawns,
            peakMemory: layer.instance.memory.peak, luaMedian: Self.quantile(0.5, of: times),
            lua95: Self.quantile(0.95, of: times), repetition: repetition)
    }

    /// By rank, of ascending numbers; 0 where there are none.
    private static func quantile(_ share: Double, of times: [Double]) -> Double {
        guard !times.isEmpty else { return 0 }
        return times[min(Int(share * Double(times.count)), times.count - 1)]
    }
}
