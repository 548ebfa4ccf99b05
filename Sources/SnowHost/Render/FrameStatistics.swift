/// What drawing and sending a frame came to, or several together.
public struct FrameStatistics: Hashable, Sendable {
    /// Cells that were sent.
    public var cellsDrawn = 0
    /// Cells that stayed as the terminal already shows them.
    public var cellsElided = 0
    /// Bytes that were sent.
    public var byteCount = 0
    /// Changes of style among them.
    public var styleChanges = 0
    /// Glyphs and erasures that needed none.
    public var stylesElided = 0
    /// Cursor motions among them.
    public var motions = 0
    /// Glyphs and erasures that needed none.
    public var motionsElided = 0

    /// All zero.
    public init() {}

    /// Adds what another frame came to.
    package mutating func add(_ other: FrameStatistics) {
        cellsDrawn += other.cellsDrawn
        cellsElided += other.cellsElided
        byteCount += other.byteCount
        styleChanges += other.styleChanges
        stylesElided += other.stylesElided
        motions += other.motions
        motionsElided += other.motionsElided
    }
}
