import SnowHost

/// What flakes in pixels cost: bytes, and CPU time for drawing and encoding.
enum PixelBench {
    private static let columns = 200
    private static let rows = 50
    private static let count = 240

    static func run() throws -> [Figure] {
        var figures: [Figure] = []
        for blitter in [BlitterName.kitty, .sixel] {
            let steps = RenderDetail.steps(for: blitter)
            for step in [0, 2, 3, 5] { figures += try snowfall(blitter, steps[step], "step \(step)") }
        }
        return figures
    }

    /// The bundled snowfall in cells of 8×16 pixels.
    private static func snowfall(_ blitter: BlitterName, _ detail: RenderDetail, _ name: String) throws -> [Figure] {
        let layer = try BenchLayer.make("snowfall", columns: columns, rows: rows)
        var renderer = Renderer(columns: columns, rows: rows, blitter: blitter, detail: detail)
        let mapping = ViewMapping(columns: columns, rows: rows, viewWidth: layer.instance.manifest.viewWidth)
        layer.start()
        var bytes: [Double] = []
        var seconds: [Double] = []
        for frame in 0..<count {
            layer.step(seconds: 1.0 / 60)
            let start = Measurement.cpuSeconds()
            renderer.begin()
            renderer.draw(
                layer.scene.columns, count: layer.scene.highWater, order: layer.scene.drawOrder(), mapping: mapping)
            renderer.compose()
            let isSent = renderer.encode()
            renderer.commit()
            guard frame > 30 else { continue }
            seconds.append(Measurement.cpuSeconds() - start)
            bytes.append(isSent ? Double(renderer.encoder.frame.count) : 0)
        }
        let title = "\(blitter.rawValue), \(columns)×\(rows) of 8×16, \(name): a frame"
        return [
            Figure(name: title, value: Measurement.median(bytes) / 1000, unit: "kB"),
            Figure(name: title, value: Measurement.median(seconds) * 1e3, unit: "ms CPU"),
        ]
    }
}
