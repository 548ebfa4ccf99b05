@testable import SnowHost

#if canImport(snowscript)
    @testable import snowscript
#endif

/// Code that takes bytes from outside, for a fuzzer to try. Nothing that comes of it is judged but that it comes back.
enum FuzzTarget: String, CaseIterable {
    /// A script is loaded and played for some frames.
    case script
    /// A PNG file is decoded and scaled.
    case png
    /// What a terminal sends is parsed, in pieces.
    case input
    /// Text with styles is read, and laid down as scenery.
    case text
    /// A settings file is read and applied.
    case settings

    func run(_ bytes: [UInt8]) {
        switch self {
        case .script: Self.playScript(bytes)
        case .png: Self.decodeImage(bytes)
        case .input: Self.parseInput(bytes)
        case .text: Self.readText(bytes)
        case .settings: Self.readSettings(bytes)
        }
    }

    /// With fuel nothing is compiled.
    static func playScript(_ bytes: [UInt8], fuel: Int? = nil) {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(5)
        options.limits.loading = .milliseconds(5)
        options.limits.memory = 1 << 20
        options.limits.flakes = 1000
        options.limits.fuel = fuel
        do throws(Trap) {
            let module = try Module(source: bytes, name: "fuzz.lua")
            let layer = try Layer(module: module, width: 80, height: 48, options: options)
            for frame in 0..<4 {
                layer.step(seconds: 0.05)
                if frame == 1 { layer.resize(width: 40, height: 20) }
                layer.press(key: "a")
            }
            _ = layer.trap?.description
        } catch {
            _ = error.description
        }
    }

    private static func decodeImage(_ bytes: [UInt8]) {
        guard let image = try? Image(png: bytes, mostPixels: 1 << 16) else { return }
        precondition(image.pixels.count == image.width * image.height, "an image has as many pixels as it says")
        _ = ImageLevels(image).levels.count
    }

    /// The first byte says how long the pieces are.
    private static func parseInput(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var parser = InputParser()
        var events: [TerminalEvent] = []
        var time = Duration.zero
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            parser.feed(rest.prefix(Int(first % 16) + 1), at: time, into: &events)
            rest = rest.dropFirst(Int(first % 16) + 1)
            time += .milliseconds(Int(first))
            parser.settle(at: time, into: &events)
        }
        parser.settle(at: time + .seconds(60), into: &events)
        precondition(events.count <= 2 * bytes.count + 2, "no byte is more than two events")
    }

    private static func readText(_ bytes: [UInt8]) {
        let text = StyledText(reading: bytes[...])
        let ground = Ground()
        ground.fit(GroundSize(width: 80, height: 48, columns: 80, rows: 24))
        ground.place(Scenery(text))
    }

    private static func readSettings(_ bytes: [UInt8]) {
        var configuration = Configuration()
        configuration.read(bytes, of: "config")
        var options = Options()
        configuration.apply(to: &options, flags: Command.run.flags)
        _ = configuration.fault?.message
    }
}
