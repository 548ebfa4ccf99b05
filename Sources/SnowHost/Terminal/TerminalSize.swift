/// A terminal's size in cells and, where it tells, in pixels.
public struct TerminalSize: Hashable, Sendable {
    /// Cells in a row.
    public var columns: Int
    /// Rows of cells.
    public var rows: Int
    /// Of the whole text area; 0 when the terminal does not say.
    public var pixelWidth: Int
    /// Of the whole text area; 0 when the terminal does not say.
    public var pixelHeight: Int

    /// A size; negative numbers count as zero.
    public init(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
        self.pixelWidth = max(pixelWidth, 0)
        self.pixelHeight = max(pixelHeight, 0)
    }

    /// What is assumed of a terminal that says nothing.
    public static let fallback = TerminalSize(columns: 80, rows: 24)

    /// A cell's size in pixels; nil when the size in pixels is not known.
    public var cellPixels: Capabilities.PixelSize? {
        guard columns > 0, rows > 0, pixelWidth >= columns, pixelHeight >= rows else { return nil }
        return Capabilities.PixelSize(width: pixelWidth / columns, height: pixelHeight / rows)
    }

    /// A cell's height over its width; 2 when the size in pixels is not known.
    public var cellAspect: Double {
        guard columns > 0, rows > 0, pixelWidth > 0, pixelHeight > 0 else { return 2 }
        return Double(pixelHeight) * Double(columns) / (Double(rows) * Double(pixelWidth))
    }

    /// The size to use when the terminal reports `reported`: `LINES` and `COLUMNS` stand in for a missing number,
    /// then 80×24.
    public static func resolve(reported: TerminalSize, environment: [String: String]) -> TerminalSize {
        func named(_ name: String) -> Int? {
            guard let text = environment[name], let number = Int(text), (1...9999).contains(number) else { return nil }
            return number
        }
        var size = reported
        if size.columns == 0 { size.columns = named("COLUMNS") ?? fallback.columns }
        if size.rows == 0 { size.rows = named("LINES") ?? fallback.rows }
        return size
    }
}
