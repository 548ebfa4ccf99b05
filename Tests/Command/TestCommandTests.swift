import Testing

@testable import snowscript

@Suite struct TestCommandTests {
    private static let script = """
        plugin { flakes = 20, params = { pace = { 5, min = 1, max = 9 } } }
        function frame() spawn { x = random(scene.width), y = random(4), speed = params.pace, width = 3 } end
        """

    private func test(_ arguments: [String], _ folder: TemporaryFolder) throws -> PipedRun {
        try PipedRun(["test"] + arguments, folder: folder.path)
    }

    @Test func `the line it prints is the line that passes`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.script, to: "my snow's.lua")
        let made = try test(
            ["my snow's.lua", "--seed", "7", "--frames", "20", "--size", "30x8", "--set", "pace=6"], folder)
        #expect(made.ending == .exited(0))
        #expect(
            made.output.hasPrefix(
                "snowscript test 'my snow'\\''s.lua' --seed 7 --frames 20 --size 30x8 --set pace=6 --expect 1-"))
        let line = made.output.replacing("snowscript test", with: "'\(TestBinary.path)' test")
        let again = try PipedRun(["-c", line], executable: "/bin/sh", folder: folder.path)
        #expect(again.ending == .exited(0))
        #expect(again.output == "my snow's.lua: ok\n")
    }

    @Test func `other frames are told with the hash that came`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.script, to: "a.lua")
        let small = ["a.lua", "--frames", "5", "--size", "20x5"]
        let hash = try #require(try test(small, folder).output.split(separator: " ").last?.dropLast())
        let wrong = try test(small + ["--expect", "1-0123456789abcdef"], folder)
        #expect(wrong.ending == .exited(1))
        #expect(
            wrong.output
                == "a.lua: expected 1-0123456789abcdef, got \(hash); --verbose shows which frame differs\n")
        let old = try test(small + ["--expect", "99-0123456789abcdef"], folder)
        #expect(old.ending == .exited(1))
        #expect(old.output.hasSuffix("; hashes are made in another way now, make a new one\n"))
        for change in [["--seed", "2"], ["--set", "pace=9"], ["--size", "21x5"], ["--frames", "6"]] {
            let run = try test(small + change + ["--expect", String(hash)], folder)
            #expect(run.ending == .exited(1), "\(change)")
        }
    }

    @Test func `each frame's own hash is told on request, and the first that differs shows`() throws {
        let folder = try TemporaryFolder()
        try folder.write("function frame() text(0, 0, scene.frame < 4 and \"a\" or \"b\") end", to: "a.lua")
        try folder.write("function frame() text(0, 0, scene.frame < 3 and \"a\" or \"b\") end", to: "b.lua")
        let outputs = try ["a.lua", "b.lua"].map { file in
            try test([file, "--verbose", "--frames", "5", "--size", "9x3"], folder).output.split(separator: "\n")
        }
        #expect(outputs[0].count == 6)
        let differing = zip(outputs[0], outputs[1]).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(differing == [2, 5])
        #expect(outputs[0][2].hasPrefix("frame 3 "))
    }

    @Test func `a script that traps, or cannot be set so, fails`() throws {
        let folder = try TemporaryFolder()
        try folder.write("function frame() nothing() end", to: "trap.lua")
        try folder.write("x = = 1", to: "broken.lua")
        try folder.write(Self.script, to: "a.lua")
        let trap = try test(["trap.lua"], folder)
        #expect(trap.ending == .exited(1))
        #expect(trap.errors.hasPrefix("trap.lua:1: attempt to call a nil value (global 'nothing')"))
        #expect(trap.output.isEmpty)
        #expect(try test(["broken.lua"], folder).ending == .exited(1))
        #expect(try test(["a.lua", "--set", "pcae=3"], folder).ending == .exited(2))
        #expect(try test(["a.lua", "--expect", "deadbeef"], folder).ending == .exited(2))
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `a bundled script makes the same frames in every process`(name: String) throws {
        // Its time is not told by the clock then.
        let rehearsal = name == "newyear" ? ["--allow", "clock", "--set", "wait=5"] : []
        var arguments = ["test", name, "--frames", "12", "--seed", "3", "--size", "40x12"] + rehearsal
        if let limit = BundledPopulation.limits[name] { arguments += ["--flakes", "\(limit)"] }
        let first = try PipedRun(arguments)
        #expect(first.ending == .exited(0))
        #expect(first.output.contains("--expect 1-"))
        #expect(try PipedRun(arguments).output == first.output)
    }
}
