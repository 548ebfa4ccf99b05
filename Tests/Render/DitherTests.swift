import Testing

@testable import SnowHost

@Suite struct DitherTests {
    @Test func `as many pixels are lit as the opacity says, and more of them for more`() {
        var before: Set<Int> = []
        for opacity in UInt32(0)...255 {
            let lit = Set((0..<64).filter { DitherMatrix.isLit(opacity, x: $0 % 8, y: $0 / 8) })
            #expect(abs(Double(lit.count) / 64 - Double(opacity) / 255) <= 0.04)
            #expect(lit.isSuperset(of: before))
            before = lit
        }
        #expect(before.count == 64)
    }

    @Test func `a pixel of any colour shows by its opacity`() {
        for color in [UInt32(0xFF0000), 0x00FF00, 0x0000FF, 0xFFFFFF] {
            let pixel = Canvas.blend(0, with: color, opacity: 128)
            let lit = (0..<16).filter { DitherMatrix.isLit(pixel: pixel, x: $0 % 4, y: $0 / 4) }
            #expect(lit.count == 8)
        }
    }

    private static func dots(of look: FlakeLook) -> Set<Int> {
        var canvas = Canvas(width: 61, height: 61)
        var rasterizer = DotRasterizer()
        rasterizer.isDithered = true
        rasterizer.begin(canvas)
        rasterizer.draw(look, on: &canvas)
        return Set(canvas.pixels.indices.filter { canvas.pixels[$0] != 0 })
    }

    @Test(arguments: [Float(1), 2, 3, 6, 12])
    func `a flake without colours keeps its dots while it moves`(width: Float) throws {
        for alpha in [Float(0.2), 0.5, 0.8] {
            var shapes: Set<[Int]> = []
            for step in 0..<40 {
                var look = try #require(
                    FlakeLook(
                        x: 20.5 + Float(step % 8), y: 20.5 + Float(step / 8), width: width, height: width,
                        scale: .init(x: 1, y: 1), alpha: alpha))
                look.birthNumber = 6
                let place = step % 8 + 61 * (step / 8)
                shapes.insert(Self.dots(of: look).map { $0 - place }.sorted())
            }
            #expect(shapes.count == 1)
        }
    }

    @Test(arguments: [Float(0), 0.25, 0.5, 0.75, 1])
    func `of many single dots a share is lit`(alpha: Float) throws {
        var lit = 0
        for number in UInt32(0)..<64 {
            guard
                var look = FlakeLook(
                    x: 20.5, y: 20.5, width: 1, height: 1, scale: .init(x: 1, y: 1), alpha: max(alpha, 1e-6))
            else { continue }
            look.birthNumber = number
            lit += Self.dots(of: look).count
        }
        #expect(abs(Float(lit) / 64 - alpha) <= 0.07)
    }
}
