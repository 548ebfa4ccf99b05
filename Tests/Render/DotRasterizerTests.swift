import Testing

@testable import SnowHost

@Suite struct DotRasterizerTests {
    private static let scale = FlakeLook.Scale(x: 1, y: 1)

    private static func look(
        x: Float = 20.5, y: Float = 20.5, width: Float, rotation: Float = 0, flip: Float = 0, color: UInt32 = 0xFF_FFFF
    ) throws -> FlakeLook {
        var look = try #require(
            FlakeLook(x: x, y: y, width: width, height: width, rotation: rotation, flip: flip, scale: scale))
        look.color = color
        return look
    }

    private static func canvas(_ looks: [FlakeLook]) -> Canvas {
        var canvas = Canvas(width: 41, height: 41)
        var rasterizer = DotRasterizer()
        rasterizer.begin(canvas)
        for look in looks { rasterizer.draw(look, on: &canvas) }
        return canvas
    }

    private static func dots(_ canvas: Canvas) -> Set<Int> {
        Set(canvas.pixels.indices.filter { canvas.pixels[$0] != 0 })
    }

    @Test(arguments: [(Float(0.2), 1), (1, 1), (1.4, 1), (2, 4), (2.4, 4), (2.6, 5), (3.4, 5), (3.6, 12), (4.4, 12)])
    func `a speck has the same dots wherever it is`(width: Float, count: Int) throws {
        for step in 0..<200 {
            let canvas = Self.canvas([
                try Self.look(x: 12 + Float(step) * 0.07, y: 18 + Float(step) * 0.03, width: width)
            ])
            #expect(Self.dots(canvas).count == count)
            #expect(canvas.pixels.allSatisfy { $0 == 0 || $0 == 0xFFFF_FFFF })
        }
    }

    @Test(arguments: [Float(1), 2, 3, 6, 7.5, 12, 20])
    func `a flake between two stops is where it was, with all its dots`(width: Float) throws {
        var shapes: Set<[Int]> = []
        for step in 0..<60 {
            let dots = Self.dots(Self.canvas([try Self.look(x: 15 + Float(step) / 8, y: 20.3, width: width)]))
            let left = dots.map { $0 % 41 }.min() ?? 0
            shapes.insert(dots.map { $0 - left }.sorted())
        }
        #expect(shapes.count == 1)
    }

    @Test(arguments: [(Float(3), Float(9)), (-3, 9), (9, 3), (9, -4), (0, 7), (7, 0), (5, 5)])
    func `a slanting way takes as many changes as its longer side has dots`(drift: Float, speed: Float) throws {
        for width in [Float(1), 2, 3, 6] {
            var pictures: [Set<Int>] = []
            for step in 0..<120 {
                let time = Float(step) / 120
                var look = try Self.look(x: 14.3 + drift * time, y: 20.2 + speed * time, width: width)
                look.velocity = (drift, speed)
                let dots = Self.dots(Self.canvas([look]))
                if pictures.last != dots { pictures.append(dots) }
            }
            let longer = max(abs(drift), abs(speed))
            #expect(abs(pictures.count - Int(longer) - 1) <= 1, "\(width): \(pictures.count)")
        }
    }

    @Test func `velocities that are no numbers leave the flake where it is`() throws {
        for odd in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            for other in [Float.nan, .infinity, 0, 1] {
                var look = try Self.look(width: 1)
                look.velocity = (odd, other)
                _ = Self.canvas([look])
                look.velocity = (other, odd)
                _ = Self.canvas([look])
            }
        }
    }

    @Test func `a small crystal is regular, whatever its turn`() throws {
        for width in [Float(5), 6, 7, 7.9] {
            var pictures: Set<Set<Int>> = []
            for step in 0..<90 {
                let dots = Self.dots(Self.canvas([try Self.look(width: width, rotation: Float(step) * 0.11 - 3)]))
                #expect(dots == Set(dots.map { $0 / 41 * 41 + 40 - $0 % 41 }), "left and right")
                #expect(dots == Set(dots.map { (40 - $0 / 41) * 41 + $0 % 41 }), "up and down")
                pictures.insert(dots)
            }
            #expect(pictures.count == 2)
        }
    }

    @Test(arguments: [Float(5), 8, 12, 20, 34])
    func `a crystal has six arms with gaps between them`(width: Float) throws {
        let canvas = Self.canvas([try Self.look(width: width)])
        var ends = 0
        let steps = 720
        func isSet(_ step: Int) -> Bool {
            let turn = Turn(radians: Float(step) * 2 * .pi / Float(steps))
            let radius = width * 0.4
            return canvas.pixels[Int(20.5 + radius * turn.cosine) + 41 * Int(20.5 + radius * turn.sine)] != 0
        }
        for step in 0..<steps where isSet(step) && !isSet((step + 1) % steps) { ends += 1 }
        #expect(ends >= 6)
    }

    @Test func `a near crystal hides what lies behind it between its arms`() throws {
        let far = try Self.look(width: 30, color: 0xFF0000)
        let near = try Self.look(width: 16)
        let canvas = Self.canvas([far, near])
        var seen = 0
        for y in 0..<41 {
            for x in 0..<41 {
                let squared = (x - 20) * (x - 20) + (y - 20) * (y - 20)
                let pixel = canvas.pixels[y * 41 + x]
                if squared < 64 { #expect(pixel == 0 || pixel == 0xFFFF_FFFF) }
                if squared > 90, pixel == 0xFFFF_0000 { seen += 1 }
            }
        }
        #expect(seen > 20)
    }

    @Test(arguments: [Float(2), 3, 6, 12, 20])
    func `a crystal seen from its edge is a straight line`(width: Float) throws {
        let dots = Self.dots(Self.canvas([try Self.look(width: width, flip: .pi / 2)]))
        #expect(Set(dots.map { $0 % 41 }).count == 1)
        #expect(dots.count >= Int(width * 0.8) && dots.count <= Int(width) + 2)
    }

    @Test func `a picture is kept for as many frames as the detail says`() {
        let board = FlakeBoard(capacity: 1)
        board[.x, 0] = 5
        board[.width, 0] = 3
        var detail = RenderDetail.dotSteps[0]
        detail.framesPerPicture = 3
        var renderer = Renderer(columns: 10, rows: 9, blitter: .braille, detail: detail)
        var changes: [Int] = []
        for frame in 0..<12 {
            board[.y, 0] = Float(frame)
            renderer.begin()
            renderer.draw(board.columns, count: 1, mapping: ViewMapping(columns: 10, rows: 9))
            renderer.compose()
            if renderer.encode() { changes.append(frame) }
            renderer.commit()
        }
        #expect(changes == [0, 3, 6, 9])
    }
}
