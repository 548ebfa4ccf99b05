// Characters that draw lines from cell to cell.
extension CellShape {
    /// Draws a line, a corner or a crossing; false where the character is none of these.
    mutating func drawLine(_ scalar: UInt32) -> Bool {
        if let arms = Self.arms[scalar] {
            draw(arms)
            return true
        }
        guard (0x2571...0x2573).contains(scalar) else { return false }
        let slope = Double(width) / Double(height)
        let (width, thickness) = (Double(width), Double(scale))
        fill { x, y in
            let rising = abs(x - (width - y * slope)) <= thickness * 0.5
            let falling = abs(x - y * slope) <= thickness * 0.5
            return (rising && scalar != 0x2572) || (falling && scalar != 0x2571)
        }
        return true
    }

    /// Thickness of the four arms from the middle, in pixels before scaling; 0 for none.
    struct Arms {
        var up = 0
        var right = 0
        var down = 0
        var left = 0
    }

    private mutating func draw(_ arms: Arms) {
        let thickest = max(arms.up, arms.right, arms.down, arms.left)
        func band(_ middle: Int, _ thickness: Int) -> Range<Int> {
            middle - thickness * scale / 2..<middle - thickness * scale / 2 + thickness * scale
        }
        let (x, y) = (width / 2, height / 2)
        let (knotX, knotY) = (band(x, thickest), band(y, thickest))
        if arms.up > 0 { fill(x: band(x, arms.up), y: 0..<knotY.upperBound) }
        if arms.down > 0 { fill(x: band(x, arms.down), y: knotY.lowerBound..<height) }
        if arms.left > 0 { fill(x: 0..<knotX.upperBound, y: band(y, arms.left)) }
        if arms.right > 0 { fill(x: knotX.lowerBound..<width, y: band(y, arms.right)) }
    }

    /// Box drawing, as far as it is in use. Round corners are drawn as corners.
    private static let arms: [UInt32: Arms] = [
        0x2500: Arms(right: 1, left: 1), 0x2501: Arms(right: 2, left: 2),
        0x2502: Arms(up: 1, down: 1), 0x2503: Arms(up: 2, down: 2),
        0x250C: Arms(right: 1, down: 1), 0x250F: Arms(right: 2, down: 2), 0x256D: Arms(right: 1, down: 1),
        0x2510: Arms(down: 1, left: 1), 0x2513: Arms(down: 2, left: 2), 0x256E: Arms(down: 1, left: 1),
        0x2514: Arms(up: 1, right: 1), 0x2517: Arms(up: 2, right: 2), 0x2570: Arms(up: 1, right: 1),
        0x2518: Arms(up: 1, left: 1), 0x251B: Arms(up: 2, left: 2), 0x256F: Arms(up: 1, left: 1),
        0x251C: Arms(up: 1, right: 1, down: 1), 0x2523: Arms(up: 2, right: 2, down: 2),
        0x2524: Arms(up: 1, down: 1, left: 1), 0x252B: Arms(up: 2, down: 2, left: 2),
        0x252C: Arms(right: 1, down: 1, left: 1), 0x2533: Arms(right: 2, down: 2, left: 2),
        0x2534: Arms(up: 1, right: 1, left: 1), 0x253B: Arms(up: 2, right: 2, left: 2),
        0x253C: Arms(up: 1, right: 1, down: 1, left: 1), 0x254B: Arms(up: 2, right: 2, down: 2, left: 2),
    ]
}
