import SnowHost

/// A script's `update` of four statements over 100,000 flakes, beside the same work in other hands.
enum UpdateBench {
    static let flakes = 100_000

    static func run() throws -> [Figure] {
        let source = """
            plugin { flakes = \(flakes), fields = { phase = 0 } }
            function init()
              for i = 1, scene.capacity do spawn { x = i % 320, y = i % 7, phase = i * 0.1 } end
            end
            function update(f, dt, t)
              f.drift = 6 + 4 * sin(t + f.phase)
              f.speed = f.speed + dt
              f.width = 4 + f.phase * 0.01
              f.alpha = f.alpha * 0.9999
            end
            """
        var options = Layer.Options()
        options.limits.callback = .seconds(60)
        options.limits.loading = .seconds(60)
        let layer = try Layer(
            module: try Module(source: source, name: "bench.lua"), width: 320, height: 1e9, options: options)
        layer.step(seconds: 0.001)
        if let trap = layer.trap { throw trap }
        let update = Measurement.seconds(count: 9) { layer.step(seconds: 0.001) }
        let idle = try Layer(
            module: try Module(source: source.replacing("function update", with: "function unused"), name: "bench.lua"),
            width: 320, height: 1e9, options: options)
        idle.step(seconds: 0.001)
        let motion = Measurement.seconds(count: 9) { idle.step(seconds: 0.001) }
        var figures = [
            Figure(
                name: "update, four statements, interpreted", value: (update - motion) / Double(flakes) * 1e9,
                unit: "ns/flake", goal: 250),
            Figure(name: "motion and removal", value: motion / Double(flakes) * 1e9, unit: "ns/flake"),
        ]
        for peer in ["lua5.4", "luajit"] {
            if let value = Peer.nanoseconds(peer, script: "tables.lua") {
                figures.append(Figure(name: "  \(peer): the same over plain tables", value: value, unit: "ns/flake"))
            }
        }
        return figures
    }
}
