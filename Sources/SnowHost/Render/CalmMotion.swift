/// Shows flakes where they are, but lets none be seen moving fast.
///
/// The scene is not touched: this keeps the places at which flakes were drawn, and lets these follow the true ones at a
/// bounded speed. A flake that is suddenly elsewhere is not seen flying there: it fades in at its new place.
package final class CalmMotion {
    /// Shares of the view's height a second.
    private static let fastest: Float = 0.25
    /// Radians a second.
    private static let fastestTurn: Float = 1.5
    /// A step farther than this share of the view's width or height is a jump.
    private static let jump: Float = 0.2
    /// Seconds from nothing to full opacity after a birth or a jump.
    private static let fadeIn: Float = 0.5

    private static let turning: [FlakeField] = [.rotation, .flip]
    private static let kept: [FlakeField] = [.x, .y, .rotation, .flip, .alpha]

    private var capacity = 0
    private var fieldCount = 0
    private var fields: UnsafeMutablePointer<UnsafeMutablePointer<Float>>?
    private var shown: [UnsafeMutablePointer<Float>] = []
    private var births: [UInt32] = []
    private var opacity: [Float] = []

    /// Motion that has seen nothing.
    package init() {}

    deinit {
        release()
    }

    private func release() {
        for column in shown { column.deallocate() }
        shown.removeAll()
        fields?.deallocate()
        fields = nil
    }

    private func fit(_ columns: FlakeColumns) -> UnsafeMutablePointer<UnsafeMutablePointer<Float>> {
        if let fields, capacity == columns.capacity, fieldCount == columns.fieldCount { return fields }
        release()
        capacity = columns.capacity
        fieldCount = columns.fieldCount
        births = Array(repeating: 0, count: capacity)
        opacity = Array(repeating: 0, count: capacity)
        for _ in Self.kept {
            let column = UnsafeMutablePointer<Float>.allocate(capacity: max(capacity, 1))
            column.initialize(repeating: 0, count: capacity)
            shown.append(column)
        }
        let table = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: fieldCount)
        fields = table
        return table
    }

    /// The columns as they are to be drawn. They lead into this object, until its next call.
    ///
    /// - Parameters:
    ///   - count: Slots to look at.
    ///   - width: The view's, units.
    ///   - seconds: Since the last frame.
    package func columns(
        of source: FlakeColumns, count: Int, width: Double, height: Double, seconds: Double
    ) -> FlakeColumns {
        let table = fit(source)
        for number in 0..<fieldCount { (table + number).initialize(to: source.fields[number]) }
        for (number, field) in Self.kept.enumerated() { table[field.rawValue] = shown[number] }
        let step = Self.fastest * Float(height) * Float(seconds)
        let reach = (x: Self.jump * Float(width), y: Self.jump * Float(height))
        for slot in 0..<min(count, capacity) where source.state[slot] == FlakeColumns.SlotState.alive {
            let target = (x: source[.x][slot], y: source[.y][slot])
            let away = (x: target.x - shown[0][slot], y: target.y - shown[1][slot])
            let isNew = births[slot] != source.birthNumber[slot]
            // Negated, so that what is not a number counts as a jump.
            if isNew || !(abs(away.x) <= reach.x && abs(away.y) <= reach.y) {
                births[slot] = source.birthNumber[slot]
                opacity[slot] = 0
                for (number, field) in Self.kept.enumerated() { shown[number][slot] = source[field][slot] }
            } else {
                let distance = (away.x * away.x + away.y * away.y).squareRoot()
                let share = distance > step ? step / distance : 1
                shown[0][slot] += away.x * share
                shown[1][slot] += away.y * share
                turn(slot, source, by: Self.fastestTurn * Float(seconds))
            }
            opacity[slot] = min(opacity[slot] + Float(seconds) / Self.fadeIn, 1)
            shown[4][slot] = source[.alpha][slot] * opacity[slot]
        }
        return FlakeColumns(
            capacity: source.capacity, fieldCount: source.fieldCount, fields: table, color: source.color,
            glyph: source.glyph, sprite: source.sprite, aspect: source.aspect, pictures: source.pictures,
            birthNumber: source.birthNumber, generation: source.generation, state: source.state,
            owned: source.owned)
    }

    private func turn(_ slot: Int, _ source: FlakeColumns, by most: Float) {
        for (number, field) in Self.turning.enumerated() {
            let away = source[field][slot] - shown[2 + number][slot]
            guard away.isFinite else { continue }
            shown[2 + number][slot] += min(max(away, -most), most)
        }
    }
}
