import Testing

@testable import SnowHost

@Suite struct SceneTests {
    private func scene(_ capacity: Int, spareSlots: Int = 0) -> Scene {
        Scene(capacity: capacity, width: 100, height: 50, seed: 1, spareSlots: spareSlots)
    }

    @Test func `a handle survives packing into one word`() {
        for id in [
            FlakeID(slot: 0, generation: 1), FlakeID(slot: .max, generation: .max), FlakeID(slot: 7, generation: 9),
        ] {
            #expect(FlakeID(rawValue: id.rawValue) == id)
        }
        #expect(FlakeID(slot: 3, generation: 2).rawValue == 2 << 32 | 3)
    }

    @Test func `a newborn has every field at its default, whatever its slot held before`() throws {
        let extra = [ExtraField(name: "phase", defaultValue: 0.5), ExtraField(name: "sway")]
        let scene = Scene(capacity: 1, extraFields: extra, width: 100, height: 50, seed: 1)
        let first = try #require(scene.spawn())
        for number in 0..<scene.columns.fieldCount { scene.columns.fields[number][0] = 77 }
        scene.setColor(0x123456, for: first)
        scene.setGlyph("*", for: first)
        scene.columns.owned[0] = .max
        scene.remove(first, because: .removed)
        scene.collect()

        let second = try #require(scene.spawn())
        for (number, expected) in (FlakeField.builtInDefaults + [0.5, 0]).enumerated() {
            let value = try #require(scene.value(of: FlakeField(rawValue: number), for: second))
            #expect(value.bitPattern == expected.bitPattern)
        }
        let flake = try #require(scene.flakes.first { _ in true })
        #expect(flake.color == 0xFFFFFF && flake.glyph == nil && flake.birthNumber == 2)
        #expect(flake.height == flake.width)
        #expect(scene.columns.owned[0] == 0)
    }

    @Test func `a full scene spawns nothing`() {
        let scene = scene(3)
        #expect((0..<3).allSatisfy { _ in scene.spawn() != nil })
        #expect(scene.spawn() == nil)
        #expect(scene.count == 3)
        #expect(self.scene(0).spawn() == nil)
    }

    @Test func `fields are found by name, declared ones after the built-in ones`() {
        let scene = Scene(capacity: 1, extraFields: [ExtraField(name: "phase")], width: 1, height: 1, seed: 1)
        #expect(scene.fieldNumber(named: "x") == .x)
        #expect(scene.fieldNumber(named: "age") == .age)
        #expect(scene.fieldNumber(named: "phase") == FlakeField(rawValue: FlakeField.firstExtra))
        #expect(scene.fieldNumber(named: "Phase") == nil)
    }

    @Test func `a removed flake's handle never reaches its successor`() throws {
        let scene = scene(1)
        var old: [FlakeID] = []
        for _ in 0..<70_000 {
            let id = try #require(scene.spawn())
            old.append(id)
            scene.remove(id, because: .removed)
            scene.collect()
        }
        let last = try #require(scene.spawn())
        #expect(last.slot == 0)
        #expect(Set(old).count == old.count)
        #expect(
            !old.contains { scene.isAlive($0) || scene.value(of: .x, for: $0) != nil || scene.set(.x, to: 1, for: $0) })
    }

    @Test func `a slot whose generations are used up is retired`() throws {
        let scene = scene(2)
        scene.columns.generation[0] = .max
        let last = try #require(scene.spawn())
        #expect(last == FlakeID(slot: 0, generation: .max))
        scene.remove(last, because: .removed)
        scene.collect()
        for _ in 0..<10 {
            let other = try #require(scene.spawn())
            #expect(other.slot == 1)
            #expect(scene.spawn() == nil)
            scene.remove(other, because: .removed)
            scene.collect()
        }
        #expect(!scene.isAlive(last))
    }

    @Test func `handles of slots that do not exist are stale`() {
        let scene = scene(2)
        for id in [FlakeID(slot: 2, generation: 1), FlakeID(slot: .max, generation: 1), FlakeID(rawValue: 0)] {
            #expect(!scene.isAlive(id))
            #expect(scene.value(of: .x, for: id) == nil)
            #expect(!scene.remove(id, because: .removed))
        }
        #expect(scene.value(of: FlakeField(rawValue: 99), for: FlakeID(rawValue: 0)) == nil)
    }

    @Test func `age cannot be set`() throws {
        let scene = scene(1)
        let id = try #require(scene.spawn())
        #expect(!scene.set(.age, to: 5, for: id))
        #expect(scene.set(.life, to: 5, for: id))
    }

    @Test func `random births and removals agree with a plain model`() throws {
        var random = RandomStream(seed: 5)
        let scene = scene(40, spareSlots: 3)
        let twin = self.scene(40, spareSlots: 3)
        var alive: [FlakeID] = []
        var dying = 0
        var seen: Set<FlakeID> = []
        for _ in 0..<20_000 {
            switch random.integer(in: 0...9) {
            case 0...4:
                let id = scene.spawn()
                #expect(id == twin.spawn())
                #expect((id == nil) == (alive.count == 40 || alive.count + dying == 43))
                if let id {
                    #expect(seen.insert(id).inserted)
                    alive.append(id)
                }
            case 5...8:
                guard !alive.isEmpty else { continue }
                let id = alive.remove(at: Int(random.integer(in: 0...Int64(alive.count - 1))))
                #expect(scene.remove(id, because: .removed))
                #expect(!scene.remove(id, because: .removed))
                twin.remove(id, because: .removed)
                dying += 1
            case _:
                var shown = 0
                scene.collect { (_, _) in shown += 1 }
                twin.collect()
                #expect(shown == dying)
                dying = 0
            }
            #expect(scene.count == alive.count)
            #expect(alive.allSatisfy { scene.isAlive($0) && Int($0.slot) < scene.highWater })
        }
        #expect(Set(scene.flakes.map(\.id)) == Set(alive))
    }

    @Test func `the high-water mark falls with the flakes`() throws {
        let scene = scene(100)
        let ids = (0..<100).compactMap { _ in scene.spawn() }
        #expect(scene.highWater == 100)
        for id in ids[10...] { scene.remove(id, because: .removed) }
        scene.collect()
        #expect(scene.highWater == 10)
        for id in ids[..<10] { scene.remove(id, because: .removed) }
        scene.collect()
        #expect(scene.highWater == 0)
        #expect(try #require(scene.spawn()).slot == 0)
    }
}
