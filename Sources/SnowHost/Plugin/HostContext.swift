internal import CLua

/// What the border's callbacks work on. It is apart from `Instance` so that its address is there before the VM is.
final class HostContext {
    let module: Module
    let linker: Linker
    let limits: Limits
    var manifest: Manifest
    /// Where the header stands; 0 without one.
    var headerLine = 0
    var log: Log
    var vocabulary: Vocabulary
    /// The texts that were run, by their names in Lua.
    var sources: [String: Module]
    let requiredFiles: RequiredFiles
    private let loader: ModuleLoader
    private let announce: (Manifest, OpaquePointer) -> Void

    init(
        module: Module, linker: Linker, limits: Limits, vocabulary: Vocabulary, requiredFiles: RequiredFiles,
        announce: @escaping (Manifest, OpaquePointer) -> Void
    ) {
        self.module = module
        self.linker = linker
        self.limits = limits
        self.vocabulary = vocabulary
        self.requiredFiles = requiredFiles
        self.announce = announce
        manifest = Manifest(name: Self.plainName(of: module.name))
        manifest.flakes = limits.population ?? min(manifest.flakes, limits.flakes)
        log = Log(capacity: limits.logLines)
        sources = [module.shortName: module]
        loader = ModuleLoader(folder: ScriptFolder(of: module))
    }

    /// `snow` of `dir/snow.lua`.
    private static func plainName(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".lua") ? String(file.dropLast(4)) : file
    }

    /// The callbacks of the border that need no scene.
    ///
    /// Each finds its context through the pointer, which the instance keeps alive for longer than the VM. None
    /// throws out of its frame: failures become words of `clua_fail`.
    func callbacks() -> CLuaHost {
        var host = CLuaHost()
        host.context = Unmanaged.passUnretained(self).toOpaque()
        host.call = { context, call in HostContext.from(context).call(call) }
        host.header = { context, vm, tree, line in HostContext.from(context).header(vm, tree, Int(line)) }
        host.require = { context, vm, name, length in
            HostContext.from(context).require(vm, HostContext.bytes(name, length))
        }
        host.log = { context, bytes, length in HostContext.from(context).log.append(HostContext.text(bytes, length)) }
        host.unknown = { context, vm, kind, name, length in
            HostContext.from(context).unknown(vm, kind, HostContext.text(name, length))
        }
        return host
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> HostContext {
        guard let pointer else { preconditionFailure("the border lost its host") }
        return Unmanaged<HostContext>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: Self.bytes(bytes, length), as: UTF8.self)
    }

    private static func bytes(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    }

    private func fail(_ vm: OpaquePointer?, _ message: String) {
        var message = message
        message.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { clua_fail(vm, $0.baseAddress, $0.count) }
        }
    }

    private func call(_ call: UnsafeMutablePointer<CLuaCall>?) -> Bool {
        guard let call else { return false }
        var caller = Caller(call)
        do throws(ImportError) {
            try linker.definitions[Int(call.pointee.import)].body(&caller)
            return true
        } catch {
            fail(call.pointee.vm, error.message)
            return false
        }
    }

    private func header(_ vm: OpaquePointer?, _ tree: UnsafePointer<CLuaValue>?, _ line: Int) -> Bool {
        guard let tree, case .table(let table) = Value(tree.pointee) else { return false }
        do throws(ManifestError) {
            if headerLine > 0 {
                throw ManifestError(key: nil, message: "plugin { … } may stand in a script only once")
            }
            headerLine = line
            let reader = ManifestReader(reservedFields: Set(vocabulary.fields), flakeLimit: limits.flakes)
            try reader.read(table, into: &manifest)
            if let population = limits.population { manifest.flakes = population }
            // They keep the order of the text; a table has none.
            let places = manifest.parameters.map { parameter in
                module.place(assigning: parameter.name, from: headerLine)?.offset ?? .max
            }
            let order = places.indices.sorted { places[$0] < places[$1] }
            manifest.parameters = order.map { manifest.parameters[$0] }
            for name in manifest.imports { try grant(name, to: vm) }
            for parameter in manifest.parameters {
                guard clua_set_param(vm, parameter.name, parameter.value, parameter.isWhole) else {
                    throw ManifestError(key: "params", message: "not enough memory for the params")
                }
            }
        } catch {
            let line = error.key.flatMap { module.line(assigning: $0, from: line) } ?? line
            fail(vm, "\(module.shortName):\(line): \(error.message)")
            return false
        }
        vocabulary.fields += manifest.fields.map(\.name)
        vocabulary.tweens += manifest.fields.map(\.name)
        vocabulary.parameters = manifest.parameters.map(\.name)
        if let vm { announce(manifest, vm) }
        return true
    }

    /// Lets a script see what its header asks for.
    private func grant(_ name: String, to vm: OpaquePointer?) throws(ManifestError) {
        let isImage = name == Grant.image.rawValue
        // What a program gave a module, it granted.
        if !isImage || module.images.isEmpty, let objection = linker.objection(to: name) {
            throw ManifestError(key: "imports", message: objection)
        }
        // By its bytes: to Swift two spellings of one letter are equal, and to Lua they are two names.
        if name.utf8.contains(0) == false, clua_grant(vm, name) { return }
        guard isImage else {
            throw ManifestError(
                key: "imports", message: "import '\(name)' is granted, but this host has no definition of it")
        }
        clua_grant_images(vm)
    }

    private func require(_ vm: OpaquePointer?, _ name: [UInt8]) -> Bool {
        do throws(ImportError) {
            if let file = loader.file(of: name) { requiredFiles.note(file) }
            let module = try loader.load(name)
            sources[module.shortName] = module
            let given = module.code.withUnsafeBytes { bytes in
                clua_give_source(
                    vm, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, module.chunkName)
            }
            guard given else { throw ImportError("not enough memory for module '\(String(showing: name))'") }
            return true
        } catch {
            fail(vm, error.message)
            return false
        }
    }

    private func unknown(_ vm: OpaquePointer?, _ kind: Int32, _ name: String) {
        let unknown: Vocabulary.Unknown =
            switch CLuaUnknown(rawValue: UInt32(bitPattern: kind)) {
            case CLUA_UNKNOWN_TWEEN: .tween
            case CLUA_UNKNOWN_EASING: .easing
            case CLUA_UNKNOWN_SCENE_FIELD: .scene
            case CLUA_UNKNOWN_PARAM: .parameter
            case CLUA_READ_ONLY_FIELD: .readOnly
            default: .field
            }
        fail(vm, vocabulary.words(for: name, unknown))
    }
}
