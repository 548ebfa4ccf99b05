import SnowHost

/// Layers over the bundled scripts, in the view of a terminal.
enum BenchLayer {
    /// A script of the folder `scripts`, with seed 1 and what `change` makes of the options.
    static func make(
        _ script: String, columns: Int, rows: Int, change: (inout Layer.Options) -> Void = { _ in }
    ) throws -> Layer {
        let path: FilePath = "\(Peer.packageFolder)/scripts/\(script).lua"
        let source = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        var options = Layer.Options()
        options.seed = 1
        change(&options)
        let view = ViewMapping(columns: columns, rows: rows)
        return try Layer(
            module: try Module(source: source, name: "\(script).lua"), width: view.viewWidth, height: view.viewHeight,
            options: options)
    }
}
