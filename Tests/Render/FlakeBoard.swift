@testable import SnowHost

/// Columns of flakes for the tests of what draws them.
final class FlakeBoard {
    let columns: FlakeColumns

    init(capacity: Int) {
        let fieldCount = FlakeField.firstExtra
        let fields = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: fieldCount)
        for (number, value) in FlakeField.builtInDefaults.enumerated() {
            fields[number] = Self.array(value, capacity)
        }
        columns = FlakeColumns(
            capacity: capacity,
            fieldCount: fieldCount,
            fields: fields,
            color: Self.array(0xFF_FFFF, capacity),
            glyph: Self.array(0, capacity),
            sprite: Self.array(0, capacity),
            aspect: Self.array(1, capacity),
            pictures: Pictures(),
            birthNumber: Self.array(1, capacity),
            generation: Self.array(1, capacity),
            state: Self.array(FlakeColumns.SlotState.alive, capacity),
            owned: Self.array(0, capacity)
        )
    }

    deinit {
        for number in 0..<columns.fieldCount { columns.fields[number].deallocate() }
        columns.fields.deallocate()
        columns.color.deallocate()
        columns.glyph.deallocate()
        columns.sprite.deallocate()
        columns.aspect.deallocate()
        columns.birthNumber.deallocate()
        columns.generation.deallocate()
        columns.state.deallocate()
        columns.owned.deallocate()
    }

    private static func array<Element>(_ value: Element, _ count: Int) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }

    subscript(field: FlakeField, slot: Int) -> Float {
        get { columns[field][slot] }
        set { columns[field][slot] = newValue }
    }

    /// Scatters flakes of all sizes over an area.
    func scatter(width: Float, height: Float, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for slot in 0..<columns.capacity {
            self[.x, slot] = Float.random(in: -2...width + 2, using: &random)
            self[.y, slot] = Float.random(in: -2...height + 2, using: &random)
            self[.width, slot] = Float.random(in: 0.5...3, using: &random)
            self[.alpha, slot] = Float.random(in: 0.2...1, using: &random)
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
