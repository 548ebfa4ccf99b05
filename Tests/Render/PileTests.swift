import Testing

@testable import SnowHost

/// How snow that lies, and what stands in it, is drawn.
@Suite struct PileTests {
    private func renderer(_ blitter: BlitterName, _ ground: TerminalGround = .dark, depth: ColorDepth = .truecolor)
        -> Renderer
    {
        Renderer(columns: 24, rows: 8, blitter: blitter, depth: depth, ground: ground)
    }

    private func draw(_ ground: Ground, with renderer: inout Renderer) {
        renderer.begin()
        renderer.compose()
        renderer.write(ground)
    }

    private func rows(_ renderer: Renderer) -> [String] {
        (0..<renderer.rows).map { row in
            var line = ""
            for column in 0..<renderer.columns {
                line.unicodeScalars.append(Unicode.Scalar(renderer.grid[column, row].content) ?? "?")
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// A heap beside a letter with a ledge.
    private var example: Ground {
        let ground = makeGround(["#####", "#", "#"], columns: 24, rows: 8)
        for x in [4.0, 11.5] {
            for _ in 0..<8 {
                ground.settle(x: x, y: ground.surface(x: x), width: 3, area: 2)
                for _ in 0..<60 { ground.advance(seconds: 0.02) }
            }
        }
        return ground
    }

    @Test func `snow has the shapes that each blitter knows`() {
        let ground = example
        for (blitter, expected) in [
            (BlitterName.braille, [0x2581...0x259F, 0x23...0x23]), (.half, [0x2580...0x2588, 0x23...0x23]),
            (.octant, [0x2581...0x259F, 0x23...0x23]), (.glyph, [0x2E...0x2E, 0x3A...0x3A, 0x23...0x23]),
        ] as [(BlitterName, [ClosedRange<UInt32>])] {
            var renderer = renderer(blitter)
            draw(ground, with: &renderer)
            let used = Set(renderer.grid.cells.map(\.content)).subtracting([0x20])
            #expect(used.allSatisfy { content in expected.contains { $0.contains(content) } }, "\(blitter): \(used)")
            #expect(used.count > 3 || blitter.pileKind == .characters)
            let shown = rows(renderer)
            #expect(shown[7].contains("#") && shown[5].contains("#####"), "\(shown)")
            // The heap on the letter stands above it, and the highest snow is no more than its height.
            #expect(!shown[4].isEmpty && shown[0].isEmpty && shown[1].isEmpty)
        }
    }

    @Test(arguments: [BlitterName.braille, .half, .glyph], [TerminalGround.dark, .light])
    func `as much is drawn as lies there`(blitter: BlitterName, background: TerminalGround) {
        let ground = makeGround(columns: 24, rows: 8)
        var stream = RandomStream(seed: 3)
        for _ in 0..<30 {
            ground.settle(x: stream.uniform(0, 24), y: 16, width: 3, area: 2)
            for _ in 0..<20 { ground.advance(seconds: 0.02) }
        }
        var renderer = renderer(blitter, background)
        draw(ground, with: &renderer)
        var shown = 0.0
        for cell in renderer.grid.cells {
            switch cell.content {
            case 0x2581...0x2588: shown += Double(cell.content - 0x2580) / 8
            case 0x2580: shown += 0.75
            case 0x2E: shown += 0.35
            case 0x3A: shown += 0.65
            case 0x23: shown += 1
            case 0x2589...0x259F: shown += 0.5
            default: break
            }
        }
        #expect(abs(shown * 2 - ground.volume) < ground.volume * 0.15, "\(shown * 2) for \(ground.volume)")
    }

    @Test(arguments: [BlitterName.braille, .half, .glyph])
    func `snow at rest sends nothing`(blitter: BlitterName) {
        let ground = example
        var renderer = renderer(blitter)
        draw(ground, with: &renderer)
        let isSent = renderer.encode()
        #expect(isSent)
        renderer.commit()
        for _ in 0..<3 {
            ground.advance(seconds: 0.02)
            draw(ground, with: &renderer)
            let isSentAgain = renderer.encode()
            #expect(!isSentAgain)
        }
    }

    @Test func `on a light terminal snow is darker than the paper, on a dark one lighter`() throws {
        for (background, isRight) in [(TerminalGround.dark, { $0 > 0xC0 }), (.light, { $0 < 0xE0 && $0 > 0x90 })]
            as [(TerminalGround, (UInt32) -> Bool)]
        {
            for blitter in [BlitterName.braille, .half] {
                var renderer = renderer(blitter, background)
                draw(example, with: &renderer)
                let cell = try #require(renderer.grid.cells.last { $0.content == 0x2588 })
                let rgb: UInt32 =
                    switch cell.style.foreground.kind {
                    case .indexed(let index): XtermColors.rgb[Int(index)]
                    case .rgb(_, let green, _): UInt32(green) << 8
                    case .standard: 0
                    }
                #expect(isRight(rgb >> 8 & 0xFF), "\(blitter) on \(background): \(rgb)")
            }
        }
    }

    @Test func `without colours it is there or not`() {
        for blitter in [BlitterName.braille, .half, .glyph] {
            var renderer = renderer(blitter, depth: .none)
            draw(example, with: &renderer)
            #expect(renderer.grid.cells.allSatisfy { $0.style == CellStyle() })
            #expect(rows(renderer)[7].contains(where: { $0 != " " }))
        }
    }

    @Test(
        arguments: [
            (ColorDepth.truecolor, CellColor.indexed(200), CellColor.rgb(0x010203)),
            (.indexed, .indexed(200), .indexed(16)),
            (.sixteen, .indexed(13), .indexed(8)), (.none, .standard, .standard),
        ])
    func `colours of letters become what the terminal has`(depth: ColorDepth, index: CellColor, exact: CellColor) {
        let text = "\u{1B}[38;5;200ma\u{1B}[38;2;1;2;3mb\u{1B}[31mc\u{1B}[mx"
        let ground = makeGround([text], columns: 24, rows: 8)
        var renderer = renderer(.braille, depth: depth)
        draw(ground, with: &renderer)
        let colors = (10..<14).map { renderer.grid[$0, 7].style.foreground }
        #expect(rows(renderer)[7] == "          abcx")
        #expect(colors == [index, exact, depth == .none ? .standard : .indexed(1), .standard])
    }

    @Test func `letters that do not fit are cut at the edges`() {
        let lines = (0..<20).map { row in String(repeating: Character(Unicode.Scalar(UInt8(97 + row))), count: 40) }
        let ground = makeGround(lines, columns: 24, rows: 8)
        var renderer = renderer(.braille)
        draw(ground, with: &renderer)
        let shown = rows(renderer)
        #expect(shown.first == String(repeating: "m", count: 24) && shown.last == String(repeating: "t", count: 24))
    }

    @Test func `text behind flakes leaves them in sight, and text before them does not`() {
        var grid = CellGrid(columns: 6, rows: 1)
        grid.put(Cell(content: 0x2801), column: 2, row: 0)
        let words = "abcdef".unicodeScalars.map(\.value)
        grid.write(words, column: 0, row: 0, isBehind: true)
        #expect(grid.cells.map(\.content) == [0x61, 0x62, 0x2801, 0x64, 0x65, 0x66])
        grid.write(words, column: 0, row: 0)
        #expect(grid.cells.map(\.content) == words)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `no text that stands in the picture reaches the terminal as a command`(seed: UInt64) {
        var stream = RandomStream(seed: seed)
        var bytes: [UInt8] = []
        let starts: [[UInt8]] = [
            [0x1B, 0x5B], [0x1B, 0x5D], [0xC2, 0x9B], [0x1B], [0x0A], [0x08], [0x0D], [0xE9, 0x9B, 0xAA],
        ]
        for _ in 0..<200 {
            bytes += starts[Int(stream.integer(in: 0...7))]
            for _ in 0..<stream.integer(in: 0...4) { bytes.append(UInt8(truncatingIfNeeded: stream.next())) }
        }
        let ground = Ground()
        ground.fit(GroundSize(width: 24, height: 16, columns: 24, rows: 8))
        ground.place(Scenery(StyledText(reading: bytes)))
        for _ in 0..<20 { ground.settle(x: stream.uniform(0, 24), y: 0, width: 3, area: 2) }
        var renderer = renderer(.braille)
        draw(ground, with: &renderer)
        _ = renderer.encode()
        let emulator = TerminalEmulator(columns: 24, rows: 8)
        emulator.feed(renderer.encoder.frame)
        #expect(emulator.title.isEmpty && !emulator.isAlternateScreen && emulator.isCursorVisible)
        // Wide glyphs aside, about which emulators disagree, the screen shows the grid.
        for row in 0..<8 {
            for column in 0..<24 where renderer.grid[column, row].content < 0x7F {
                let scalar = emulator[column, row].scalars.first ?? 0x20
                #expect(scalar == renderer.grid[column, row].content, "\(column), \(row)")
            }
        }
    }
}
