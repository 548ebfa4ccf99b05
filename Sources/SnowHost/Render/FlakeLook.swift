/// What there is to draw of one flake, in sub-pixels.
package struct FlakeLook {
    /// Sub-pixels in a unit of the view, along either axis.
    package struct Scale: Equatable, Sendable {
        package var x: Float
        package var y: Float
        /// Sub-pixels that the outermost place of a flake goes in a step of its turning; 0 where it turns steadily. Dots
        /// that come and go one by one all around it would be seen, and each costs bytes.
        package var turnStep: Float

        package init(x: Float, y: Float, turnStep: Float = 0) {
            self.x = x
            self.y = y
            self.turnStep = turnStep
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
    /// The number of its picture, 0 where the flake has none.
    package var sprite: UInt32 = 0
    /// Whether a flip shows the picture from behind.
    package var isMirrored: Bool
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
        self.init(
            x: columns[.x][slot] * scale.x,
            y: columns[.y][slot] * scale.y,
            width: width,
            height: columns.height(of: slot),
            rotation: columns[.rotation][slot],
            flip: columns[.flip][slot],
            scale: scale,
            alpha: columns[.alpha][slot]
        )
        velocity = (columns[.drift][slot] * scale.x, columns[.speed][slot] * scale.y)
        color = columns.color[slot]
        glyph = columns.glyph[slot]
        sprite = columns.sprite[slot]
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
        let reach = max(abs(width) * scale.x, abs(height) * scale.y) / 2
        let turn = Turn(radians: scale.turnStep > 0 ? Self.stopped(rotation, reach / scale.turnStep) : rotation)
        let across = (x: turn.cosine * scale.x, y: turn.sine * scale.y)
        let along = (x: -turn.sine * scale.x, y: turn.cosine * scale.y)
        let facing = Turn(radians: flip).cosine
        narrowing = abs(facing)
        let halfWidth = Self.half(abs(width) / 2 * narrowing, of: across)
        let halfHeight = Self.half(abs(height) / 2, of: along)
        guard halfWidth < 1e12, halfHeight < 1e12 else { return nil }
        self.x = x
        self.y = y
        right = (across.x * halfWidth, across.y * halfWidth)
        down = (along.x * halfHeight, along.y * halfHeight)
        opacity = min(alpha, 1)
        isMirrored = facing < 0
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

    /// The nearest of angles by which a place that is so many steps from the centre goes on by about a step. Those of the
    /// arms of an upright crystal are among them.
    private static func stopped(_ rotation: Float, _ distance: Float) -> Float {
        guard distance < 1000, abs(rotation) < 1e6 else { return rotation }
        let turn = 2 * Float.pi
        let step = turn / (12 * ((turn / 12 * distance).wholeBelow + 1))
        return (rotation / step).nearestWhole * step
    }

    /// Moves the flake to the nearest of places that lie `step` sub-pixels apart, at most a cell.
    ///
    /// As a dot does, it goes to the side when it goes up or down, not in between.
    package mutating func stop(each step: Int, in cell: (width: Int, height: Int)) {
        func nearest(_ place: Float, _ most: Int) -> Float {
            let step = Float(min(step, most))
            return ((place / step).rounded(.down) + 0.5) * step
        }
        let row = nearest(y, cell.height)
        let slant = velocity.x / velocity.y
        // Negated, so that what is not a number leaves the column alone.
        if abs(slant) <= 1 { x -= (y - row) * slant }
        x = nearest(x, cell.width)
        y = row
        velocity = (0, 0)
    }
}
