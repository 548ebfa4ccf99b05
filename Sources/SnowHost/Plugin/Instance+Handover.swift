internal import CLua

// What one instance leaves to the next. All of it works after a trap, too.
extension Instance {
    /// `state` as the border copies it; nil when it is not a table, too large, or nested too deeply.
    func copyOfState() -> [UInt8]? {
        var bytes: UnsafePointer<CChar>?
        var length = 0
        guard clua_copy_state(vm, &bytes, &length) else { return nil }
        // The VM's buffer, which stays as it is until the next call.
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// The name that `done` of an animation gave; nil where it gave a function.
    func completionName(_ token: Int32) -> String? {
        var bytes: UnsafePointer<CChar>?
        var length = 0
        guard clua_completion_name(vm, token, &bytes, &length) else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }

    /// A token for `done = "name"`; `CLUA_DONE_NOTHING` when there is no memory.
    func completion(named name: String) -> Int32 {
        var name = name
        return name.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { clua_name_completion(vm, $0.baseAddress, $0.count) }
        }
    }

    /// Goes on with the log of the instance before, and adds what the host has to say.
    func inherit(_ log: Log, notes: [String]) {
        context.log.follow(log)
        for line in notes { note(line) }
    }

    /// Adds a line of the host's to the log.
    package func note(_ line: String) {
        context.log.append("snowscript: \(line)")
    }

    /// What the script required so far, whether or not it was there.
    package var requiredFiles: RequiredFiles { context.requiredFiles }

    /// The texts that it was made of: the script's, and those of its modules.
    package var sources: some Sequence<Module> { context.sources.values }
}
