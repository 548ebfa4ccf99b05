import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What frames cost on their way to the terminal: bytes, and CPU time for making them.
enum EncodeBench {
    private static let columns = 200
    private static let rows = 50
    private static let count = 600

    static func run() throws -> [Figure] {
        var figures = [
            fullScreen(), try movedFlake(80, 24, .none, goal: 12), try movedFlake(columns, rows, .none, goal: 12),
            try movedFlake(columns, rows, .indexed), try movedFlake(columns, rows, .truecolor),
        ]
        let peer = try FrameSender.curses()
        if peer == nil { print("  ncurses is left out: no compiler, or no libncurses-dev") }
        for blitter in [BlitterName.braille, .half, .glyph] { figures += try frames(of: blitter, beside: peer) }
        return figures + (try allocations()) + (try CmatrixBench.run())
    }

    private static func snowfall(_ blitter: BlitterName, _ depth: ColorDepth) throws -> CellFrames {
        try CellFrames(
            script: "snowfall", blitter: blitter, depth: depth, columns: columns, rows: rows, count: count + 1)
    }

    private static func allocations() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let file = try folder.write(try snowfall(.half, .indexed).changes, to: "frames")
        let count = try FrameSender.own().countAllocations(file, columns: columns, rows: rows)
        guard let count else {
            print("  allocations are not counted: no compiler, or no way to load what counts them")
            return []
        }
        return [
            Figure(name: "encoding and sending: allocations after a second", value: Double(count), unit: "", goal: 0)
        ]
    }

    /// A snowfall in 256 colours, by this encoder and by ncurses.
    private static func frames(of blitter: BlitterName, beside peer: FrameSender?) throws -> [Figure] {
        let folder = try TemporaryFolder()
        let file = try folder.write(try snowfall(blitter, .indexed).changes, to: "frames")
        guard let own = try FrameSender.own().send(file, columns: columns, rows: rows) else { return [] }
        let name = "\(blitter.rawValue), 200×50, 256 colours: a frame"
        func figures(_ name: String, _ cost: FrameSender.Cost) -> [Figure] {
            [
                Figure(name: name, value: Double(cost.bytes) / Double(cost.frames), unit: "bytes"),
                Figure(name: name, value: cost.seconds / Double(cost.frames) * 1e6, unit: "µs CPU"),
            ]
        }
        guard let other = try peer?.send(file, columns: columns, rows: rows) else { return figures(name, own) }
        return figures(name, own) + figures("  ncurses: the same", other) + [
            Figure(
                name: "  bytes, in those of ncurses", value: Double(own.bytes) / Double(other.bytes), unit: "×",
                goal: 0.8),
            Figure(name: "  CPU time, in that of ncurses", value: own.seconds / other.seconds, unit: "×", goal: 0.5),
        ]
    }

    /// Bytes for each glyph that came to a cell; the cell that it left is paid for by them too.
    ///
    /// The goal is that of the way, the blank and the glyph. Flakes that go on in one frame are far from each other and of
    /// many colours, so that colours cost as much again.
    private static func movedFlake(
        _ columns: Int, _ rows: Int, _ depth: ColorDepth, goal: Double? = nil
    ) throws -> Figure {
        let frames = try CellFrames(
            script: "snowfall", blitter: .glyph, depth: depth, columns: columns, rows: rows, count: count + 1)
        let clusters = ClusterTable()
        var grid = CellGrid(columns: frames.columns, rows: frames.rows, clusters: clusters)
        var encoder = FrameEncoder(
            columns: frames.columns, rows: frames.rows, clusters: clusters, isLineFeedPlain: true)
        var bytes = 0
        for (number, cells) in frames.frames.enumerated() {
            grid.cells = cells
            if encoder.encode(grid) { encoder.commit(grid) }
            if number > 0 { bytes += encoder.frame.count }
        }
        return Figure(
            name: "a moved flake in glyph, \(columns)×\(rows), colours: \(depth.rawValue)",
            value: Double(bytes) / Double(frames.arrivals), unit: "bytes", goal: goal)
    }

    /// Every cell of a large screen in two new colours of its own.
    private static func fullScreen() -> Figure {
        let clusters = ClusterTable()
        var grids = [
            CellGrid(columns: 300, rows: 100, clusters: clusters),
            CellGrid(columns: 300, rows: 100, clusters: clusters),
        ]
        for place in grids[0].cells.indices {
            for number in 0..<2 {
                let mixed = UInt32(truncatingIfNeeded: (place * 2 + number) &* 2_654_435_761)
                grids[number].cells[place] = Cell(
                    content: 0x2580,
                    style: CellStyle(foreground: .rgb(mixed >> 8), background: .rgb(mixed &* 0x9E37_79B1 >> 8)))
            }
        }
        var encoder = FrameEncoder(columns: 300, rows: 100, clusters: clusters, isLineFeedPlain: true)
        var turn = 0
        let seconds = Measurement.seconds(count: 31) {
            turn += 1
            encoder.encode(grids[turn & 1])
            encoder.commit(grids[turn & 1])
        }
        return Figure(name: "a new screen, 300×100, truecolor", value: seconds * 1e3, unit: "ms", goal: 2)
    }
}
