import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A show during which a thread of the host's makes a fault.
enum FaultTrial {
    static func run(_ arguments: [String]) throws {
        let kind = arguments.first ?? ""
        let workers = Workers(threads: 2)
        var linker = Linker()
        linker.define("fail") { (_) throws(ImportError) in
            // This thread takes its parts slowly, so that another takes some.
            workers.run(parts: 3000) { _, worker in
                if worker == 0 { usleep(10_000) } else { fail(kind) }
            }
        }
        let source = """
            plugin { imports = { "fail" } }
            function init() for i = 1, 30 do spawn { x = i, y = i, width = 3 } end end
            function frame(dt, t)
              if scene.frame > 10 then fail() end
            end
            function update(f) f.color = random(0, 0xFFFFFF) // 1 end
            function mouse() end
            """
        let layer = try Layer(
            module: try Module(source: source, name: "a.lua"), linker: linker, width: 80, height: 48)
        _ = try Stage(terminal: try PosixTerminal(), layers: [layer]).run()
    }

    private static func fail(_ kind: String) {
        switch kind {
        case "overflow": print(deep(0))
        case "abort": abort()
        // An address that nothing is at.
        default: UnsafeMutablePointer<UInt8>(bitPattern: 16)?.pointee = 1
        }
    }

    private static func deep(_ depth: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { room in
            room[0] = UInt8(truncatingIfNeeded: depth)
            return deep(depth &+ 1) &+ Int(room[0])
        }
    }
}
