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
        /// Whether `update` is compiled where it can be. What the flakes do is the same either way.
        public var compilesUpdates = true
        /// Whether fields of flakes lie in registers while `update` is called: what the flakes do is the same either way.
        package var staging = UpdateStaging.whereItPays
        /// Whether passes over very many flakes are shared out to further threads of the process. What they do is the same
        /// either way.
        public var sharesWork = true

        /// The defaults: seed 1, the default limits, compiled updates, and shared work.
        public init() {}
    }

    /// Why a parameter could not be set.
    public struct SettingError: Error, Hashable, Sendable {
        /// One sentence, with the remedy.
        public let message: String
    }

    /// The flakes. A reload may put another scene here; ask anew in each frame.
    public internal(set) var scene: Scene
    /// The script. A reload puts another instance here.
    public internal(set) var instance: Instance
    /// Seconds since the first step.
    public internal(set) var time = 0.0
    /// Steps so far.
    public var frame: Int { binding.frame }
    /// The values of the parameters now.
    public internal(set) var parameterValues: [String: Double] = [:]
    /// Why the text that was to replace this script was refused; nil once one was taken.
    public package(set) var reloadFailure: Trap?
    /// What the last step took.
    public private(set) var cost = LayerCost()
    /// How often another text took this script's place.
    public internal(set) var reloadCount = 0

    let linker: Linker
    let options: Options
    var tweens: Tweens
    var binding: SceneBinding
    /// Of the instance's VM, and replaced with it.
    var kernel: UpdateKernel
    /// The view as it was given, before the header has its say.
    private(set) var givenSize: (width: Double, height: Double)
    /// The height of a cell in what was given as a unit; a cell is one unit wide.
    private(set) var cellHeight = 2.0
    /// The text that stands in the picture unless the script puts another one there.
    private var backdrop: Scenery?
    /// The parameters that were set, also those that the present header does not know.
    private(set) var settings: [String: Double] = [:]
    /// What the script required, or the one that was last tried in its place.
    package internal(set) var attemptedFiles: RequiredFiles
    var hasStarted = false
    /// Whether another text is being put in the script's place: while it loads, its imports run.
    var isReplaced = false
    /// Whether `init` ran to its end.
    var isSetUp = false
    var events: [Event] = []
    private let clock = MonotonicClock()

    /// A removed flake keeps its slot until the frame ends, and a full scene may be swept and filled again in one
    /// callback. More spawns than this hardly fit into a callback's time.
    private static let maximumSpareSlots = 65_536

    private static let eventLimit = 1000

    enum Event {
        case reloaded
        case resize
        case key(String)
        case mouse(x: Double, y: Double, button: String)
    }

    /// Loads and links a script; its `init` runs with the first step.
    ///
    /// - Parameters:
    ///   - module: The script.
    ///   - linker: What it is lent beyond the standard imports.
    ///   - width: The view in units; where the header names a width, that one is used, and the height keeps the shape.
    ///   - height: As `width`.
    ///   - options: Its seed and its limits.
    /// - Throws: The trap that loading or linking ended in.
    public init(
        module: Module, linker: Linker = Linker(), width: Double, height: Double, options: Options = Options()
    ) throws(Trap) {
        var options = options
        options.limits = options.limits.enforced
        let requiredFiles = RequiredFiles()
        let script = try LoadedScript(
            module: module, linker: linker, options: options, width: width, height: height,
            inheritance: LoadedScript.Inheritance(), requiredFiles: requiredFiles)
        let manifest = script.instance.manifest
        self.linker = linker
        self.options = options
        attemptedFiles = requiredFiles
        binding = script.binding
        instance = script.instance
        kernel = script.kernel(options)
        givenSize = (width, height)
        scene = Self.emptyScene(for: script, seed: options.seed)
        tweens = Tweens(scene: scene, capacity: Self.tweenCapacity(of: manifest, options.limits))
        for parameter in manifest.parameters { parameterValues[parameter.name] = parameter.value }
        binding.bind(scene, tweens, to: instance.vm)
        fit()
    }

    static func emptyScene(for script: LoadedScript, seed: UInt64) -> Scene {
        let manifest = script.instance.manifest
        return Scene(
            capacity: manifest.flakes, extraFields: script.extraFields, width: 0, height: 0, seed: seed,
            spareSlots: spareSlots(of: manifest))
    }

    /// At least one: a scene without slots is one that is not there yet.
    static func spareSlots(of manifest: Manifest) -> Int { max(min(manifest.flakes, maximumSpareSlots), 1) }

    static func tweenCapacity(of manifest: Manifest, _ limits: Limits) -> Int {
        min(limits.tweens, max(1024, manifest.flakes * 8))
    }

    /// Why the script stopped; nil while it runs. The flakes go on falling all the same.
    public var trap: Trap? { instance.trap }

    /// Whether one of the script's callbacks runs, or another text is about to take its place: then nothing may change
    /// that they stand on.
    var isBusy: Bool { isReplaced || clua_is_busy(instance.vm) }

    /// Whether an import called what must wait until it has returned; the log says so.
    private func refuses(_ call: String) -> Bool {
        guard isBusy else { return false }
        let line = "\(call) was called by an import, and did nothing: call it when the import has returned"
        if instance.log.lines.last?.hasSuffix(line) != true { instance.note(line) }
        return true
    }

    /// Sets a parameter of the header. An import may do it, too; what runs sees the new value from then on.
    ///
    /// - Throws: When there is none of that name, or the value is out of its range; or while another text is loaded for this
    ///   script's place.
    public func set(_ name: String, to value: Double) throws(SettingError) {
        guard !isReplaced else {
            throw SettingError(message: "param '\(name)' cannot be set while another text takes the script's place")
        }
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
        settings[name] = value
        instance.set(parameter, to: value)
    }

    /// The parameters whose values are not those of the header, in its order.
    public var tunedParameters: [(name: String, value: Double)] {
        instance.manifest.parameters.compactMap { parameter in
            guard let value = parameterValues[parameter.name], value != parameter.value else { return nil }
            return (parameter.name, value)
        }
    }

    /// Gives the view another size; the script hears of it at the start of the next step.
    ///
    /// An import must not call it: then it does nothing, and the log says so.
    ///
    /// - Parameters:
    ///   - width: The new width, as the one that `init` takes.
    ///   - height: The new height.
    ///   - cellHeight: How high a cell of the picture is, in the units of `width` and `height`, of which it is one wide.
    ///     Snow lies in steps of cells.
    public func resize(width: Double, height: Double, cellHeight: Double = 2) {
        if refuses("resize") { return }
        givenSize = (width, height)
        self.cellHeight = cellHeight > 0 ? cellHeight : 2
        fit()
        if hasStarted { announceSize() }
    }

    /// Lets the script hear of its size, before any other callback sees a size that it has not heard of.
    func announceSize() {
        events.removeAll { if case .resize = $0 { true } else { false } }
        let place = if case .reloaded = events.first { 1 } else { 0 }
        events.insert(.resize, at: place)
    }

    func fit() {
        (scene.width, scene.height) = Self.viewSize(
            of: instance.manifest, width: givenSize.width, height: givenSize.height)
        scene.ground.fit(
            GroundSize(
                width: scene.width, height: scene.height, columns: givenSize.width,
                rows: givenSize.height / cellHeight))
        binding.refresh()
    }

    /// Puts a text at the foot of the picture, in the middle: snow settles on its letters.
    ///
    /// It stays there until the script puts another one in its place, and comes back with `restart`.
    ///
    /// - Parameter text: Lines, with colours as a terminal is told them or without. Nothing else in it has any effect.
    ///   A byte order mark at its start is no part of it. What is beyond a mebibyte is left out.
    public func setScenery(text: [UInt8]) {
        backdrop = Scenery(StyledText(reading: text.withoutByteOrderMark.prefix(StyledText.byteLimit)))
        placeBackdrop()
    }

    func placeBackdrop() { scene.ground.place(backdrop) }

    static func viewSize(
        of manifest: Manifest, width: Double, height: Double
    ) -> (width: Double, height: Double) {
        guard let own = manifest.viewWidth else { return (width, height) }
        return (own, width > 0 ? height * own / width : 0)
    }

    /// Hands a key to the script's `key` at the start of the next step. Names as in docs/LUA.md.
    ///
    /// More than a thousand events a frame are no typing: the rest is dropped.
    public func press(key name: String) {
        queue(.key(name))
    }

    /// Hands the mouse to the script's `mouse` at the start of the next step. The position is in view units.
    public func point(x: Double, y: Double, button: String) {
        queue(.mouse(x: x, y: y, button: button))
    }

    private func queue(_ event: Event) {
        if events.count < Self.eventLimit { events.append(event) }
    }

    /// Runs the script's `init`, if that has not happened yet. `step` does so by itself.
    ///
    /// An import must not call it, as `step`.
    public func start() {
        guard !hasStarted, !refuses("start") else { return }
        hasStarted = true
        instance.call(.`init`)
        isSetUp = instance.trap == nil
    }

    /// One frame: events, `frame`, `update` for each flake, tweens, motion, and the removal of what is spent.
    ///
    /// An import must not call it: then it does nothing, and the log says so.
    ///
    /// - Parameter dt: Seconds, clamped to 0…0.1: after a pause the snow does not jump.
    public func step(seconds dt: Double) {
        if refuses("step") { return }
        let dt = min(max(dt.isNaN ? 0 : dt, 0), FrameClock.maximumStep)
        let begun = (time: clock.now, lua: clua_seconds(instance.vm))
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
            kernel.prepare(dt: dt)
            _ = instance.finish(clua_update(instance.vm, dt, instance.limits.callback.seconds))
            kernel.finish()
        }
        tweens.advance(seconds: dt)
        shareBudget()
        tweens.drainCompletions { flake, token in complete(flake, token) }
        tweens.drainDropped { token in clua_release(instance.vm, Int64(token)) }
        scene.advance(seconds: dt)
        shareBudget()
        collect()
        clua_share(instance.vm, .infinity)
        binding.refresh()
        let lua = Duration.seconds(clua_seconds(instance.vm) - begun.lua)
        cost = LayerCost(lua: lua, host: max(clock.now - begun.time - lua, .zero))
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
        return call("frame", &arguments)
    }

    private func deliverEvents() {
        guard !events.isEmpty else { return }
        guard instance.trap == nil else {
            // Whoever takes its place must hear of the size.
            events.removeAll { if case .resize = $0 { false } else { true } }
            return
        }
        let waiting = events
        events.removeAll(keepingCapacity: true)
        for event in waiting {
            switch event {
            case .reloaded: instance.call(.reloaded)
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
            binding.refresh()
        } else if instance.trap == nil {
            let status = clua_complete(instance.vm, token, flake.rawValue, instance.limits.callback.seconds)
            _ = instance.finish(status)
        }
    }

    private func collect() {
        guard scene.dyingCount > 0 else { return }
        guard instance.trap == nil, instance.has(.removed) else {
            scene.collect()
            return
        }
        binding.refresh()
        scene.collect(callRemoved)
    }

    private func callRemoved(_ flake: FlakeID, _ reason: RemovalReason) {
        // Borrowed in place, as the names of all reasons are short enough to need no memory of their own.
        var name = reason.name
        name.withUTF8 { bytes in
            var arguments = (CLuaValue(), CLuaValue())
            arguments.0.kind = CLUA_FLAKE
            arguments.0.integer = Int64(bitPattern: flake.rawValue)
            arguments.1.kind = CLUA_STRING
            arguments.1.bytes = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            arguments.1.length = bytes.count
            _ = instance.finish(call("removed", &arguments))
        }
    }

    private func call(_ export: StaticString, _ arguments: inout (CLuaValue, CLuaValue)) -> CLuaStatus {
        withUnsafeBytes(of: &arguments) { bytes in
            export.withUTF8Buffer { name in
                name.withMemoryRebound(to: CChar.self) { name in
                    clua_call(
                        instance.vm, name.baseAddress, bytes.bindMemory(to: CLuaValue.self).baseAddress, 2,
                        instance.limits.callback.seconds)
                }
            }
        }
    }
}
