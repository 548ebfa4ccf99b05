/// Lets one colour stand for all that can hardly be told from it, so that neighbours in a picture are equal and cost the
/// bytes of one colour.
struct ColorMerger {
    /// About the least difference, in OKLab, that shows where two colours lie side by side.
    private static let leastDifference: Float = 0.022

    /// Beyond it two colours are an edge, and not a gradient.
    private static let edge: Float = 0.13

    private var kept: [(color: UInt32, lab: OKLab)] = []
    private var answers: [UInt32: UInt32] = [:]

    /// Whether two colours, 0xFFRRGGBB or 0 for none, are near enough to be shown as one where colours are few.
    func areAlike(_ first: UInt32, _ second: UInt32) -> Bool {
        if first == second { return true }
        guard first != 0, second != 0 else { return false }
        return OKLab(rgb: first & 0xFF_FFFF).squaredDistance(to: OKLab(rgb: second & 0xFF_FFFF)) < Self.edge * Self.edge
    }

    /// The colour that stands for one: the first like it that was asked for. 0xFFRRGGBB, and 0 for none.
    mutating func merged(_ color: UInt32) -> UInt32 {
        if color == 0 { return 0 }
        if let known = answers[color] { return known }
        let lab = OKLab(rgb: color & 0xFF_FFFF)
        var least = Self.leastDifference * Self.leastDifference
        var nearest = color
        for other in kept {
            let distance = lab.squaredDistance(to: other.lab)
            if distance < least {
                least = distance
                nearest = other.color
            }
        }
        if nearest == color { kept.append((color, lab)) }
        answers[color] = nearest
        return nearest
    }
}
