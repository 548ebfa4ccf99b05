/// What there is to draw of one flake, in sub-pixels.
package struct FlakeLook {
    /// Sub-pixels in a unit of the view, along either axis.
    package struct Scale: Equatable, Sendable {
        package var x: Float
        package var y: Float

        package init(x: Float, y: Float) {
            self.x = x
            self.y = y
        }
    }

    /// No flake is thinner than this, half its thickness in sub-pixels: a flip at 90° leaves a line.
    package static let leastHalf: Float = 0.3

    /// The centre.
    package var x: Float
    package var y: Float
    /// Sub-pixels a second; zero where an animation moves the flake.
    package var velocity: (x: Float, y: Float) = (0, 0)
    /// From the centre to the middle of the right edge, turned and flipped.
    package var right: (x: Float, y: Float)
    /// From the centre to the middle of the lower edge.
    package var down: (x: Float, y: Float)
    /// How much of its width a flip leaves, 0…1.
    package var narrowing: Float
    /// 0…1.
    package var opacity: Float
    /// 0xRRGGBB.
    package var color: UInt32
    /// A Unicode scalar, 0 where the flake has none.
    package var glyph: UInt32
    /// The flake's number: what makes flakes of one size look different.
    package var birthNumber: UInt32

    /// How far the flake reaches from its centre along the axes.
    package var reachX: Float { (right.x * right.x + down.x * down.x).squareRoot() }
    package var reachY: Float { (right.y * right.y + down.y * down.y).squareRoot() }
    /// Half the flake's width and height, along its own axes.
    package var halfWidth: Float { (right.x * right.x + right.y * right.y).squareRoot() }
    package var halfHeight: Float { (down.x * down.x + down.y * down.y).squareRoot() }

    /// Reads a slot; nil when it is not alive, or nothing of it would show.
    package init?(_ columns: FlakeColumns, slot: Int, scale: Scale) {
        guard columns.state[slot] == FlakeColumns.SlotState.alive else { return nil }
        let width = columns[.width][slot]
        let height = columns[.height][slot]
        self.init(
            x: columns[.x][slot] * scale.x,
            y: columns[.y][slot] * scale.y,
            width: width,
            height: height.isNaN ? width : height,
            rotation: columns[.rotation][slot],
            flip: columns[.flip][slot],
            scale: scale,
            alpha: columns[.alpha][slot]
        )
        velocity = (columns[.drift][slot] * scale.x, columns[.speed][slot] * scale.y)
        color = columns.color[slot]
        glyph = columns.glyph[slot]
        birthNumber = columns.birthNumber[slot]
    }

    /// A white flake; nil when nothing of it would show.
    ///
    /// - Parameters:
    ///   - x: sub-pixels.
    ///   - y: sub-pixels.
    ///   - width: units of the view; the sign does not matter.
    ///   - height: units of the view.
    ///   - alpha: clamped to 0…1.
    package init?(
        x: Float, y: Float, width: Float, height: Float,
        rotation: Float = 0, flip: Float = 0, scale: Scale, alpha: Float = 1
    ) {
        // Written so that NaN fails each test.
        guard alpha > 0, abs(width) > 0, abs(height) > 0, abs(x) < 1e9, abs(y) < 1e9 else { return nil }
        let turn = Turn(radians: rotation)
        let across = (x: turn.cosine * scale.x, y: turn.sine * scale.y)
        let along = (x: -turn.sine * scale.x, y: turn.cosine * scale.y)
        narrowing = abs(Turn(radians: flip).cosine)
        let halfWidth = Self.half(abs(width) / 2 * narrowing, of: across)
        let halfHeight = Self.half(abs(height) / 2, of: along)
        guard halfWidth < 1e12, halfHeight < 1e12 else { return nil }
        self.x = x
        self.y = y
        right = (across.x * halfWidth, across.y * halfWidth)
        down = (along.x * halfHeight, along.y * halfHeight)
        opacity = min(alpha, 1)
        color = 0xFF_FFFF
        glyph = 0
        birthNumber = 0
        guard reachX > 0, reachY > 0 else { return nil }
    }

    /// `length` units along an axis, or as many as make the least thickness; infinite on a terminal of no size.
    private static func half(_ length: Float, of axis: (x: Float, y: Float)) -> Float {
        let unit = (axis.x * axis.x + axis.y * axis.y).squareRoot()
        guard unit > 0 else { return .infinity }
        return max(length, leastHalf / unit)
    }
}
