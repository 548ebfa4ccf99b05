/// Where a function finds another one: an upvalue, or what a table in it has under a key, or under two.
struct StagedPath: Hashable, Sendable {
    /// From 0.
    let upvalue: Int
    /// At most two.
    private(set) var keys: [[UInt8]] = []

    init(upvalue: Int) { self.upvalue = upvalue }

    /// The field of what lies there; nil where that would be a key too many.
    func field(_ key: [UInt8]) -> StagedPath? {
        guard keys.count < 2 else { return nil }
        var field = self
        field.keys.append(key)
        return field
    }
}
