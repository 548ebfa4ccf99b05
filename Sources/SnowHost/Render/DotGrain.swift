/// Which of a flake's dots are lit to show its opacity, where a dot can only be lit or not.
///
/// The pattern is bound to the flake: it goes where the flake goes. Each flake begins it at another place, so that of
/// many single dots a share is lit.
struct DotGrain {
    private let opacity: UInt32
    private let left: Int
    private let top: Int

    /// The grain of a flake whose dots lie around `centre`.
    init(_ flake: FlakeLook, centre: (x: Float, y: Float)) {
        opacity = UInt32(min(max(flake.opacity, 0), 1) * 255)
        // A centre may be no number at all.
        left = abs(centre.x) < 1e9 ? Int(centre.x.rounded(.down)) + Int(flake.birthNumber & 3) : 0
        top = abs(centre.y) < 1e9 ? Int(centre.y.rounded(.down)) + Int(flake.birthNumber >> 2 & 3) : 0
    }

    /// Whether the dot at a place of the canvas is lit.
    @inline(__always)
    func isLit(x: Int, y: Int) -> Bool {
        DitherMatrix.isLit(opacity, x: x - left, y: y - top)
    }
}
