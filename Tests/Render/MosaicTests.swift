import Testing

@testable import SnowHost

@Suite struct MosaicTests {
    /// What Unicode calls the patterns that older blocks have.
    private static let older: [String: [UInt32: String]] = [
        "SEXTANT": [
            0x15: "LEFT HALF BLOCK", 0x2A: "RIGHT HALF BLOCK", 0x3F: "FULL BLOCK",
        ],
        "OCTANT": [
            0x01: "LEFT HALF UPPER ONE QUARTER BLOCK", 0x02: "RIGHT HALF UPPER ONE QUARTER BLOCK",
            0x03: "UPPER ONE QUARTER BLOCK", 0x05: "QUADRANT UPPER LEFT", 0x0A: "QUADRANT UPPER RIGHT",
            0x0F: "UPPER HALF BLOCK", 0x14: "MIDDLE LEFT ONE QUARTER BLOCK", 0x28: "MIDDLE RIGHT ONE QUARTER BLOCK",
            0x3F: "UPPER THREE QUARTERS BLOCK", 0x40: "LEFT HALF LOWER ONE QUARTER BLOCK",
            0x50: "QUADRANT LOWER LEFT", 0x55: "LEFT HALF BLOCK",
            0x5A: "QUADRANT UPPER RIGHT AND LOWER LEFT", 0x5F: "QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER LEFT",
            0x80: "RIGHT HALF LOWER ONE QUARTER BLOCK", 0xA0: "QUADRANT LOWER RIGHT",
            0xA5: "QUADRANT UPPER LEFT AND LOWER RIGHT", 0xAA: "RIGHT HALF BLOCK",
            0xAF: "QUADRANT UPPER LEFT AND UPPER RIGHT AND LOWER RIGHT", 0xC0: "LOWER ONE QUARTER BLOCK",
            0xF0: "LOWER HALF BLOCK", 0xF5: "QUADRANT UPPER LEFT AND LOWER LEFT AND LOWER RIGHT",
            0xFA: "QUADRANT UPPER RIGHT AND LOWER LEFT AND LOWER RIGHT", 0xFC: "LOWER THREE QUARTERS BLOCK",
            0xFF: "FULL BLOCK",
        ],
    ]

    private static func name(_ scalar: UInt32) -> String { Unicode.Scalar(scalar)?.properties.name ?? "" }

    private static func digits(_ pattern: UInt32) -> String {
        (0..<8).filter { pattern >> UInt32($0) & 1 == 1 }.map { String($0 + 1) }.joined()
    }

    @Test(arguments: ["SEXTANT", "OCTANT"])
    func `every sextant and octant is the one that Unicode gives the pattern's name`(kind: String) {
        let tiles: MosaicTiles = kind == "SEXTANT" ? .sextant : .octant
        #expect(tiles.glyphs.count == 1 << (2 * tiles.rows))
        for (pattern, glyph) in tiles.glyphs.enumerated().dropFirst() {
            let pattern = UInt32(pattern)
            let expected = Self.older[kind]?[pattern] ?? "BLOCK \(kind)-\(Self.digits(pattern))"
            #expect(Self.name(glyph) == expected)
        }
    }

    @Test func `every quadrant is the one that Unicode gives the pattern's name`() {
        let halves: [UInt32: String] = [
            3: "UPPER HALF BLOCK", 5: "LEFT HALF BLOCK", 10: "RIGHT HALF BLOCK", 12: "LOWER HALF BLOCK",
            15: "FULL BLOCK",
        ]
        let places = ["UPPER LEFT", "UPPER RIGHT", "LOWER LEFT", "LOWER RIGHT"]
        for (pattern, glyph) in MosaicTiles.quadrant.glyphs.enumerated().dropFirst() {
            let named = places.indices.filter { pattern >> $0 & 1 == 1 }.map { places[$0] }
            let expected = halves[UInt32(pattern)] ?? "QUADRANT " + named.joined(separator: " AND ")
            #expect(Self.name(glyph) == expected)
        }
    }

    @Test func `every braille pattern has the dots of its name`() {
        // Dots are numbered down the left side, then down the right one; 7 and 8 came later.
        let numbers = [1, 4, 2, 5, 3, 6, 7, 8]
        for (pattern, glyph) in MosaicTiles.braille.glyphs.enumerated().dropFirst() {
            let dots = numbers.indices.filter { pattern >> $0 & 1 == 1 }.map { numbers[$0] }.sorted()
            #expect(Self.name(glyph) == "BRAILLE PATTERN DOTS-" + dots.map(String.init).joined())
        }
    }

    @Test func `letters that stand for patterns are ASCII, and nothing stands only for nothing`() {
        #expect(LetterShapes.nearest.count == 256)
        #expect(LetterShapes.nearest[0] == 0x20)
        #expect(LetterShapes.nearest.dropFirst().allSatisfy { (0x21...0x7E).contains($0) })
        // A pattern and the letter that has its shape.
        let table: [(Int, Character)] = [
            (0b0000_0001, "`"), (0b0000_0010, "'"), (0b1000_0000, "."), (0b0100_0000, ","), (0b1100_0000, "_"),
            (0b1010_0101, "\\"), (0b0101_1010, "/"), (0b0000_0011, "\""),
        ]
        for (pattern, letter) in table {
            #expect(Unicode.Scalar(LetterShapes.nearest[pattern]) == letter.unicodeScalars.first)
        }
    }

    /// The sum of squared errors when the pixels of a pattern have one colour, and the others another.
    private static func error(_ pixels: [UInt32], _ pattern: Int) -> Double {
        var sum = 0.0
        for side in [0, 1] {
            let inside = pixels.indices.filter { pattern >> $0 & 1 == side }
            guard !inside.isEmpty else { continue }
            for (shift, weight) in [(UInt32(16), 2.0), (8, 4), (0, 1)] {
                let values = inside.map { Double(pixels[$0] >> shift & 0xFF) }
                let mean = values.reduce(0, +) / Double(values.count)
                sum += weight * values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            }
        }
        return sum
    }

    @Test(arguments: [4, 6, 8]) func `no other two colours fit a covered cell better`(count: Int) {
        var random = SeededRandom(seed: UInt64(count))
        for _ in 0..<150 {
            let pixels = (0..<count).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
            var colors = CellColors()
            for pixel in pixels { colors.append(pixel) }
            let split = colors.split(held: 0, leastContrast: 0)
            let best = (0..<1 << count).map { Self.error(pixels, $0) }.min() ?? 0
            #expect(abs(Self.error(pixels, Int(split.pattern)) - best) <= 1e-3 * best + 1)
            // The set pixels are the brighter ones, so that equal cells have equal styles.
            func light(_ rgb: UInt32) -> UInt32 { 2 * (rgb >> 16) + 4 * (rgb >> 8 & 0xFF) + rgb & 0xFF }
            #expect(light(split.ink) + 8 >= light(split.ground))
        }
    }

    @Test func `a split on show stays while it is nearly as good`() {
        var random = SeededRandom(seed: 5)
        var changes = 0
        var held: UInt8 = 0
        for _ in 0..<200 {
            var colors = CellColors()
            for place in 0..<8 {
                let level = UInt32(place * 30) + UInt32.random(in: 0...6, using: &random)
                colors.append(level * 0x01_0101)
            }
            let split = colors.split(held: held, leastContrast: 8)
            if split.pattern != held { changes += 1 }
            held = split.pattern
        }
        #expect(changes <= 2)
    }

    @Test func `colours that cannot be told apart are one`() {
        var colors = CellColors()
        for place in 0..<8 { colors.append(UInt32(100 + place % 3) * 0x01_0101) }
        let split = colors.split(held: 0, leastContrast: 8)
        #expect(split.pattern == 0 && split.ground >> 16 == 101)
    }

    private static func layer(_ canvas: Canvas, _ tiles: MosaicTiles, depth: ColorDepth = .truecolor) -> CellGrid {
        var blitter = MosaicBlitter(tiles, detail: .exact)
        var layer = CellGrid(columns: canvas.width / 2, rows: canvas.height / tiles.rows)
        var palette = Palette(depth: depth)
        blitter.resize(columns: layer.columns, rows: layer.rows)
        blitter.blit(canvas, over: Backcloth(face: .spaces), onto: &layer, palette: &palette)
        return layer
    }

    @Test func `a covered cell is shown in two colours, any other one keeps the terminal's background`() {
        var canvas = Canvas(width: 4, height: 4)
        for y in 0..<4 {
            canvas.touch(row: y, start: 0, end: 4)
            for x in 0..<4 { canvas.pixels[4 * y + x] = y < 2 ? 0xFF20_4060 : 0xFFE0_E0F0 }
        }
        canvas.pixels[3] = 0
        let layer = Self.layer(canvas, .octant)
        #expect(layer[0, 0].content == 0x2584)
        #expect(layer[0, 0].style.background != .standard)
        #expect(layer[1, 0].style.background == .standard)
    }

    @Test(arguments: BlitterName.allCases)
    func `flakes that stand still cost no byte, and a cell that was left is blank`(name: BlitterName) {
        let board = FlakeBoard(capacity: 60)
        board.scatter(width: 40, height: 24, seed: 17)
        let mapping = ViewMapping(columns: 40, rows: 12)
        var renderer = Renderer(columns: 40, rows: 12, blitter: name)
        func draw() -> Bool {
            renderer.begin()
            renderer.draw(board.columns, count: 60, mapping: mapping)
            renderer.compose()
            defer { renderer.commit() }
            return renderer.encode()
        }
        let isFirstSent = draw()
        // On a screen of which nothing is known, sixels come a frame later.
        if name == .sixel { _ = draw() }
        let isSecondSent = draw()
        #expect(isFirstSent && !isSecondSent)
        for slot in 0..<60 { board[.y, slot] = -500 }
        _ = draw()
        #expect(renderer.grid.cells.allSatisfy { $0.isBlank })
    }

    @Test func `without Unicode no byte but ASCII is sent`() {
        let board = FlakeBoard(capacity: 80)
        board.scatter(width: 60, height: 40, seed: 23)
        for slot in 0..<80 where slot % 5 == 0 { board[.width, slot] = 9 }
        var renderer = Renderer(columns: 60, rows: 20, blitter: .ascii)
        for _ in 0..<40 {
            renderer.begin()
            renderer.draw(board.columns, count: 80, mapping: ViewMapping(columns: 60, rows: 20))
            renderer.compose()
            _ = renderer.encode()
            renderer.commit()
            #expect(renderer.encoder.frame.allSatisfy { $0 < 0x80 })
            for slot in 0..<80 {
                board[.y, slot] += 0.3
                board[.flip, slot] += 0.1
                board[.rotation, slot] += 0.05
            }
        }
    }

    @Test func `another blitter draws the same snow anew`() {
        let board = FlakeBoard(capacity: 40)
        board.scatter(width: 40, height: 24, seed: 31)
        let mapping = ViewMapping(columns: 40, rows: 12)
        var changing = Renderer(columns: 40, rows: 12, blitter: .braille)
        for name in BlitterName.allCases + [.braille] {
            changing.adopt(blitter: name)
            var fresh = Renderer(columns: 40, rows: 12, blitter: name)
            func draw(_ renderer: inout Renderer) {
                renderer.begin()
                renderer.draw(board.columns, count: 40, mapping: mapping)
                renderer.compose()
            }
            draw(&changing)
            draw(&fresh)
            #expect(changing.grid.cells == fresh.grid.cells, "\(name)")
        }
    }
}
