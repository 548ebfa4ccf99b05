extension Scene {
    /// Moves every flake by its rates: `x += drift·dt`, `y += speed·dt`, `alpha -= fade·dt`, `rotation += spin·dt`;
    /// and ages it.
    ///
    /// Arithmetic is double, rounded at the store. A field that a tween owns is left alone. Alpha falls strictly as
    /// long as a step takes off more than 6e-8: at 60 frames a second, fades of up to three days.
    package func integrate(seconds dt: Double) {
        time += dt
        lastStep = dt
        let now = time
        let highWater = highWater
        let age = columns[.age]
        var start = 0
        while start < highWater {
            let slots = start..<min(start + Self.blockLength, highWater)
            move(.x, by: .drift, times: dt, slots)
            move(.y, by: .speed, times: dt, slots)
            move(.alpha, by: .fade, times: -dt, slots)
            move(.rotation, by: .spin, times: dt, slots)
            for slot in slots { age[slot] = Float(now - birthTime[slot]) }
            start = slots.upperBound
        }
    }

    @inline(__always)
    private func move(_ field: FlakeField, by rate: FlakeField, times step: Double, _ slots: Range<Int>) {
        let column = columns[field]
        let rates = columns[rate]
        let owned = columns.owned
        let bit = field.ownerBit
        for slot in slots {
            // Stored either way: a choice of values becomes vector code, a store that may not happen does not.
            let moved = Float(Double(column[slot]) + Double(rates[slot]) * step)
            column[slot] = owned[slot] & bit == 0 ? moved : column[slot]
        }
    }

    /// Removes the flakes that are spent, over their life, or out of view.
    ///
    /// - *spent*: alpha is not above 0, and no tween owns it.
    /// - *life*: age has reached life.
    /// - *left*: wholly below the bottom edge and not rising, for a step already where the script asks for the ground; or beyond another edge by more than the view's size there
    ///   and moving away; or nowhere (a position that is not finite). A tween that owns the coordinate keeps the flake.
    package func markSpent() {
        let bounds = Bounds(width: width, height: height)
        let highWater = highWater
        var start = 0
        while start < highWater {
            let slots = start..<min(start + Self.blockLength, highWater)
            if slots.count < Self.blockLength || mayGo(from: start, bounds: bounds) {
                for slot in slots where columns.state[slot] == FlakeColumns.SlotState.alive {
                    if let reason = reasonToGo(slot) { markDying(slot, because: reason) }
                }
            }
            start = slots.upperBound
        }
    }

    /// Slots treated together: few enough to stay in the nearest cache, and to be all well most of the time.
    private static let blockLength = 128

    /// Where a flake has certainly not left: rounded inwards, so that none on the edge is missed.
    private struct Bounds {
        let left: Float
        let right: Float
        let top: Float
        let bottom: Float

        init(width: Double, height: Double) {
            left = Float(-width).nextUp
            right = Float(2 * width).nextDown
            top = Float(-height).nextUp
            bottom = Float(height).nextDown
        }
    }

    /// Whether one of the flakes of a whole block could have to go. It asks less than `reasonToGo`, but eight flakes at
    /// a time: nearly all flakes stay in nearly all frames.
    @inline(__always)
    private func mayGo(from start: Int, bounds: Bounds) -> Bool {
        let alpha = columns[.alpha]
        let age = columns[.age]
        let life = columns[.life]
        let x = columns[.x]
        let y = columns[.y]
        // The caller has seen to it that the whole block lies inside the columns.
        func eight(_ column: UnsafeMutablePointer<Float>, _ slot: Int) -> SIMD8<Float> {
            UnsafeRawPointer(column + slot).loadUnaligned(as: SIMD8<Float>.self)
        }
        var stays = SIMDMask<SIMD8<Int32>>(repeating: true)
        for slot in stride(from: start, to: start + Self.blockLength, by: 8) {
            stays = stays .& (eight(alpha, slot) .> 0) .& (eight(age, slot) .< eight(life, slot))
            let across = eight(x, slot)
            stays = stays .& (across .>= bounds.left) .& (across .<= bounds.right)
            let down = eight(y, slot)
            stays = stays .& (down .>= bounds.top) .& (down .<= bounds.bottom)
        }
        return stays != SIMDMask(repeating: true)
    }

    private func reasonToGo(_ slot: Int) -> RemovalReason? {
        let owned = columns.owned[slot]
        if !(columns[.alpha][slot] > 0), owned & FlakeField.alpha.ownerBit == 0 { return .spent }
        if columns[.age][slot] >= columns[.life][slot] { return .life }
        let x = Double(columns[.x][slot])
        let y = Double(columns[.y][slot])
        guard x.isFinite, y.isFinite else { return .left }
        let (halfWidth, halfHeight) = halfExtents(slot)
        if owned & FlakeField.y.ownerBit == 0 {
            let speed = Double(columns[.speed][slot])
            // Who asks where the ground is sees once more what fell through it in this step.
            let grace = ground.isAsked && speed > 0 ? speed * lastStep : 0
            if y - halfHeight - grace > height, !(speed < 0) { return .left }
            if y + halfHeight < -height, columns[.speed][slot] < 0 { return .left }
        }
        if owned & FlakeField.x.ownerBit == 0 {
            if x + halfWidth < -width, columns[.drift][slot] < 0 { return .left }
            if x - halfWidth > 2 * width, columns[.drift][slot] > 0 { return .left }
        }
        return nil
    }

    /// How far a flake reaches from its centre: half its sides, or at least half its diagonal once it is turned.
    private func halfExtents(_ slot: Int) -> (Double, Double) {
        let flakeWidth = abs(Double(columns[.width][slot]))
        let flakeHeight = abs(Double(columns.height(of: slot)))
        guard columns[.rotation][slot] != 0 else { return (flakeWidth / 2, flakeHeight / 2) }
        // The chord of the square root, above it by 8 % at most: a bound is all that is asked for.
        let diagonal = max(flakeWidth, flakeHeight) + 0.41422 * min(flakeWidth, flakeHeight)
        return (diagonal / 2, diagonal / 2)
    }
}
