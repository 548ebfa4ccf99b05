extension Scene {
    /// All that happens to flakes by themselves in a step: they move, grow older, meet the ground, and go.
    ///
    /// Flakes go that are
    /// - *spent*: alpha is not above 0, and no tween owns it;
    /// - over their *life*: age has reached it;
    /// - *left*: wholly below the bottom edge and not rising, for a step already where the script asks for the ground; or beyond
    ///   another edge by more than the view's size there and moving away; or nowhere (a position that is not finite). A
    ///   tween that owns the coordinate keeps the flake.
    package func advance(seconds dt: Double) {
        time += dt
        lastStep = dt
        let bounds = Bounds(width: width, height: height)
        // In one pass: what was moved is still at hand when it is looked at.
        forEachBlock { slots in
            integrate(slots, seconds: dt)
            look(at: slots, bounds: bounds)
        }
        // It takes flakes away, and moves none.
        advanceGround(seconds: dt)
        markUneasy(bounds)
    }

    /// Whether a step would change nothing that is seen: no flake moves, turns, fades or has an end to its life, no snow
    /// moves, and no text of this step is to go.
    package var isStill: Bool {
        guard text.items.isEmpty, dyingCount == 0, ground.isStill else { return false }
        let rates: [FlakeField] = [.drift, .speed, .fade, .spin]
        for slot in 0..<highWater where columns.state[slot] == FlakeColumns.SlotState.alive {
            guard rates.allSatisfy({ columns[$0][slot] == 0 }), columns[.life][slot] == .infinity else { return false }
        }
        return true
    }

    /// Moves flakes by their rates: `x += drift·dt`, `y += speed·dt`, `alpha -= fade·dt`, `rotation += spin·dt`; and ages
    /// them.
    ///
    /// Arithmetic is double, rounded at the store. A field that a tween owns is left alone. Alpha falls strictly as
    /// long as a step takes off more than 6e-8: at 60 frames a second, fades of up to three days.
    @inline(__always)
    private func integrate(_ slots: Range<Int>, seconds dt: Double) {
        move(.x, by: .drift, times: dt, slots)
        move(.y, by: .speed, times: dt, slots)
        move(.alpha, by: .fade, times: -dt, slots)
        move(.rotation, by: .spin, times: dt, slots)
        let now = time
        let age = columns[.age]
        for slot in slots { age[slot] = Float(now - birthTime[slot]) }
    }

    @inline(__always)
    private func move(_ field: FlakeField, by rate: FlakeField, times step: Double, _ slots: Range<Int>) {
        let column = columns[field]
        let rates = columns[rate]
        // Most rates are zero in most scripts.
        var bits: UInt32 = 0
        for slot in slots { bits |= rates[slot].bitPattern }
        guard bits << 1 != 0 else { return }
        let owned = columns.owned
        let bit = field.ownerBit
        for slot in slots {
            // Stored either way: a choice of values becomes vector code, a store that may not happen does not.
            let moved = Float(Double(column[slot]) + Double(rates[slot]) * step)
            column[slot] = owned[slot] & bit == 0 ? moved : column[slot]
        }
    }

    /// Calls `body` for each block of slots, on several threads where there are many.
    @inline(__always)
    private func forEachBlock(_ body: (Range<Int>) -> Void) {
        let highWater = highWater
        let part = Self.partLength
        func go(from first: Int, to end: Int) {
            var start = first
            while start < end {
                let slots = start..<min(start + Self.blockLength, end)
                body(slots)
                start = slots.upperBound
            }
        }
        guard sharesWork, highWater > Self.leastShared else { return go(from: 0, to: highWater) }
        Workers.shared.run(parts: (highWater + part - 1) / part) { number, _ in
            go(from: number * part, to: min((number + 1) * part, highWater))
        }
    }

    /// Notes whether one of the flakes of a block may have to go.
    @inline(__always)
    private func look(at slots: Range<Int>, bounds: Bounds) {
        isUneasy[slots.lowerBound / Self.blockLength] =
            slots.count < Self.blockLength || mayGo(from: slots.lowerBound, bounds: bounds)
    }

    /// Marks the flakes that have to go, in the order of the slots, on one thread.
    private func markUneasy(_ bounds: Bounds) {
        let highWater = highWater
        for block in 0..<(highWater + Self.blockLength - 1) / Self.blockLength where isUneasy[block] {
            let start = block * Self.blockLength
            for slot in start..<min(start + Self.blockLength, highWater)
            where columns.state[slot] == FlakeColumns.SlotState.alive && mayGo(slot, bounds: bounds) {
                if let reason = reasonToGo(slot) { markDying(slot, because: reason) }
            }
        }
    }

    /// Slots treated together: few enough to stay in the nearest cache, and to be all well most of the time.
    static let blockLength = 128
    /// Slots that one thread takes at a time, a whole number of blocks: few, so that all are done at about the same time.
    private static let partLength = 2048
    /// Up to so many slots are left to one thread.
    private static let leastShared = 16_384

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
        var stays = SIMDMask<SIMD8<Int32>>(repeating: true)
        // The caller has seen to it that the whole block lies inside the columns.
        for slot in stride(from: start, to: start + Self.blockLength, by: 8) {
            stays = stays .& (alpha.eight(from: slot) .> 0) .& (age.eight(from: slot) .< life.eight(from: slot))
            let across = x.eight(from: slot)
            stays = stays .& (across .>= bounds.left) .& (across .<= bounds.right)
            let down = y.eight(from: slot)
            stays = stays .& (down .>= bounds.top) .& (down .<= bounds.bottom)
        }
        return stays != SIMDMask(repeating: true)
    }

    /// The same of one flake.
    @inline(__always)
    private func mayGo(_ slot: Int, bounds: Bounds) -> Bool {
        let (x, y) = (columns[.x][slot], columns[.y][slot])
        let stays =
            columns[.alpha][slot] > 0 && columns[.age][slot] < columns[.life][slot] && x >= bounds.left
            && x <= bounds.right && y >= bounds.top && y <= bounds.bottom
        return !stays
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
