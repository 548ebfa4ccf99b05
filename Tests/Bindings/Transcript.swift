import SnowHost
import Testing

/// What a script prints in `frames` steps of 0.05 s, in a view of 80 × 48 units, and the words of its trap if it comes
/// to one, be it while loading.
func transcript(
    of source: String, frames: Int = 1, linker: Linker = Linker(), images: [String: Image] = [:],
    options: Layer.Options = Layer.Options(),
    before: (Int, Layer) -> Void = { _, _ in }
) -> [String] {
    do throws(Trap) {
        let module = try Module(source: source, name: "test.lua", images: images)
        let layer = try Layer(module: module, linker: linker, width: 80, height: 48, options: options)
        for frame in 1...frames {
            before(frame, layer)
            layer.step(seconds: 0.05)
        }
        return layer.instance.log.lines + (layer.trap.map { [$0.description] } ?? [])
    } catch {
        return [error.description]
    }
}

/// A script, and what it must print.
struct ScriptCase: CustomTestStringConvertible, Sendable {
    let source: String
    let lines: [String]
    var frames = 1

    init(_ source: String, _ lines: String..., frames: Int = 1) {
        self.source = source
        self.lines = lines
        self.frames = frames
    }

    var testDescription: String { source }

    /// What it prints when it is run.
    var transcript: [String] { SnowscriptTests.transcript(of: source, frames: frames) }
}
