/// Pixels by kitty's graphics protocol, with their opacities: the terminal lays them over whatever it shows.
///
/// Each tile is an image of its own, whose number stays. Sent again it takes the old one's place, and a tile in which
/// nothing is left is deleted. Images are as large as what is drawn in them, and compressed unless zlib gets no memory.
///
/// The protocol: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package struct KittyBlitter: PixelBlitter {
    private static let tileCells = (columns: 16, rows: 4)

    package var detail: ShadeDetail {
        didSet { tiles.detail = detail }
    }
    package private(set) var output = ByteBuffer()
    package private(set) var pictureEnds: [Int] = []
    package var place = PixelRelay.Place()

    private var tiles: PixelTiles
    private var deflater: PixelDeflater
    /// What is sent of a tile, in the first places.
    private var pixels: [UInt32] = []
    private var pixelCount = 0
    /// For the pixels of a tile's columns and rows, those of the canvas.
    private var canvasColumns: [Int] = []
    private var canvasRows: [Int] = []

    /// The number of the first tile's image, far from those that programs count from 1.
    private static let firstImage = 7_000_000
    /// Characters of base64 in a piece, at most: a part of the protocol.
    private static let pieceLength = 4096

    /// A blitter for a picture of no size.
    package init(detail: ShadeDetail) {
        self.init(detail: detail, deflater: PixelDeflater())
    }

    /// The same with a deflater of one's own.
    init(detail: ShadeDetail, deflater: PixelDeflater) {
        self.detail = detail
        self.deflater = deflater
        tiles = PixelTiles(columns: 0, rows: 0, cell: .assumed, tileCells: Self.tileCells, detail: detail)
    }

    package mutating func resize(columns: Int, rows: Int, cell: PixelCell) {
        tiles = PixelTiles(columns: columns, rows: rows, cell: cell, tileCells: Self.tileCells, detail: detail)
        canvasColumns = cell.canvasColumns(ofCells: Self.tileCells.columns)
        canvasRows = cell.canvasRows(ofCells: Self.tileCells.rows)
    }

    package mutating func forget() { tiles.forget() }

    package mutating func commit() { tiles.commit() }

    package mutating func encode(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, within grid: inout CellGrid,
        shown: inout CellGrid, palette: borrowing Palette
    ) {
        output.clear()
        pictureEnds.removeAll(keepingCapacity: true)
        if !tiles.isKnown { output.append(Self.deletion) }
        tiles.begin()
        while let tile = tiles.nextChange(canvas, over: cloth, within: grid) {
            if tiles.litCells == 0 {
                output.append("\u{1B}_Ga=d,d=I,q=2,i=")
                output.append(decimal: Self.firstImage + tile.number)
                output.append("\u{1B}\\")
            } else {
                draw(tile, palette)
            }
            pictureEnds.append(output.count)
        }
    }

    /// Takes all images off the screen.
    package static let deletion: StaticString = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    private mutating func draw(_ tile: PixelTiles.Tile, _ palette: borrowing Palette) {
        let cell = tiles.cell
        let area = tiles.area
        let left = cell.firstColumn(of: area.left)
        let right = cell.firstColumn(of: area.right)
        let top = cell.firstRow(of: area.top)
        let bottom = cell.firstRow(of: area.bottom)
        fill(tile, columns: left..<right, rows: top..<bottom, palette)
        output.append(atMost: 180) { next in
            next.putIntroducer()
            next.put(decimal: place.row + tile.row + top / cell.height + 1)
            next.put(0x3B)
            next.put(decimal: place.column + tile.column + left / cell.width + 1)
            next.put(0x48)
        }
        // Shown where it stands, without an answer, and without moving the cursor.
        output.append("\u{1B}_Ga=T,q=2,C=1,f=32,p=1,i=")
        output.append(decimal: Self.firstImage + tile.number)
        append(",s=", right - left)
        append(",v=", bottom - top)
        if left % cell.width > 0 { append(",X=", left % cell.width) }
        if top % cell.height > 0 { append(",Y=", top % cell.height) }
        pixels.withUnsafeBufferPointer { pixels in
            let pixels = UnsafeBufferPointer(rebasing: pixels[..<pixelCount])
            guard deflater.deflate(pixels) else {
                return Self.sendPieces(of: UnsafeRawBufferPointer(pixels), to: &output)
            }
            output.append(",o=z")
            deflater.output.withBytes { Self.sendPieces(of: UnsafeRawBufferPointer($0), to: &output) }
        }
    }

    private mutating func append(_ key: StaticString, _ number: Int) {
        output.append(key)
        output.append(decimal: number)
    }

    /// Brings a part of a tile into the form in which it is sent: rows of pixels, red in the first byte in memory.
    private mutating func fill(
        _ tile: PixelTiles.Tile, columns: Range<Int>, rows: Range<Int>, _ palette: borrowing Palette
    ) {
        let stride = tiles.shadeWidth(of: tile)
        let width = columns.count
        pixelCount = width * rows.count
        if pixels.count < pixelCount { pixels = Array(repeating: 0, count: pixelCount) }
        pixels.withUnsafeMutableBufferPointer { pixels in
            pixels[..<pixelCount].update(repeating: 0)
            for (number, y) in rows.enumerated() {
                let line = canvasRows[y]
                let start = number * width
                if number > 0, canvasRows[y - 1] == line {
                    for place in start..<start + width { pixels[place] = pixels[place - width] }
                } else if tiles.litEnds[line] > 0 {
                    let first = tiles.cell.firstColumn(of: tiles.litStarts[line])
                    let end = tiles.cell.firstColumn(of: tiles.litEnds[line])
                    let place = start + first - columns.lowerBound
                    Self.fill(
                        UnsafeMutableBufferPointer(rebasing: pixels[place..<place + end - first]),
                        with: tiles.shades[(line * stride)...], at: canvasColumns[first..<end], palette)
                }
            }
        }
    }

    private static func fill(
        _ pixels: UnsafeMutableBufferPointer<UInt32>, with shades: ArraySlice<Shader.Shade>,
        at columns: ArraySlice<Int>, _ palette: borrowing Palette
    ) {
        var shade: Shader.Shade = 0
        var pixel: UInt32 = 0
        for place in 0..<pixels.count {
            let next = shades[shades.startIndex + columns[columns.startIndex + place]]
            if next != shade {
                shade = next
                pixel = next == 0 ? 0 : Self.pixel(next, palette)
            }
            pixels[place] = pixel
        }
    }

    /// A shade with red in the first byte in memory, its opacity in the last.
    private static func pixel(_ shade: Shader.Shade, _ palette: borrowing Palette) -> UInt32 {
        let color = palette.ink(of: Palette.expand(shade & 0x7FFF))
        let pixel = (shade & 0xFF_0000) << 8 | (color & 0xFF) << 16 | color & 0xFF00 | color >> 16 & 0xFF
        return pixel.littleEndian
    }

    /// A picture's bytes behind its keys, in as many pieces as they take.
    private static func sendPieces(of bytes: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        var place = 0
        while place < bytes.count {
            let end = min(place + pieceLength / 4 * 3, bytes.count)
            let isLast = end == bytes.count
            if place > 0 {
                output.append(isLast ? "\u{1B}_Gq=2,m=0;" : "\u{1B}_Gq=2,m=1;")
            } else {
                output.append(isLast ? ";" : ",m=1;")
            }
            output.append(base64: UnsafeRawBufferPointer(rebasing: bytes[place..<end]))
            output.append("\u{1B}\\")
            place = end
        }
    }
}
