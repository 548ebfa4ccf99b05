import Testing

@testable import SnowHost

@Suite struct SceneMotionTests {
    private func scene(_ capacity: Int = 1) -> Scene {
        Scene(capacity: capacity, width: 100, height: 50, seed: 1)
    }

    private func flake(_ scene: Scene, _ values: [(FlakeField, Double)], owned: [FlakeField] = []) throws -> FlakeID {
        let id = try #require(scene.spawn())
        for (field, value) in values { scene.set(field, to: value, for: id) }
        for field in owned { scene.columns.owned[Int(id.slot)] |= field.ownerBit }
        return id
    }

    @Test func `rates move their fields`() throws {
        let scene = scene()
        let id = try flake(
            scene,
            [(.x, 10), (.y, 20), (.drift, -4), (.speed, 8), (.alpha, 1), (.fade, 0.5), (.rotation, 1), (.spin, 2)]
        )
        scene.advance(seconds: 0.25)
        let expected: [(FlakeField, Float)] = [(.x, 9), (.y, 22), (.alpha, 0.875), (.rotation, 1.5), (.age, 0.25)]
        for (field, value) in expected { #expect(scene.value(of: field, for: id) == value) }
    }

    @Test(arguments: [FlakeField.x, .y, .alpha, .rotation])
    func `a field that a tween owns is left alone`(field: FlakeField) throws {
        let scene = scene(200)
        let rates: [(FlakeField, Double)] = [(.drift, 1), (.speed, 1), (.fade, 1), (.spin, 1)]
        for _ in 0..<200 { _ = try flake(scene, rates + [(.alpha, 9)], owned: [field]) }
        let before = scene.columns[field][150]
        scene.advance(seconds: 0.5)
        for moved in [FlakeField.x, .y, .alpha, .rotation] {
            #expect((scene.columns[moved][150] == (moved == .alpha ? 9 : 0)) == (moved == field))
        }
        #expect(scene.columns[field][150] == before)
    }

    @Test func `blocks and their rest are moved as one flake at a time would be`() throws {
        var random = RandomStream(seed: 3)
        let count = 517
        let scene = scene(count)
        var expected: [Float] = []
        for _ in 0..<count {
            let x = Float(random.uniform(-500, 500))
            let drift = Float(random.uniform(-50, 50))
            let isOwned = random.unit() < 0.3
            _ = try flake(scene, [(.x, Double(x)), (.drift, Double(drift))], owned: isOwned ? [.x] : [])
            expected.append(isOwned ? x : Float(Double(x) + Double(drift) * 0.017))
        }
        scene.advance(seconds: 0.017)
        for slot in 0..<count { #expect(scene.columns[.x][slot] == expected[slot]) }
    }

    @Test func `a fade of a minute falls strictly and is spent on time`() throws {
        let scene = scene()
        let id = try flake(scene, [(.fade, 1.0 / 60)])
        var last: Float = 1
        var frames = 0
        while scene.isAlive(id), frames < 4000 {
            scene.advance(seconds: 1.0 / 60)
            frames += 1
            let alpha = scene.columns[.alpha][0]
            #expect(alpha < last)
            last = alpha
        }
        #expect((3599...3602).contains(frames))
        scene.collect { (_, reason) in #expect(reason == .spent) }
    }

    @Test func `age does not drift in a day of frames`() throws {
        let scene = scene()
        let id = try flake(scene, [])
        for _ in 0..<200_000 { scene.advance(seconds: 0.1) }
        #expect(abs(try #require(scene.value(of: .age, for: id)) - 20_000) < 0.01)
        #expect(abs(scene.time - 20_000) < 1e-4)
    }

    private struct Case: CustomTestStringConvertible {
        var values: [(FlakeField, Double)]
        var owned: [FlakeField] = []
        var reason: RemovalReason?
        var testDescription: String { "\(values.map { "\(FlakeField.builtInNames[$0.0.rawValue])=\($0.1)" })" }
    }

    private static let cases: [Case] = [
        Case(values: [], reason: nil),
        Case(values: [(.alpha, 0)], reason: .spent),
        Case(values: [(.alpha, -1)], reason: .spent),
        Case(values: [(.alpha, .nan)], reason: .spent),
        Case(values: [(.alpha, 0)], owned: [.alpha], reason: nil),
        Case(values: [(.life, 1)], reason: .life),
        Case(values: [(.life, 1.5)], reason: nil),
        Case(values: [(.life, .nan)], reason: nil),
        Case(values: [(.y, 50.5)], reason: nil),
        Case(values: [(.y, 50.6)], reason: .left),
        Case(values: [(.y, 50.6), (.speed, 1)], reason: .left),
        Case(values: [(.y, 50.6), (.speed, -1)], reason: nil),
        Case(values: [(.y, 500), (.speed, -1)], reason: nil),
        Case(values: [(.y, 50.6)], owned: [.y], reason: nil),
        Case(values: [(.y, 50.6), (.rotation, 0.1)], reason: nil),
        Case(values: [(.y, 50.8), (.rotation, 0.1)], reason: .left),
        Case(values: [(.y, 55), (.height, 12)], reason: nil),
        Case(values: [(.y, 55), (.height, 8)], reason: .left),
        Case(values: [(.y, 55), (.width, -12)], reason: nil),
        Case(values: [(.x, -101)], reason: nil),
        Case(values: [(.x, -101), (.drift, -1)], reason: .left),
        Case(values: [(.x, -101), (.drift, -1)], owned: [.x], reason: nil),
        Case(values: [(.x, -101), (.drift, 1)], reason: nil),
        Case(values: [(.x, -100), (.drift, -1)], reason: nil),
        Case(values: [(.x, 201), (.drift, 1)], reason: .left),
        Case(values: [(.x, 201), (.drift, -1)], reason: nil),
        Case(values: [(.x, 200), (.drift, 1)], reason: nil),
        Case(values: [(.y, -51), (.speed, -1)], reason: .left),
        Case(values: [(.y, -51), (.speed, 1)], reason: nil),
        Case(values: [(.y, -1000)], reason: nil),
        Case(values: [(.x, .nan)], reason: .left),
        Case(values: [(.y, .nan)], reason: .left),
        Case(values: [(.x, .infinity)], reason: .left),
        Case(values: [(.y, -.infinity)], reason: .left),
    ]

    @Test(arguments: cases)
    private func `flakes go when, and only when, they have to`(expected: Case) throws {
        // Once alone, once deep inside a block.
        for place in [0, 300] {
            let scene = scene(600)
            scene.advance(seconds: 1)
            var id: FlakeID?
            for slot in 0..<600 {
                let values = slot == place ? expected.values : []
                let new = try flake(scene, values, owned: slot == place ? expected.owned : [])
                if slot == place { id = new }
            }
            for field in [FlakeField.speed, .drift] { #expect(scene.columns[field][1] == 0) }
            // One second of age, and no motion.
            for slot in 0..<600 { scene.birthTime[slot] = 0 }
            scene.advance(seconds: 0)
            #expect(scene.count == (expected.reason == nil ? 600 : 599))
            scene.collect { (gone, reason) in
                #expect(gone == id)
                #expect(reason == expected.reason)
            }
        }
    }

    @Test func `freed slots give the passes nothing to do`() throws {
        let scene = scene(256)
        for _ in 0..<256 { _ = try flake(scene, [(.alpha, 0), (.y, 1000), (.speed, 9), (.life, 0)]) }
        let last = try #require(scene.flakes.reversed().first)
        scene.set(.alpha, to: 1, for: last.id)
        scene.set(.y, to: 1, for: last.id)
        scene.set(.life, to: .infinity, for: last.id)
        scene.advance(seconds: 0)
        scene.collect()
        #expect(scene.count == 1 && scene.highWater == 256)
        for slot in 0..<255 {
            #expect(
                scene.columns[.alpha][slot] == 1 && scene.columns[.y][slot] == 0 && scene.columns[.speed][slot] == 0)
        }
    }
}
