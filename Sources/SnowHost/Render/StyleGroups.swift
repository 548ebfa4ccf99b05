/// Changed cells by style, each style's cells in the order of the rows, and the blank ones by themselves.
///
/// A style costs up to 36 bytes to switch to and a motion about 8, so that going over the screen once for each style
/// is often shorter than going over it once. A blank is written with whatever style the pen has, where it is passed.
struct StyleGroups {
    /// More styles, or more cells, than this are not worth grouping.
    static let mostStyles = 256
    static let mostCells = 4096

    /// One style and the list of its cells.
    struct Group {
        var style: CellStyle
        /// Places in `cells`, or -1.
        var first: Int32
        var last: Int32
    }

    /// What a cell waits for, in `waiting`: nothing, any pen that shows blanks, or a group by its number from here on.
    static let nothing: UInt16 = 0
    static let anyPen: UInt16 = 1
    static let firstGroup: UInt16 = 2

    private(set) var groups: [Group] = []
    /// The changed cells, and for each the place of the next one of the same style.
    private(set) var cells: [UInt32] = []
    private var next: [Int32] = []
    /// The changed cells that are blank.
    private(set) var blanks: [UInt32] = []
    /// For each cell of the screen, what it waits for.
    private var waiting: [UInt16] = []
    private var slots = [Int16](repeating: -1, count: 1024)

    init() {}

    /// Sorts the cells of a frame; false when that is not worth it.
    mutating func build(from damage: [UInt32], of grid: CellGrid, pen: CellStyle) -> Bool {
        guard damage.count > 2, damage.count <= Self.mostCells else { return false }
        if waiting.count != grid.cells.count {
            waiting = [UInt16](repeating: Self.nothing, count: grid.cells.count)
        }
        groups.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        next.removeAll(keepingCapacity: true)
        blanks.removeAll(keepingCapacity: true)
        slots.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
        for index in damage {
            let cell = grid.cells[Int(index)]
            if cell.isErasable, cell.style.background == .standard {
                blanks.append(index)
                waiting[Int(index)] = Self.anyPen
                continue
            }
            // The right half of a wide glyph comes with its head.
            if cell.width == 0 { continue }
            guard let number = number(of: cell.style) else {
                clear()
                return false
            }
            let place = Int32(cells.count)
            cells.append(index)
            next.append(-1)
            if groups[number].first < 0 {
                groups[number].first = place
            } else {
                next[Int(groups[number].last)] = place
            }
            groups[number].last = place
        }
        order(after: pen)
        // The numbers are those of the order in which the groups are written.
        for number in groups.indices {
            var place = groups[number].first
            while place >= 0 {
                waiting[Int(cells[Int(place)])] = Self.firstGroup + UInt16(number)
                place = next[Int(place)]
            }
        }
        return true
    }

    /// The cell after one in its group; -1 at the end.
    func following(_ place: Int32) -> Int32 { next[Int(place)] }

    /// What a cell waits for.
    @inline(__always)
    func awaited(by index: Int) -> UInt16 { waiting[index] }

    /// Notes that a cell has been written.
    mutating func take(_ index: Int) { waiting[index] = Self.nothing }

    /// Forgets everything that waits.
    mutating func clear() {
        for index in cells { waiting[Int(index)] = Self.nothing }
        for index in blanks { waiting[Int(index)] = Self.nothing }
    }

    private mutating func number(of style: CellStyle) -> Int? {
        let mixed =
            (style.foreground.packed &* 0x9E37_79B1) ^ (style.background.packed &* 0x85EB_CA6B)
            ^ UInt32(style.attributes.rawValue) &* 0xC2B2_AE35
        var slot = Int((mixed ^ mixed >> 15) & 1023)
        while slots[slot] >= 0 {
            let number = Int(slots[slot])
            if groups[number].style == style { return number }
            slot = (slot + 1) & 1023
        }
        // A quarter of the slots is used at most, so that the walk above ends.
        guard groups.count < Self.mostStyles else { return nil }
        slots[slot] = Int16(groups.count)
        groups.append(Group(style: style, first: -1, last: -1))
        return groups.count - 1
    }

    /// Puts the groups in an order in which neighbours share a background; the pen's own style comes first.
    private mutating func order(after pen: CellStyle) {
        func key(_ style: CellStyle) -> (UInt8, UInt32, UInt32) {
            (style.attributes.rawValue, style.background.packed, style.foreground.packed)
        }
        // Insertion: there are few groups, and the library's sort would allocate.
        for place in 1..<max(groups.count, 1) {
            let group = groups[place]
            var hole = place
            while hole > 0 {
                let before = groups[hole - 1].style
                let isAfter = before == pen ? false : group.style == pen || key(group.style) < key(before)
                guard isAfter else { break }
                groups[hole] = groups[hole - 1]
                hole -= 1
            }
            groups[hole] = group
        }
    }
}
