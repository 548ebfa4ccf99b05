extension Scene {
    /// Removes a flake: it is dead at once, and its slot is freed when the frame is collected.
    ///
    /// - Returns: False when the handle's flake was not alive.
    @discardableResult
    public func remove(_ id: FlakeID, because reason: RemovalReason) -> Bool {
        guard isAlive(id) else { return false }
        markDying(Int(id.slot), because: reason)
        return true
    }

    func markDying(_ slot: Int, because why: RemovalReason) {
        columns.state[slot] = FlakeColumns.SlotState.dying
        // Nothing moves it any more: whoever hears of the removal sees the flake as it was.
        columns.owned[slot] = .max
        reason[slot] = why.rawValue
        count -= 1
        dyingCount += 1
    }

    /// Frees the slots of all removed flakes; nobody listens.
    package func collect() {
        collect { (_, _) in }
    }

    /// Shows each removed flake to `body`, in the order of the slots, and frees its slot afterwards.
    ///
    /// While `body` runs, its flake is *leaving*: not alive, but its values can be read. `body` may spawn and remove.
    /// A flake that it removes in a later slot is shown in the same pass, any other one in the next: one pass
    /// shows a slot at most once, so it ends.
    ///
    /// - Throws: What `body` throws. Its flake's slot is then free, and the flakes not yet shown wait for the next
    ///   call.
    package func collect<Failure: Error>(
        _ body: (FlakeID, RemovalReason) throws(Failure) -> Void
    ) throws(Failure) {
        guard dyingCount > 0 else { return }
        defer { lowerHighWater() }
        for slot in 0..<highWater where columns.state[slot] == FlakeColumns.SlotState.dying {
            columns.state[slot] = FlakeColumns.SlotState.leaving
            dyingCount -= 1
            defer { free(slot) }
            try body(id(of: slot), RemovalReason(rawValue: reason[slot]) ?? .removed)
        }
    }

    private func free(_ slot: Int) {
        // At rest inside the view, so that passes over all slots find nothing to do here.
        for field in [0, 1, 4, 5, 6, 7, 8, 9, 12] { columns.fields[field][slot] = FlakeField.builtInDefaults[field] }
        columns.owned[slot] = 0
        columns.state[slot] = FlakeColumns.SlotState.free
        freeSlots.put(slot, generations: columns.generation)
    }

    private func lowerHighWater() {
        while highWater > 0, columns.state[highWater - 1] == FlakeColumns.SlotState.free { highWater -= 1 }
        if highWater == 0 { freeSlots.reset() }
    }
}
