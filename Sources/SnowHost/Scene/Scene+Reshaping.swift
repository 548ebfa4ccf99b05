extension Scene {
    /// A scene with the same flakes in the same slots, under the same handles, but with another capacity or other
    /// columns.
    ///
    /// Chance, time and the numbers of births go on. Extra fields are matched by name: one that is new has its default
    /// in every flake, one that is not named any more is gone. This scene is not changed, and is not to be used
    /// any more: each slot would have two tenants.
    ///
    /// - Parameters:
    ///   - capacity: The most flakes alive at once; not less than are alive now (see `removeOldest`).
    ///   - spareSlots: As for a new scene.
    package func reshaped(capacity: Int, extraFields: [ExtraField], spareSlots: Int) -> Scene {
        Scene(reshaping: self, capacity: capacity, extraFields: extraFields, spareSlots: spareSlots)
    }

    /// Removes the flakes that were born first, until `limit` are alive.
    ///
    /// - Returns: How many were removed. Their slots are freed when the frame is collected.
    package func removeOldest(downTo limit: Int) -> Int {
        let surplus = count - max(limit, 0)
        guard surplus > 0 else { return 0 }
        var living = (0..<highWater).filter { columns.state[$0] == FlakeColumns.SlotState.alive }
        // Births are numbered round and round; the age in births is what comes out right.
        living.sort { births &- columns.birthNumber[$0] > births &- columns.birthNumber[$1] }
        for slot in living.prefix(surplus) { markDying(slot, because: .removed) }
        return surplus
    }
}

extension FlakeColumns {
    /// Takes the first `count` slots of other columns; `fieldSources` has the column there for each column here, nil
    /// for one that keeps its default.
    func copy(_ count: Int, of other: FlakeColumns, fieldSources: [Int?]) {
        for (number, source) in fieldSources.enumerated() {
            if let source { fields[number].update(from: other.fields[source], count: count) }
        }
        color.update(from: other.color, count: count)
        glyph.update(from: other.glyph, count: count)
        sprite.update(from: other.sprite, count: count)
        aspect.update(from: other.aspect, count: count)
        birthNumber.update(from: other.birthNumber, count: count)
        generation.update(from: other.generation, count: count)
        state.update(from: other.state, count: count)
        owned.update(from: other.owned, count: count)
    }
}
