// The program of docs/EMBEDDING.md, which a test holds against the document.

// begin
import SnowHost

/// Counts how often a script rings, and says where its flakes are after a second.
func ringing() throws -> (rings: Int, heights: [Float]) {
    var rings = 0
    var linker = Linker()
    linker.define("ring", parameters: [.flake, .number], optional: 1) { (caller) throws(ImportError) in
        let loudness = caller.number(1) ?? 1
        guard loudness <= 10 else {
            throw ImportError("ring: a loudness of at most 10 is allowed")
        }
        rings += Int(loudness)
        caller.answer(.integer(Int64(rings)))
    }

    let script = """
        plugin { name = "bells", flakes = 3, imports = { "ring" } }

        function init()
          for i = 1, 3 do spawn { x = 10 * i, y = 0, speed = 5 * i } end
        end

        function key(name)
          for flake in flakes() do ring(flake, 2) end
        end
        """

    let module = try Module(source: script, name: "bells.lua")
    var options = Layer.Options()
    options.seed = 7
    options.limits.memory = 4 << 20
    options.limits.callback = .milliseconds(20)
    let layer = try Layer(module: module, linker: linker, width: 80, height: 48, options: options)

    layer.press(key: "space")
    for _ in 0..<20 { layer.step(seconds: 0.05) }
    if let trap = layer.trap { throw trap }
    return (rings, layer.scene.flakes.map(\.y))
}
// end
