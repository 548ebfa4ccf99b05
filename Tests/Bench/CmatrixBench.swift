import SnowHost

/// CPU time of whole programs for each frame that they send: the snowfall with its Lua, and cmatrix.
enum CmatrixBench {
    static func run() throws -> [Figure] {
        let own = try microseconds(
            TestBinary.path, ["snowfall", "--fps", "60"], environment: ["COLORTERM": "truecolor"], framesPerSecond: 60)
        guard let own else { return [] }
        // It sleeps for 40 ms after each frame, so that it sends 25 a second at most: taken for that many, each frame
        // costs it no more than it really does.
        let other = try microseconds("/usr/bin/cmatrix", ["-b", "-u", "4"], environment: [:], framesPerSecond: 25)
        let name = "the whole program, 200×50: a frame"
        guard let other else {
            print("  cmatrix is left out: it is not installed")
            return [Figure(name: name, value: own, unit: "µs CPU")]
        }
        return [
            Figure(name: name, value: own, unit: "µs CPU", goal: other),
            Figure(name: "  cmatrix -b: a frame", value: other, unit: "µs CPU"),
        ]
    }

    /// CPU time of a frame, over eight seconds after the first two; nil where the program is not there.
    private static func microseconds(
        _ program: String, _ words: [String], environment: [String: String], framesPerSecond: Double
    ) throws -> Double? {
        let environment = environment.merging(["TERM": "xterm-256color"]) { $1 }
        guard
            let terminal = try? PseudoTerminal(program, words, environment: environment, columns: 200, rows: 50)
        else { return nil }
        let clock = ContinuousClock()
        let start = clock.now
        func sample(after seconds: Double) -> (cpu: Double, time: Double)? {
            let isThere = terminal.read(until: { _ in (clock.now - start).seconds >= seconds })
            guard isThere else { return nil }
            return (Measurement.cpuSeconds(of: terminal.process.identifier), (clock.now - start).seconds)
        }
        guard let first = sample(after: 2), let last = sample(after: 10) else { return nil }
        terminal.process.send(9)
        return (last.cpu - first.cpu) / (last.time - first.time) / framesPerSecond * 1e6
    }
}
