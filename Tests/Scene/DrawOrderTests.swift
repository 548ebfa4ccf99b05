import Testing

@testable import SnowHost

@Suite struct DrawOrderTests {
    private func scene(depths: [Float]) -> Scene {
        let scene = Scene(capacity: depths.count + 5, width: 100, height: 50, seed: 1)
        for (slot, depth) in depths.enumerated() {
            _ = scene.spawn()
            scene.columns[.depth][slot] = depth
        }
        return scene
    }

    /// The slots in the order of drawing, also where that is their own.
    private func order(of scene: Scene) -> [UInt32] {
        withExtendedLifetime(scene) { scene.drawOrder().map(Array.init) ?? Array(0..<UInt32(scene.highWater)) }
    }

    @Test(
        arguments: [
            ([], []),
            ([0.5], [0]),
            ([0, 0, 0], [0, 1, 2]),
            ([0.3, 0.3], [0, 1]),
            ([0, 1, 0.5], [1, 2, 0]),
            ([1, 0, 1, 0], [0, 2, 1, 3]),
            ([7, -7, .nan, .infinity, -.infinity], [0, 3, 1, 2, 4]),
        ] as [([Float], [UInt32])])
    func `far flakes come first, equal ones by slot`(depths: [Float], expected: [UInt32]) {
        let scene = scene(depths: depths)
        #expect(order(of: scene) == expected)
    }

    @Test func `random changes agree with a stable sort`() {
        var random = RandomStream(seed: 8)
        let scene = scene(depths: [])
        var ids: [FlakeID] = []
        let big = Scene(capacity: 300, width: 100, height: 50, seed: 1)
        #expect(order(of: scene).isEmpty)
        for _ in 0..<2000 {
            switch random.integer(in: 0...5) {
            case 0, 1:
                if let id = big.spawn() {
                    big.set(.depth, to: Double(random.integer(in: 0...4)) / 4, for: id)
                    ids.append(id)
                }
            case 2:
                guard !ids.isEmpty else { continue }
                big.remove(ids.removeLast(), because: .removed)
                big.collect()
            case 3:
                guard let id = ids.first else { continue }
                big.set(.depth, to: Double(random.integer(in: 0...4)) / 4, for: id)
            case 4 where random.unit() < 0.1:
                for id in ids { big.set(.depth, to: 0.25, for: id) }
            case _: break
            }
            let depth = big.columns[.depth]
            let expected = (0..<big.highWater).sorted { (-depth[$0], $0) < (-depth[$1], $1) }.map { UInt32($0) }
            #expect(order(of: big) == expected)
        }
    }
}
