import Testing

@testable import SnowHost

@Suite struct SnowfallViewTests {
    @Test func `births, falls and turns have the numbers of the view`() throws {
        var scales: [Double] = []
        var places: [Double] = []
        var heights: [Double] = []
        var falls: [Double] = []
        var periods: [Double] = []
        var left = 0
        var right = 0
        for seed in 1...8 as ClosedRange<UInt64> {
            let layer = try bundledLayer("snowfallview", seed: seed)
            layer.step(seconds: 0)
            #expect(layer.scene.count == 300)
            let (width, height) = (layer.scene.width, layer.scene.height)
            #expect(width == 768)
            let before = Array(layer.scene.flakes)
            layer.step(seconds: 0.1)
            for (flake, later) in zip(before, layer.scene.flakes) {
                let (w, h) = (Double(flake.width), Double(flake.height))
                scales.append(w / 40)
                #expect(abs(h / w - 46.0 / 40) < 1e-5)
                // From wholly out of view on the left to wholly out of view on the right.
                places.append((Double(flake.x) + w / 2) / (width + w))
                if flake.x < 0 { left += 1 }
                if Double(flake.x) > width { right += 1 }
                heights.append(-(Double(flake.y) + h / 2) / height)
                falls.append((height + h / 2 - Double(flake.y)) / (Double(later.y - flake.y) / 0.1))
                periods.append(2 * .pi / (Double(later.flip - flake.flip) / 0.1))
                #expect(later.x == flake.x)
            }
            #expect(layer.trap == nil)
        }
        #expect(scales.count == 2400)
        #expect(Uniformity.holds(scales, in: 0.4...1))
        #expect(Uniformity.holds(places, in: 0...1))
        #expect(left > 20 && right > 20, "halves show at both borders")
        #expect(Uniformity.holds(heights, in: 0...1.5))
        #expect(Uniformity.holds(falls, in: 6...12))
        #expect(periods.allSatisfy { $0 > 0 && $0 <= 6.001 })
        #expect(periods.contains { $0 > 5.5 })
    }

    @Test(arguments: [[], [(48, 12), (80, 40), (80, 24)], [(80, 6), (200, 50)]])
    func `a flake goes up only while nothing of it is in view`(sizes: [(columns: Int, rows: Int)]) throws {
        let layer = try bundledLayer("snowfallview", set: ["count": 100])
        layer.step(seconds: 0)
        var jumps = 0
        var next = 0
        var tallest = layer.scene.height
        var inView = 0
        for frame in 1...900 {
            if frame % 200 == 0, next < sizes.count {
                layer.resize(width: Double(sizes[next].columns), height: Double(2 * sizes[next].rows))
                next += 1
            }
            tallest = max(tallest, layer.scene.height)
            let before = Array(layer.scene.flakes)
            layer.step(seconds: 0.05)
            #expect(layer.scene.count == 100)
            for (was, flake) in zip(before, layer.scene.flakes) where flake.y < was.y {
                jumps += 1
                // Within the frame it went on to the ground, jumped, and fell on: both ends of the jump are out of
                // view, and what is seen is at most a frame's fall away from there.
                let travel = Float((2.5 * tallest + 46) / 6 * 0.05)
                let isHidden =
                    was.y - was.height / 2 + travel > Float(layer.scene.height)
                    && flake.y + flake.height / 2 < travel
                if !isHidden { inView += 1 }
            }
        }
        #expect(inView == 0)
        #expect(layer.trap == nil)
        #expect(jumps > 100)
    }
}
