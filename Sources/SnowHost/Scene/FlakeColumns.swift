/// The memory of a scene's flakes: one array a property, one place a slot.
///
/// The arrays are made once, at the scene's capacity, and never move, so that the C border may keep their
/// addresses for as long as the scene lives. `Scene` owns and frees them.
package struct FlakeColumns {
    /// What a slot holds.
    package enum SlotState {
        package static let free: UInt8 = 0
        package static let alive: UInt8 = 1
        /// Removed in this frame: no script may touch it; the slot is freed when the frame ends.
        package static let dying: UInt8 = 2
        /// Removed, and shown to the script's `removed` callback right now.
        package static let leaving: UInt8 = 3
    }

    /// Slots in each array.
    package let capacity: Int
    /// Float columns, built-in ones first.
    package let fieldCount: Int
    /// The columns named by `FlakeField`, each `capacity` long.
    package let fields: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
    /// 0xRRGGBB.
    package let color: UnsafeMutablePointer<UInt32>
    /// A Unicode scalar, 0 where the flake has none.
    package let glyph: UnsafeMutablePointer<UInt32>
    /// The number of the picture it is drawn from, 0 where the flake has none.
    package let sprite: UnsafeMutablePointer<UInt32>
    /// The height of that picture over its width; 1 without one.
    package let aspect: UnsafeMutablePointer<Float>
    /// What the numbers of pictures mean.
    package let pictures: Pictures
    /// Births are numbered from 1.
    package let birthNumber: UnsafeMutablePointer<UInt32>
    /// Raised whenever the slot is freed, so that old handles go stale.
    package let generation: UnsafeMutablePointer<UInt32>
    /// One of `SlotState`.
    package let state: UnsafeMutablePointer<UInt8>
    /// Bits of the fields that a running tween owns (`FlakeField.ownerBit`).
    package let owned: UnsafeMutablePointer<UInt32>

    package subscript(field: FlakeField) -> UnsafeMutablePointer<Float> { fields[field.rawValue] }

    /// The height of a slot's flake: its own, or the one that its width and the shape of its picture make.
    @inline(__always)
    package func height(of slot: Int) -> Float {
        let own = self[.height][slot]
        return own.isNaN ? self[.width][slot] * aspect[slot] : own
    }
}

extension FlakeColumns {
    /// Makes the arrays for `capacity` slots, all of them free and in their first generation.
    ///
    /// - Parameters:
    ///   - extraDefaults: One value a declared field; only their number matters here.
    ///   - pictures: What flakes are drawn from.
    package static func allocate(
        capacity: Int, extraDefaults: [Float], pictures: Pictures = Pictures()
    ) -> FlakeColumns {
        // What is zero everywhere costs nothing until it is something else.
        func array<Element: BitwiseCopyable>(of value: Element, isZero: Bool = false) -> UnsafeMutablePointer<Element> {
            let pointer = ZeroedMemory.allocate(Element.self, capacity: capacity)
            if !isZero { pointer.update(repeating: value, count: capacity) }
            return pointer
        }
        let defaults = FlakeField.builtInDefaults + extraDefaults
        let fields = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: defaults.count)
        for (number, value) in defaults.enumerated() {
            (fields + number).initialize(to: array(of: value, isZero: value.bitPattern == 0))
        }
        return FlakeColumns(
            capacity: capacity,
            fieldCount: defaults.count,
            fields: fields,
            color: array(of: 0xFFFFFF),
            glyph: array(of: 0, isZero: true),
            sprite: array(of: 0, isZero: true),
            aspect: array(of: 1),
            pictures: pictures,
            birthNumber: array(of: 0, isZero: true),
            generation: array(of: 1),
            state: array(of: SlotState.free, isZero: true),
            owned: array(of: 0, isZero: true)
        )
    }

    /// Gives the memory back; no copy of these columns may be used afterwards.
    package func deallocate() {
        for number in 0..<fieldCount { ZeroedMemory.deallocate(fields[number]) }
        fields.deallocate()
        for column in [color, glyph, sprite, birthNumber, generation, owned] { ZeroedMemory.deallocate(column) }
        ZeroedMemory.deallocate(aspect)
        ZeroedMemory.deallocate(state)
    }
}
