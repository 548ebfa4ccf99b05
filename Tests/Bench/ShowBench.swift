import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real program in a terminal: how soon it snows, and what the snow costs.
enum ShowBench {
    static func run() throws -> [Figure] {
        try [start()] + play("snowfall", cpuGoal: 4, byteGoal: 60) + play("falling", cpuGoal: 10, byteGoal: 700)
    }

    /// From the start of the process to the first cell that is drawn.
    private static func start() throws -> Figure {
        let clock = ContinuousClock()
        let folder = try TemporaryFolder()
        try folder.write("function init() spawn { x = 40, y = 20, width = 9 } end", to: "one.lua")
        var samples: [Double] = []
        for _ in 0..<21 {
            let begin = clock.now
            let terminal = try PseudoTerminal(
                TestBinary.path, ["\(folder.path)/one.lua", "--frames", "3"], environment: environment)
            // 0xE2 begins the braille and the blocks that flakes are drawn with.
            _ = terminal.read(until: { $0.contains(0xE2) })
            samples.append((clock.now - begin).seconds * 1000)
            _ = terminal.readToEnd()
        }
        return Figure(name: "start to first frame, 80×24", value: Measurement.median(samples), unit: "ms", goal: 20)
    }

    private static let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

    /// Twelve seconds of a script; the first two do not count.
    private static func play(_ script: String, cpuGoal: Double, byteGoal: Double) throws -> [Figure] {
        let terminal = try PseudoTerminal(
            TestBinary.path, [script, "--for", "14s"], environment: environment, columns: 200, rows: 50)
        let clock = ContinuousClock()
        let start = clock.now
        var first: (bytes: Int, cpu: Double, time: Double)?
        var last: (bytes: Int, cpu: Double, time: Double)?
        while terminal.read(until: { _ in (clock.now - start).seconds >= (first == nil ? 2 : 12.5) }) {
            let sample = (
                terminal.output.count, Measurement.cpuSeconds(of: terminal.process.identifier),
                (clock.now - start).seconds
            )
            if first == nil {
                first = sample
            } else {
                last = sample
                break
            }
        }
        terminal.process.send(SIGTERM)
        _ = terminal.readToEnd()
        guard let first, let last else { return [] }
        let time = last.time - first.time
        return [
            Figure(
                name: "\(script), 200×50, 60 fps: CPU", value: (last.cpu - first.cpu) / time * 100, unit: "% of a core",
                goal: cpuGoal),
            Figure(
                name: "\(script), 200×50, 60 fps: sent", value: Double(last.bytes - first.bytes) / time / 1000,
                unit: "kB/s", goal: byteGoal),
        ]
    }
}
