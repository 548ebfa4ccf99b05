import SnowHost

/// A script's `update`, compiled and called, beside the same work in other hands.
enum UpdateBench {
    static func run() throws -> [Figure] {
        try reference() + four() + other()
    }

    private static let fields = "plugin { flakes = %, fields = { phase = 0 } }\n"
    private static let births = """
        function init()
          for i = 1, scene.capacity do
            spawn { x = i % 320, y = i % 7, width = 1, phase = i * 0.1, life = 1e9 }
          end
        end

        """

    /// A sine of time and phase, a fade from the age, a breathing width, and removal below a line.
    static let referenceUpdate = """
        function update(flake, dt, t)
          flake.drift = 8 * sin(t * 0.7 + flake.phase)
          flake.fade = flake.age * 0.0001
          flake.width = 2 + 0.5 * sin(t * 2 + flake.phase)
          if flake.y > scene.height - 5 then flake:remove() end
        end
        """

    static let fourStatements = """
        function update(f, dt, t)
          f.drift = 6 + 4 * sin(t + f.phase)
          f.speed = f.speed + dt
          f.width = 4 + f.phase * 0.01
          f.alpha = f.alpha * 0.9999
        end
        """

    private static func reference() throws -> [Figure] {
        let flakes = 1_000_000
        let wide = try nanoseconds(referenceUpdate, flakes: flakes)
        VectorWidth.allowWide(false)
        defer { VectorWidth.allowWide(true) }
        let narrow = try nanoseconds(referenceUpdate, flakes: flakes)
        var figures = [
            figure("the reference update, 1,000,000 flakes, compiled", wide, goal: 3.5),
            figure("  the same without wide vectors", narrow, goal: 6),
        ]
        figures += beside(wide, [("luajit", "reference-tables.lua", 0.35), ("luajit", "reference-ffi.lua", 0.7)])
        return figures
    }

    private static func four() throws -> [Figure] {
        let flakes = 100_000
        let compiled = try nanoseconds(fourStatements, flakes: flakes)
        let called = try nanoseconds(fourStatements, flakes: flakes, compiles: false)
        var figures = [
            figure("four statements, 100,000 flakes, compiled", compiled, goal: 2.5),
            figure("  the same, called for each flake", called, goal: 180),
        ]
        figures += beside(
            compiled, [("lua5.4", "tables.lua", nil), ("luajit", "tables.lua", nil), ("luajit", "ffi.lua", 1)])
        if let particles = Peer.particleNanoseconds() {
            figures += [
                figure("  love, its own particles, without a script", particles),
                Figure(name: "  ours against it", value: compiled / particles, unit: "×", goal: 1),
            ]
        }
        return figures
    }

    /// What costs more: chance and noise in each flake, and a branch that few take.
    private static func other() throws -> [Figure] {
        let chance = "function update(f) f.drift = random(-1, 1) end"
        let noise = "function update(f, dt, t) f.drift = noise(f.x, t) end"
        let branch = """
            function update(f, dt, t)
              if f.x > 319.5 then f.x, f.width = random(scene.width), 1 + random() * noise(f.x, t) end
            end
            """
        return [
            figure("a random number, compiled", try nanoseconds(chance, flakes: 100_000)),
            figure("a noise in two dimensions, compiled", try nanoseconds(noise, flakes: 100_000)),
            figure("a costly branch that no flake takes, compiled", try nanoseconds(branch, flakes: 100_000)),
        ]
    }

    private static func figure(_ name: String, _ value: Double, goal: Double? = nil) -> Figure {
        Figure(name: name, value: value, unit: "ns/flake", goal: goal)
    }

    /// What other programs take, and what part of it ours takes.
    private static func beside(_ own: Double, _ peers: [(program: String, script: String, goal: Double?)]) -> [Figure] {
        peers.flatMap { peer -> [Figure] in
            guard let value = Peer.nanoseconds(peer.program, script: peer.script) else { return [] }
            let name = "  \(peer.program), \(peer.script)"
            return [
                figure(name, value), Figure(name: "  ours against it", value: own / value, unit: "×", goal: peer.goal),
            ]
        }
    }

    /// Medians of the CPU time of the calls of `update` alone.
    private static func nanoseconds(_ update: String, flakes: Int, compiles: Bool = true) throws -> Double {
        var options = Layer.Options()
        options.compilesUpdates = compiles
        options.sharesWork = false
        options.limits.callback = .seconds(60)
        options.limits.loading = .seconds(60)
        options.limits.memory = 1 << 30
        let source = fields.replacing("%", with: String(flakes)) + births + update
        let layer = try Layer(
            module: try Module(source: source, name: "bench.lua"), width: 320, height: 1e9, options: options)
        for _ in 0..<3 { layer.step(seconds: 0.001) }
        layer.instance.startMeter()
        var samples: [Double] = []
        for _ in 0..<15 {
            let before = layer.instance.meteredSeconds
            layer.step(seconds: 0.001)
            samples.append((layer.instance.meteredSeconds - before) / Double(flakes) * 1e9)
        }
        if let trap = layer.trap { throw trap }
        return Measurement.median(samples)
    }
}
