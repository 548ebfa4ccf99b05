internal import CLua

/// The pure functions that scripts see; what they compute is stated in docs/LUA.md.
enum PureFunctions {
    /// Adds them to a VM; false when there is no memory.
    static func define(in vm: OpaquePointer) -> Bool {
        clua_define_pure(vm, "noise", 1, 3) { context, x, y, z in
            Noise.sample(SceneBinding.from(context).noise, x, y, z)
        }
            && clua_define_pure(vm, "clamp", 3, 3) { _, value, low, high in max(low, min(value, high)) }
            && clua_define_pure(vm, "lerp", 3, 3) { _, from, to, share in from + (to - from) * share }
            && clua_define_pure(vm, "smoothstep", 3, 3) { _, low, high, value in
                let share = max(0, min((value - low) / (high - low), 1))
                return share * share * (3 - 2 * share)
            }
    }
}
