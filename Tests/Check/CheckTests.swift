import Testing

@testable import SnowHost
@testable import snowscript

@Suite struct CheckTests {
    @Test(arguments: BadScript.all)
    func `a bad script is told its faults, no more and no fewer`(script: BadScript) {
        #expect(script.said() == script.lines)
    }

    /// Each would be a false alarm.
    @Test(arguments: [
        BadScript("a global of a later function", "function frame() helper() end\nfunction helper() count = 1 end"),
        BadScript("globals made without an assignment", "rawset(_G, \"made\", 1)\nfunction frame() return made end"),
        BadScript("globals of load", "load(\"made = 1\")()\nfunction frame() return made end"),
        BadScript("a table of globals of one's own", "local _ENV = { x = 1 }\nlocal y = x or z\n_ENV = nil")
            .exporting(),
        BadScript("a callback that another reads", "function frame() if update then update() end end"),
        BadScript(
            "done by name",
            "function frames(f) end\nfunction frame() animate(spawn { life = 1 }, { x = 1, done = \"frames\" }) end"),
        BadScript(
            "a helper with nearly the name of a callback that is there",
            "function frame() frames() end\nfunction frames() end"),
        BadScript(
            "a field that is named in a string",
            "plugin { fields = { a = 0 } }\nfunction update(f) f[\"a\"] = 1 end\nfunction init() spawn {} end"),
        BadScript(
            "all params in a loop",
            "plugin { params = { a = 1, b = 2 } }\nfunction frame() for k, v in pairs(params) do state[k] = v end end"),
        BadScript("plain state", "function frame(dt, t) state.list = { 1, \"two\", { three = true } } end"),
        BadScript("a word at times", "function frame() if scene.frame % 30 == 0 then print(scene.frame) end end"),
        BadScript(
            "a spawn that may be refused",
            "plugin { flakes = 4 }\nfunction frame() local f = spawn {} if f then f.x = 1 end end"),
        BadScript(
            "fewer parameters than are given",
            "function update(flake) end\nfunction frame() end\nfunction init(...) end"),
        BadScript(
            "more names than an operand counts",
            "local t = {" + (1...300).map { "\"name\($0)\"" }.joined(separator: ",")
                + "}\nplugin { params = { wind = 1 }, "
                + "fields = { pull = 0 } }\nfound = params.wind\nfunction frame() spawn { pull = found } end"),
    ])
    func `a good script is told nothing`(script: BadScript) {
        #expect(script.said() == [])
    }

    @Test func `names are found where a function has more than an operand counts`() {
        let source =
            "function frame(dt, t)\n  if t < 1e9 then return end\n  local t = {"
            + (1...300).map { "\"name\($0)\"" }.joined(separator: ",") + "}\n  spwan(t)\n  scene = t\nend"
        #expect(
            BadScript("", source).said() == [
                "4: warning: unknown global 'spwan'; did you mean 'spawn'?",
                "5: warning: 'scene' is the host's, and hidden from here on; choose another name, or make it local",
            ])
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `the bundled scripts are told nothing, and repeat`(name: String) throws {
        let module = try Script(operand: FilePath(name), library: ScriptLibrary()).module()
        var options = Layer.Options()
        options.limits.population = BundledPopulation.limits[name]
        let report = Check.run(module, linker: .bundled(), options: options, frames: 48)
        #expect(report.findings.map(\.text) == [])
        let measures = try #require(report.measures)
        #expect(measures.repetition == .same)
        #expect(measures.frames == 48 && measures.mostFlakes > 0 && measures.mostFlakes <= measures.flakeLimit)
        #expect(measures.peakMemory > 0 && measures.luaMedian <= measures.lua95)
    }

    @Test func `a script that does not repeat is told where it differs first`() throws {
        var linker = Linker()
        let calls = CallCounter()
        linker.define("calls") { (caller) throws(ImportError) in caller.answer(.integer(calls.next())) }
        let source = """
            plugin { imports = { "calls" } }
            function frame()
              local n = calls()
              text(0, 0, n > 5 and tostring(n) or "few")
            end
            """
        let module = try Module(source: source, name: "bad.lua")
        let report = Check.run(module, linker: linker, size: (10, 2), frames: 12)
        #expect(
            report.findings.map(\.text) == ["bad.lua:1: note: two runs with one seed differ from frame 1 on, at 10x2"])
        #expect(report.measures?.repetition == .differs(frame: 1, columns: 10, rows: 2))
    }

    @Test func `a module's faults carry its own name and lines`() throws {
        let folder = try TemporaryFolder()
        let main = try folder.write(
            "local lib = require \"lib\"\nfunction frame() lib.go() shared() end", to: "main.lua")
        try folder.write(
            "local lib = {}\nfunction shared() end\nfunction lib.go() if nver then stpo() end end\nreturn lib",
            to: "lib.lua")
        let report = Check.run(try Module(file: main), size: (10, 4), frames: 6)
        #expect(
            report.findings.map(\.text) == [
                "\(folder.path)/lib.lua:3: warning: unknown global 'nver'",
                "\(folder.path)/lib.lua:3: warning: unknown global 'stpo'",
            ])
    }

    @Test func `what goes wrong at one size only is found`() throws {
        let source = "function resize(w, h)\n  if w == 3 then error(\"too narrow\") end\nend"
        let report = Check.run(try Module(source: source, name: "bad.lua"), frames: 24)
        #expect(report.findings.map(\.text) == ["bad.lua:2: error: too narrow"])
    }

    @Test func `a script that takes all the time it may is not checked for ever`() throws {
        let module = try Module(
            source: "function frame()\n  for i = 1, 2e5 do local x = i * i end\nend", name: "slow.lua")
        var options = Layer.Options()
        options.limits.callback = .seconds(1)
        let report = Check.run(module, options: options, size: (4, 2), frames: 1_000_000, time: .milliseconds(200))
        let measures = try #require(report.measures)
        #expect(report.findings.isEmpty)
        #expect(measures.frames < measures.framesAsked)
    }
}

extension BadScript {
    /// With a callback, for a text that can have none.
    fileprivate func exporting() -> BadScript {
        BadScript(testDescription, "function frame() end\n" + source)
    }
}

/// Counts, for an import that must not give the same twice.
private final class CallCounter {
    private var count: Int64 = 0

    func next() -> Int64 {
        count += 1
        return count
    }
}
