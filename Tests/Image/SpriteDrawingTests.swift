import Testing

@testable import SnowHost

/// Flakes that are drawn from pictures.
@Suite struct SpriteDrawingTests {
    private static let scale = FlakeLook.Scale(x: 1, y: 1)

    private static func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt32) throws -> ImageLevels {
        ImageLevels(
            try Image(
                width: width, height: height,
                pixels: (0..<width * height).map { pixel($0 % width, $0 / width) }))
    }

    /// Red on the left, blue on the right.
    private static func halves(_ side: Int = 32) throws -> ImageLevels {
        try picture(side, side) { x, _ in x < side / 2 ? 0xFFFF_0000 : 0xFF00_00FF }
    }

    private static func look(
        x: Float = 20, y: Float = 20, width: Float, height: Float? = nil, rotation: Float = 0, flip: Float = 0,
        alpha: Float = 1
    ) throws -> FlakeLook {
        try #require(
            FlakeLook(
                x: x, y: y, width: width, height: height ?? width, rotation: rotation, flip: flip, scale: scale,
                alpha: alpha))
    }

    private static func canvas(_ looks: [FlakeLook], _ picture: ImageLevels) -> Canvas {
        var canvas = Canvas(width: 40, height: 40)
        var rasterizer = Rasterizer()
        rasterizer.begin(canvas)
        for look in looks { rasterizer.draw(look, picture: picture, on: &canvas) }
        return canvas
    }

    /// The sum of a channel over a canvas, in pixels.
    private static func sum(_ canvas: Canvas, _ shift: UInt32) -> Double {
        canvas.pixels.reduce(0) { $0 + Double($1 >> shift & 0xFF) / 255 }
    }

    @Test func `a picture covers its area at every size, turn and place between pixels`() throws {
        let picture = try Self.halves()
        for width: Float in [2, 3.3, 5, 8, 13.7, 21] {
            for rotation: Float in [0, 0.3, 0.785, 2] {
                for offset: Float in [0, 0.3, 0.5, 0.8] {
                    let canvas = Self.canvas(
                        [try Self.look(x: 20 + offset, y: 20 - offset, width: width, rotation: rotation)], picture)
                    let area = Double(width * width)
                    let got = Self.sum(canvas, 24)
                    #expect(abs(got - area) < 0.13 * area + 0.5, "\(width) turned \(rotation): \(got)")
                    #expect(abs(Self.sum(canvas, 16) - Self.sum(canvas, 0)) < 0.15 * got)
                }
            }
        }
    }

    @Test func `a dot becomes a picture without a great jump`() throws {
        let picture = try Self.picture(16, 16) { x, y in (x - 8) * (x - 8) + (y - 8) * (y - 8) < 50 ? 0xFFFF_FFFF : 0 }
        var before = 0.0
        for step in 0..<120 {
            let area = Self.sum(Self.canvas([try Self.look(x: 20.3, width: 0.8 + Float(step) * 0.02)], picture), 24)
            if step > 0 { #expect(abs(area - before) < 0.25 + 0.2 * before, "step \(step): \(before) to \(area)") }
            before = area
        }
    }

    @Test func `turning by a quarter turns the picture clockwise, flipping by a half mirrors it`() throws {
        let picture = try Self.halves()
        func color(_ look: FlakeLook, _ x: Int, _ y: Int) -> UInt32 {
            Self.canvas([look], picture).pixels[y * 40 + x] & 0xFF_FFFF
        }
        let upright = try Self.look(width: 20)
        #expect(color(upright, 13, 20) == 0xFF0000 && color(upright, 26, 20) == 0xFF)
        let turned = try Self.look(width: 20, rotation: .pi / 2)
        #expect(color(turned, 20, 13) == 0xFF0000 && color(turned, 20, 26) == 0xFF)
        let mirrored = try Self.look(width: 20, flip: .pi)
        #expect(color(mirrored, 13, 20) == 0xFF && color(mirrored, 26, 20) == 0xFF0000)
    }

    @Test func `a flip narrows as the cosine, and leaves a line at a right angle`() throws {
        let picture = try Self.halves()
        for flip: Float in [0, 0.5, 1, 1.3, 2, 2.8, 4] {
            let width = 20 * max(abs(Turn(radians: flip).cosine), 0.03)
            let got = Self.sum(Self.canvas([try Self.look(width: 20, flip: flip)], picture), 24)
            #expect(abs(got - Double(width * 20)) < 0.1 * Double(width * 20) + 3, "\(flip): \(got)")
        }
        let edge = Self.canvas([try Self.look(x: 20.5, width: 20, flip: .pi / 2)], picture)
        let columns = Set(edge.pixels.indices.filter { edge.pixels[$0] != 0 }.map { $0 % 40 })
        #expect(columns.contains(20) && columns.isSubset(of: [19, 20, 21]))
    }

    @Test func `its colour tints a picture, and its alpha is laid over what is behind`() throws {
        let white = try Self.picture(8, 8) { _, _ in 0xFFFF_FFFF }
        var look = try Self.look(width: 20)
        look.color = 0x8040FF
        #expect(Self.canvas([look], white).pixels[20 * 40 + 20] == 0xFF80_40FF)
        var above = try Self.look(width: 10, alpha: 0.5)
        above.color = 0
        let pixel = Self.canvas([look, above], white).pixels[20 * 40 + 20]
        for (shift, wanted) in [(24, 0xFF), (16, 0x40), (8, 0x20), (0, 0x7F)] as [(UInt32, Int)] {
            #expect(abs(Int(pixel >> shift & 0xFF) - wanted) <= 2, "\(String(pixel, radix: 16))")
        }
    }

    @Test func `layers of glass never make a pixel brighter than it is opaque`() throws {
        var random = SeededRandom(seed: 9)
        for _ in 0..<20_000 {
            let above = Image.premultiplied(UInt32.random(in: 0...UInt32.max, using: &random))
            let below = Image.premultiplied(UInt32.random(in: 0...UInt32.max, using: &random))
            let opacity = UInt32.random(in: 0...256, using: &random)
            let gained = Canvas.brightened(above, by: UInt32.random(in: 256...512, using: &random))
            for pixel in [Canvas.lay(above, over: below, opacity: opacity), gained] {
                let most = pixel >> 24
                #expect(pixel >> 16 & 0xFF <= most + 2 && pixel >> 8 & 0xFF <= most + 2 && pixel & 0xFF <= most + 2)
            }
        }
    }

    @Test func `what hangs over a border is cut off there`() throws {
        let picture = try Self.halves()
        for width: Float in [2, 6, 30] {
            for (x, y) in [(Float(0), Float(20)), (40, 20), (20, 0), (20, 40), (0, 0), (40, 40)] {
                let whole = Self.sum(Self.canvas([try Self.look(width: width)], picture), 24)
                let seen = Self.sum(Self.canvas([try Self.look(x: x, y: y, width: width)], picture), 24)
                let share = (x == 20 || y == 20) ? 0.5 : 0.25
                #expect(abs(seen - whole * share) < 0.05 * whole + 0.3, "\(width) at \(x), \(y)")
            }
        }
    }

    @Test func `on dots a picture keeps its shape between two stops, and thin lines stay`() throws {
        let cross = try Self.picture(64, 64) { x, y in abs(x - 32) < 3 || abs(y - 32) < 3 ? 0xFFFF_FFFF : 0 }
        for width: Float in [4, 6, 9, 14, 22] {
            var shapes: Set<[Int]> = []
            for step in 0..<30 {
                var canvas = Canvas(width: 40, height: 40)
                var rasterizer = DotRasterizer()
                rasterizer.begin(canvas)
                let look = try Self.look(x: 15 + Float(step) / 4, y: 20.4, width: width)
                rasterizer.draw(look, picture: cross, on: &canvas)
                let dots = canvas.pixels.indices.filter { canvas.pixels[$0] != 0 }
                let left = dots.map { $0 % 40 }.min() ?? 0
                shapes.insert(dots.map { $0 - left })
                #expect(Set(dots.map { $0 / 40 }).count >= Int(width) - 1, "width \(width): an arm from end to end")
                #expect(dots.allSatisfy { canvas.pixels[$0] == 0xFFFF_FFFF })
            }
            #expect(shapes.count == 1, "width \(width)")
        }
    }

    @Test(arguments: BlitterName.allCases, ColorDepth.allCases)
    func `no number whatever stops the drawing of pictures`(name: BlitterName, depth: ColorDepth) throws {
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, 1e9, -1e9, 1e20, 3, -3,
            0.1, 1.57,
        ]
        let board = FlakeBoard(capacity: 1)
        board.columns.pictures.set(try Self.halves(), number: 2)
        board.columns.pictures.backdrop = Backdrop(try Self.halves(5).image, fit: .tile)
        let fields: [FlakeField] = [.x, .y, .width, .height, .alpha, .rotation, .flip, .depth, .speed, .drift]
        var random = SeededRandom(seed: 21)
        var renderer = Renderer(columns: 9, rows: 5, blitter: name, depth: depth)
        for round in 0..<600 {
            for field in fields { board[field, 0] = odd.randomElement(using: &random) ?? 0 }
            board.columns.sprite[0] = [0, 2, 2, 2, 7].randomElement(using: &random) ?? 0
            board.columns.aspect[0] = odd.randomElement(using: &random) ?? 1
            board.columns.color[0] = UInt32.random(in: 0...UInt32.max, using: &random)
            if round % 50 == 0 { renderer.resize(columns: 1 + round % 23, rows: round % 7) }
            renderer.begin()
            let mapping = ViewMapping(columns: renderer.columns, rows: renderer.rows, viewWidth: 30)
            renderer.draw(board.columns, count: 1, mapping: mapping)
            renderer.compose()
            _ = renderer.encode()
        }
    }

    @Test(arguments: BlitterName.ofCharacters)
    func `a nearer picture is drawn over a farther flake, in the picture's colour`(name: BlitterName) throws {
        let board = FlakeBoard(capacity: 2)
        board.columns.pictures.set(try Self.picture(4, 4) { _, _ in 0xFF00_FF00 }, number: 1)
        for slot in 0..<2 {
            board[.x, slot] = 10.5
            board[.y, slot] = 11
            board[.width, slot] = 12
        }
        board.columns.sprite[1] = 1
        board.columns.color[0] = 0xFF0000
        var renderer = Renderer(columns: 21, rows: 11, blitter: name)
        renderer.begin()
        renderer.draw(board.columns, count: 2, mapping: ViewMapping(columns: 21, rows: 11))
        renderer.compose()
        let cell = renderer.grid[10, 5]
        let color: UInt32 =
            // A cell that is covered everywhere has no character.
            switch (cell.content == 0x20 ? cell.style.background : cell.style.foreground).kind {
            case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
            case .indexed(let number): XtermColors.rgb[Int(number)]
            case .standard: 0
            }
        #expect(color >> 8 & 0xFF > 0xF0 && color >> 16 < 0x20, "\(String(color, radix: 16))")
    }
}
