/// The ink of a character in its cell: which pixels it covers, all or nothing.
///
/// What can be drawn by rule is drawn by rule, at any scale: blocks, mosaics, braille, lines. Letters and signs are those
/// of `CharacterSheet`, and what is not there is a frame.
struct CellShape: Equatable {
    /// Of a cell, in pixels, before it is scaled.
    static let cellSize = (width: 8, height: 16)
    /// More would not fit a row.
    static let largestScale = 4

    /// Pixels; at most 64 in a row.
    let width: Int
    let height: Int
    /// From top to bottom, the leftmost pixel in bit 0.
    private(set) var rows: [UInt64]

    /// No ink, in so many columns of cells, 1 or 2.
    init(columns: Int = 1, scale: Int) {
        let scale = min(max(scale, 1), Self.largestScale)
        width = Self.cellSize.width * scale * min(max(columns, 1), 2)
        height = Self.cellSize.height * scale
        rows = Array(repeating: 0, count: height)
    }

    /// The ink of a character that takes so many columns.
    init(of scalar: UInt32, columns: Int = 1, scale: Int) {
        self.init(columns: columns, scale: scale)
        if drawBlock(scalar) || drawLine(scalar) || drawPicture(scalar) { return }
        drawFrame()
    }

    /// Whether a pixel is covered.
    func covers(x: Int, y: Int) -> Bool {
        rows[y] >> UInt64(x) & 1 != 0
    }

    /// How many pixels are covered.
    var inkCount: Int { rows.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Covers a rectangle, as far as it lies inside.
    mutating func fill(x: Range<Int>, y: Range<Int>) {
        let x = x.clamped(to: 0..<width)
        guard !x.isEmpty else { return }
        let ones = x.count == 64 ? UInt64.max : (1 << UInt64(x.count) - 1)
        for row in y.clamped(to: 0..<height) { rows[row] |= ones << UInt64(x.lowerBound) }
    }

    /// Covers the pixels whose middle is so.
    mutating func fill(where isInk: (_ x: Double, _ y: Double) -> Bool) {
        for y in 0..<height {
            for x in 0..<width where isInk(Double(x) + 0.5, Double(y) + 0.5) { rows[y] |= 1 << UInt64(x) }
        }
    }

    /// `numerator / denominator` of a length, to the nearest pixel.
    static func part(_ numerator: Int, of denominator: Int, in length: Int) -> Int {
        (2 * length * numerator + denominator) / (2 * denominator)
    }

    /// Pixels to one of the unscaled cell.
    var scale: Int { height / Self.cellSize.height }

    private mutating func drawPicture(_ scalar: UInt32) -> Bool {
        guard let picture = CharacterSheet.pictures[scalar] else { return false }
        for (number, bits) in picture.enumerated() {
            let y = (CharacterSheet.firstRow + number) * scale
            for x in 0..<Self.cellSize.width where bits >> UInt64(x) & 1 != 0 {
                fill(x: x * scale..<(x + 1) * scale, y: y..<y + scale)
            }
        }
        return true
    }

    /// What stands for a character that nobody drew.
    private mutating func drawFrame() {
        let (left, right, top, bottom) = (scale, width - 2 * scale, 3 * scale, 12 * scale)
        fill(x: left..<right, y: top..<top + scale)
        fill(x: left..<right, y: bottom - scale..<bottom)
        fill(x: left..<left + scale, y: top..<bottom)
        fill(x: right - scale..<right, y: top..<bottom)
    }
}

// Attributes.
extension CellShape {
    /// The shape as a terminal draws it with these attributes; `reverse` is a matter of colour.
    func drawn(with attributes: CellAttributes) -> CellShape {
        var shape = self
        let all = UInt64.max >> UInt64(64 - width)
        if attributes.contains(.italic) {
            for y in 0..<height {
                // From two pixels to the right at the top to one to the left at the bottom.
                let shift = (2 * height - 3 * y) / height * scale
                shape.rows[y] = (shift >= 0 ? rows[y] << UInt64(shift) : rows[y] >> UInt64(-shift)) & all
            }
        }
        if attributes.contains(.bold) {
            for y in 0..<height { shape.rows[y] |= shape.rows[y] << UInt64(scale) & all }
        }
        if attributes.contains(.underline) { shape.fill(x: 0..<width, y: 14 * scale..<15 * scale) }
        return shape
    }
}
