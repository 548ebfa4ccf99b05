// Whether anything happens in a layer without a key, the mouse, another size or a save.
extension Layer {
    /// Whether a step changes nothing but the time: no callback is due, and no flake moves, ages towards its end or is
    /// animated.
    ///
    /// - Complexity: A pass over the flakes, where no callback is due.
    package var isStill: Bool {
        guard hasStarted, tweens.count == 0 else { return false }
        if instance.trap == nil {
            guard events.isEmpty, !instance.has(.frame) else { return false }
            guard scene.count == 0 || !instance.has(.update) else { return false }
        }
        return scene.isStill
    }

    /// Lets time pass in steps that would change nothing: only while it `isStill`.
    package func skip(steps: Int, seconds: Double) {
        time += seconds
        scene.time += seconds
        binding.frame += steps
    }
}
