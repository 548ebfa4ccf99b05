import Testing

@testable import SnowHost

@Suite struct SceneRemovalTests {
    private struct Stop: Error {}

    private func scene(_ capacity: Int, spareSlots: Int = 0) -> (Scene, [FlakeID]) {
        let scene = Scene(capacity: capacity, width: 100, height: 50, seed: 1, spareSlots: spareSlots)
        return (scene, (0..<capacity).compactMap { _ in scene.spawn() })
    }

    @Test func `removed flakes are shown once, in slot order, with their reason and values`() {
        let (scene, ids) = scene(4)
        scene.set(.x, to: 42, for: ids[1])
        scene.remove(ids[3], because: .settled)
        scene.remove(ids[1], because: .life)
        #expect(scene.count == 2)
        #expect(scene.value(of: .x, for: ids[1]) == nil)
        var shown: [(FlakeID, RemovalReason)] = []
        scene.collect { (id, reason) in
            #expect(!scene.isAlive(id))
            #expect(!scene.remove(id, because: .removed))
            #expect(scene.columns.state[Int(id.slot)] == FlakeColumns.SlotState.leaving)
            #expect(scene.value(of: .x, for: id) == (id == ids[1] ? 42 : 0))
            shown.append((id, reason))
        }
        #expect(shown.map(\.0) == [ids[1], ids[3]])
        #expect(shown.map(\.1) == [.life, .settled])
        scene.collect { (_, _) in Issue.record("shown twice") }
    }

    @Test func `a callback that throws leaves the rest for the next pass`() {
        let (scene, ids) = scene(4)
        for id in ids { scene.remove(id, because: .spent) }
        var shown: [FlakeID] = []
        #expect(throws: Stop.self) {
            try scene.collect { (id, _) throws(Stop) in
                shown.append(id)
                if shown.count == 2 { throw Stop() }
            }
        }
        #expect(scene.count == 0)
        #expect(scene.spawn() != nil && scene.spawn() != nil && scene.spawn() == nil)
        scene.collect { (id, _) in shown.append(id) }
        #expect(shown == ids)
    }

    @Test func `a callback may remove: later slots in the same pass, earlier ones in the next`() {
        let (scene, ids) = scene(5)
        scene.remove(ids[2], because: .removed)
        var shown: [UInt32] = []
        scene.collect { (id, _) in
            shown.append(id.slot)
            scene.remove(ids[0], because: .removed)
            scene.remove(ids[4], because: .removed)
        }
        #expect(shown == [2, 4])
        scene.collect { (id, _) in shown.append(id.slot) }
        #expect(shown == [2, 4, 0])
    }

    @Test func `a callback that respawns what it sees ends, and keeps the number of flakes`() {
        let (scene, ids) = scene(8, spareSlots: 1)
        for id in ids { scene.remove(id, because: .left) }
        var shown = 0
        scene.collect { (_, _) in
            shown += 1
            if let id = scene.spawn(), shown < 1000 { #expect(scene.isAlive(id)) }
        }
        #expect(shown == 8)
        #expect(scene.count == 8)
    }

    @Test func `a callback that removes its own newborn ends`() {
        let (scene, ids) = scene(8, spareSlots: 4)
        for id in ids { scene.remove(id, because: .left) }
        var shown = 0
        scene.collect { (_, _) in
            shown += 1
            if let id = scene.spawn() { scene.remove(id, because: .removed) }
        }
        #expect(shown <= 12)
        #expect(scene.count == 0)
    }

    @Test func `a dying flake does not move any more`() {
        let (scene, ids) = scene(1)
        scene.set(.speed, to: 10, for: ids[0])
        scene.remove(ids[0], because: .removed)
        scene.advance(seconds: 1)
        scene.collect { (id, _) in #expect(scene.value(of: .y, for: id) == 0) }
    }

    @Test func `reasons have the names that scripts see`() {
        #expect(RemovalReason.allCases.map(\.name) == ["spent", "left", "life", "removed", "settled"])
    }
}
