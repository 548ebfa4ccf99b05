internal import CLua

/// A script that is linked and has run its text: it waits for its flakes.
struct LoadedScript {
    let instance: Instance
    let binding: SceneBinding

    /// What a script finds that takes the place of another.
    struct Inheritance {
        /// `state`, as the border copies it; nil for an empty one.
        var state: [UInt8]?
        /// The parameters that were set from outside.
        var settings: [String: Double] = [:]
        var random: RandomStream?
        var time = 0.0
        var frame = 0
        var images: ImageShelf?
    }

    /// Loads it aside: nothing that runs already is touched, whatever comes of it.
    ///
    /// - Parameter requiredFiles: Notes what the script requires, also when it does not load.
    init(
        module: Module, linker: Linker, options: Layer.Options, width: Double, height: Double,
        inheritance: Inheritance, requiredFiles: RequiredFiles
    ) throws(Trap) {
        let images = ImageShelf(
            module: module, readsFiles: linker.grants.contains(.image), limits: options.limits,
            requiredFiles: requiredFiles, inheriting: inheritance.images)
        let binding = SceneBinding(
            seed: options.seed, random: inheritance.random, images: images, sharesWork: options.sharesWork)
        binding.frame = inheritance.frame
        let instance = try Instance(
            module: module, linker: linker, limits: options.limits, vocabulary: FlakeInterface.vocabulary,
            requiredFiles: requiredFiles, prepare: binding.fill,
            link: { vm in
                FlakeInterface.define(in: vm) && PureFunctions.define(in: vm)
                    && clua_define_number(vm, StandardImports.pi.name, .pi)
                    && Self.restore(inheritance.state, in: vm)
            },
            announce: { manifest, vm in
                let view = Layer.viewSize(of: manifest, width: width, height: height)
                binding.announce(width: view.width, height: view.height, capacity: manifest.flakes, to: vm)
                binding.setTime(inheritance.time)
                for (parameter, value) in Self.kept(inheritance.settings, by: manifest) {
                    _ = clua_set_param(vm, parameter.name, value, parameter.isWhole)
                }
            })
        for (number, field) in instance.manifest.fields.enumerated() {
            let place = FlakeField(rawValue: FlakeField.firstExtra + number)
            guard FlakeInterface.define(field.name, at: place, in: instance.vm) else {
                throw Trap(reason: .memory, message: "not enough memory for the fields", file: module.name)
            }
        }
        let byteCount = Self.byteCount(of: instance.manifest)
        guard byteCount < Self.leastChecked || ZeroedMemory.isAvailable(byteCount: byteCount) else {
            throw Trap(
                reason: .memory,
                message: "the system has not enough memory for \(instance.manifest.flakes) flakes; ask for fewer",
                file: module.name)
        }
        self.instance = instance
        self.binding = binding
    }

    /// Less than this is not looked for in advance.
    private static let leastChecked = 16 << 20

    /// At least what the scene and the animations of a script take before they run.
    private static func byteCount(of manifest: Manifest) -> Int {
        (manifest.flakes + Layer.spareSlots(of: manifest)) * (160 + 4 * manifest.fields.count)
    }

    /// What compiles its `update`; to be dropped before the instance is.
    func kernel(_ options: Layer.Options) -> UpdateKernel {
        let fields = FlakeInterface.access(to: instance.manifest.fields.map(\.name))
        let obstacle: Refusal? =
            !options.compilesUpdates
            ? Refusal("compiling is switched off")
            : options.limits.fuel != nil ? Refusal("fuel counts the instructions of the script") : nil
        // A twin needs a larger stack, and fuel is taken for its memory.
        let staging = options.limits.fuel == nil ? options.staging : .never
        return UpdateKernel(vm: instance.vm, fields: fields, obstacle: obstacle, staging: staging)
    }

    /// The declared columns of its flakes.
    var extraFields: [ExtraField] {
        instance.manifest.fields.map { ExtraField(name: $0.name, defaultValue: Float($0.initial)) }
    }

    /// The settings that a header has a place for.
    static func kept(_ settings: [String: Double], by manifest: Manifest) -> [(parameter: Parameter, value: Double)] {
        manifest.parameters.compactMap { parameter in
            guard let value = settings[parameter.name], parameter.objection(to: value) == nil else { return nil }
            return (parameter, value)
        }
    }

    /// Puts `state` in place before the script's text runs, so that the text can add to it.
    private static func restore(_ state: [UInt8]?, in vm: OpaquePointer) -> Bool {
        guard let state else { return true }
        return state.withUnsafeBytes { bytes in
            clua_restore_state(vm, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }
}
