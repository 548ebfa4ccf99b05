/// Frames as an animated PNG that runs for ever (APNG 1.0, now part of PNG's third edition, 11.3.3).
///
/// A frame after the first holds the smallest rectangle around the pixels that change. It is stored either whole, or
/// only those pixels with the rest transparent, whichever is smaller. A frame in which nothing changes prolongs the one
/// before it.
struct AnimatedPNG {
    private let footage: Footage
    private let table: InkTable
    private var painter: CellPainter
    private var canvas: PixelGrid
    /// As large as the canvas, and transparent between frames.
    private var veil: PixelGrid
    private var frames: [Frame] = []

    private struct Frame {
        let area: PixelArea
        /// Whether transparent pixels let the frame before shine through.
        let isVeil: Bool
        /// Compressed pixels.
        let body: [UInt8]
        /// How many frames' time it is shown for.
        var length: Int
    }

    private init(_ footage: Footage, scale: Int, ground: TerminalGround) {
        self.footage = footage
        painter = CellPainter(scale: scale, ground: ground)
        table = InkTable(colors: footage.colors(on: ground))
        canvas = PixelGrid(width: footage.columns * painter.cellWidth, height: footage.rows * painter.cellHeight)
        veil = canvas
    }

    /// The file. Footage without frames makes an empty one.
    static func encode(
        _ footage: Footage, scale: Int, ground: TerminalGround, framesPerSecond: Int
    ) throws(FilmError) -> [UInt8] {
        guard let first = footage.frames.first else { return [] }
        var animation = AnimatedPNG(footage, scale: scale, ground: ground)
        animation.paint(first)
        let still = PNGChunks.read(try PNGEncoder.encode(animation.canvas, animation.table))
        let whole = PixelArea(x: 0, y: 0, width: animation.canvas.width, height: animation.canvas.height)
        animation.frames.append(Frame(area: whole, isVeil: false, body: Self.data(in: still), length: 1))
        for changes in footage.frames.dropFirst() { try animation.append(changes) }
        return animation.file(around: still, framesPerSecond: framesPerSecond)
    }

    private mutating func paint(_ changes: Range<Int>) {
        for change in footage.changes[changes] {
            let (row, column) = Int(change.place).quotientAndRemainder(dividingBy: footage.columns)
            painter.paint(change.cell, of: footage.clusters, column: column, row: row, on: &canvas, table)
        }
    }

    private mutating func append(_ changes: Range<Int>) throws(FilmError) {
        let before = areas(of: changes).map { canvas.cropped(to: $0) }
        paint(changes)
        var seen: PixelArea?
        for (area, old) in zip(areas(of: changes), before) {
            guard let changed = lift(area, from: old) else { continue }
            seen = seen?.union(changed) ?? changed
        }
        guard let seen else {
            frames[frames.count - 1].length += 1
            return
        }
        let whole = Self.data(in: PNGChunks.read(try PNGEncoder.encode(canvas.cropped(to: seen), table)))
        let lifted = Self.data(in: PNGChunks.read(try PNGEncoder.encode(veil.cropped(to: seen), table)))
        let isVeil = lifted.count < whole.count
        frames.append(Frame(area: seen, isVeil: isVeil, body: isVeil ? lifted : whole, length: 1))
        for area in areas(of: changes) {
            for y in area.y..<area.y + area.height {
                for x in area.x..<area.x + area.width { veil.inks[y * veil.width + x] = InkTable.transparent }
            }
        }
    }

    /// The pixels that the cells of some changes draw on.
    private func areas(of changes: Range<Int>) -> [PixelArea] {
        footage.changes[changes].map { change in
            let (row, column) = Int(change.place).quotientAndRemainder(dividingBy: footage.columns)
            return PixelArea(
                x: column * painter.cellWidth, y: row * painter.cellHeight, width: painter.cellWidth,
                height: painter.cellHeight)
        }
    }

    /// Puts the pixels of a cell that are others than they were on the veil; the rectangle around them, if there are any.
    private mutating func lift(_ area: PixelArea, from old: PixelGrid) -> PixelArea? {
        var left = Int.max
        var right = Int.min
        var top = Int.max
        var bottom = Int.min
        for y in 0..<area.height {
            let start = (area.y + y) * canvas.width + area.x
            for x in 0..<area.width where canvas.inks[start + x] != old.inks[y * area.width + x] {
                veil.inks[start + x] = canvas.inks[start + x]
                (left, right) = (min(left, x), max(right, x))
                (top, bottom) = (min(top, y), max(bottom, y))
            }
        }
        guard left <= right else { return nil }
        return PixelArea(x: area.x + left, y: area.y + top, width: right - left + 1, height: bottom - top + 1)
    }

    private static func data(in chunks: [(name: String, body: ArraySlice<UInt8>)]) -> [UInt8] {
        Array(chunks.filter { $0.name == "IDAT" }.map(\.body).joined())
    }

    private func file(
        around still: [(name: String, body: ArraySlice<UInt8>)], framesPerSecond: Int
    ) -> [UInt8] {
        var file = PNGChunks()
        for chunk in still.prefix(while: { $0.name != "IDAT" }) {
            file.append(chunk.name, chunk.body)
            // Behind IHDR, and before the palette: how many frames, and that they go round for ever.
            if chunk.name == "IHDR" {
                file.append("acTL", PNGChunks.bytes(of: UInt32(frames.count)) + PNGChunks.bytes(of: 0))
            }
        }
        // Frame controls and data are numbered in one row.
        var number: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            file.append("fcTL", control(of: frame, number: number, framesPerSecond: framesPerSecond))
            number += 1
            if place == 0 {
                file.append("IDAT", frame.body)
            } else {
                file.append("fdAT", PNGChunks.bytes(of: number) + frame.body)
                number += 1
            }
        }
        file.append("IEND", [])
        return file.bytes
    }

    private func control(of frame: Frame, number: UInt32, framesPerSecond: Int) -> [UInt8] {
        let area = [frame.area.width, frame.area.height, frame.area.x, frame.area.y]
        var body = PNGChunks.bytes(of: number) + area.flatMap { PNGChunks.bytes(of: UInt32($0)) }
        // A fraction of two halves of four bytes.
        body += PNGChunks.bytes(
            of: UInt32(UInt16(clamping: frame.length)) << 16 | UInt32(UInt16(clamping: framesPerSecond)))
        // The frame stays; it takes the place of what is below it, or lies over that.
        return body + [0, frame.isVeil ? 1 : 0]
    }
}
