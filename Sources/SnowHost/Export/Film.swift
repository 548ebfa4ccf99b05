/// Frames on their way into a file: the same frames make the same bytes, on every machine with the same libpng and zlib.
package struct Film {
    /// What the file is to be.
    package struct Options: Sendable {
        package var format: FilmFormat
        package var columns: Int
        package var rows: Int
        package var framesPerSecond = 60
        /// Pixels of a picture to one of a cell of 8×16, 1…4.
        package var scale = 1
        /// What is behind cells that have no background.
        package var ground = TerminalGround.dark
        /// What is shown, for formats that tell.
        package var title = ""

        /// A film of grids of this size.
        package init(format: FilmFormat, columns: Int, rows: Int) {
            self.format = format
            self.columns = columns
            self.rows = rows
        }
    }

    /// Pixels in the largest picture.
    package static let mostPixels = 1 << 26

    private let options: Options
    private var still: CellGrid?
    private var footage: Footage?
    private var encoder: FrameEncoder?
    private var cast = CastWriter()
    private var frameCount = 0

    /// A film without frames.
    ///
    /// - Throws: `tooManyPixels`.
    package init(_ options: Options) throws(FilmError) {
        self.options = options
        if options.format == .png || options.format == .apng {
            let width = options.columns * CellShape.cellSize.width * options.scale
            let height = options.rows * CellShape.cellSize.height * options.scale
            guard width * height <= Self.mostPixels else {
                throw .tooManyPixels(width: width, height: height, most: Self.mostPixels)
            }
        }
        if options.format == .cast {
            cast.begin(columns: options.columns, rows: options.rows, terminal: "xterm-256color", title: options.title)
            cast.append(output: TerminalSequences.enter(TerminalModes()).utf8, at: .zero)
        }
    }

    /// Takes the next frame, of the film's size; a format that holds one keeps the last.
    ///
    /// - Throws: `tooLong`.
    package mutating func append(_ grid: CellGrid) throws(FilmError) {
        switch options.format {
        case .png, .ans: still = grid
        case .apng:
            if footage == nil {
                footage = Footage(columns: grid.columns, rows: grid.rows, clusters: grid.clusters)
            }
            try footage?.append(grid)
        case .cast: try appendBytes(of: grid)
        }
        frameCount += 1
    }

    private mutating func appendBytes(of grid: CellGrid) throws(FilmError) {
        var encoder =
            self.encoder ?? FrameEncoder(columns: grid.columns, rows: grid.rows, clusters: grid.clusters)
        // Two of them would share what is changed here, and copy it.
        self.encoder = nil
        if encoder.encode(grid) {
            cast.append(output: encoder.frame, at: time(ofFrame: frameCount))
            encoder.commit(grid)
        }
        self.encoder = encoder
        guard cast.text.count <= Self.mostCastBytes else { throw .tooLong(frames: frameCount) }
    }

    /// Bytes in the longest cast.
    private static let mostCastBytes = 1 << 29

    private func time(ofFrame number: Int) -> Duration {
        .nanoseconds(Int64(number) * 1_000_000_000 / Int64(max(options.framesPerSecond, 1)))
    }

    /// The file; of a film without frames, an empty one.
    ///
    /// - Throws: `noMemory`.
    package consuming func finish() throws(FilmError) -> [UInt8] {
        switch options.format {
        case .ans: return still.map(ANSIText.bytes) ?? []
        case .apng:
            guard let footage else { return [] }
            return try AnimatedPNG.encode(
                footage, scale: options.scale, ground: options.ground, framesPerSecond: options.framesPerSecond)
        case .png:
            guard let still else { return [] }
            var footage = Footage(columns: still.columns, rows: still.rows, clusters: still.clusters)
            try footage.append(still)
            return try Self.picture(of: footage, options)
        case .cast:
            guard frameCount > 0 else { return [] }
            // The last frame, too, is shown for its time.
            cast.append(output: TerminalSequences.leave(TerminalModes()).utf8, at: time(ofFrame: frameCount))
            return cast.text.bytes
        }
    }

    /// The first frame as a PNG file.
    private static func picture(of footage: Footage, _ options: Options) throws(FilmError) -> [UInt8] {
        var painter = CellPainter(scale: options.scale, ground: options.ground)
        let table = InkTable(colors: footage.colors(on: options.ground))
        var pixels = PixelGrid(
            width: footage.columns * painter.cellWidth, height: footage.rows * painter.cellHeight)
        for change in footage.changes {
            let (row, column) = Int(change.place).quotientAndRemainder(dividingBy: footage.columns)
            painter.paint(change.cell, of: footage.clusters, column: column, row: row, on: &pixels, table)
        }
        return try PNGEncoder.encode(pixels, table)
    }
}
