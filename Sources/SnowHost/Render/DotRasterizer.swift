/// Draws flakes on a canvas as whole dots, each of the flake's own opacity or not there at all.
///
/// A flake stops at dots, so that it changes nothing between two of them and keeps its shape on the way. One that
/// falls slantwise goes to the side when it goes down, not in between: that would be a second change. Up to four
/// dots wide it is a speck; then a crystal, whose turning shows. A near crystal hides what is behind it between its
/// arms too: in a crowd each can be told from the next.
package struct DotRasterizer {
    /// Dots a unit down over dots a unit across: 1 for square ones.
    package var aspect: Float = 1

    /// Whether a dot can only be lit or not: then an opacity is shown by how many of a flake's dots are lit, and a small
    /// flake, which would lose its shape, is a smaller one. The dots are the same ones wherever the flake is, so that it
    /// does not twinkle on its way.
    package var isDithered = false

    /// What a dot becomes that is hidden without being lit: clear, or a clear one that can be told from those that nothing
    /// was drawn on.
    var hidden: UInt32 = 0

    /// Dots that may still be looked at in this frame; past that flakes are single dots. Bounds what a script with
    /// thousands of screen-filling flakes can cost.
    var dotsLeft = 0

    /// Widths, in dots, from which a flake is a crystal, and from which it hides what is between its arms.
    static let crystalFrom: Float = 4.5
    static let opaqueFrom: Float = 5.5
    /// Up to this width a crystal has an arm straight up or to the side: only so it is regular on so few dots.
    static let turnedFreelyFrom: Float = 8

    /// A rasterizer that has drawn nothing yet.
    package init() {}

    /// Starts a frame on a cleared canvas.
    package mutating func begin(_ canvas: borrowing Canvas) {
        dotsLeft = 1 << 20 + 48 * canvas.width * canvas.height
    }

    /// Draws one flake; what lies outside the canvas is cut off.
    package mutating func draw(_ flake: FlakeLook, on canvas: inout Canvas) {
        let flake = isDithered ? Self.shrunk(flake) : flake
        let dot = isDithered ? UInt32.max : lit(flake.color, opacity: UInt32(max(flake.opacity * 256, 1)))
        let size = 2 * max(flake.halfWidth, flake.halfHeight)
        if size < Self.dotBelow || dotsLeft <= 0 {
            let place = Self.stop(flake, columns: 1, rows: 1)
            put(dot, x: place.x, y: place.y, grain: grain(of: flake, centre: place), on: &canvas)
        } else if size < Self.crystalFrom {
            drawSpeck(flake, dot: dot, on: &canvas)
        } else {
            drawCrystal(flake, size: size, dot: dot, on: &canvas)
        }
    }

    /// A dot of a colour. The faintest is as clear as none, and hides all the same.
    @inline(__always)
    func lit(_ color: UInt32, opacity: UInt32) -> UInt32 {
        let dot = Canvas.blend(0, with: color, opacity: opacity)
        return dot == 0 ? hidden : dot
    }

    /// A flake that covers as much less as it is faint, if it is too small to be dithered; down to one dot, which stays
    /// faint.
    static func shrunk(_ flake: FlakeLook) -> FlakeLook {
        let size = 2 * max(flake.halfWidth, flake.halfHeight)
        guard size < turnedFreelyFrom else { return flake }
        var flake = flake
        let share = flake.opacity.squareRoot()
        flake.right = (flake.right.x * share, flake.right.y * share)
        flake.down = (flake.down.x * share, flake.down.y * share)
        flake.opacity = size * share < 1.5 ? flake.opacity * max(size * size, 1) : 1
        return flake
    }

    func grain(of flake: FlakeLook, centre: (x: Float, y: Float)) -> DotGrain? {
        isDithered ? DotGrain(flake, centre: centre) : nil
    }

    private mutating func put(_ dot: UInt32, x: Float, y: Float, grain: DotGrain?, on canvas: inout Canvas) {
        // Written so that what would not fit an Int never gets to be one.
        let rows = canvas.rows
        guard x >= 0, y >= Float(rows.lowerBound), x < Float(canvas.width), y < Float(rows.upperBound) else { return }
        if let grain, !grain.isLit(x: Int(x), y: Int(y)) { return }
        canvas.touch(row: Int(y), start: Int(x), end: Int(x) + 1)
        canvas.pixels[canvas.index(Int(x), Int(y))] = dot
    }

    /// A round one of whole dots, upright: how it is turned could not be seen.
    private mutating func drawSpeck(_ flake: FlakeLook, dot: UInt32, on canvas: inout Canvas) {
        let columns = max((2 * flake.halfWidth).rounded(), 1)
        let rows = max((2 * flake.halfHeight).rounded(), 1)
        let centre = Self.stop(flake, columns: columns, rows: rows)
        let shape = DotShape(right: (columns / 2, 0), down: (0, rows / 2), centre: centre)
        // A little less than the whole circle leaves out the corners of a square of three.
        fill(shape, grain: grain(of: flake, centre: centre), on: &canvas) { x, y in x * x + y * y < 0.85 ? dot : nil }
    }

    /// Where a flake of so many dots stops: of the two axes the one along which it is quicker says when.
    static func stop(_ flake: FlakeLook, columns: Float, rows: Float) -> (x: Float, y: Float) {
        stop(x: flake.x, y: flake.y, velocity: flake.velocity, columns: columns, rows: rows)
    }

    @inline(__always)
    static func stop(
        x flakeX: Float, y flakeY: Float, velocity: (x: Float, y: Float), columns: Float, rows: Float
    ) -> (x: Float, y: Float) {
        // Written so that what is not a number fails each test.
        if abs(velocity.y) > 0, abs(velocity.x) <= abs(velocity.y) {
            let y = stop(flakeY, rows)
            return (stop(flakeX - (flakeY - y) * velocity.x / velocity.y, columns), y)
        }
        if abs(velocity.x) > 0, abs(velocity.y) < abs(velocity.x) {
            let x = stop(flakeX, columns)
            return (x, stop(flakeY - (flakeX - x) * velocity.y / velocity.x, rows))
        }
        return (stop(flakeX, columns), stop(flakeY, rows))
    }

    /// The place nearest to a coordinate at which a whole number of dots lies on dots.
    @inline(__always)
    private static func stop(_ place: Float, _ count: Float) -> Float {
        let isOdd = (count / 2).wholeBelow * 2 != count
        return isOdd ? place.wholeBelow + 0.5 : place.nearestWhole
    }

    private mutating func drawCrystal(_ flake: FlakeLook, size: Float, dot: UInt32, on canvas: inout Canvas) {
        // On the middle of a dot, where the arm that points up is a straight line.
        let centre = Self.stop(flake, columns: 1, rows: 1)
        let shape =
            (size < Self.turnedFreelyFrom ? regular(flake, centre: centre) : nil)
            ?? DotShape(right: flake.right, down: flake.down, centre: centre)
        // Half the thickness of a line: a dot, or a little more where there is room for it. A little above a
        // half, so that of two dots on either side of a line it is not the rounding that chooses.
        let reach = shape.isEdge ? 0 : max(0.53 / shape.unit, 0.03)
        let hidden: UInt32? = size < Self.opaqueFrom ? nil : hidden
        // A ring of one dot around it, too.
        let outer = 1 + 1 / shape.unit
        let side = Float(CrystalOutline.side)
        let last = side - 1
        let least = 2 * min(flake.halfWidth, flake.halfHeight)
        let grain = grain(of: flake, centre: centre)
        CrystalOutline.shared.withDistances(forWidth: least, birthNumber: flake.birthNumber) { distances in
            fill(shape, grain: grain, on: &canvas) { x, y in
                let squared = x * x + y * y
                guard squared < outer * outer else { return nil }
                let column = Int(min(abs(x) * side, last))
                let row = Int(min(abs(y) * side, last))
                // Both lie in 0..<side, of which there are that many rows and columns.
                let isLine = squared < 1.3 && distances[row * CrystalOutline.side + column] < reach
                if isLine || shape.isOnLine(x, y) { return dot }
                return hidden
            }
        }
    }

    /// A crystal with an arm that points up, or with one that points to the side, whichever is nearer to how it is
    /// turned: six arms look the same every sixty degrees. Nil for one that is not round.
    private func regular(_ flake: FlakeLook, centre: (x: Float, y: Float)) -> DotShape? {
        func length(_ axis: (x: Float, y: Float)) -> Float {
            (axis.x * axis.x + axis.y * axis.y / (aspect * aspect)).squareRoot()
        }
        let half = length(flake.down)
        guard abs(length(flake.right) - half) < 0.1 * half else { return nil }
        let cosine = abs(flake.down.y) / aspect / half
        // From 15° to 45° an arm is nearer to the side, and again from 75° on.
        let isUp = cosine > 0.965_925_8 || cosine > 0.258_819 && cosine < 0.707_106_8
        return isUp
            ? DotShape(right: (half, 0), down: (0, half * aspect), centre: centre)
            : DotShape(right: (0, -half * aspect), down: (half, 0), centre: centre)
    }

    /// Asks for every dot around a flake what it becomes; nil leaves it.
    ///
    /// `place` gets half widths and half heights from the centre.
    @inline(__always)
    private mutating func fill(
        _ shape: DotShape, grain: DotGrain?, on canvas: inout Canvas, with place: (Float, Float) -> UInt32?
    ) {
        guard let columns = Rasterizer.clip(shape.centreX, shape.reachX, 0..<canvas.width),
            let rows = Rasterizer.clip(shape.centreY, shape.reachY, canvas.rows)
        else { return }
        dotsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        let width = canvas.width, canvasTop = canvas.top
        for y in rows.start..<rows.end {
            canvas.touch(row: y, start: columns.start, end: columns.end)
            let down = Float(y) + 0.5 - shape.centreY
            canvas.pixels.withUnsafeMutableBufferPointer { pixels in
                for x in columns.start..<columns.end {
                    let across = Float(x) + 0.5 - shape.centreX
                    let u = shape.acrossX * across + shape.acrossY * down
                    let v = shape.alongX * across + shape.alongY * down
                    guard let dot = place(u, v) else { continue }
                    if let grain, dot >> 24 != 0, !grain.isLit(x: x, y: y) { continue }
                    pixels[(y - canvasTop) * width + x] = dot
                }
            }
        }
    }
}

/// A flake on the dots: where it is, and where each dot lies in it.
private struct DotShape {
    let centreX: Float
    let centreY: Float
    let reachX: Float
    let reachY: Float
    /// Dots in a half width or height, on the average of both.
    let unit: Float
    // The rows of the inverse of (right, down).
    let acrossX: Float
    let acrossY: Float
    let alongX: Float
    let alongY: Float

    private let halfWidth: Float

    init(right: (x: Float, y: Float), down: (x: Float, y: Float), centre: (x: Float, y: Float)) {
        let determinant = right.x * down.y - down.x * right.y
        acrossX = down.y / determinant
        acrossY = -down.x / determinant
        alongX = -right.y / determinant
        alongY = right.x / determinant
        halfWidth = (right.x * right.x + right.y * right.y).squareRoot()
        unit = abs(determinant).squareRoot()
        reachX = (right.x * right.x + down.x * down.x).squareRoot() + 1
        reachY = (right.y * right.y + down.y * down.y).squareRoot() + 1
        centreX = centre.x
        centreY = centre.y
    }

    /// Whether it is too narrow to show more than a line.
    var isEdge: Bool { halfWidth < 0.6 }

    /// Whether a place lies on the line that a flake seen from its edge is.
    @inline(__always)
    func isOnLine(_ x: Float, _ y: Float) -> Bool {
        halfWidth < 1 && abs(x) * halfWidth <= 0.5 && abs(y) < 0.95
    }
}
