internal import CLua

// What tools look at. None of it runs the script, and all of it works after a trap.
extension Instance {
    /// What the function in a global compiles to, as Lua dumps it; nil where the global holds none that was written in
    /// Lua.
    package func bytecode(of global: String) -> [UInt8]? {
        var bytes: UnsafePointer<CChar>?
        var length = 0
        guard clua_dump_global(vm, global, &bytes, &length) else { return nil }
        // The VM's buffer, which stays as it is until the next call.
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Whether a global has a value now.
    package func hasGlobal(_ name: String) -> Bool {
        clua_global_kind(vm, name) != CLUA_NIL
    }

    /// `state` as plain data, with the type's name in the place of what is none; nil where it cannot be copied.
    package var plainState: Value? {
        copyOfState().map { bytes in bytes.withUnsafeBytes { TreeReader.read($0) } }
    }

    /// Adds up the CPU time of calls from now on, at the price of two system calls each.
    package func startMeter() {
        clua_meter(vm, true)
    }

    /// Seconds of CPU time that calls took since the meter was started.
    package var meteredSeconds: Double { clua_spent(vm) }
}
