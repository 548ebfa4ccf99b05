import Testing

@testable import SnowHost
@testable import snowscript

@Suite struct ScriptPictureTests {
    /// What a layer looks like in half blocks: a character a cell, and a number that stands for all the colours.
    private func picture(of layer: Layer, columns: Int, rows: Int) -> String {
        var renderer = Renderer(columns: columns, rows: rows, blitter: .half)
        let view = ViewMapping(columns: columns, rows: rows, viewWidth: layer.instance.manifest.viewWidth)
        renderer.begin()
        renderer.draw(
            layer.scene.columns, count: layer.scene.highWater, order: layer.scene.drawOrder(), mapping: view)
        renderer.compose()
        renderer.write(layer.scene.ground)
        var text = ""
        var colors: UInt64 = 0
        for row in 0..<rows {
            var line = ""
            for column in 0..<columns {
                let cell = renderer.grid[column, row]
                line.unicodeScalars.append(Unicode.Scalar(cell.content) ?? "?")
                let packed = UInt64(cell.style.foreground.packed) << 32 | UInt64(cell.style.background.packed)
                colors = CounterHash.mix(colors &+ packed &+ 1)
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return "colours \(String(colors, radix: 16))\n" + text
    }

    /// What makes a script show in ten seconds what else takes a day.
    private static let settings: [String: [String: Double]] = ["newyear": ["wait": 2]]

    // Recorded anew, after a look at what changed, by
    // SNOWSCRIPT_RECORD=1 swift test --filter ScriptPictureTests
    @Test(arguments: BundledScript.all.map(\.name), [(80, 24), (40, 12)] as [(columns: Int, rows: Int)])
    func `a script's frames are the recorded ones`(name: String, size: (columns: Int, rows: Int)) throws {
        let layer = try bundledLayer(
            name, seed: 7, columns: size.columns, rows: size.rows, set: Self.settings[name] ?? [:])
        var text = ""
        for frame in 1...300 {
            layer.step(seconds: 1.0 / 30)
            guard [1, 60, 300].contains(frame) else { continue }
            let shown = picture(of: layer, columns: size.columns, rows: size.rows)
            text += "frame \(frame), \(layer.scene.count) flakes, \(shown)"
        }
        #expect(layer.trap == nil)
        GoldenFile.expect(text, matches: "script-\(name)-\(size.columns)x\(size.rows).txt")
    }
}
