internal import CLua

/// A script at work: its instance, its flakes and what moves them.
///
/// A layer knows no terminal. It is stepped frame by frame, and drawn by whoever reads its scene:
///
/// ```swift
/// let module = try Module(source: "function frame() spawn { y = 10, speed = 2 } end", name: "one")
/// let layer = try Layer(module: module, width: 80, height: 48)
/// layer.step(seconds: 1.0 / 60)
/// for flake in layer.scene.flakes { print(flake.x, flake.y) }
/// ```
public final class Layer {
    /// How a layer is made.
    public struct Options: Sendable {
        /// What everything random derives from.
        public var seed: UInt64 = 1
        /// What the script may use.
        public var limits = Limits()

        /// The defaults: seed 1, the default limits.
        public init() {}
    }

    /// Why a parameter could not be set.
    public struct SettingError: Error, Hashable, Sendable {
        /// One sentence, with the remedy.
        public let message: String
    }

    /// The flakes.
    public let scene: Scene
    /// The script.
    public let instance: Instance
    /// Seconds since the first step.
    public private(set) var time = 0.0
    /// Steps so far.
    public var frame: Int { binding.frame }
    /// The values of the parameters now.
    public private(set) var parameterValues: [String: Double] = [:]

    let tweens: Tweens
    private let binding: SceneBinding
    private var hasStarted = false
    private var events: [Event] = []

    private enum Event {
        case resize
        case key(String)
        case mouse(x: Double, y: Double, button: String)
    }

    /// Loads and links a script; its `init` runs with the first step.
    ///
    /// - Parameters:
    ///   - width: The view in units; where the header names a width, that one is used, and the height keeps the shape.
    ///   - height: As `width`.
    /// - Throws: The trap that loading or linking ended in.
    public init(
        module: Module, linker: Linker = Linker(), width: Double, height: Double, options: Options = Options()
    ) throws(Trap) {
        let binding = SceneBinding()
        let instance = try Instance(
            module: module, linker: linker, limits: options.limits, vocabulary: FlakeInterface.vocabulary,
            prepare: binding.fill,
            link: { vm in
                FlakeInterface.define(in: vm) && PureFunctions.define(in: vm) && clua_define_number(vm, "pi", .pi)
            })
        let manifest = instance.manifest
        let fields = manifest.fields.map { ExtraField(name: $0.name, defaultValue: Float($0.initial)) }
        let scene = Scene(
            capacity: manifest.flakes, extraFields: fields, width: width, height: height, seed: options.seed)
        let limit = min(options.limits.tweens, max(1024, manifest.flakes * 8))
        let tweens = Tweens(scene: scene, capacity: limit)
        self.binding = binding
        self.instance = instance
        self.scene = scene
        self.tweens = tweens
        for (number, field) in manifest.fields.enumerated() {
            let place = FlakeField(rawValue: FlakeField.firstExtra + number)
            guard FlakeInterface.define(field.name, at: place, in: instance.vm) else {
                throw Trap(reason: .memory, message: "not enough memory for the fields", file: module.name)
            }
        }
        for parameter in manifest.parameters { parameterValues[parameter.name] = parameter.value }
        // Handles are the host's: 64 bytes hold one with its place in the list.
        clua_allow_memory(instance.vm, manifest.flakes * 64)
        binding.bind(scene, tweens, to: instance.vm)
        fit(width: width, height: height)
    }

    /// Why the script stopped; nil while it runs. The flakes go on falling all the same.
    public var trap: Trap? { instance.trap }

    /// Sets a parameter of the header.
    ///
    /// - Throws: When there is none of that name, or the value is out of its range.
    public func set(_ name: String, to value: Double) throws(SettingError) {
        let parameters = instance.manifest.parameters
        guard let parameter = parameters.first(where: { $0.name == name }) else {
            let names = parameters.map(\.name)
            let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" }
            let all = names.isEmpty ? "it has none" : "it has: \(names.joined(separator: " "))"
            let script = instance.manifest.name
            throw SettingError(message: "\(script) has no param '\(name)'" + (nearest ?? "; \(all)"))
        }
        if let objection = parameter.objection(to: value) { throw SettingError(message: objection) }
        parameterValues[name] = value
        instance.set(parameter, to: value)
    }

    /// Gives the view another size; the script hears of it at the start of the next step.
    public func resize(width: Double, height: Double) {
        fit(width: width, height: height)
        guard hasStarted else { return }
        events.removeAll { if case .resize = $0 { true } else { false } }
        events.append(.resize)
    }

    private func fit(width: Double, height: Double) {
        let ownWidth = instance.manifest.viewWidth
        scene.width = ownWidth ?? width
        scene.height = ownWidth.map { width > 0 ? height * $0 / width : 0 } ?? height
        binding.refresh()
    }

    /// Hands a key to the script's `key` at the start of the next step. Names as in docs/LUA.md.
    public func press(key name: String) {
        events.append(.key(name))
    }

    /// Hands the mouse to the script's `mouse` at the start of the next step. The position is in view units.
    public func point(x: Double, y: Double, button: String) {
        events.append(.mouse(x: x, y: y, button: button))
    }

    /// Runs the script's `init`, if that has not happened yet. `step` does so by itself.
    public func start() {
        guard !hasStarted else { return }
        hasStarted = true
        instance.call(.`init`)
    }

    /// One frame: events, `frame`, `update` for each flake, tweens, motion, and the removal of what is spent.
    ///
    /// - Parameter dt: Seconds, clamped to 0…0.1: after a pause the snow does not jump.
    public func step(seconds dt: Double) {
        let dt = min(max(dt.isNaN ? 0 : dt, 0), FrameClock.maximumStep)
        start()
        time += dt
        binding.frame += 1
        binding.setTime(time)
        scene.clearText()
        binding.refresh()
        shareBudget()
        deliverEvents()
        if instance.trap == nil {
            shareBudget()
            _ = instance.finish(callFrame(dt))
            shareBudget()
            _ = instance.finish(clua_update(instance.vm, dt, instance.limits.callback.seconds))
        }
        tweens.advance(seconds: dt)
        shareBudget()
        tweens.drainCompletions { flake, token in complete(flake, token) }
        tweens.drainDropped { token in clua_release(instance.vm, Int64(token)) }
        scene.integrate(seconds: dt)
        scene.markSpent()
        shareBudget()
        collect()
        clua_share(instance.vm, .infinity)
        binding.refresh()
    }

    /// One callback's time and fuel for all calls until the next: a script decides how many flakes leave in a
    /// frame, and how many animations are over.
    private func shareBudget() {
        clua_share(instance.vm, instance.limits.callback.seconds)
    }

    private func callFrame(_ dt: Double) -> CLuaStatus {
        var arguments = (CLuaValue(), CLuaValue())
        arguments.0.kind = CLUA_NUMBER
        arguments.0.number = dt
        arguments.1.kind = CLUA_NUMBER
        arguments.1.number = time
        return withUnsafeBytes(of: &arguments) { bytes in
            clua_call(
                instance.vm, "frame", bytes.bindMemory(to: CLuaValue.self).baseAddress, 2,
                instance.limits.callback.seconds)
        }
    }

    private func deliverEvents() {
        guard !events.isEmpty else { return }
        let waiting = events
        events.removeAll(keepingCapacity: true)
        for event in waiting {
            switch event {
            case .resize: instance.call(.resize, .number(scene.width), .number(scene.height))
            case .key(let name): instance.call(.key, .string(Array(name.utf8)))
            case .mouse(let x, let y, let button):
                instance.call(.mouse, .number(x), .number(y), .string(Array(button.utf8)))
            }
        }
    }

    private func complete(_ flake: FlakeID, _ token: Int32) {
        if token == Tweens.removeFlake {
            scene.remove(flake, because: .removed)
        } else if instance.trap == nil {
            let status = clua_complete(instance.vm, token, flake.rawValue, instance.limits.callback.seconds)
            _ = instance.finish(status)
        }
    }

    private func collect() {
        guard instance.trap == nil, instance.has(.removed) else {
            scene.collect()
            return
        }
        scene.collect { flake, reason in
            instance.call(.removed, .handle(flake.rawValue), .string(Array(reason.name.utf8)))
        }
    }
}
