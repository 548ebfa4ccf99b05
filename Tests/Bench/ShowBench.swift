import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The real program in a terminal: how soon it snows, and what the snow costs.
enum ShowBench {
    static func run() throws -> [Figure] {
        try starts() + play("snowfall", cpuGoal: 4, byteGoal: 60) + play("falling", cpuGoal: 10, byteGoal: 700)
            + paused()
    }

    /// From the start of the process to the first cell that is drawn, and how much of it the lockdown takes.
    private static func starts() throws -> [Figure] {
        let folder = try TemporaryFolder()
        try folder.write("function init() spawn { x = 40, y = 20, width = 9 } end", to: "one.lua")
        var locked: [Double] = []
        var unlocked: [Double] = []
        // In turn, so that what else the machine does is in both.
        for _ in 0..<31 {
            locked.append(try start(["\(folder.path)/one.lua", "--frames", "3"]))
            unlocked.append(try start(["\(folder.path)/one.lua", "--frames", "3", "--no-lockdown"]))
        }
        let (with, without) = (Measurement.median(locked), Measurement.median(unlocked))
        return [
            Figure(name: "start to first frame, 80×24", value: with, unit: "ms", goal: 20),
            Figure(name: "longer by the lockdown", value: with - without, unit: "ms", goal: 2),
        ]
    }

    private static func start(_ arguments: [String]) throws -> Double {
        let clock = ContinuousClock()
        let begin = clock.now
        let terminal = try PseudoTerminal(TestBinary.path, arguments, environment: environment)
        // 0xE2 begins the braille and the blocks that flakes are drawn with.
        _ = terminal.read(until: { $0.contains(0xE2) })
        let time = (clock.now - begin).seconds * 1000
        _ = terminal.readToEnd()
        return time
    }

    /// Ten seconds of a pause in a show of a file, which is watched.
    private static func paused() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let script = try folder.write(
            "function frame() spawn { x = random(scene.width), speed = 9 } end", to: "one.lua")
        let terminal = try PseudoTerminal(TestBinary.path, [script], environment: environment, columns: 200, rows: 50)
        func watch(_ seconds: Double) {
            let end = ContinuousClock.now + .seconds(seconds)
            terminal.read(until: { _ in ContinuousClock.now >= end })
        }
        watch(2)
        terminal.type(" ")
        watch(3)
        let process = terminal.process.identifier
        let (cpu, sleeps, start) = (
            Measurement.cpuSeconds(of: process), Measurement.sleeps(of: process), ContinuousClock.now
        )
        watch(10)
        let time = (ContinuousClock.now - start).seconds
        let figures = [
            Figure(
                name: "paused: CPU", value: (Measurement.cpuSeconds(of: process) - cpu) / time * 100,
                unit: "% of a core",
                goal: 0.1),
            Figure(
                name: "paused: wake-ups", value: Double(Measurement.sleeps(of: process) - sleeps) / time, unit: "/s",
                goal: 2.5),
        ]
        terminal.type("q")
        _ = terminal.readToEnd()
        return figures
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
