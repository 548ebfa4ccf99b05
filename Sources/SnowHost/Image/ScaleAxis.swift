/// Which old pixels make up each new one along one axis of a picture that is scaled, and with which share.
struct ScaleAxis {
    /// Beyond the ends of the old pixels.
    enum Beyond {
        /// The last ones go on.
        case edge
        /// They begin anew.
        case again
    }

    /// For each new pixel, where its old ones begin in `sources` and `shares`; one more at the end.
    private(set) var starts: [Int] = [0]
    private(set) var sources: [Int] = []
    private(set) var shares: [Float] = []

    /// An axis of `length` old pixels, of which the part from `origin` on, `extent` long, becomes `count` new ones.
    ///
    /// A new pixel that is larger than an old one is the mean of all it covers; a smaller one lies between two.
    init(length: Int, origin: Double, extent: Double, count: Int, beyond: Beyond = .edge) {
        let step = extent / Double(count)
        for place in 0..<count {
            let low = origin + Double(place) * step
            if step >= 1 {
                cover(low, low + step, length, beyond)
            } else {
                let centre = low + step / 2 - 0.5
                let left = centre.rounded(.down)
                add(Int(left), share: Float(1 - (centre - left)), length, beyond)
                add(Int(left) + 1, share: Float(centre - left), length, beyond)
            }
            starts.append(sources.count)
        }
    }

    private mutating func cover(_ low: Double, _ high: Double, _ length: Int, _ beyond: Beyond) {
        let size = high - low
        for source in Int(low.rounded(.down))..<Int(high.rounded(.up)) {
            let share = min(high, Double(source + 1)) - max(low, Double(source))
            add(source, share: Float(share / size), length, beyond)
        }
    }

    private mutating func add(_ source: Int, share: Float, _ length: Int, _ beyond: Beyond) {
        guard share > 1e-6 else { return }
        switch beyond {
        case .edge: sources.append(min(max(source, 0), length - 1))
        case .again: sources.append(source - Int((Double(source) / Double(length)).rounded(.down)) * length)
        }
        shares.append(share)
    }
}
