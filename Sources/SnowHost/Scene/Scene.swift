/// The flakes of one instance: columns of numbers, who is alive, and what moves them.
///
/// A scene knows no script and no drawing. All of its memory is taken when it is made (100 bytes a flake at most,
/// plus 4 for each extra field, and less while fields are zero); nothing that runs every frame allocates.
public final class Scene {
    /// The most flakes alive at once.
    public let capacity: Int
    /// The columns beyond the built-in ones, in the order of their columns.
    public let extraFields: [ExtraField]
    /// View units from the left edge to the right.
    public var width: Double
    /// View units from the top edge to the bottom.
    public var height: Double
    /// Flakes alive now.
    public internal(set) var count = 0
    /// Seconds integrated since the scene was made.
    public internal(set) var time = 0.0
    /// What everything random in this scene derives from.
    public let seed: UInt64

    /// Whether passes over many flakes are shared out to further threads.
    package var sharesWork = true
    /// The memory of the flakes. An array that runs beside it is `columns.capacity` long.
    package let columns: FlakeColumns
    /// No slot from here on holds a flake: loops over the columns run `0..<highWater`.
    package internal(set) var highWater = 0
    /// The stream behind `random()` outside `update`.
    package var random: RandomStream
    /// The noise field of the scene.
    package let noise: Noise
    /// The text of this frame.
    package internal(set) var text = TextLayer()
    /// What snow lies on.
    package let ground: Ground

    /// Seconds of the last step.
    var lastStep = 0.0
    let defaults: [Float]
    /// Scene time at birth, from which `age` is computed: adding up steps in a float would go wrong within hours.
    let birthTime: UnsafeMutablePointer<Double>
    /// `RemovalReason` of the dying.
    let reason: UnsafeMutablePointer<UInt8>
    /// Of each block of slots, whether one of its flakes may have to go.
    let isUneasy: UnsafeMutablePointer<Bool>
    var freeSlots: FreeSlots
    var dyingCount = 0
    let order: DrawOrder
    var births: UInt32 = 0
    /// The generation of slots that are added: above that of any slot that was ever given up.
    let firstGeneration: UInt32

    /// An empty scene of `width` × `height` view units.
    ///
    /// - Parameters:
    ///   - capacity: The most flakes alive at once.
    ///   - extraFields: Further columns; their names are not checked here.
    ///   - width: How wide the view is, in units.
    ///   - height: How high it is.
    ///   - seed: What everything random derives from.
    ///   - spareSlots: Slots beyond `capacity`. A removed flake keeps its slot until the frame ends; a scene that
    ///     is full has room for that many newcomers before then.
    public init(
        capacity: Int,
        extraFields: [ExtraField] = [],
        width: Double,
        height: Double,
        seed: UInt64,
        spareSlots: Int = 0
    ) {
        precondition(capacity >= 0 && spareSlots >= 0, "a scene cannot hold fewer than no flakes")
        let slotCount = capacity + spareSlots
        self.capacity = capacity
        self.extraFields = extraFields
        self.width = width
        self.height = height
        self.seed = seed
        let extraDefaults = extraFields.map(\.defaultValue)
        defaults = FlakeField.builtInDefaults + extraDefaults
        columns = .allocate(capacity: slotCount, extraDefaults: extraDefaults)
        birthTime = ZeroedMemory.allocate(capacity: slotCount)
        reason = ZeroedMemory.allocate(capacity: slotCount)
        isUneasy = .allocate(capacity: slotCount / Self.blockLength + 1)
        isUneasy.initialize(repeating: false, count: slotCount / Self.blockLength + 1)
        freeSlots = FreeSlots(capacity: slotCount)
        order = DrawOrder(capacity: slotCount)
        random = RandomStream(seed: seed)
        noise = Noise(seed: seed)
        ground = Ground()
        firstGeneration = 1
    }

    /// What `reshaped` makes.
    init(reshaping old: Scene, capacity: Int, extraFields: [ExtraField], spareSlots: Int) {
        precondition(capacity >= old.count && spareSlots >= 0, "a scene cannot be too small for its flakes")
        let slotCount = max(capacity + spareSlots, old.highWater)
        let kept = min(slotCount, old.columns.capacity)
        self.capacity = capacity
        self.extraFields = extraFields
        width = old.width
        height = old.height
        seed = old.seed
        time = old.time
        count = old.count
        highWater = old.highWater
        dyingCount = old.dyingCount
        births = old.births
        random = old.random
        noise = old.noise
        text = old.text
        ground = old.ground
        let extraDefaults = extraFields.map(\.defaultValue)
        defaults = FlakeField.builtInDefaults + extraDefaults
        var first = old.firstGeneration
        for slot in kept..<old.columns.capacity {
            first = max(first, old.columns.generation[slot] &+ 1)
        }
        firstGeneration = first
        columns = .allocate(capacity: slotCount, extraDefaults: extraDefaults, pictures: old.columns.pictures)
        columns.generation.update(repeating: first, count: slotCount)
        let builtIn = (0..<FlakeField.firstExtra).map { Optional($0) }
        let extra = extraFields.map { old.fieldNumber(named: $0.name)?.rawValue }
        columns.copy(kept, of: old.columns, fieldSources: builtIn + extra)
        birthTime = .allocate(capacity: slotCount)
        birthTime.initialize(repeating: 0, count: slotCount)
        birthTime.update(from: old.birthTime, count: kept)
        reason = .allocate(capacity: slotCount)
        reason.initialize(repeating: RemovalReason.removed.rawValue, count: slotCount)
        reason.update(from: old.reason, count: kept)
        isUneasy = .allocate(capacity: slotCount / Self.blockLength + 1)
        isUneasy.initialize(repeating: false, count: slotCount / Self.blockLength + 1)
        freeSlots = FreeSlots(old.freeSlots, capacity: slotCount)
        order = DrawOrder(capacity: slotCount)
    }

    deinit {
        columns.deallocate()
        ZeroedMemory.deallocate(birthTime)
        ZeroedMemory.deallocate(reason)
        isUneasy.deallocate()
        freeSlots.deallocate()
    }

    /// What lies behind the flakes; nil for nothing.
    public var backdrop: Backdrop? {
        get { columns.pictures.backdrop }
        set { columns.pictures.backdrop = newValue }
    }

    /// Gives life to a flake with every field at its default, white, without a glyph and without a picture.
    ///
    /// - Returns: Its handle; nil when `capacity` flakes are alive, or when the slots that are left over still belong
    ///   to flakes removed in this frame.
    public func spawn() -> FlakeID? {
        guard count < capacity, let slot = freeSlots.take(generations: columns.generation) else { return nil }
        // A page of zeros that is only read takes no memory.
        for (number, value) in defaults.enumerated() where columns.fields[number][slot].bitPattern != value.bitPattern {
            columns.fields[number][slot] = value
        }
        births &+= 1
        if births == 0 { births = 1 }
        columns.birthNumber[slot] = births
        columns.color[slot] = 0xFFFFFF
        columns.aspect[slot] = 1
        if columns.glyph[slot] != 0 { columns.glyph[slot] = 0 }
        if columns.sprite[slot] != 0 { columns.sprite[slot] = 0 }
        if columns.owned[slot] != 0 { columns.owned[slot] = 0 }
        columns.state[slot] = FlakeColumns.SlotState.alive
        birthTime[slot] = time
        count += 1
        highWater = max(highWater, slot + 1)
        return id(of: slot)
    }

    /// Whether the handle's flake lives: false from the moment of its removal on, for ever.
    public func isAlive(_ id: FlakeID) -> Bool {
        let slot = Int(id.slot)
        return slot < columns.capacity
            && columns.generation[slot] == id.generation
            && columns.state[slot] == FlakeColumns.SlotState.alive
    }

    /// The field called `name`, built in or declared.
    public func fieldNumber(named name: String) -> FlakeField? {
        if let number = FlakeField.builtInNames.firstIndex(of: name) { return FlakeField(rawValue: number) }
        guard let number = extraFields.firstIndex(where: { $0.name == name }) else { return nil }
        return FlakeField(rawValue: FlakeField.firstExtra + number)
    }

    /// The handle of whatever flake `slot` holds now.
    package func id(of slot: Int) -> FlakeID {
        FlakeID(slot: UInt32(slot), generation: columns.generation[slot])
    }

    /// The slots in the order in which they are drawn: far ones first, equal ones by slot; nil where that is the order
    /// of the slots themselves.
    ///
    /// Slots that hold no living flake are among them; the caller skips those. The buffer holds until the next
    /// call or the scene's end.
    ///
    /// - Complexity: A pass over the depths; a counting sort only when one of them changed by 1/1023 or more.
    package func drawOrder() -> UnsafeBufferPointer<UInt32>? {
        order.update(depths: columns[.depth], count: highWater)
    }
}
