/// What happens in which frame of a rehearsal: sizes, keys, the mouse, and how long the frame is.
///
/// The plan knows only the number of the frame, so that two rehearsals of one plan are told the same.
struct RehearsalPlan {
    /// The picture's sizes in cells, one after the other.
    let sizes: [TerminalSize]
    let frameCount: Int

    /// From a common terminal to a large one, a single cell, and what a narrow pane leaves.
    static let sizes = [(80, 24), (200, 50), (1, 1), (40, 10), (3, 60), (132, 43)].map { columns, rows in
        TerminalSize(columns: columns, rows: rows)
    }

    /// Late frames and one that takes no time among the usual ones, over and over.
    private static let lengths: [Double] = [
        1.0 / 60, 1.0 / 60, 1.0 / 60, 1.0 / 60, 0.1, 1.0 / 60, 1.0 / 60, 1.0 / 30, 1.0 / 60, 1.0 / 60, 0, 0.1,
    ]

    /// Keys that a show takes for itself.
    private static let kept: Set<String> = ["q", "Q", "r", "escape", "ctrl-c", "ctrl-z", "ctrl-\\"]
    private static let keys = KeyNames.all.filter { !kept.contains($0) }

    private static let buttons = [
        "move", "left", "move", "release", "middle", "release", "right", "release", "wheel-up", "wheel-down",
        "wheel-left", "wheel-right",
    ]

    /// A plan of `frameCount` frames, at least one for each size that it comes to.
    init(sizes: [TerminalSize] = Self.sizes, frameCount: Int) {
        self.sizes = sizes
        self.frameCount = frameCount
    }

    /// The size in a frame, counted from 0. The last size gets what is left over.
    func size(of frame: Int) -> TerminalSize {
        sizes[min(frame / max(frameCount / sizes.count, 1), sizes.count - 1)]
    }

    /// Seconds.
    func length(of frame: Int) -> Double {
        Self.lengths[frame % Self.lengths.count]
    }

    /// The keys of a frame: all are through after two thirds of the plan, after a moment without any.
    func keys(of frame: Int) -> ArraySlice<String> {
        let quiet = min(frameCount / 8, 30)
        let share = max((Self.keys.count * 3 + frameCount * 2 - 1) / max(frameCount * 2, 1), 1)
        let first = (frame - quiet) * share
        guard first >= 0, first < Self.keys.count else { return [] }
        return Self.keys[first..<min(first + share, Self.keys.count)]
    }

    /// Where the mouse is in a frame, and what it does there; nil in most.
    func mouse(of frame: Int) -> (column: Int, row: Int, button: String)? {
        guard frame % 3 == 1 else { return nil }
        let size = size(of: frame)
        let turn = frame / 3
        // The four corners and places between them, each with every button in time.
        let column = turn % 5 * (size.columns - 1) / 4
        let row = turn % 7 * (size.rows - 1) / 6
        return (column, row, Self.buttons[turn % Self.buttons.count])
    }

    /// Plays a frame of the plan.
    func play(_ frame: Int, on rehearsal: Rehearsal) -> FrameHash {
        let size = size(of: frame)
        if size.columns != rehearsal.columns || size.rows != rehearsal.rows {
            rehearsal.resize(columns: size.columns, rows: size.rows)
        }
        for key in keys(of: frame) { rehearsal.layer.press(key: key) }
        if let mouse = mouse(of: frame) {
            rehearsal.point(column: mouse.column, row: mouse.row, button: mouse.button)
        }
        return rehearsal.step(seconds: length(of: frame))
    }
}
