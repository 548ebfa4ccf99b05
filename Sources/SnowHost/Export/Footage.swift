/// Frames of cells, kept as what changes from each to the next.
struct Footage {
    /// A cell that is another one from now on.
    struct Change {
        /// Row × columns + column.
        let place: Int32
        let cell: Cell
    }

    let columns: Int
    let rows: Int
    let clusters: ClusterTable
    private(set) var changes: [Change] = []
    /// The changes of each frame; those of the first are all its cells.
    private(set) var frames: [Range<Int>] = []

    private var last: CellGrid
    private var damage = Damage()

    /// Most changes that are kept: 400 MB of them.
    static let capacity = 1 << 24

    /// No frames of grids of this size, whose clusters are those of this table.
    init(columns: Int, rows: Int, clusters: ClusterTable) {
        self.columns = columns
        self.rows = rows
        self.clusters = clusters
        last = CellGrid(columns: columns, rows: rows, clusters: clusters)
    }

    /// Takes a frame.
    ///
    /// - Throws: `tooLong` when there is no room.
    mutating func append(_ grid: CellGrid) throws(FilmError) {
        if frames.isEmpty { damage.takeAll(of: grid) } else { damage.find(from: last, to: grid) }
        guard changes.count + damage.cells.count <= Self.capacity else { throw .tooLong(frames: frames.count) }
        let start = changes.count
        for place in damage.cells { changes.append(Change(place: Int32(place), cell: grid.cells[Int(place)])) }
        frames.append(start..<changes.count)
        last.copy(grid)
    }

    /// Every colour that is seen, the first ones first, in 0xRRGGBB; some more than once.
    func colors(on ground: TerminalGround) -> some Sequence<UInt32> {
        changes.lazy.flatMap { change in
            let colors = CellPainter.colors(of: change.cell.style, on: ground)
            let isBare = change.cell.content == 0x20 && !change.cell.style.attributes.contains(.underline)
            return isBare ? [colors.background] : [colors.background, colors.foreground]
        }
    }
}
