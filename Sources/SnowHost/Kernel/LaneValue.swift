internal import CLua

/// What a Lua variable holds while an update is traced.
enum LaneValue: Hashable {
    case uniform(Uniform)
    /// A number for each flake.
    case number(Int32, NumberKind)
    /// A mask.
    case boolean(Int32)
    /// A number where the mask holds, and nil elsewhere.
    case optional(Int32, NumberKind, present: Int32)
    /// The flake that is updated.
    case flake
    /// The method `remove` of flakes.
    case remover
}

/// How flakes are read and written, by the names of their fields.
package enum FlakeAccess: Hashable, Sendable {
    /// A column that the script may write.
    case number(column: Int)
    /// A column that only the host writes.
    case reading(column: Int)
    /// A column in which NaN means another one, in the flake's shape.
    case height(column: Int, width: Int)
    case color
    case id
    case alive
    case remove
    /// What a program does not touch.
    case other
}
