/// How an image is laid over an area of another shape.
public enum ImageFit: String, CaseIterable, Sendable {
    /// It covers the area, and what is too much of it is cut off on both sides.
    case fill
    /// It is whole, in the middle of the area; beside it there is nothing.
    case fit
    /// It is as wide and as high as the area, whatever becomes of its shape.
    case stretch
    /// It is repeated from the upper left corner on.
    case tile
}

extension Image {
    /// The image laid over an area: premultiplied 0xAARRGGBB, row by row.
    ///
    /// - Parameters:
    ///   - columns: pixels of the result, at least 1.
    ///   - rows: at least 1.
    ///   - pixelAspect: the height of a pixel of the result over its width.
    ///   - columnsPerPixel: how wide a pixel of this image is, in pixels of the result, when it is repeated.
    package func laid(
        over columns: Int, _ rows: Int, pixelAspect: Double, fit: ImageFit, columnsPerPixel: Double
    ) -> [UInt32] {
        let across = Double(columns)
        let down = Double(rows) * pixelAspect
        let (width, height) = (Double(width), Double(height))
        switch fit {
        case .stretch:
            return scaled(across: axis(self.width, 0, width, columns), down: axis(self.height, 0, height, rows))
        case .fill:
            let scale = max(across / width, down / height)
            let (seenWidth, seenHeight) = (min(across / scale, width), min(down / scale, height))
            return scaled(
                across: axis(self.width, (width - seenWidth) / 2, seenWidth, columns),
                down: axis(self.height, (height - seenHeight) / 2, seenHeight, rows))
        case .fit:
            let scale = min(across / width, down / height)
            let inner = (
                columns: max(Int((width * scale).rounded()), 1),
                rows: max(Int((height * scale / pixelAspect).rounded()), 1)
            )
            let whole = scaled(
                across: axis(self.width, 0, width, min(inner.columns, columns)),
                down: axis(self.height, 0, height, min(inner.rows, rows)))
            return Self.centred(whole, min(inner.columns, columns), min(inner.rows, rows), in: columns, rows)
        case .tile:
            let scale = columnsPerPixel > 0 && columnsPerPixel.isFinite ? min(max(columnsPerPixel, 1e-3), 1e3) : 1
            return scaled(
                across: ScaleAxis(
                    length: self.width, origin: 0, extent: across / scale, count: columns, beyond: .again),
                down: ScaleAxis(length: self.height, origin: 0, extent: down / scale, count: rows, beyond: .again))
        }
    }

    private func axis(_ length: Int, _ origin: Double, _ extent: Double, _ count: Int) -> ScaleAxis {
        ScaleAxis(length: length, origin: origin, extent: extent, count: count)
    }

    private static func centred(_ inner: [UInt32], _ width: Int, _ height: Int, in columns: Int, _ rows: Int)
        -> [UInt32]
    {
        var pixels = [UInt32](repeating: 0, count: columns * rows)
        let first = (rows - height) / 2 * columns + (columns - width) / 2
        for row in 0..<height {
            for column in 0..<width { pixels[first + row * columns + column] = inner[row * width + column] }
        }
        return pixels
    }
}
