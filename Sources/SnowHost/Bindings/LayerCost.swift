/// What a step of a layer took, on the clock.
public struct LayerCost: Hashable, Sendable {
    /// In the script's callbacks, with the imports that they called.
    public internal(set) var lua = Duration.zero
    /// In all else: animations, motion, removal.
    public internal(set) var host = Duration.zero
}
