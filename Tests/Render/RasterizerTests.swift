import Testing

@testable import SnowHost

@Suite struct RasterizerTests {
    private static let scale = FlakeLook.Scale(x: 1, y: 1)

    /// The sum of all opacities on a canvas, in pixels.
    private static func area(_ canvas: Canvas) -> Double {
        canvas.pixels.reduce(0) { $0 + Double($1 >> 24) / 255 }
    }

    private static func canvas(with look: FlakeLook?, width: Int = 40, height: Int = 40, steps: Int = 0) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        var rasterizer = Rasterizer()
        rasterizer.stepsPerPixel = steps
        rasterizer.begin(canvas)
        if let look { rasterizer.draw(look, on: &canvas) }
        return canvas
    }

    @Test func `a small flake covers its area, wherever between pixels it is`() throws {
        for width in stride(from: Float(0.7), through: 4, by: 0.15) {
            for offset in stride(from: Float(0), to: 1, by: 0.17) {
                let look = try #require(
                    FlakeLook(x: 20 + offset, y: 20 + offset / 2, width: width, height: width, scale: Self.scale)
                )
                let area = Self.area(Self.canvas(with: look))
                let expected = Double.pi * Double(width * width) / 4
                #expect(abs(area - expected) < 0.12 * expected + 0.03, "width \(width) at \(offset): \(area)")
            }
        }
    }

    @Test func `the tiniest flake still shows`() throws {
        let look = try #require(FlakeLook(x: 5.2, y: 5.7, width: 0.001, height: 0.001, scale: Self.scale))
        let least = Double(FlakeLook.leastHalf * FlakeLook.leastHalf) * Double.pi
        #expect(abs(Self.area(Self.canvas(with: look)) - least) < 0.03)
    }

    @Test func `a flake moves between pixels without a jump`() throws {
        var before: Canvas?
        for step in 0..<200 {
            let look = try #require(
                FlakeLook(x: 10 + Float(step) / 50, y: 12, width: 2.4, height: 2.4, scale: Self.scale)
            )
            let canvas = Self.canvas(with: look)
            if let before {
                let jump = zip(before.pixels, canvas.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max() ?? 0
                #expect(jump < 20)
            }
            before = canvas
        }
    }

    @Test func `growing through all kinds of shape is without a jump`() throws {
        var before = 0.0
        for step in 0..<400 {
            let width = 0.6 + Float(step) * 0.02
            let look = try #require(FlakeLook(x: 20.3, y: 20.6, width: width, height: width, scale: Self.scale))
            let area = Self.area(Self.canvas(with: look))
            if step > 0 { #expect(abs(area - before) < 0.6 + 0.03 * before, "width \(width)") }
            before = area
        }
    }

    @Test func `a flip of a quarter turn is a line`() throws {
        for width in [Float(2), 4, 9, 20] {
            let look = try #require(
                FlakeLook(x: 20.5, y: 20, width: width, height: width, flip: .pi / 2, scale: Self.scale)
            )
            let canvas = Self.canvas(with: look)
            let columns = Set(canvas.pixels.indices.filter { canvas.pixels[$0] != 0 }.map { $0 % 40 })
            #expect(columns.contains(20) && columns.isSubset(of: [19, 20, 21]), "width \(width): \(columns)")
        }
    }

    @Test func `turning a large flake shows, turning it by sixty degrees does not`() {
        func picture(_ rotation: Float) -> Canvas {
            let look = FlakeLook(x: 20, y: 20, width: 24, height: 24, rotation: rotation, scale: Self.scale)
            return Self.canvas(with: look)
        }
        func difference(_ first: Canvas, _ second: Canvas) -> Int {
            zip(first.pixels, second.pixels).reduce(0) { $0 + abs(Int($1.0 >> 24) - Int($1.1 >> 24)) }
        }
        let upright = picture(0)
        let most = difference(upright, picture(.pi / 6))
        let least = difference(upright, picture(.pi / 3))
        #expect(most > 10_000 && least < most / 2, "\(least) of \(most)")
    }

    @Test func `what hangs over a border is drawn in part, and nothing is drawn beyond it`() throws {
        for width in [Float(1), 2.5, 6, 30] {
            for (x, y) in [(Float(0), Float(20)), (40, 20), (20, 0), (20, 40), (0, 0), (40, 40)] {
                let look = try #require(FlakeLook(x: x, y: y, width: width, height: width, scale: Self.scale))
                let canvas = Self.canvas(with: look)
                let whole = try #require(FlakeLook(x: 20, y: 20, width: width, height: width, scale: Self.scale))
                let share = (x == 20 || y == 20) ? 0.5 : 0.25
                let expected = Self.area(Self.canvas(with: whole)) * share
                #expect(abs(Self.area(canvas) - expected) < 0.06 * expected + 0.25, "\(width) at \(x),\(y)")
            }
            #expect(
                Self.canvas(with: FlakeLook(x: -20, y: 5, width: width, height: width, scale: Self.scale)).spanStart
                    .allSatisfy { $0 == .max } || width > 20)
        }
    }

    @Test func `no number whatever stops the drawing`() {
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude,
            0, -0.0, 1e9, -1e9, 1e20, 3, -3,
        ]
        let board = FlakeBoard(capacity: 1)
        let fields: [FlakeField] = [.x, .y, .width, .height, .alpha, .rotation, .flip, .depth]
        var random = SeededRandom(seed: 11)
        for name in BlitterName.allCases {
            var renderer = Renderer(columns: 9, rows: 5, blitter: name)
            let mapping = ViewMapping(columns: 9, rows: 5, viewWidth: 30)
            for _ in 0..<1500 {
                for field in fields { board[field, 0] = odd.randomElement(using: &random) ?? 0 }
                board.columns.glyph[0] = UInt32.random(in: 0...0x20_0000, using: &random)
                board.columns.color[0] = UInt32.random(in: 0...UInt32.max, using: &random)
                renderer.begin()
                renderer.draw(board.columns, count: 1, mapping: mapping)
            }
            renderer.compose()
            _ = renderer.encode()
        }
    }

    @Test func `a screenful of giant flakes costs a bounded number of pixels`() {
        let board = FlakeBoard(capacity: 3000)
        for slot in 0..<3000 {
            board[.x, slot] = 20
            board[.y, slot] = 20
            board[.width, slot] = 4e6
        }
        var renderer = Renderer(columns: 40, rows: 20)
        renderer.begin()
        renderer.draw(board.columns, count: 3000, mapping: ViewMapping(columns: 40, rows: 20))
        renderer.compose()
        #expect(renderer.grid[20, 10].content == HalfBlitter.full)
    }

    @Test func `only living flakes are drawn, in the order that is asked for`() {
        let board = FlakeBoard(capacity: 3)
        for slot in 0..<3 {
            board[.x, slot] = 4.5
            board[.y, slot] = 4.5
            board[.width, slot] = 3
            board.columns.color[slot] = [0xFF0000, 0x00FF00, 0x0000FF][slot]
        }
        board.columns.state[2] = FlakeColumns.SlotState.dying
        func color(order: [UInt32]?) -> UInt32 {
            var renderer = Renderer(columns: 9, rows: 5)
            renderer.begin()
            let mapping = ViewMapping(columns: 9, rows: 5)
            if let order {
                order.withUnsafeBufferPointer { renderer.draw(board.columns, count: 3, order: $0, mapping: mapping) }
            } else {
                renderer.draw(board.columns, count: 3, mapping: mapping)
            }
            return renderer.canvas.pixels[4 * 9 + 4] & 0xFFFFFF
        }
        #expect(color(order: nil) & 0x00FF00 > 0xF000)
        #expect(color(order: [1, 0, 2, 77]) >> 16 > 0xF0)
    }

    @Test func `sines and cosines are right to six places, and none for what is not a number`() {
        #expect(Turn(radians: .nan).cosine == 1 && Turn(radians: .infinity).sine == 0)
        for step in -400...400 {
            let turn = Turn(radians: Float(step) * 0.1)
            #expect(abs(turn.cosine * turn.cosine + turn.sine * turn.sine - 1) < 2e-6)
        }
        let half = Turn(radians: .pi / 2)
        #expect(abs(half.cosine) < 1e-6 && abs(half.sine - 1) < 1e-6)
        let sixth = Turn(radians: -.pi / 6)
        #expect(abs(sixth.cosine - 0.866_025_4) < 1e-6 && abs(sixth.sine + 0.5) < 1e-6)
    }
}
