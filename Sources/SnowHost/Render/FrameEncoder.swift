/// Makes frames into bytes: as few as turn what the terminal shows into what it should show.
///
/// `encode` may be called any number of times; only `commit` says that a frame went out. A frame that a slow terminal
/// did not take is simply encoded anew from a later grid.
package struct FrameEncoder {
    /// Whether frames are wrapped in synchronized update (DEC private mode 2026), so that none shows half drawn.
    package var isSynchronized = false
    /// What the terminal is known to obey beyond what every terminal does.
    package var controls: EncoderControls = []

    /// What the terminal shows, once the frames that were committed have arrived.
    package internal(set) var shown: CellGrid
    /// The last frame, in the order it is sent.
    package private(set) var frame: [UInt8] = []
    /// Counts about the last frame.
    package private(set) var statistics = FrameStatistics()

    /// False before the first frame and after the screen was touched by others.
    private(set) var isShownKnown = false
    private var isGrouped = false
    private var damage = Damage()
    private var groups = StyleGroups()
    private var inOrder: CellWriter
    private var grouped: CellWriter
    private var pen = CellStyle()

    private static let begin = Array("\u{1B}[?2026h".utf8)
    private static let end = Array("\u{1B}[?2026l".utf8)

    /// An encoder for a terminal of unknown contents.
    ///
    /// - Parameter isLineFeedPlain: see `CursorMotion`; false for bytes that are to be kept and shown later.
    package init(columns: Int, rows: Int, clusters: ClusterTable, isLineFeedPlain: Bool = false) {
        shown = CellGrid(columns: columns, rows: rows, clusters: clusters)
        inOrder = CellWriter(motion: CursorMotion(isLineFeedPlain: isLineFeedPlain))
        grouped = inOrder
    }

    /// Makes the next frame draw everything, whatever the terminal shows.
    package mutating func invalidate() {
        isShownKnown = false
    }

    /// Encodes a grid; a grid of another size than the last makes a frame that draws everything.
    ///
    /// - Parameter pixels: What is sent before the cells, in the same frame.
    /// - Returns: whether there is anything to send.
    @discardableResult
    package mutating func encode(_ next: CellGrid, and pixels: ByteBuffer? = nil) -> Bool {
        isGrouped = false
        frame.removeAll(keepingCapacity: true)
        if next.columns != shown.columns || next.rows != shown.rows {
            shown.resize(columns: next.columns, rows: next.rows)
            isShownKnown = false
        }
        if isShownKnown {
            damage.find(from: shown, to: next)
        } else {
            damage.takeAll(of: next)
        }
        if damage.cells.isEmpty, isShownKnown, pixels?.count ?? 0 == 0 {
            statistics = FrameStatistics()
            statistics.cellsElided = next.cells.count
            return false
        }
        inOrder.begin(pen: pen, controls: controls, isScreenKnown: isShownKnown)
        inOrder.writeRows(damage.cells, of: next, isScreenKnown: isShownKnown)
        if isShownKnown, groups.build(from: damage.cells, of: next, pen: pen) {
            grouped.begin(pen: pen, controls: controls, isScreenKnown: true)
            grouped.write(&groups, of: next)
            isGrouped = grouped.output.count < inOrder.output.count
        }
        if isSynchronized { frame.append(contentsOf: Self.begin) }
        pixels?.append(to: &frame)
        if isGrouped { grouped.output.append(to: &frame) } else { inOrder.output.append(to: &frame) }
        if isSynchronized { frame.append(contentsOf: Self.end) }
        count(of: next)
        return true
    }

    /// Notes that the last encoded frame, of this grid, is on its way to the terminal.
    package mutating func commit(_ next: CellGrid) {
        guard !frame.isEmpty else { return }
        for index in damage.cells {
            shown.cells[Int(index)] = next.cells[Int(index)]
        }
        for index in damage.covered { shown.cells[Int(index)] = next.cells[Int(index)] }
        pen = isGrouped ? grouped.pen : inOrder.pen
        isShownKnown = true
    }

    private mutating func count(of next: CellGrid) {
        statistics = isGrouped ? grouped.statistics : inOrder.statistics
        statistics.cellsDrawn = damage.cells.count
        statistics.cellsElided = next.cells.count - damage.cells.count
        statistics.byteCount = frame.count
    }
}
