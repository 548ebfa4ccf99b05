/// Which tiles of a canvas were drawn on.
struct TileMarks {
    /// A tile's size in pixels of the canvas.
    private let width: Int
    private let height: Int
    private let across: Int
    private var marks: [Bool]

    /// Marks of a canvas without tiles.
    static let none = TileMarks(canvasWidth: 0, canvasHeight: 0, width: 0, height: 0)

    /// No tile is marked.
    init(canvasWidth: Int, canvasHeight: Int, width: Int, height: Int) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        across = (canvasWidth + self.width - 1) / self.width
        let count = width > 0 && height > 0 ? across * ((canvasHeight + self.height - 1) / self.height) : 0
        marks = [Bool](repeating: false, count: count)
    }

    /// Whether there are no tiles.
    @inline(__always)
    var isEmpty: Bool { marks.isEmpty }

    /// Whether a tile, counted row by row, was drawn on.
    subscript(tile: Int) -> Bool { marks[tile] }

    /// Marks those in which a row of pixels, `start..<end`, lies; it lies within the canvas.
    mutating func mark(row: Int, start: Int, end: Int) {
        guard start < end else { return }
        let first = row / height * across
        for column in start / width...(end - 1) / width { marks[first + column] = true }
    }

    mutating func clear() {
        for index in marks.indices { marks[index] = false }
    }
}
