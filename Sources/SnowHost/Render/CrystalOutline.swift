/// The lines of a six-armed crystal, as the distance of each point from the nearest of them.
///
/// How much of a crystal can be told apart depends on how many dots there are for it: a small one is six bare arms, a
/// larger one branches. From the second kind on there are two sorts, so that neighbours differ.
struct CrystalOutline {
    /// Drawn when a crystal is first seen.
    static let shared = CrystalOutline()

    /// Texels along a side of the quarter in which both coordinates are positive; the others are its mirror images.
    static let side = 64

    private static let sorts: [CrystalArm.Branches] = [
        [], [],
        [(0.5, 0.42)], [(0.68, 0.3)],
        [(0.36, 0.3), (0.68, 0.28)], [(0.52, 0.42), (0.8, 0.16)],
        [(0.3, 0.22), (0.54, 0.32), (0.78, 0.18)], [(0.44, 0.42), (0.7, 0.24), (0.86, 0.12)],
    ]
    /// Widths, in dots, from which the next sorts are drawn.
    private static let widths: [Float] = [11.5, 16, 26]

    private let distances: [Float]

    private init() {
        var distances: [Float] = []
        distances.reserveCapacity(Self.sorts.count * Self.side * Self.side)
        for branches in Self.sorts {
            let arm = CrystalArm(branches: branches)
            for row in 0..<Self.side {
                for column in 0..<Self.side {
                    let across = (Float(column) + 0.5) / Float(Self.side)
                    let along = (Float(row) + 0.5) / Float(Self.side)
                    distances.append(arm.distance(from: CrystalArm.folded(along: along, across: across)))
                }
            }
        }
        self.distances = distances
    }

    /// Calls `body` with the distances for a flake whose narrower side is so many dots, row by row of the quarter.
    @inline(__always)
    func withDistances(forWidth dots: Float, birthNumber: UInt32, _ body: (UnsafePointer<Float>) -> Void) {
        var sort = Int(birthNumber & 1)
        for width in Self.widths where dots >= width { sort += 2 }
        distances.withUnsafeBufferPointer { all in
            // Each sort has side² texels, and `sort` is below their number.
            if let first = all.baseAddress { body(first + sort * Self.side * Self.side) }
        }
    }
}
