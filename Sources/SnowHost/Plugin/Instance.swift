internal import CLua

/// A loaded script: its own Lua, its own limits, and what it exports.
///
/// One thread owns an instance at a time. When a callback traps, `trap` says why and no callback runs any more.
public final class Instance {
    /// The script.
    public let module: Module
    /// What its callbacks may use.
    public let limits: Limits
    /// Why it stopped; nil while it runs.
    public private(set) var trap: Trap?

    let context: HostContext
    /// Freed in `deinit`; nothing else holds it.
    let vm: OpaquePointer

    /// Opens a VM for a module, links it and runs the script's own text once.
    ///
    /// - Parameters:
    ///   - limits: Enforced ones.
    ///   - requiredFiles: Notes what the script requires.
    ///   - prepare: Adds to the VM what belongs to the scene, before the script runs.
    ///   - link: Defines the scene's globals; false when there is no memory.
    ///   - announce: Told what the header says: once before the script runs, as if it had none, and when it has one.
    /// - Throws: A trap: `link` for a header or an import that is not right, or what the script's text ran into.
    init(
        module: Module, linker: Linker, limits: Limits, vocabulary: Vocabulary, requiredFiles: RequiredFiles,
        prepare: (inout CLuaHost) -> Void, link: (OpaquePointer) -> Bool,
        announce: @escaping (Manifest, OpaquePointer) -> Void
    ) throws(Trap) {
        if let objection = LinkedLua.objection {
            throw Trap(reason: .link, message: objection, file: module.name)
        }
        self.module = module
        self.limits = limits
        let context = HostContext(
            module: module, linker: linker, limits: limits, vocabulary: vocabulary, requiredFiles: requiredFiles,
            announce: announce)
        self.context = context
        var host = context.callbacks()
        prepare(&host)
        // The border takes 0 for fuel that is not counted.
        let fuel = limits.fuel.map { $0 > 0 ? Int64($0) : -1 } ?? 0
        let bounds = CLuaLimits(
            memory_bytes: limits.memory, fuel: fuel, never_ticks: limits.watchesWithoutTimer,
            refused_allocation: limits.refusedAllocation)
        guard let vm = clua_open(&host, bounds) else {
            throw Trap(reason: .memory, message: "not enough memory for a Lua state", file: module.name)
        }
        self.vm = vm
        var isLinked = link(vm)
        for (number, definition) in linker.definitions.enumerated() {
            isLinked =
                clua_define_import(vm, definition.name, Int32(number), definition.signature, definition.name)
                && isLinked
        }
        guard isLinked else {
            throw Trap(reason: .memory, message: "not enough memory for the imports", file: module.name)
        }
        announce(context.manifest, vm)
        let status = module.code.withUnsafeBytes { bytes in
            clua_run(
                vm, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, module.chunkName,
                limits.loading.seconds)
        }
        if status != CLUA_OK { throw Trap(vm: vm, of: module, sources: context.sources).withHint(context) }
        try checkExports()
    }

    deinit {
        clua_close(vm)
    }

    /// What the script says of itself.
    public var manifest: Manifest { context.manifest }

    /// What it printed.
    public var log: Log { context.log }

    /// Bytes of Lua memory: now, and at most so far.
    public var memory: (used: Int, peak: Int) {
        let memory = clua_memory(vm)
        return (memory.used, memory.peak)
    }

    /// The paths of the modules that the script required, as messages name them.
    public var requiredModules: [String] {
        context.sources.values.map(\.name).filter { $0 != module.name }.sorted()
    }

    /// Whether the script has this export now.
    public func has(_ export: Export) -> Bool {
        clua_global_kind(vm, export.rawValue) == CLUA_FUNCTION
    }

    private func checkExports() throws(Trap) {
        var found = false
        for export in Export.allCases {
            switch clua_global_kind(vm, export.rawValue) {
            case CLUA_FUNCTION: found = true
            case CLUA_NIL: continue
            default:
                let message = "\(export.rawValue) is not a function; an export must be one"
                let line = module.line(assigning: export.rawValue, from: 1) ?? 0
                throw Trap(
                    reason: .link, message: message, file: module.name, line: line, sourceLine: module.line(line))
            }
        }
        guard !found else { return }
        let all = Export.allCases.map(\.rawValue).joined(separator: " ")
        let message = "the script exports nothing; define at least one of these global functions: \(all)"
        throw Trap(reason: .link, message: message, file: module.name)
    }

    /// Calls an export with plain values.
    ///
    /// - Returns: What it returned, up to eight values; nil when the script has no such export, has trapped, or is
    ///   already inside one of its callbacks.
    @discardableResult
    public func call(_ export: Export, _ arguments: Value...) -> [Value]? {
        call(export, arguments)
    }

    func call(_ export: Export, _ arguments: [Value]) -> [Value]? {
        withBorderValues(arguments[...], []) { values in
            let status = values.withUnsafeBufferPointer {
                clua_call(vm, export.rawValue, $0.baseAddress, Int32($0.count), budget(of: export))
            }
            guard finish(status) == CLUA_OK else { return nil }
            var results: UnsafePointer<CLuaValue>?
            let count = Int(clua_results(vm, &results))
            return UnsafeBufferPointer(start: results, count: count).map { Value($0) }
        }
    }

    private func withBorderValues(
        _ rest: ArraySlice<Value>, _ done: [CLuaValue], _ body: ([CLuaValue]) -> [Value]?
    ) -> [Value]? {
        guard let first = rest.first else { return body(done) }
        return first.withBorderValue { withBorderValues(rest.dropFirst(), done + [$0], body) }
    }

    func budget(of export: Export) -> Double {
        export == .`init` ? limits.loading.seconds : limits.callback.seconds
    }

    /// Notes the trap that a call ended in, if it did.
    func finish(_ status: CLuaStatus) -> CLuaStatus {
        if status == CLUA_TRAPPED, trap == nil {
            trap = Trap(vm: vm, of: module, sources: context.sources).withHint(context)
        }
        return status
    }

    /// Sets `params.name` for the script.
    func set(_ parameter: Parameter, to value: Double) {
        _ = clua_set_param(vm, parameter.name, value, parameter.isWhole)
    }
}

extension Trap {
    /// Adds the nearest import to the words about a global that does not exist.
    fileprivate func withHint(_ context: HostContext) -> Trap {
        guard let start = message.firstRange(of: "(global '"),
            let end = message[start.upperBound...].firstIndex(of: "'")
        else { return self }
        let name = String(message[start.upperBound..<end])
        let hint =
            context.linker.importName(ofFunction: name).map {
                "; name it in the header to use it: imports = { \"\($0)\" }"
            }
            ?? Suggestion.nearest(to: name, among: context.vocabulary.globals()).map { "; did you mean '\($0)'?" }
        guard let hint else { return self }
        return Trap(
            reason: reason, message: message + hint, file: file, line: line, traceback: traceback,
            sourceLine: sourceLine)
    }
}
