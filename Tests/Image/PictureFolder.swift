@testable import SnowHost

/// A script with images beside it, allowed to use them.
final class PictureFolder {
    let folder: TemporaryFolder
    private let script: String

    /// A folder with images of these bytes, by their names.
    init(_ script: String, images: [String: [UInt8]] = [:]) throws {
        folder = try TemporaryFolder()
        self.script = script
        for (name, bytes) in images { try folder.write(bytes, to: name) }
        try folder.write(script, to: "main.lua")
    }

    /// The script at work.
    func layer(isGranted: Bool = true, limits: Limits = Limits()) throws -> Layer {
        var linker = Linker()
        if isGranted { linker.grant(.image) }
        var options = Layer.Options()
        options.limits = limits
        return try Layer(
            module: try Module(file: "\(folder.path)/main.lua"), linker: linker, width: 80, height: 48,
            options: options)
    }

    /// What it printed after a frame, and the words of its trap.
    func transcript(limits: Limits = Limits()) -> [String] {
        do {
            let layer = try layer(limits: limits)
            layer.step(seconds: 0.05)
            return layer.instance.log.lines + (layer.trap.map { [$0.message] } ?? [])
        } catch {
            return [(error as? Trap)?.message ?? "\(error)"]
        }
    }
}
