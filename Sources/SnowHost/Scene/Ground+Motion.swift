extension Ground {
    /// Lets snow melt, be blown off, and slide where it lies too steep.
    ///
    /// - Complexity: Passes over the columns, at most eight; none where nothing moves.
    package func advance(seconds dt: Double) {
        guard grainCount > 0 else { return }
        melt(seconds: dt)
        blow(seconds: dt)
        slide()
    }

    /// Whether `advance` would change nothing.
    var isStill: Bool {
        let isBlown = snowpack.blow != 0 && snowpack.blow.isFinite
        return grainCount == 0 || (unrest.isEmpty && !isBlown && !(snowpack.melt > 0))
    }

    private func melt(seconds dt: Double) {
        guard snowpack.melt > 0 else { return }
        meltRest += min(snowpack.melt * dt * grainsPerDepth, 0x1p40)
        let loss = Int(meltRest)
        meltRest -= Double(loss)
        guard loss > 0 else { return }
        var total = 0
        shelves.withUnsafeMutableBufferPointer { shelves in
            for number in shelves.indices where shelves[number].depth > 0 {
                shelves[number].depth = max(shelves[number].depth - loss, 0)
                total += shelves[number].depth
            }
        }
        grainCount = total
        markUnrest(0..<columnCount)
    }

    /// The height by which snow may lie above its neighbour, in grains.
    private var step: Int { grains(in: snowpack.slope * columnWidth) }

    // The wind

    /// Each grain goes at most one column in a frame, to the lee; beyond the last one it is gone.
    ///
    /// What rises above the column before it is taken in full, what lies level in a quarter, and what lies lower is
    /// sheltered.
    private func blow(seconds dt: Double) {
        guard snowpack.blow != 0, snowpack.blow.isFinite else { return }
        blowRest += min(abs(snowpack.blow) * dt * grainsPerDepth, 0x1p40)
        // Less would be rounded to nothing where it is only a share.
        guard blowRest >= 16 else { return }
        let full = Int(blowRest)
        blowRest -= Double(full)
        let lee = snowpack.blow > 0 ? 1 : -1
        let step = step
        var place = lee > 0 ? columnCount - 1 : 0
        while place >= 0, place < columnCount {
            for number in starts[place]..<starts[place + 1] where shelves[number].depth > 0 {
                let surface = shelves[number].surface
                let rise = Double(self.rise(of: surface, above: place - lee)) / Double(max(step, 1))
                let share = min(max(0.25 + (rise < 0 ? rise : 0.75 * rise), 0), 1)
                let grains = min(Int(Double(full) * share), shelves[number].depth)
                if grains > 0 { carry(grains, from: number, to: place + lee, step: step) }
            }
            place -= lee
        }
        markUnrest(0..<columnCount)
    }

    /// By how much a surface lies above that of a column to windward; far below it behind a wall.
    private func rise(of surface: Int, above column: Int) -> Int {
        guard column >= 0, column < columnCount else { return 0 }
        guard let beside = shelf(in: column, beside: surface) else { return -0xFFFF_FFFF }
        return surface - shelves[beside].surface
    }

    private func carry(_ grains: Int, from number: Int, to column: Int, step: Int) {
        guard column >= 0, column < columnCount else {
            shelves[number].depth -= grains
            grainCount -= grains
            return
        }
        guard let target = shelf(in: column, beside: shelves[number].surface),
            shelves[target].surface <= shelves[number].surface + step
        else { return }
        let moved = min(grains, room(on: target))
        shelves[number].depth -= moved
        shelves[target].depth += moved
    }

    // Sliding

    /// Sweeps of a frame: a heap that is poured on takes some frames to spread.
    private static let sweepLimit = 8

    private func slide() {
        let step = step
        for _ in 0..<Self.sweepLimit where !unrest.isEmpty {
            let columns = unrest
            unrest = 0..<0
            goesLeft.toggle()
            for place in columns {
                let column = goesLeft ? columns.upperBound - 1 - (place - columns.lowerBound) : place
                for number in starts[column]..<starts[column + 1] where shelves[number].depth > 0 {
                    let first = goesLeft ? -1 : 1
                    let hasMoved = slide(number, to: column + first, step: step)
                    if slide(number, to: column - first, step: step) || hasMoved {
                        markUnrest(column - 1..<column + 2)
                    }
                }
            }
        }
    }

    /// Lets slide what of a shelf's snow lies too high above the next column; false when that is nothing.
    ///
    /// Snow on an edge rests as if the next column were as high as what it lies on: a letter keeps its heap.
    private func slide(_ number: Int, to column: Int, step: Int) -> Bool {
        guard column >= 0, column < columnCount else { return false }
        let own = shelves[number]
        guard own.depth > 0, let target = shelf(in: column, beside: own.surface) else { return false }
        let other = shelves[target].surface
        let excess = own.surface - max(other, own.floor) - step
        guard excess > 0 else { return false }
        // Past the edge all of it goes; on level ground half of it makes both even.
        let fall = max(own.floor - other, 0)
        let moved = min(excess <= fall ? excess : fall + (excess - fall) / 2, own.depth, room(on: target))
        guard moved > 0 else { return false }
        shelves[number].depth -= moved
        shelves[target].depth += moved
        return true
    }
}
