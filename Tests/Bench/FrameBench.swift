import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whole frames of very many flakes: update, motion, removal, drawing, and the bytes for a terminal of 200×50.
enum FrameBench {
    static func run() throws -> [Figure] {
        try storm(flakes: 100_000, goal: 2.5) + storm(flakes: 1_000_000, goal: 16.6)
    }

    private static func storm(flakes: Int, goal: Double) throws -> [Figure] {
        let (columns, rows) = (200, 50)
        let view = ViewMapping(columns: columns, rows: rows)
        let before = residentBytes
        let layer = try BenchLayer.make("blizzard", columns: columns, rows: rows) { options in
            options.limits.population = flakes
            options.limits.callback = .seconds(60)
        }
        while layer.scene.count < flakes, layer.trap == nil { layer.step(seconds: 1.0 / 60) }
        let perFlake = Double(residentBytes - before) / Double(flakes)
        var figures: [Figure] = []
        let name = "\(flakes / 1000),000 flakes"
        for blitter in [BlitterName.braille, .half] {
            let detail = RenderDetail.steps(for: blitter)[3]
            var renderer = Renderer(columns: columns, rows: rows, blitter: blitter, detail: detail)
            let clock = ContinuousClock()
            var parts = (step: [Double](), draw: [Double](), send: [Double](), whole: [Double]())
            for number in 0..<40 {
                let start = clock.now
                layer.step(seconds: 1.0 / 60)
                let stepped = clock.now
                renderer.begin()
                renderer.draw(
                    layer.scene.columns, count: layer.scene.highWater, order: layer.scene.drawOrder(), mapping: view)
                let drawn = clock.now
                renderer.compose()
                if renderer.encode() { renderer.commit() }
                let end = clock.now
                guard number >= 5 else { continue }
                parts.step.append((stepped - start).seconds * 1000)
                parts.draw.append((drawn - stepped).seconds * 1000)
                parts.send.append((end - drawn).seconds * 1000)
                parts.whole.append((end - start).seconds * 1000)
            }
            if let trap = layer.trap { throw trap }
            figures += [
                Figure(
                    name: "\(name), a whole frame, \(blitter.rawValue)", value: Measurement.median(parts.whole),
                    unit: "ms", goal: goal),
                Figure(name: "  of which: update and motion", value: Measurement.median(parts.step), unit: "ms"),
                Figure(name: "  drawing", value: Measurement.median(parts.draw), unit: "ms"),
                Figure(name: "  cells and bytes", value: Measurement.median(parts.send), unit: "ms"),
            ]
        }
        figures.append(Figure(name: "\(name), resident memory for each", value: perFlake, unit: "bytes", goal: 100))
        return figures
    }

    /// Bytes of memory that this process has in use; 0 where the system does not say.
    private static var residentBytes: Int {
        guard let bytes = try? FileSystem.read(descriptor: open("/proc/self/statm", O_RDONLY), limit: 4096) else {
            return 0
        }
        let pages = String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }
}
