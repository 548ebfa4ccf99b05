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

    /// The most columns, and the most rows.
    public static let longestSide = 2000
    /// The most cells that are used of a terminal: what it reports may be nonsense, and each cell takes memory and time.
    static let mostCells = 1_000_000

    /// A size. Negative numbers count as zero, and more than 2000 columns or rows as 2000: the rest of a terminal that is
    /// larger stays as it is.
    public init(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
        self.columns = min(max(columns, 0), Self.longestSide)
        self.rows = min(max(rows, 0), Self.longestSide)
        // Cells keep their size.
        self.pixelWidth = Self.part(self.columns, of: columns, in: pixelWidth)
        self.pixelHeight = Self.part(self.rows, of: rows, in: pixelHeight)
    }

    private static func part(_ count: Int, of all: Int, in pixels: Int) -> Int {
        let pixels = min(max(pixels, 0), 1 << 30)
        return all > count ? pixels * count / all : pixels
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
    /// then 80×24. Beyond a million cells, the lowest rows are left out.
    public static func resolve(reported: TerminalSize, environment: [String: String]) -> TerminalSize {
        func named(_ name: String) -> Int? {
            guard let text = environment[name], let number = Int(text), (1...9999).contains(number) else { return nil }
            return number
        }
        var size = reported
        if size.columns == 0 { size.columns = named("COLUMNS") ?? fallback.columns }
        if size.rows == 0 { size.rows = named("LINES") ?? fallback.rows }
        let rows = min(size.rows, mostCells / min(size.columns, longestSide))
        return TerminalSize(
            columns: size.columns, rows: rows, pixelWidth: size.pixelWidth,
            pixelHeight: part(rows, of: size.rows, in: size.pixelHeight))
    }
}
