import Testing

@testable import SnowHost

@Suite struct ChanceTests {
    /// The numbers that `call` answers, 20 in each of `frames` frames.
    private func numbers(_ call: String, frames: Int = 100, seed: UInt64 = 1) throws -> [Double] {
        var options = Layer.Options()
        options.seed = seed
        let layer = try makeLayer("function key() return \(call), \(call), \(call), \(call) end", options: options)
        var numbers: [Double] = []
        for _ in 0..<frames * 5 { numbers += layer.instance.call(.key)?.compactMap(\.asNumber) ?? [] }
        #expect(layer.trap == nil)
        return numbers
    }

    @Test(
        arguments: [
            ("random()", 0, 1), ("random(5)", 0, 5), ("random(-3, 7)", -3, 7), ("random(7, -3)", -3, 7),
            ("random(2, 2)", 2, 2), ("math.random()", 0, 1),
        ] as [(String, Double, Double)])
    func `a random number lies in its range, and all over it`(call: String, low: Double, high: Double) throws {
        let numbers = try numbers(call)
        #expect(numbers.count == 2000)
        #expect(numbers.allSatisfy { low...high ~= $0 })
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        #expect(abs(mean - (low + high) / 2) <= (high - low) * 0.03)
    }

    @Test(arguments: [("math.random(6)", 1, 6), ("math.random(-2, 2)", -2, 2), ("math.random(4, 4)", 4, 4)])
    func `math random answers whole numbers, each as often`(call: String, low: Int, high: Int) throws {
        var counts: [Int: Int] = [:]
        for number in try numbers(call) {
            #expect(number == number.rounded())
            counts[Int(number), default: 0] += 1
        }
        #expect(counts.keys.sorted() == Array(low...high))
        let share = 2000 / counts.count
        #expect(counts.values.allSatisfy { abs($0 - share) <= share / 3 })
    }

    @Test(
        arguments: [
            ScriptCase("function init() math.random(2, 1) end", "bad argument #1 to 'random' (interval is empty)"),
            ScriptCase(
                "function init() math.random(0.5) end",
                "bad argument #1 to 'random' (number has no integer representation)"),
            ScriptCase("function init() random('a') end", "bad argument #1 to 'random' (number expected, got string)"),
            ScriptCase("function init() random(1, {}) end", "bad argument #2 to 'random' (number expected, got table)"),
        ])
    func `a range that is none is an error`(example: ScriptCase) {
        #expect(example.transcript == example.lines.map { "test.lua:1: " + $0 })
    }

    @Test func `chance comes from the seed`() throws {
        #expect(try numbers("random()", frames: 2) == numbers("random()", frames: 2))
        #expect(try numbers("random()", frames: 2) != numbers("random()", frames: 2, seed: 2))
        #expect(transcript(of: "function init() print(math.randomseed) end") == ["nil"])
    }

    /// What each flake draws in `update`, by its birth number.
    private func draws(_ births: String, frames: Int) throws -> [String: [Double]] {
        let layer = try makeLayer(
            """
            plugin { fields = { a = 0, b = 0 } }
            function init() \(births) end
            function update(f) f.a = random(3, 4) f.b = math.random(1000) end
            """)
        for _ in 0..<frames { layer.step(seconds: 0.05) }
        #expect(layer.trap == nil)
        let a = try #require(layer.scene.fieldNumber(named: "a"))
        let b = try #require(layer.scene.fieldNumber(named: "b"))
        var draws: [String: [Double]] = [:]
        for flake in layer.scene.flakes {
            draws["\(flake.birthNumber)"] = [a, b].compactMap {
                layer.scene.value(of: $0, for: flake.id).map(Double.init)
            }
        }
        return draws
    }

    @Test func `what a flake draws in update does not hang on the others`() throws {
        let all = try draws("for i = 1, 20 do spawn { y = 1 } end", frames: 3)
        let few = try draws(
            "for i = 1, 20 do local f = spawn { y = 1 } if i % 3 > 0 then f:remove() end end", frames: 3)
        // Removed in the second frame, their slots are taken anew, so that the order of the slots is another.
        #expect(few.count == 6)
        for (flake, numbers) in few { #expect(all[flake] == numbers) }
        #expect(Set(all.values.map { $0[0] }).count == 20)
        #expect(try draws("for i = 1, 20 do spawn { y = 1 } end", frames: 4) != all)
    }

    @Test func `drawing in update leaves the stream of the others alone`() {
        let source = "function init() spawn { y = 1 } end function frame() print(random()) end"
        let drawing = source + " function update() random() random() end"
        #expect(transcript(of: source, frames: 3) == transcript(of: drawing, frames: 3))
    }

    @Test(
        arguments: [
            ScriptCase(
                "function init() print(clamp(5, 0, 3), clamp(-5, 0, 3), clamp(2, 0, 3)) end", "3.0    0.0    2.0"),
            ScriptCase("function init() print(lerp(2, 4, 0), lerp(2, 4, 0.5), lerp(2, 4, 2)) end", "2.0    3.0    6.0"),
            ScriptCase(
                "function init() print(smoothstep(0, 2, -1), smoothstep(0, 2, 1), smoothstep(0, 2, 9)) end",
                "0.0    0.5    1.0"),
            ScriptCase(
                "function init() print(smoothstep(2, 0, 3), smoothstep(2, 0, 1), smoothstep(2, 0, -1)) end",
                "0.0    0.5    1.0"),
            ScriptCase("function init() print(sin(0), cos(0), pi == math.pi) end", "0.0    1.0    true"),
            ScriptCase(
                "function init() print(math.abs(sin(1) - math.sin(1)) < 1e-12, math.abs(cos(2) - math.cos(2)) < 1e-12) end",
                "true    true"),
            ScriptCase(
                "function init() print(noise(1.5) == noise(1.5, 0, 0), noise(1.5) ~= noise(1.5, 1)) end", "true    true"
            ),
            ScriptCase("function init() print(noise(0/0), noise(1/0)) end", "0.0    0.0"),
            ScriptCase(
                "function init() sin() end", "test.lua:1: bad argument #1 to 'sin' (number expected, got no value)"),
            ScriptCase(
                "function init() clamp(1, 2) end",
                "test.lua:1: bad argument #3 to 'clamp' (number expected, got no value)"),
            ScriptCase(
                "function init() lerp(1, 'a', 2) end",
                "test.lua:1: bad argument #2 to 'lerp' (number expected, got string)"),
            ScriptCase(
                "function init() noise(1, {}) end",
                "test.lua:1: bad argument #2 to 'noise' (number expected, got table)"),
        ])
    func `the pure functions compute what they are called for`(example: ScriptCase) {
        #expect(example.transcript == example.lines)
    }
}
