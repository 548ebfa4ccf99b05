import Testing

@testable import SnowHost

@Suite struct FlakeHandleTests {
    @Test func `a flake is the same handle wherever a script gets it from`() {
        let source = """
            local marks = {}
            function init() flake = spawn { y = 1 } marks[flake] = "mine" end
            function update(f) print(f == flake, marks[f]) end
            function frame() for f in flakes() do print(f == flake, marks[f]) end end
            function key() flake:animate { x = 1, duration = 0, done = function(f) print(f == flake, marks[f]) end } end
            function removed(f) print(f == flake, marks[f]) end
            """
        let lines = transcript(of: source, frames: 2) { frame, layer in
            if frame == 2 {
                layer.press(key: "a")
                layer.scene.set(
                    .life, to: 0.06, for: layer.scene.flakes.first { _ in true }?.id ?? FlakeID(rawValue: 0))
            }
        }
        #expect(lines == Array(repeating: "true    mine", count: 6))
    }

    @Test(
        arguments: [
            "print(old.x)", "old.x = 1", "print(old.color)", "old.glyph = 'a'", "old:remove()", "remove(old)",
            "old:animate { x = 1 }", "animate(old, { x = 1 })", "print(old.id)", "print(old.age)",
        ])
    func `a handle of a removed flake raises, at once and when its slot is taken again`(use: String) {
        let words = "test.lua:1: this flake has been removed"
        #expect(transcript(of: "function init() local old = spawn() old:remove() \(use) end") == [words])
        let later = "function frame() if not old then old = spawn() old:remove() else new = spawn() \(use) end end"
        #expect(transcript(of: later, frames: 3) == [words])
    }

    @Test func `a stale handle never reaches the flake in its slot`() {
        let source = """
            function frame()
              if not old then old = spawn { x = 1 } old:remove() return end
              local new = spawn { x = 2 }
              print(pcall(function() old.x = 3 end), new.x, old == new, old.alive, new.alive, tostring(old), tostring(new))
            end
            """
        #expect(
            transcript(of: source, frames: 2)
                == ["false    2.0    false    false    true    flake (removed)    flake 2"])
    }

    @Test(
        arguments: [
            ("remove()", "bad argument #1 to 'remove' (flake expected, got no value)"),
            ("remove(3)", "bad argument #1 to 'remove' (flake expected, got number)"),
            ("remove {}", "bad argument #1 to 'remove' (flake expected, got table)"),
            ("remove(scene)", "bad argument #1 to 'remove' (flake expected, got host table)"),
            ("animate(nil, {})", "bad argument #1 to 'animate' (flake expected, got nil)"),
            ("spawn().animate({}, {})", "bad argument #1 to 'animate' (flake expected, got table)"),
            ("spawn(3)", "bad argument #1 to 'spawn' (table expected, got number)"),
            ("setmetatable(spawn(), {})", "bad argument #1 to 'setmetatable' (table expected, got flake)"),
            ("rawset(spawn(), 'x', 1)", "bad argument #1 to 'rawset' (table expected, got flake)"),
            ("local f = spawn() f = f + 1", "attempt to perform arithmetic on a flake value (local 'f')"),
            ("local f = spawn() f()", "attempt to call a flake value (local 'f')"),
            ("print(spawn() < spawn())", "attempt to compare two flake values"),
            ("print(spawn() .. 'x')", "attempt to concatenate a flake value"),
            ("print(#spawn())", "attempt to get length of a flake value"),
        ])
    func `what is no flake is refused`(use: String, words: String) {
        #expect(transcript(of: "function init() \(use) end") == ["test.lua:1: \(words)"])
    }

    @Test func `the metatable of flakes is locked`() {
        #expect(
            transcript(of: "function init() print(getmetatable(spawn()), type(spawn())) end") == ["flake    userdata"])
    }

    @Test func `spawn is for later than loading`() {
        #expect(
            transcript(of: "spawn {} function frame() end")
                == ["test.lua:1: spawn works from init on, not while the script is loaded"])
    }
}
