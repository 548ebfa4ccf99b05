/// The arm of a six-armed crystal: a line from the middle, with branches that leave it at 60°.
struct CrystalArm {
    /// Where each branch leaves the arm, and how long it is, in arm lengths.
    typealias Branches = [(start: Float, length: Float)]

    /// Cosine of 30°.
    static let cosine: Float = 0.866_025_4
    /// A little shorter than 1, so that the end of a stroke stays inside.
    private static let length: Float = 0.94

    let branches: Branches

    /// The point that the crystal's symmetry makes of one in the quarter where both coordinates are positive: folded onto
    /// the arm that `along` runs along.
    static func folded(along: Float, across: Float) -> (x: Float, y: Float) {
        // The neighbouring arm stands at 60°.
        let beyond = cosine * across - 0.5 * along
        guard beyond > 0 else { return (along, abs(across)) }
        return (along + beyond, abs(across - 2 * beyond * cosine))
    }

    /// The distance of a folded point from the nearest line.
    func distance(from point: (x: Float, y: Float)) -> Float {
        var distance = Self.distance(of: point, fromX: 0, toX: Self.length, toY: 0)
        for branch in branches {
            let endX = branch.start + branch.length / 2
            let branchDistance = Self.distance(
                of: point, fromX: branch.start, toX: endX, toY: branch.length * Self.cosine)
            distance = min(distance, branchDistance)
        }
        return distance
    }

    /// The distance of a point from a segment that begins on the arm.
    private static func distance(of point: (x: Float, y: Float), fromX: Float, toX: Float, toY: Float) -> Float {
        let lengthX = toX - fromX
        let projection = (point.x - fromX) * lengthX + point.y * toY
        let share = min(max(projection / (lengthX * lengthX + toY * toY), 0), 1)
        let offX = point.x - fromX - share * lengthX
        let offY = point.y - share * toY
        return (offX * offX + offY * offY).squareRoot()
    }
}
