/// A cell of a terminal that is drawn on in pixels: how many it has, and how many of them one pixel of the canvas is.
package struct PixelCell: Equatable, Sendable {
    /// In the terminal's pixels.
    package let width: Int
    package let height: Int
    /// In the canvas's.
    package let canvasWidth: Int
    package let canvasHeight: Int

    /// What is drawn for where nothing is known.
    package static let assumed = PixelCell(width: 8, height: 16)
    /// Canvas pixels across a cell, at most: on a screen with smaller ones nobody sees them, and each costs its bytes.
    private static let mostAcross = 12
    private static let most = 255
    private static let mostPixels = 3 << 20

    /// A cell of at least one pixel.
    ///
    /// - Parameter leastSide: the terminal's pixels along the side of one of the canvas's, unless it takes more.
    package init(width: Int, height: Int, leastSide: Int = 1) {
        self.width = min(max(width, 1), Self.most)
        self.height = min(max(height, 1), Self.most)
        let side = max(leastSide, (self.width + Self.mostAcross - 1) / Self.mostAcross)
        canvasWidth = max((self.width + side / 2) / side, 1)
        canvasHeight = max((self.height + side / 2) / side, 1)
    }

    /// The same cell on a canvas of another scale, which grows until a picture of so many cells has no more pixels than can
    /// be drawn sixty times a second.
    package func scaled(leastSide: Int, columns: Int, rows: Int) -> PixelCell {
        var side = leastSide
        var cell = PixelCell(width: width, height: height, leastSide: side)
        while columns * rows * cell.canvasWidth * cell.canvasHeight > Self.mostPixels, side < Self.most {
            side += 1
            cell = PixelCell(width: width, height: height, leastSide: side)
        }
        return cell
    }

    /// The canvas's column in so many cells for each of their columns of pixels.
    func canvasColumns(ofCells count: Int) -> [Int] {
        (0..<count * width).map { $0 / width * canvasWidth + $0 % width * canvasWidth / width }
    }

    /// The same for rows.
    func canvasRows(ofCells count: Int) -> [Int] {
        (0..<count * height).map { $0 / height * canvasHeight + $0 % height * canvasHeight / height }
    }

    /// The first column of pixels of a canvas's column.
    func firstColumn(of column: Int) -> Int {
        column / canvasWidth * width + (column % canvasWidth * width + canvasWidth - 1) / canvasWidth
    }

    /// The first row of pixels of a canvas's row.
    func firstRow(of row: Int) -> Int {
        row / canvasHeight * height + (row % canvasHeight * height + canvasHeight - 1) / canvasHeight
    }
}
