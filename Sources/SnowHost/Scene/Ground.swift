/// What snow lies on: the bottom of the view and the letters of a scenery, and how deep it lies there.
///
/// The view is cut into columns, two for each cell of the picture. In a column snow can lie on several shelves: on a
/// letter, on a stroke below that, and on the bottom. Snow is counted in whole grains, which go from place to place and
/// never get lost between: how much there is changes only when it settles, melts, is blown away or has no more room.
package final class Ground {
    /// A place in a column where snow can lie. Heights are in grains of depth above the bottom of the view.
    package struct Shelf: Equatable, Sendable {
        /// What it lies on.
        package let floor: Int
        /// The underside of what is above; `Int.max` under the sky.
        package let ceiling: Int
        /// How much lies there.
        package internal(set) var depth: Int

        /// The top of the snow.
        package var surface: Int { floor + depth }
    }

    /// What is said of the snow.
    package var snowpack = Snowpack()
    /// What stands in the picture; nil for nothing.
    package internal(set) var scenery: Scenery?
    package internal(set) var size = GroundSize(width: 0, height: 0, columns: 0, rows: 0)
    /// The cell of the scenery's upper left corner.
    package internal(set) var sceneryOrigin = (column: 0, row: 0)

    package internal(set) var columnCount = 0
    /// The shelves of all columns; those of one stand together, the highest first.
    package internal(set) var shelves: [Shelf] = []
    /// Where the shelves of each column begin, and a last one for the end.
    package internal(set) var starts: [Int] = [0]
    /// Grains in a unit of area.
    var grainsPerArea = 4096.0
    /// Grains in a unit of depth of a column.
    package internal(set) var grainsPerDepth = 2048.0
    /// All that lies.
    package internal(set) var grainCount = 0

    /// Columns that may have to slide: outside of them everything is at rest.
    var unrest: Range<Int> = 0..<0
    /// What was to melt and be blown off, and was less than a grain.
    var meltRest = 0.0
    var blowRest = 0.0
    /// Which way the next sweep goes.
    var goesLeft = false

    /// Ground without size; `fit` gives it one.
    package init() {}

    /// Units across in a column.
    package var columnWidth: Double { columnCount > 0 ? size.width / Double(columnCount) : 1 }

    /// What lies, in units of area.
    package var volume: Double { Double(grainCount) / grainsPerArea }

    // Where the surface is

    /// The y of the surface at `x`, seen from above; the bottom of the view where nothing lies or stands.
    ///
    /// Beyond the sides the ground goes on as it is there. Constant time.
    package func surface(x: Double) -> Double {
        guard columnCount > 0 else { return size.height }
        return y(of: shelves[starts[column(at: x)]].surface)
    }

    /// The y of the first surface at or below `y`.
    ///
    /// A place within snow, or less than a cell deep in what it lies on, belongs to that surface: what comes from
    /// above is stopped by it. A place deeper in a letter came there from the side, before or behind it, and has the
    /// surface below.
    package func surface(x: Double, below y: Double) -> Double {
        guard columnCount > 0, !y.isNaN else { return surface(x: x) }
        return self.y(of: shelves[shelf(in: column(at: x), below: level(of: y))].surface)
    }

    func column(at x: Double) -> Int {
        // Written so that what is not a number is the first.
        guard x > 0, columnCount > 0 else { return 0 }
        return Int(min(x / columnWidth, Double(columnCount - 1)))
    }

    func y(of level: Int) -> Double { size.height - Double(level) / grainsPerDepth }

    func level(of y: Double) -> Int {
        Int(min(max((size.height - y) * grainsPerDepth, -0x1p52), 0x1p52))
    }

    /// The number of the shelf that something at a height belongs to.
    func shelf(in column: Int, below level: Int) -> Int {
        let cell = size.cellHeight * grainsPerDepth
        let last = starts[column + 1] - 1
        var number = starts[column]
        while number < last {
            let shelf = shelves[number]
            if level >= shelf.surface { return number }
            let below = shelf.floor - level
            // A stroke may be thinner than what falls goes in a frame.
            if Double(below) <= cell / 2 { return number }
            if Double(below) <= cell, level > shelves[number + 1].ceiling { return number }
            number += 1
        }
        return last
    }

    /// The shelf of a column onto which snow at a height would come from the side; nil where a wall is.
    func shelf(in column: Int, beside level: Int) -> Int? {
        for number in starts[column]..<starts[column + 1] where shelves[number].floor <= level {
            return level <= shelves[number].ceiling ? number : nil
        }
        return nil
    }

    /// How much more a shelf takes.
    func room(on number: Int) -> Int {
        let shelf = shelves[number]
        let height = shelf.ceiling == .max ? deepest : min(shelf.ceiling - shelf.floor, deepest)
        return max(height - shelf.depth, 0)
    }

    /// How deep snow may lie, in grains.
    private var deepest: Int {
        Int(min(max(snowpack.depth ?? size.height / 3, 0) * grainsPerDepth, 0x1p40))
    }

    func markUnrest(_ columns: Range<Int>) {
        let wide = max(columns.lowerBound - 1, 0)..<min(columns.upperBound + 1, columnCount)
        guard !wide.isEmpty else { return }
        unrest =
            unrest.isEmpty
            ? wide : min(unrest.lowerBound, wide.lowerBound)..<max(unrest.upperBound, wide.upperBound)
    }
}
