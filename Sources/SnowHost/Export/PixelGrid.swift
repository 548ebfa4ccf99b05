/// Pixels in rows, each an ink of an `InkTable`.
struct PixelGrid: Equatable {
    let width: Int
    let height: Int
    var inks: [InkTable.Ink]

    /// All transparent.
    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        inks = Array(repeating: InkTable.transparent, count: width * height)
    }

    /// A part of it, which lies inside.
    func cropped(to area: PixelArea) -> PixelGrid {
        var part = PixelGrid(width: area.width, height: area.height)
        for row in 0..<area.height {
            let source = (area.y + row) * width + area.x
            part.inks.replaceSubrange(
                row * area.width..<(row + 1) * area.width, with: inks[source..<source + area.width])
        }
        return part
    }
}

/// A rectangle of pixels.
struct PixelArea: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    /// The smallest one that holds both.
    func union(_ other: PixelArea) -> PixelArea {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelArea(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
