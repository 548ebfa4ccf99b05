import Testing

@testable import SnowHost

@Suite struct FilmTests {
    private static func options(_ format: FilmFormat, _ grid: CellGrid) -> Film.Options {
        Film.Options(format: format, columns: grid.columns, rows: grid.rows)
    }

    @Test(arguments: ColorDepth.allCases, TerminalGround.allCases)
    func `a picture shows each cell`(depth: ColorDepth, ground: TerminalGround) throws {
        for (columns, rows, scale) in [(1, 1, 4), (2, 1, 1), (9, 4, 2), (31, 9, 1)] {
            var scribble = CellScribble(columns: columns, rows: rows, seed: UInt64(columns), depth: depth)
            scribble.scribble(count: columns * rows)
            var options = Self.options(.png, scribble.grid)
            options.scale = scale
            options.ground = ground
            var film = try Film(options)
            try film.append(scribble.grid)
            let picture = try PNGPicture(try film.finish())
            #expect(picture.width == columns * 8 * scale && picture.height == rows * 16 * scale)
            let isSame = picture.pixels.map { $0 & 0xFF_FFFF } == scribble.grid.pixels(scale: scale, ground: ground)
            #expect(isSame, "\(columns)×\(rows)")
            let isOpaque = picture.pixels.allSatisfy { $0 >> 24 == 255 }
            #expect(isOpaque)
        }
    }

    @Test func `a picture has a palette while its colours fit one`() throws {
        for count in [1, 2, 15, 255, 256, 400] {
            var grid = CellGrid(columns: count, rows: 1)
            for column in 0..<count {
                let style = CellStyle(background: .rgb(UInt32(column) * 0x101))
                grid.put(Cell(content: 0x20, style: style), column: column, row: 0)
            }
            var film = try Film(Self.options(.png, grid))
            try film.append(grid)
            let bytes = try film.finish()
            #expect(bytes[25] == (count <= 255 ? 3 : 6), "\(count)")
            #expect(try PNGPicture(bytes).pixels.map { $0 & 0xFF_FFFF } == grid.pixels())
        }
    }

    @Test(arguments: [ColorDepth.sixteen, .truecolor], [1, 2])
    func `an animation shows every frame for its time, and goes on for ever`(depth: ColorDepth, scale: Int) throws {
        var scribble = CellScribble(columns: 14, rows: 5, seed: 5, depth: depth)
        var options = Self.options(.apng, scribble.grid)
        options.framesPerSecond = 25
        options.scale = scale
        var film = try Film(options)
        var expected: [(pixels: [UInt32], delay: Int)] = []
        for frame in 0..<24 {
            // Frames in which nothing changes, little does, and all does.
            scribble.scribble(count: frame % 4 == 3 ? 0 : frame % 5 == 0 ? 300 : 4)
            try film.append(scribble.grid)
            let pixels = scribble.grid.pixels(scale: scale)
            if expected.last?.pixels == pixels {
                expected[expected.count - 1].delay += 1
            } else {
                expected.append((pixels, 1))
            }
        }
        let animation = try AnimatedPicture(try film.finish())
        #expect(animation.playCount == 0 && animation.delayUnits == 25)
        #expect(animation.frames.map(\.delay) == expected.map(\.delay))
        for (number, (frame, expected)) in zip(animation.frames, expected).enumerated() {
            let isSame = frame.pixels == expected.pixels
            #expect(isSame, "frame \(number)")
        }
    }

    @Test func `a cell that changes costs a few bytes, not a picture`() throws {
        var grid = CellGrid(columns: 100, rows: 30)
        var sizes: [Int] = []
        for frameCount in [1, 21] {
            var film = try Film(Self.options(.apng, grid))
            for frame in 0..<frameCount {
                grid.put(Cell(content: 0x2840 + UInt32(frame)), column: 50, row: 20)
                try film.append(grid)
            }
            sizes.append(try film.finish().count)
        }
        #expect(sizes[1] - sizes[0] < 20 * 120)
    }

    @Test(arguments: ColorDepth.allCases) func `a cast shows every frame when it is due`(depth: ColorDepth) throws {
        var scribble = CellScribble(columns: 30, rows: 8, seed: 3, depth: depth)
        var options = Self.options(.cast, scribble.grid)
        options.framesPerSecond = 50
        options.title = "a \"b\"\\"
        var film = try Film(options)
        var grids: [CellGrid] = []
        for frame in 0..<30 {
            scribble.scribble(count: frame % 3 == 1 ? 0 : 20)
            try film.append(scribble.grid)
            grids.append(scribble.grid)
        }
        let cast = try Cast(try film.finish())
        #expect(cast.header["version"] == .number("2") && cast.header["width"] == .number("30"))
        #expect(cast.header["height"] == .number("8") && cast.header["title"] == .string("a \"b\"\\"))
        let emulator = TerminalEmulator(columns: 30, rows: 8)
        var events = cast.events[...]
        for (number, grid) in grids.enumerated() {
            while let event = events.first, event.time <= Double(number) / 50 + 1e-9 {
                emulator.feed(event.text)
                events.removeFirst()
            }
            #expect(emulator.difference(from: grid) == nil, "frame \(number)")
        }
        #expect(emulator.isAlternateScreen && !emulator.isCursorVisible)
        for event in events { emulator.feed(event.text) }
        #expect(!emulator.isAlternateScreen && emulator.isCursorVisible)
        #expect(cast.events.last?.time == 30.0 / 50)
    }

    @Test(arguments: ColorDepth.allCases) func `text that is printed shows the grid`(depth: ColorDepth) throws {
        for seed in UInt64(0)..<6 {
            var scribble = CellScribble(columns: 24, rows: 6, seed: seed, depth: depth, isCertain: true)
            scribble.scribble(count: Int(seed) * 30)
            var film = try Film(Self.options(.ans, scribble.grid))
            try film.append(scribble.grid)
            let bytes = try film.finish()
            let emulator = TerminalEmulator(columns: 24, rows: 8)
            // The line of a terminal makes a line feed return, too.
            emulator.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
            #expect(emulator.difference(from: scribble.grid) == nil)
            #expect(emulator.cursor == (0, 6))
            emulator.feed("x")
            #expect(emulator[0, 6].style == CellStyle())
            // Colours and attributes, and nothing else, are behind escapes.
            for sequence in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}").dropFirst() {
                let end = sequence.firstIndex { $0.isLetter }
                #expect(sequence.first == "[" && end.map { sequence[$0] } == "m")
            }
        }
    }

    @Test(arguments: FilmFormat.allCases) func `the same frames make the same bytes`(format: FilmFormat) throws {
        func bytes() throws -> [UInt8] {
            var scribble = CellScribble(columns: 20, rows: 6, seed: 9)
            var film = try Film(Self.options(format, scribble.grid))
            for _ in 0..<6 {
                scribble.scribble(count: 15)
                try film.append(scribble.grid)
            }
            return try film.finish()
        }
        let first = try bytes()
        let isSame = try first == bytes()
        #expect(isSame && !first.isEmpty)
    }

    @Test(arguments: FilmFormat.allCases) func `a film of no frames or no cells is no accident`(format: FilmFormat)
        throws
    {
        let film = try Film(Film.Options(format: format, columns: 4, rows: 2))
        #expect(try film.finish().isEmpty)
    }

    @Test func `a picture too large for memory is refused before anything is drawn`() {
        var options = Film.Options(format: .png, columns: 2000, rows: 2000)
        options.scale = 4
        #expect(throws: FilmError.tooManyPixels(width: 64_000, height: 128_000, most: Film.mostPixels)) {
            _ = try Film(options)
        }
        options.format = .cast
        #expect(throws: Never.self) { _ = try Film(options) }
    }

    @Test(arguments: [
        ("a.png", FilmFormat.png), ("b/c.APNG", .apng), ("d.e.cast", .cast), ("./x.ans", .ans), ("gif.gif", nil),
        ("png", nil), (".png", nil), ("a.png/b", nil), ("", nil), ("a.", nil),
    ])
    func `the format follows from the ending`(path: String, format: FilmFormat?) {
        #expect(FilmFormat(ofFile: FilePath(path)) == format)
    }
}
