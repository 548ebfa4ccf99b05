/// Draws flakes on a canvas, antialiased and between pixels.
///
/// A flake up to about a pixel and a half wide is a soft dot whose coverage equals its area; then a disc; from about
/// six pixels on a crystal, whose turning shows. The kinds blend into each other.
package struct Rasterizer {
    /// Flakes stop at this many places between two pixels, along each axis; 0 for no such limit.
    ///
    /// A flake whose cells all change in the same frame costs far fewer bytes than one that changes a cell here and
    /// a cell there in every frame.
    package var stepsPerPixel: Int = 0

    /// Pixels that may still be drawn in this frame; past that flakes are dots. Bounds what a script with thousands
    /// of screen-filling flakes can cost.
    var pixelsLeft = 0

    /// Widths, in pixels, between which a dot becomes a disc and a disc a crystal.
    static let discFrom: Float = 1.3
    static let discFully: Float = 1.9
    static let crystalFrom: Float = 4.5
    static let crystalFully: Float = 7

    /// A rasterizer without position steps.
    package init() {}

    /// Starts a frame on a cleared canvas.
    package mutating func begin(_ canvas: borrowing Canvas) {
        let area = canvas.width * canvas.height
        // Few layers of a canvas that is as fine as the screen are as much work as many of one that is coarse.
        pixelsLeft = 1 << 20 + min(48 * area, max(4 * area, 8 << 20))
    }

    /// Draws one flake; what lies outside the canvas is cut off.
    package mutating func draw(_ flake: FlakeLook, on canvas: inout Canvas) {
        let flake = stopped(flake)
        let size = 2 * max(flake.halfWidth, flake.halfHeight)
        if size < Self.discFrom || pixelsLeft <= 0 {
            drawDot(flake, share: 1, on: &canvas)
        } else if size < Self.discFully {
            let disc = (size - Self.discFrom) / (Self.discFully - Self.discFrom)
            drawDot(flake, share: 1 - disc, disc: disc, on: &canvas)
        } else if size < Self.crystalFrom {
            drawDisc(flake, on: &canvas)
        } else {
            drawCrystal(flake, size: size, on: &canvas)
        }
    }

    /// The flake at the nearest place where one stops.
    func stopped(_ flake: FlakeLook) -> FlakeLook {
        guard stepsPerPixel > 0 else { return flake }
        var flake = flake
        let steps = Float(stepsPerPixel)
        flake.x = (flake.x * steps).nearestWhole / steps
        flake.y = (flake.y * steps).nearestWhole / steps
        return flake
    }

    /// The part of `centre ± reach`, in whole pixels, that lies in `limits`; nil when none does.
    @inline(__always)
    static func clip(_ centre: Float, _ reach: Float, _ limits: Range<Int>) -> (start: Int, end: Int)? {
        let low = max((centre - reach).wholeBelow, Float(limits.lowerBound))
        let high = min((centre + reach).wholeAbove, Float(limits.upperBound))
        // Both lie within the limits here, or the test fails, as it does for NaN.
        guard low < high else { return nil }
        return (Int(low), Int(high))
    }

    /// An ellipse has π/4 of the area of the box around it.
    static let boxShare: Float = 0.886_227

    /// A box of the flake's area, exactly covered; `disc` is the share of a disc mixed in.
    mutating func drawDot(_ flake: FlakeLook, share: Float, disc: Float = 0, on canvas: inout Canvas) {
        let reachX = min(flake.reachX, 1) * Self.boxShare
        let reachY = min(flake.reachY, 1) * Self.boxShare
        let margin: Float = disc > 0 ? 0.75 : 0
        guard let columns = Self.clip(flake.x, reachX + margin, 0..<canvas.width),
            let rows = Self.clip(flake.y, reachY + margin, canvas.rows)
        else { return }
        let ellipse = Ellipse(flake)
        pixelsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        for y in rows.start..<rows.end {
            let high = min(flake.y + reachY, Float(y + 1)) - max(flake.y - reachY, Float(y))
            canvas.touch(row: y, start: columns.start, end: columns.end)
            for x in columns.start..<columns.end {
                let wide = min(flake.x + reachX, Float(x + 1)) - max(flake.x - reachX, Float(x))
                var coverage = max(high, 0) * max(wide, 0) * share
                if disc > 0 {
                    coverage += disc * ellipse.coverage(Float(x) + 0.5 - flake.x, Float(y) + 0.5 - flake.y)
                }
                let opacity = Self.opacity(coverage * flake.opacity)
                if opacity > 0 {
                    let index = canvas.index(x, y)
                    canvas.pixels[index] = Canvas.blend(canvas.pixels[index], with: flake.color, opacity: opacity)
                }
            }
        }
    }

    private mutating func drawDisc(_ flake: FlakeLook, on canvas: inout Canvas) {
        fill(flake, on: &canvas, with: Ellipse(flake)) { ellipse, x, y in ellipse.coverage(x, y) }
    }

    private mutating func drawCrystal(_ flake: FlakeLook, size: Float, on canvas: inout Canvas) {
        let ellipse = Ellipse(flake)
        let linear = min((size - Self.crystalFrom) / (Self.crystalFully - Self.crystalFrom), 1)
        let share = linear * linear * (3 - 2 * linear)
        let level = CrystalMask.level(forWidth: flake.halfWidth + flake.halfHeight)
        CrystalMask.shared.withLevel(level) { texels, side in
            fill(flake, on: &canvas, with: ellipse) { ellipse, x, y in
                let place = ellipse.place(x, y)
                let crystal = CrystalMask.sample(texels, side: side, x: place.x, y: place.y)
                return share >= 1 ? crystal : crystal * share + ellipse.coverage(x, y) * (1 - share)
            }
        }
    }

    /// Blends the flake's colour into every pixel around it, as `coverage` has it.
    @inline(__always)
    private mutating func fill(
        _ flake: FlakeLook,
        on canvas: inout Canvas,
        with ellipse: Ellipse,
        coverage: (Ellipse, Float, Float) -> Float
    ) {
        guard let columns = Self.clip(flake.x, flake.reachX + 0.75, 0..<canvas.width),
            let rows = Self.clip(flake.y, flake.reachY + 0.75, canvas.rows)
        else { return }
        pixelsLeft -= (columns.end - columns.start) * (rows.end - rows.start)
        for y in rows.start..<rows.end {
            canvas.touch(row: y, start: columns.start, end: columns.end)
        }
        let width = canvas.width, top = canvas.top
        canvas.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in rows.start..<rows.end {
                for x in columns.start..<columns.end {
                    let share = coverage(ellipse, Float(x) + 0.5 - flake.x, Float(y) + 0.5 - flake.y)
                    let opacity = Self.opacity(share * flake.opacity)
                    if opacity > 0 {
                        let index = (y - top) * width + x
                        pixels[index] = Canvas.blend(pixels[index], with: flake.color, opacity: opacity)
                    }
                }
            }
        }
    }

    /// 0…1 to 0…256; NaN gives 0.
    @inline(__always)
    static func opacity(_ value: Float) -> UInt32 {
        guard value > 0.002 else { return 0 }
        return UInt32(min(value, 1) * 256)
    }
}

/// The outline of a flake: where a pixel lies in it, and how much of the pixel it covers.
struct Ellipse {
    // The rows of the inverse of (right, down).
    private let acrossX: Float
    private let acrossY: Float
    private let alongX: Float
    private let alongY: Float

    init(_ flake: FlakeLook) {
        let determinant = flake.right.x * flake.down.y - flake.down.x * flake.right.y
        acrossX = flake.down.y / determinant
        acrossY = -flake.down.x / determinant
        alongX = -flake.right.y / determinant
        alongY = flake.right.x / determinant
    }

    /// An offset from the centre in half widths and half heights.
    @inline(__always)
    func place(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
        (acrossX * x + acrossY * y, alongX * x + alongY * y)
    }

    /// The share of the pixel around an offset that lies inside, from its distance to the edge.
    @inline(__always)
    func coverage(_ x: Float, _ y: Float) -> Float {
        let place = place(x, y)
        let squared = place.x * place.x + place.y * place.y
        guard squared > 1e-6 else { return 1 }
        let radius = squared.squareRoot()
        let slopeX = place.x * acrossX + place.y * alongX
        let slopeY = place.x * acrossY + place.y * alongY
        // Pixels to the edge, to first order: what is left of the radius over how fast it grows.
        let slope = (slopeX * slopeX + slopeY * slopeY).squareRoot() / radius
        let inside = 0.5 + (1 - radius) / slope
        return min(max(inside, 0), 1)
    }
}
