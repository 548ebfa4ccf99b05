internal import CLua

// The calls of an `update` that is not compiled, or not for every flake.
extension UpdateKernel {
    /// Makes a twin of `update` that has fields of its flake in registers, where that pays.
    func stage() {
        var bytes: UnsafePointer<CChar>?
        var length = 0
        guard clua_dump_global(vm, "update", &bytes, &length) else { return }
        // The VM's buffer, which stays as it is until the next entry.
        let dump = Array(UnsafeRawBufferPointer(start: bytes, count: length))
        let update = StagedUpdate(dump, access: fields, isWeighed: staging == .whereItPays) { [vm] path in
            Self.withPaths([path]) { paths, keys in clua_call_kind(vm, paths, keys) }
        }
        guard let update else { return }
        let fields = update.fields.map { field in
            CLuaStagedField(column: Int32(field.column), is_read: field.isRead, is_written: field.isWritten)
        }
        fields.withUnsafeBufferPointer { fields in
            update.bytes.withUnsafeBytes { bytes in
                Self.withPaths(update.paths) { paths, keys in
                    var staging = CLuaStaging(
                        bytes: bytes.bindMemory(to: CChar.self).baseAddress, length: bytes.count,
                        parameter_count: Int32(update.parameterCount), upvalue_count: Int32(update.upvalueCount),
                        fields: fields.baseAddress, field_count: Int32(fields.count), paths: paths, keys: keys,
                        path_count: Int32(update.paths.count), rechecks: update.changesPaths)
                    // Without memory for it the script goes on as it is.
                    _ = clua_stage(vm, &staging)
                }
            }
        }
    }

    /// Paths as the border takes them, with their keys in one row of bytes.
    private static func withPaths<Answer>(
        _ paths: [StagedPath], _ body: (UnsafePointer<CLuaPath>?, UnsafePointer<CChar>?) -> Answer
    ) -> Answer {
        let keys = paths.flatMap { $0.keys.joined() }
        let border = paths.map { path in
            let lengths = path.keys.map { Int32($0.count) } + [0, 0]
            return CLuaPath(
                upvalue: Int32(path.upvalue + 1), key_count: Int32(path.keys.count), lengths: (lengths[0], lengths[1]))
        }
        return border.withUnsafeBufferPointer { border in
            keys.withUnsafeBytes { keys in body(border.baseAddress, keys.bindMemory(to: CChar.self).baseAddress) }
        }
    }
}
