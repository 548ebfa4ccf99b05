/// The shape of a large flake: a six-armed crystal with side branches, as coverage from 0 to 255.
///
/// It is drawn afresh at every size, not shrunk, so that an arm is never thinner than about a pixel. The mask spans
/// -1…1 in both directions; one arm points up.
struct CrystalMask {
    /// Drawn when a large flake is first seen.
    static let shared = CrystalMask()

    /// Sides of the square levels, in texels.
    static let sides = [8, 16, 32, 64, 128]

    private let texels: [UInt8]
    private let starts: [Int]

    private init() {
        var texels: [UInt8] = []
        var starts: [Int] = []
        for side in Self.sides {
            starts.append(texels.count)
            texels.append(contentsOf: Self.level(side: side))
        }
        self.texels = texels
        self.starts = starts
    }

    /// The level that has at least about one texel a pixel for a flake `pixels` wide.
    static func level(forWidth pixels: Float) -> Int {
        for (number, side) in sides.enumerated() where Float(side) >= pixels * 0.9 {
            return number
        }
        return sides.count - 1
    }

    /// Calls `body` with a level's texels, row by row, and its side.
    @inline(__always)
    func withLevel<R>(_ number: Int, _ body: (UnsafePointer<UInt8>, Int) -> R) -> R? {
        texels.withUnsafeBufferPointer { all in
            // `starts` holds places inside `texels`, with side² texels after each.
            all.baseAddress.map { body($0 + starts[number], Self.sides[number]) }
        }
    }

    /// Coverage at a point, between the four nearest texels; 0 outside the square.
    @inline(__always)
    static func sample(_ texels: UnsafePointer<UInt8>, side: Int, x: Float, y: Float) -> Float {
        let half = Float(side) / 2
        let column = (x + 1) * half - 0.5
        let row = (y + 1) * half - 0.5
        guard column > -1, row > -1, column < Float(side), row < Float(side) else { return 0 }
        let left = Int(column.rounded(.down))
        let top = Int(row.rounded(.down))
        let rightShare = column - Float(left)
        let lowerShare = row - Float(top)
        // Each index is checked against the side just before it is used.
        func texel(_ column: Int, _ row: Int) -> Float {
            guard column >= 0, row >= 0, column < side, row < side else { return 0 }
            return Float(texels[row * side + column])
        }
        let upper = texel(left, top) * (1 - rightShare) + texel(left + 1, top) * rightShare
        let lower = texel(left, top + 1) * (1 - rightShare) + texel(left + 1, top + 1) * rightShare
        return (upper * (1 - lowerShare) + lower * lowerShare) / 255
    }

    private static let arm = CrystalArm(branches: [(0.34, 0.2), (0.56, 0.3), (0.77, 0.16)])

    private static func level(side: Int) -> [UInt8] {
        var texels = [UInt8](repeating: 0, count: side * side)
        let half = side / 2
        for row in 0..<half {
            for column in 0..<half {
                let across = (Float(column) + 0.5) / Float(half)
                let along = (Float(row) + 0.5) / Float(half)
                let value = UInt8(coverage(along: along, across: across, texelsAUnit: Float(half)) * 255)
                // The crystal is its own mirror image both ways: one quarter makes four.
                texels[(half + row) * side + half + column] = value
                texels[(half + row) * side + half - 1 - column] = value
                texels[(half - 1 - row) * side + half + column] = value
                texels[(half - 1 - row) * side + half - 1 - column] = value
            }
        }
        return texels
    }

    /// Coverage at a point of the quarter where both coordinates are positive; `along` runs along an arm.
    private static func coverage(along: Float, across: Float, texelsAUnit: Float) -> Float {
        let point = CrystalArm.folded(along: along, across: across)
        let distance = arm.distance(from: point)
        let stroke = max(0.032, 0.5 / texelsAUnit)
        let line = min(max(0.5 + (stroke - distance) * texelsAUnit, 0), 1)
        // A thin plate of ice in the middle gives the crystal a body.
        let plate = 0.26 - (CrystalArm.cosine * point.x + 0.5 * point.y)
        let body = min(max(0.5 + plate * texelsAUnit, 0), 1) * 0.55
        return max(line, body)
    }
}
