extension Ground {
    /// Adds snow that comes to rest around a point.
    ///
    /// - Parameters:
    ///   - width: Of what settles, in units; it is spread over the columns that this covers.
    ///   - area: How much it is, in units of area.
    package func settle(x: Double, y: Double, width: Double, area: Double) {
        guard columnCount > 0, x >= 0, x <= size.width, !y.isNaN else { return }
        // What is not a number, or negative, is nothing; one flake is no more than the view.
        let largest = size.width * size.height
        let grains = area > 0 ? Int((min(area, largest) * grainsPerArea).rounded()) : 0
        let reach = width > 0 ? min(width / 2, size.width) : 0
        add(grains, from: x - reach, to: x + reach, level: level(of: y))
    }

    /// Spreads grains evenly over what lies between two places, as far as that is in the view, to the last one.
    func add(_ grains: Int, from start: Double, to end: Double, level: Int) {
        guard grains > 0, columnCount > 0 else { return }
        let first = min(max(start, 0), size.width) / columnWidth
        let last = min(max(end, 0), size.width) / columnWidth
        let length = last - first
        let columns = min(Int(first), columnCount - 1)...min(Int(last), columnCount - 1)
        var given = 0
        for column in columns {
            let share = length > 0 ? min((Double(column + 1) - first) / length, 1) : 1
            let due = column == columns.upperBound ? grains : Int(Double(grains) * share)
            put(due - given, on: shelf(in: column, below: level))
            given = due
        }
        markUnrest(columns.lowerBound..<columns.upperBound + 1)
    }

    private func put(_ grains: Int, on number: Int) {
        let taken = min(grains, room(on: number))
        shelves[number].depth += taken
        grainCount += taken
    }

    /// Takes all snow away.
    package func clear() {
        for number in shelves.indices { shelves[number].depth = 0 }
        grainCount = 0
        unrest = 0..<0
    }
}

extension Scene {
    /// Lets a flake come to rest: its area is added to the ground, and it is removed.
    ///
    /// - Returns: False when the handle's flake was not alive.
    @discardableResult
    package func settle(_ id: FlakeID) -> Bool {
        guard isAlive(id) else { return false }
        settle(slot: Int(id.slot))
        return true
    }

    private func settle(slot: Int) {
        let width = abs(Double(columns[.width][slot]))
        let own = abs(Double(columns[.height][slot]))
        let height = own.isNaN ? width : own
        ground.settle(
            x: Double(columns[.x][slot]), y: Double(columns[.y][slot]), width: width, area: width * height * .pi / 4)
        markDying(slot, because: .settled)
    }

    /// Settles the flakes that have reached the ground, where that goes by itself, and lets the snow that lies move on.
    func advanceGround(seconds dt: Double) {
        if ground.snowpack.settlesFlakes {
            let width = Float(width)
            for slot in 0..<highWater where columns.state[slot] == FlakeColumns.SlotState.alive {
                let x = columns[.x][slot]
                guard x >= 0, x <= width else { continue }
                let y = Double(columns[.y][slot])
                if y >= ground.surface(x: Double(x), below: y) { settle(slot: slot) }
            }
        }
        ground.advance(seconds: dt)
    }
}
