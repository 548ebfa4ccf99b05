/// What drawing and sending one frame came to.
public struct FrameStatistics: Equatable, Sendable {
    /// Cells that were sent.
    public var cellsDrawn = 0
    /// Cells that stayed as the terminal already shows them.
    public var cellsElided = 0
    /// Bytes of the frame.
    public var byteCount = 0
    /// Changes of style among them.
    public var styleChanges = 0
    /// Cursor motions among them.
    public var motions = 0

    /// All zero.
    public init() {}
}
