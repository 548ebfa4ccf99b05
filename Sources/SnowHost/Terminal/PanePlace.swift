/// Where a pane of tmux lies on the terminal.
public struct PanePlace: Hashable, Sendable {
    /// Columns of the terminal to the left of it.
    public var left: Int
    /// Rows of the terminal above it.
    public var top: Int

    /// A place; 0 and 0 for a pane in the upper left corner.
    public init(left: Int, top: Int) {
        self.left = left
        self.top = top
    }

    /// The row in which the terminal is asked where the pane lies, from 1. Not the first: an answer from the terminal's
    /// first row looks like the key F3, which tmux might keep for itself.
    static func askedRow(of rows: Int) -> Int { min(2, max(rows, 1)) }

    /// What the terminal's answer comes to: its cursor stood behind the first cell of the asked row.
    init?(cursorColumn: Int, cursorRow: Int, rows: Int) {
        left = cursorColumn - 2
        top = cursorRow - Self.askedRow(of: rows)
        guard left >= 0, top >= 0 else { return nil }
    }
}
