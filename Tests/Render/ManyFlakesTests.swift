import Testing

@testable import SnowHost

/// Many flakes at once are drawn as each of them would be.
@Suite struct ManyFlakesTests {
    struct Crowd: CustomTestStringConvertible, Sendable {
        let name: String
        /// The widest flake, in units.
        let width: Double
        var turns = false
        var signs = false
        var depths = false
        /// The share that lives.
        var living = 1.0

        var testDescription: String { name }

        func scene(_ count: Int, seed: UInt64) -> Scene {
            var random = RandomStream(seed: seed)
            let scene = Scene(capacity: count, width: 60, height: 40, seed: seed)
            for slot in 0..<count {
                guard let id = scene.spawn() else { break }
                scene.set(.x, to: random.uniform(-3, 63), for: id)
                scene.set(.y, to: random.uniform(-3, 43), for: id)
                // Few are large: past so many pixels a frame would do without the rest.
                let most = random.unit() < 0.02 ? width : min(width, 0.9)
                scene.set(.width, to: random.uniform(0, most), for: id)
                if random.unit() < 0.3 { scene.set(.height, to: random.uniform(0, most), for: id) }
                scene.set(.alpha, to: random.uniform(-0.1, 1.2), for: id)
                scene.set(.drift, to: random.uniform(-9, 9), for: id)
                scene.set(.speed, to: random.uniform(-9, 20), for: id)
                if turns {
                    scene.set(.rotation, to: random.uniform(-7, 7), for: id)
                    scene.set(.flip, to: random.uniform(-7, 7), for: id)
                }
                if signs, random.unit() < 0.02 { scene.columns.glyph[slot] = 0x2744 }
                if depths { scene.set(.depth, to: Double(random.integer(in: 0...6)) / 6, for: id) }
                scene.columns.color[slot] = UInt32(random.integer(in: 0...0xFF_FFFF))
                if random.unit() < 0.001 { scene.columns[.y][slot] = [.nan, .infinity, -3e30][slot % 3] }
                if random.unit() < 0.001 { scene.columns[.drift][slot] = .nan }
                if random.unit() >= living { scene.remove(id, because: .removed) }
            }
            scene.collect()
            return scene
        }
    }

    private static let crowds = [
        Crowd(name: "dots", width: 0.5),
        Crowd(name: "dots, some of them gone", width: 0.5, living: 0.8),
        Crowd(name: "dots and specks", width: 0.9),
        Crowd(name: "dots that turn", width: 0.5, turns: true),
        Crowd(name: "a few crystals", width: 6, turns: true, signs: true),
        Crowd(name: "dots at several depths", width: 0.5, depths: true),
        Crowd(name: "characters among dots", width: 0.5, signs: true),
    ]

    private static let blitters: [BlitterName] = [.octant, .braille, .sextant, .quadrant, .half, .glyph, .ascii]

    @Test(arguments: crowds, blitters)
    func `groups of flakes are drawn as one after the other`(crowd: Crowd, blitter: BlitterName) {
        let scene = crowd.scene(3000, seed: 5)
        let size = blitter.cellSize
        let manner = FlakePainter.Manner(
            blitter: blitter, cell: size, detail: RenderDetail.steps(for: blitter)[1],
            scale: FlakeLook.Scale(x: Float(size.width), y: Float(size.height) / 2), isPlain: false)
        func canvas() -> Canvas { Canvas(width: 60 * size.width, height: 20 * size.height) }
        var one = (canvas: canvas(), painter: FlakePainter(detail: manner.detail)), all = one
        one.painter.begin(one.canvas, detail: manner.detail, isPlain: false)
        all.painter.begin(all.canvas, detail: manner.detail, isPlain: false)
        // A group that is not whole is not looked at as one.
        for slot in 0..<3000 { one.painter.draw(scene.columns, slots: slot..<slot + 1, manner, on: &one.canvas) }
        all.painter.draw(scene.columns, slots: 0..<3000, manner, on: &all.canvas)
        #expect(one.canvas.pixels == all.canvas.pixels)
        #expect(one.canvas.spanStart == all.canvas.spanStart && one.canvas.spanEnd == all.canvas.spanEnd)
        #expect(blitter.alphabet != nil || one.canvas.pixels.contains { $0 != 0 })
    }

    @Test(arguments: crowds, [BlitterName.braille, .half, .glyph])
    func `several threads draw what one does`(crowd: Crowd, blitter: BlitterName) {
        let count = FlakeShares.worthwhile + 300
        let scene = crowd.scene(count, seed: 8)
        let pictures = [true, false].map { sharesWork in
            var renderer = Renderer(columns: 60, rows: 20, blitter: blitter, depth: .truecolor)
            renderer.sharesWork = sharesWork
            var cells: [[Cell]] = []
            for _ in 0..<2 {
                renderer.begin()
                renderer.draw(
                    scene.columns, count: scene.highWater, order: scene.drawOrder(),
                    mapping: ViewMapping(columns: 60, rows: 20))
                renderer.compose()
                cells.append(renderer.grid.cells)
            }
            return (canvas: renderer.canvas, cells: cells)
        }
        #expect(pictures[0].canvas.pixels == pictures[1].canvas.pixels)
        // Several may take more to be drawn on than was.
        #expect(zip(pictures[0].canvas.spanStart, pictures[1].canvas.spanStart).allSatisfy { $0 <= $1 })
        #expect(zip(pictures[0].canvas.spanEnd, pictures[1].canvas.spanEnd).allSatisfy { $0 >= $1 })
        #expect(pictures[0].cells == pictures[1].cells)
        #expect(pictures[0].cells[0].contains { $0.content != 0x20 })
    }

    @Test func `rounding without a call is rounding`() {
        var random = RandomStream(seed: 4)
        var samples: [Float] = [
            0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999997, -0.49999997, 8_388_607.5, 1e9, -1e9, 3e30,
        ]
        for _ in 0..<20_000 {
            samples.append(Float(random.uniform(-5, 5)))
            samples.append(Float(random.integer(in: -2000...2000)) / 4)
            samples.append(Float(random.uniform(-1e9, 1e9)))
        }
        for sample in samples {
            #expect(sample.wholeBelow == sample.rounded(.down))
            #expect(sample.wholeAbove == sample.rounded(.up))
            #expect(sample.nearestWhole == sample.rounded())
        }
        #expect(Float.nan.wholeBelow.isNaN && Float.infinity.nearestWhole == .infinity)
    }
}
