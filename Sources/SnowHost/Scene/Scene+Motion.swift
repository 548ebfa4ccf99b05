extension Scene {
    /// Moves every flake by its rates: `x += drift·dt`, `y += speed·dt`, `alpha -= fade·dt`, `rotation += spin·dt`;
    /// and ages it.
    ///
    /// Arithmetic is double, rounded at the store. A field that a tween owns is left alone. Alpha falls strictly as
    /// long as a step takes off more than 6e-8: at 60 frames a second, fades of up to three days.
    package func integrate(seconds dt: Double) {
        time += dt
        move(.x, by: .drift, times: dt)
        move(.y, by: .speed, times: dt)
        move(.alpha, by: .fade, times: -dt)
        move(.rotation, by: .spin, times: dt)
        let age = columns[.age]
        for slot in 0..<highWater { age[slot] = Float(time - birthTime[slot]) }
    }

    private func move(_ field: FlakeField, by rate: FlakeField, times step: Double) {
        let column = columns[field]
        let rates = columns[rate]
        let bit = field.ownerBit
        for slot in 0..<highWater where columns.owned[slot] & bit == 0 {
            column[slot] = Float(Double(column[slot]) + Double(rates[slot]) * step)
        }
    }

    /// Removes the flakes that are spent, over their life, or out of view.
    ///
    /// - *spent*: alpha is not above 0, and no tween owns it.
    /// - *life*: age has reached life.
    /// - *left*: wholly below the bottom edge; or beyond another edge by more than the view's size there and moving
    ///   away; or nowhere (a position that is not finite). A tween that owns the coordinate keeps the flake.
    package func markSpent() {
        for slot in 0..<highWater where columns.state[slot] == FlakeColumns.SlotState.alive {
            if let reason = reasonToGo(slot) { markDying(slot, because: reason) }
        }
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
            if y - halfHeight > height { return .left }
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
        let ownHeight = abs(Double(columns[.height][slot]))
        let flakeHeight = ownHeight.isNaN ? flakeWidth : ownHeight
        guard columns[.rotation][slot] != 0 else { return (flakeWidth / 2, flakeHeight / 2) }
        // The chord of the square root, above it by 8 % at most: a bound is all that is asked for.
        let diagonal = max(flakeWidth, flakeHeight) + 0.41422 * min(flakeWidth, flakeHeight)
        return (diagonal / 2, diagonal / 2)
    }
}
