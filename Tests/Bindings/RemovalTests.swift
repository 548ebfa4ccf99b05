import Testing

@testable import SnowHost

@Suite struct RemovalTests {
    @Test func `spawn answers nil when the scene is full`() {
        let source = """
            plugin { flakes = 3 }
            function init()
              for i = 1, 5 do print(spawn(), scene.count) end
            end
            """
        #expect(
            transcript(of: source)
                == ["flake 1    1", "flake 2    2", "flake 3    3", "nil    3", "nil    3"])
    }

    @Test func `a full scene can be swept and filled again in one callback`() {
        let source = """
            plugin { flakes = 50 }
            function init() while scene.count < scene.capacity do spawn { y = 1 } end end
            function frame()
              for f in flakes() do f:remove() end
              local emptied = scene.count
              while spawn { y = 1 } do end
              print(emptied, scene.count)
            end
            """
        #expect(transcript(of: source, frames: 4) == Array(repeating: "0    50", count: 4))
    }

    @Test(arguments: [1, 7])
    func `removed may put a new flake in the place of each that went, also in a full scene`(lasting: Int) throws {
        let layer = try makeLayer(
            """
            plugin { flakes = 40 }
            function init() for i = 1, scene.capacity do spawn { y = 1, life = i % \(lasting) * 0.05 } end end
            function removed(f, why)
              local count = scene.count
              if not spawn { y = 1, life = 0.05 } then print("no room") end
              if count >= scene.capacity or scene.count ~= count + 1 then print("count", count, scene.count) end
            end
            """)
        for _ in 0..<10 {
            layer.step(seconds: 0.05)
            #expect(layer.scene.count == 40)
        }
        #expect(layer.trap == nil)
        #expect(layer.instance.log.lines == [])
    }

    @Test func `removed is told each reason, and can read the flake a last time`() {
        let source = """
            function init()
              spawn { x = 1, y = 1, fade = 30 }
              spawn { x = 2, y = 60, width = 2 }
              spawn { x = 3, y = 1, life = 0.04 }
              spawn { x = 4, y = 1 }:remove()
              spawn { x = 5, y = 1 }:animate { x = 6, duration = 0.01, done = "remove" }
              spawn { x = 0/0, y = 1 }
              spawn { x = 7, y = 1 }
            end
            function removed(f, why)
              print(f.x, why, f.alive, f.id)
              f.x = 100
            end
            """
        #expect(
            transcript(of: source, frames: 2) == [
                "1.0    spent    false    1", "2.0    left    false    2", "3.0    life    false    3",
                "4.0    removed    false    4", "6.0    removed    false    5", "-nan    left    false    6",
            ] || transcript(of: source, frames: 2)[5] == "nan    left    false    6")
    }

    @Test func `remove makes a flake dead at once, and removed comes when the frame ends`() {
        let source = """
            function frame(dt, t)
              if flake then return end
              flake = spawn { y = 1 }
              flake:remove()
              print(flake.alive, scene.count)
            end
            function update(f) print("never") end
            function removed(f, why)
              print("removed", f == flake, f.alive, why)
              f:remove()
              print(f:animate { x = 1 })
            end
            """
        #expect(transcript(of: source, frames: 2) == ["false    0", "removed    true    false    removed", "true"])
    }

    @Test func `a loop over flakes may remove and spawn, and visits each that was there once`() {
        let source = """
            function init() for i = 1, 6 do spawn { x = i, y = 1 } end end
            function key()
              local seen = {}
              for f in flakes() do
                seen[#seen + 1] = f.id
                if f.id % 2 == 0 then f:remove() end
                spawn { x = 100, y = 1 }
                if f.id == 3 then for g in flakes() do if g.id == 5 then g:remove() end end end
              end
              print(table.concat(seen, " "), scene.count)
              local count = 0
              for f in flakes() do count = count + 1 end
              print(count)
            end
            """
        let broken = transcript(of: source, frames: 1) { _, layer in layer.press(key: "a") }
        // A removed flake's own id cannot be asked for any more.
        #expect(broken == ["test.lua:8: this flake has been removed"])
        let mended = source.replacing("if f.id == 3", with: "if seen[#seen] == 3")
        let lines = transcript(of: mended, frames: 1) { _, layer in layer.press(key: "a") }
        #expect(lines == ["1 2 3 4 6    7", "7"])
    }

    @Test func `flakes can be nested, broken off and called without end`() {
        let source = """
            function init() for i = 1, 3 do spawn { y = 1 } end end
            function frame()
              local pairs = 0
              for a in flakes() do for b in flakes() do pairs = pairs + 1 end end
              for a in flakes() do if a.id == 2 then break end end
              local next, state, first = flakes()
              print(pairs, next(state, first).id, next(state, next(state, first)).id)
            end
            """
        #expect(transcript(of: source) == ["9    1    2"])
    }

    @Test func `update visits the flakes that were there when it began, and not those it removes`() {
        let source = """
            function init() for i = 1, 4 do spawn { x = i, y = 1 } end end
            function update(f)
              print(f.id)
              if f.id == 1 then for g in flakes() do if g.id == 3 then g:remove() end end spawn { y = 1 } end
              if f.id == 2 then f:remove() end
            end
            """
        #expect(transcript(of: source) == ["1", "2", "4"])
    }

    @Test func `scene is of this moment`() {
        let source = """
            plugin { flakes = 20 }
            function frame()
              while scene.count < 15 do spawn { y = 1 } end
              print(scene.count, scene.capacity, scene.frame, scene.time, scene.width, scene.height)
            end
            """
        #expect(
            transcript(of: source, frames: 2) == [
                "15    20    1    0.05    80.0    48.0", "15    20    2    0.1    80.0    48.0",
            ])
    }
}
