import Testing

@testable import SnowHost

@Suite struct SceneReshapingTests {
    private func scene(_ capacity: Int, _ fields: [ExtraField] = [], spareSlots: Int = 0) -> Scene {
        Scene(capacity: capacity, extraFields: fields, width: 100, height: 50, seed: 1, spareSlots: spareSlots)
    }

    @Test func `flakes keep their handles, fields and ages in a larger scene, and chance goes on`() throws {
        let old = scene(3)
        let ids = try (0..<3).map { _ in try #require(old.spawn()) }
        for (number, id) in ids.enumerated() { old.set(.x, to: Double(number) + 0.5, for: id) }
        old.advance(seconds: 2)
        old.remove(ids[1], because: .removed)
        old.collect()
        var twin = old.random
        let new = old.reshaped(capacity: 5, extraFields: [], spareSlots: 2)
        #expect(new.capacity == 5 && new.count == 2 && new.columns.capacity == 7)
        #expect(new.isAlive(ids[0]) && !new.isAlive(ids[1]) && new.isAlive(ids[2]))
        #expect(new.value(of: .x, for: ids[2]) == 2.5)
        #expect(new.random.next() == twin.next())
        new.advance(seconds: 1)
        #expect(new.value(of: .age, for: ids[0]) == 3)
        let newcomer = try #require(new.spawn())
        #expect(newcomer.slot == ids[1].slot && newcomer.generation > ids[1].generation)
        #expect(new.columns.birthNumber[Int(newcomer.slot)] == 4)
    }

    @Test func `extra fields are moved by their names, and new ones have their default`() throws {
        let old = scene(2, [ExtraField(name: "a", defaultValue: 1), ExtraField(name: "b", defaultValue: 2)])
        let id = try #require(old.spawn())
        old.set(try #require(old.fieldNumber(named: "b")), to: 7, for: id)
        let new = old.reshaped(
            capacity: 2, extraFields: [ExtraField(name: "c", defaultValue: 9), ExtraField(name: "b", defaultValue: 3)],
            spareSlots: 0)
        #expect(new.fieldNumber(named: "a") == nil)
        #expect(new.value(of: try #require(new.fieldNumber(named: "c")), for: id) == 9)
        #expect(new.value(of: try #require(new.fieldNumber(named: "b")), for: id) == 7)
        let newcomer = try #require(new.spawn())
        #expect(new.value(of: try #require(new.fieldNumber(named: "b")), for: newcomer) == 3)
    }

    @Test func `the oldest go first, and their slots are kept until they were shown`() throws {
        let old = scene(6)
        var ids = try (0..<6).map { _ in try #require(old.spawn()) }
        old.remove(ids[0], because: .removed)
        old.collect()
        // The youngest sits in the first slot.
        ids.append(try #require(old.spawn()))
        #expect(old.removeOldest(downTo: 2) == 4)
        let new = old.reshaped(capacity: 2, extraFields: [], spareSlots: 0)
        #expect(ids.filter(new.isAlive) == [ids[5], ids[6]])
        var shown: [FlakeID] = []
        new.collect { (id, reason) in
            #expect(reason == .removed)
            shown.append(id)
        }
        #expect(shown == Array(ids[1...4]))
        #expect(new.spawn() == nil)
    }

    @Test func `a handle to a slot that was given up never reaches a later flake`() throws {
        let large = scene(50)
        let ids = try (0..<50).map { _ in try #require(large.spawn()) }
        #expect(large.removeOldest(downTo: 0) == 50)
        large.collect()
        let small = large.reshaped(capacity: 4, extraFields: [], spareSlots: 0)
        #expect(small.columns.capacity == 4)
        let again = small.reshaped(capacity: 50, extraFields: [], spareSlots: 0)
        let newcomers = try (0..<50).map { _ in try #require(again.spawn()) }
        #expect(Set(newcomers.map(\.slot)).count == 50)
        #expect(!ids.contains(where: again.isAlive))
    }

    @Test func `any sequence of births, deaths and shapes keeps every handle true`() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<40 {
            var scene = scene(4)
            var living: [FlakeID: Float] = [:]
            var dead: [FlakeID] = []
            for step in 0..<60 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    guard let id = scene.spawn() else { continue }
                    scene.set(.x, to: Double(step), for: id)
                    living[id] = Float(step)
                case 2:
                    guard let id = living.keys.sorted(by: { $0.slot < $1.slot }).randomElement(using: &random)
                    else { continue }
                    scene.remove(id, because: .removed)
                    living[id] = nil
                    dead.append(id)
                    if Bool.random(using: &random) { scene.collect() }
                default:
                    let capacity = Int.random(in: 1...9, using: &random)
                    let surplus = scene.removeOldest(downTo: capacity)
                    let gone = living.keys.filter { !scene.isAlive($0) }
                    #expect(gone.count == surplus)
                    for id in gone { living[id] = nil }
                    dead += gone
                    scene = scene.reshaped(
                        capacity: capacity, extraFields: [], spareSlots: Int.random(in: 0...2, using: &random))
                }
                #expect(scene.count == living.count)
                for (id, x) in living { #expect(scene.value(of: .x, for: id) == x) }
                #expect(!dead.contains(where: scene.isAlive))
            }
        }
    }
}
