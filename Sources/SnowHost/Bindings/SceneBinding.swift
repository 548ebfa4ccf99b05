internal import CLua

/// What the border does to a scene on a script's behalf.
///
/// The border calls in with a pointer to this object, which its layer keeps alive for longer than any VM.
final class SceneBinding {
    /// There from the moment the header is known.
    private(set) var scene: Scene?
    private(set) var tweens: Tweens?
    /// What chance and noise come from while the script is loaded; the scene goes on from there.
    private var stream: RandomStream
    let noise: Noise
    private let seed: UInt64
    /// The easings that scripts named, by the numbers that the border knows them by.
    private var easings: [Easing] = []
    /// What the VM reads of the scene without asking; inside the VM.
    private(set) var view: UnsafeMutablePointer<CLuaScene>?
    private var tracks: [TweenTrack] = []
    /// The images of the script.
    let images: ImageShelf
    /// What the script said of the snow while it was loaded.
    var snowpackChange = Snowpack.Change()
    /// Frames begun.
    var frame = 0
    /// How often the script was given no flake, because there were as many as its header allows.
    private(set) var refusedSpawns = 0

    private let sharesWork: Bool

    /// A binding whose scene has this seed, or will have it; chance goes on from `random`, if there is one.
    init(seed: UInt64, random: RandomStream? = nil, images: ImageShelf, sharesWork: Bool) {
        self.seed = seed
        self.sharesWork = sharesWork
        self.images = images
        stream = random ?? RandomStream(seed: seed)
        noise = Noise(seed: seed)
    }

    /// Puts the callbacks of the scene into the host of a VM.
    func fill(_ host: inout CLuaHost) {
        host.scene_context = Unmanaged.passUnretained(self).toOpaque()
        host.spawn = { SceneBinding.from($0).spawn() }
        host.remove = { SceneBinding.from($0).remove(FlakeID(rawValue: $1)) }
        host.animate = { context, animation in
            guard let animation else { return false }
            return SceneBinding.from(context).animate(animation)
        }
        host.easing = { context, name, length in
            SceneBinding.from(context).easing(named: SceneBinding.text(name, length))
        }
        host.text = { context, item in
            guard let item else { return false }
            return SceneBinding.from(context).addText(item.pointee)
        }
        host.sprite = { context, vm, name, length, sprite in
            SceneBinding.from(context).images.give(SceneBinding.path(name, length), to: vm, sprite)
        }
        host.sprite_numbered = { context, number, sprite in
            SceneBinding.from(context).images.describe(number, to: sprite)
        }
        host.backdrop = { context, vm, name, length, fit in
            SceneBinding.from(context).images.lay(
                name.map { SceneBinding.path($0, length) }, fit: fit.map { String(cString: $0) }, for: vm)
        }
        fillGround(&host)
        host.random_bits = { SceneBinding.from($0).randomBits() }
        host.random_unit = { SceneBinding.from($0).randomUnit() }
        guard sharesWork else { return }
        host.threads = Int32(Workers.shared.count)
        host.share_out = { parts, body, context in
            Workers.shared.run(parts: parts) { part, worker in body?(context, part, worker) }
        }
    }

    @inline(__always)
    static func from(_ pointer: UnsafeMutableRawPointer?) -> SceneBinding {
        guard let pointer else { preconditionFailure("the border lost its scene") }
        return Unmanaged<SceneBinding>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func text(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length), as: UTF8.self)
    }

    private static func path(_ bytes: UnsafePointer<CChar>?, _ length: Int) -> FilePath {
        FilePath(bytes: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    }

    /// Shows the VM a scene that is still to be made: a script may ask for its size while it is loaded.
    func announce(width: Double, height: Double, capacity: Int, to vm: OpaquePointer) {
        view = clua_scene(vm)
        view?.pointee.width = width
        view?.pointee.height = height
        view?.pointee.capacity = UInt32(capacity)
    }

    /// Gives the VM the scene's columns.
    func bind(_ scene: Scene, _ tweens: Tweens, to vm: OpaquePointer) {
        self.scene = scene
        self.tweens = tweens
        scene.sharesWork = sharesWork
        scene.random = stream
        images.hang(in: scene)
        scene.ground.snowpack.apply(snowpackChange)
        let columns = scene.columns
        var border = CLuaColumns()
        border.fields = UnsafeMutableRawPointer(columns.fields)
            .assumingMemoryBound(to: UnsafeMutablePointer<Float>?.self)
        border.color = columns.color
        border.glyph = columns.glyph
        border.sprite = columns.sprite
        border.aspect = columns.aspect
        border.birth_number = columns.birthNumber
        border.generation = columns.generation
        border.state = columns.state
        border.capacity = UInt32(columns.capacity)
        border.width_column = Int32(FlakeField.width.rawValue)
        clua_bind(vm, &border)
        view = clua_scene(vm)
        view?.pointee.last_birth = scene.births
        view?.pointee.seed = seed
        refresh()
    }

    /// Brings what the VM sees of the scene up to date.
    func refresh() {
        guard let scene, let view else { return }
        view.pointee.width = scene.width
        view.pointee.height = scene.height
        view.pointee.frame = Int64(frame)
        view.pointee.capacity = UInt32(scene.capacity)
        refreshCounts()
    }

    /// Sets the time that callbacks are told.
    func setTime(_ time: Double) { view?.pointee.time = time }

    @inline(__always)
    func refreshCounts() {
        guard let scene, let view else { return }
        view.pointee.count = UInt32(scene.count)
        view.pointee.high_water = UInt32(scene.highWater)
        view.pointee.snow = scene.ground.volume
    }

    private func spawn() -> UInt64 {
        guard let scene, let view, let id = scene.spawn() else {
            refusedSpawns += 1
            return 0
        }
        view.pointee.last_birth = scene.columns.birthNumber[Int(id.slot)]
        refreshCounts()
        return id.rawValue
    }

    private func remove(_ id: FlakeID) {
        scene?.remove(id, because: .removed)
        refreshCounts()
    }

    private func easing(named name: String) -> Int32 {
        guard let easing = Easing(parsing: name) else { return -1 }
        if let known = easings.firstIndex(of: easing) { return Int32(known) }
        easings.append(easing)
        return Int32(easings.count - 1)
    }

    private func animate(_ animation: UnsafePointer<CLuaAnimation>) -> Bool {
        guard let tweens else { return false }
        let known = easings.indices.contains(Int(animation.pointee.easing))
        let timing = TweenTiming(
            delay: animation.pointee.delay, duration: animation.pointee.duration, times: animation.pointee.times,
            reverse: animation.pointee.reverse, easing: known ? easings[Int(animation.pointee.easing)] : .inOut)
        tracks.removeAll(keepingCapacity: true)
        // A C array, which Swift sees as a tuple of the same layout; `pointer` reads it in place.
        let offset = MemoryLayout<CLuaAnimation>.offset(of: \.tracks) ?? 0
        let pointer = (UnsafeRawPointer(animation) + offset).assumingMemoryBound(to: CLuaTrack.self)
        for index in 0..<Int(animation.pointee.track_count) {
            let track = pointer[index]
            let target: TweenTarget =
                track.field == Int32(CLUA_COLOR_TRACK) ? .color : .field(FlakeField(rawValue: Int(track.field)))
            tracks.append(TweenTrack(target, from: track.has_from ? track.from : nil, to: track.to))
        }
        return tracks.withUnsafeBufferPointer { buffer in
            tweens.start(
                FlakeID(rawValue: animation.pointee.flake), tracks: buffer, timing: timing,
                completion: animation.pointee.completion)
        }
    }

    private func addText(_ item: CLuaTextItem) -> Bool {
        guard let scene else { return false }
        let bytes = UnsafeRawBufferPointer(start: item.bytes, count: item.bytes == nil ? 0 : item.length)
        let alignment = TextItem.Alignment(rawValue: UInt8(clamping: item.alignment)) ?? .left
        return scene.addText(
            bytes, x: item.x, y: item.y, color: item.color, alignment: alignment, isBold: item.is_bold,
            isBehind: item.is_behind)
    }

    // Inside `update` chance follows from the flake, the frame and the call alone, so that it does not depend on
    // the order in which flakes are visited.

    private func randomUnit() -> Double {
        guard let view, view.pointee.updating_birth != 0 else { return scene?.random.unit() ?? stream.unit() }
        view.pointee.random_calls &+= 1
        return CounterHash.random(
            seed: seed, birthNumber: view.pointee.updating_birth, frame: UInt64(frame),
            call: view.pointee.random_calls)
    }

    private func randomBits() -> UInt64 {
        guard let view, view.pointee.updating_birth != 0 else { return scene?.random.next() ?? stream.next() }
        let high = UInt64(randomUnit() * 4_294_967_296)
        let low = UInt64(randomUnit() * 4_294_967_296)
        return high << 32 | low
    }
}
