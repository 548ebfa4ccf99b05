/// What a flake was like when it was looked at.
public struct Flake: Sendable {
    /// Its handle.
    public let id: FlakeID
    /// Births are numbered from 1.
    public let birthNumber: UInt32
    /// Centre, view units from the left edge.
    public let x: Float
    /// Centre, view units from the top edge, down.
    public let y: Float
    /// View units.
    public let width: Float
    /// View units.
    public let height: Float
    /// Opacity, 0…1; other values are clamped when drawn.
    public let alpha: Float
    /// Radians, clockwise on the screen.
    public let rotation: Float
    /// Turn about the vertical axis, radians.
    public let flip: Float
    /// 0 (near) … 1 (far).
    public let depth: Float
    /// Seconds since birth.
    public let age: Float
    /// 0xRRGGBB.
    public let color: UInt32
    /// The character it is drawn with, if it has one.
    public let glyph: Unicode.Scalar?
    /// The picture it is drawn from, if it has one.
    public let sprite: Image?
}

/// The living flakes of a scene, in the order of their slots.
///
/// Walking along sees flakes that are born on the way if their slots are still ahead.
public struct Flakes: Sequence, IteratorProtocol {
    private let scene: Scene
    private var slot = 0

    init(_ scene: Scene) {
        self.scene = scene
    }

    /// The next living flake; nil after the last.
    public mutating func next() -> Flake? {
        while slot < scene.highWater {
            defer { slot += 1 }
            if scene.columns.state[slot] == FlakeColumns.SlotState.alive { return scene.snapshot(slot) }
        }
        return nil
    }
}

extension Scene {
    /// The living flakes, as values.
    public var flakes: Flakes { Flakes(self) }

    /// A field of a flake that is alive, or shown to a removal callback right now; nil otherwise.
    public func value(of field: FlakeField, for id: FlakeID) -> Float? {
        guard isReadable(id), (0..<columns.fieldCount).contains(field.rawValue) else { return nil }
        return columns[field][Int(id.slot)]
    }

    /// Sets a field of a living flake; `age` is the host's and cannot be set.
    ///
    /// - Returns: False when nothing was set.
    @discardableResult
    public func set(_ field: FlakeField, to value: Double, for id: FlakeID) -> Bool {
        guard isAlive(id), field != .age, (0..<columns.fieldCount).contains(field.rawValue) else { return false }
        columns[field][Int(id.slot)] = Float(value)
        return true
    }

    /// Sets the colour (0xRRGGBB) of a living flake; false when there is none.
    @discardableResult
    public func setColor(_ color: UInt32, for id: FlakeID) -> Bool {
        guard isAlive(id) else { return false }
        columns.color[Int(id.slot)] = color & 0xFFFFFF
        return true
    }

    /// Sets or takes away the character of a living flake; false when there is no such flake.
    @discardableResult
    public func setGlyph(_ glyph: Unicode.Scalar?, for id: FlakeID) -> Bool {
        guard isAlive(id) else { return false }
        columns.glyph[Int(id.slot)] = glyph?.value ?? 0
        return true
    }

    /// Has a living flake drawn from a picture, or from none; false when there is no such flake.
    ///
    /// Its colour tints the picture: white leaves it as it is. The first use of an image makes it ready, which takes
    /// some of its size in time.
    @discardableResult
    public func setSprite(_ image: Image?, for id: FlakeID) -> Bool {
        guard isAlive(id) else { return false }
        let number = image.map { columns.pictures.number(of: $0) } ?? 0
        columns.sprite[Int(id.slot)] = number
        columns.aspect[Int(id.slot)] = columns.pictures.sprite(number)?.aspect ?? 1
        return true
    }

    private func isReadable(_ id: FlakeID) -> Bool {
        let slot = Int(id.slot)
        guard slot < columns.capacity, columns.generation[slot] == id.generation else { return false }
        let state = columns.state[slot]
        return state == FlakeColumns.SlotState.alive || state == FlakeColumns.SlotState.leaving
    }

    func snapshot(_ slot: Int) -> Flake {
        let glyph = columns.glyph[slot]
        return Flake(
            id: id(of: slot),
            birthNumber: columns.birthNumber[slot],
            x: columns[.x][slot],
            y: columns[.y][slot],
            width: columns[.width][slot],
            height: columns.height(of: slot),
            alpha: columns[.alpha][slot],
            rotation: columns[.rotation][slot],
            flip: columns[.flip][slot],
            depth: columns[.depth][slot],
            age: columns[.age][slot],
            color: columns.color[slot],
            glyph: glyph == 0 ? nil : Unicode.Scalar(glyph),
            sprite: columns.pictures.sprite(columns.sprite[slot])?.image
        )
    }
}
