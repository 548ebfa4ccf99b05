internal import CLua

extension Module {
    /// What the text compiles to, as Lua dumps it; nil where there is no memory. Nothing runs.
    package func bytecode() -> [UInt8]? {
        var host = CLuaHost()
        guard let vm = clua_open(&host, Self.compilingLimits) else {
            return nil
        }
        defer { clua_close(vm) }
        return code.withUnsafeBytes { source in
            var bytes: UnsafePointer<CChar>?
            var length = 0
            let isWhole = clua_dump_source(
                vm, source.baseAddress?.assumingMemoryBound(to: CChar.self), source.count, chunkName, &bytes, &length)
            // The VM's buffer, which goes with it.
            return isWhole ? Array(UnsafeRawBufferPointer(start: bytes, count: length)) : nil
        }
    }
}
