/// A numeric property of a flake: the number of its column.
///
/// Fields from `firstExtra` on are the ones a script declares in its header.
public struct FlakeField: RawRepresentable, Hashable, Sendable {
    /// The column's place in `FlakeColumns.fields`.
    public let rawValue: Int

    /// The field of column number `rawValue`.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Centre, view units from the left edge.
    public static let x = FlakeField(rawValue: 0)
    /// Centre, view units from the top edge, down.
    public static let y = FlakeField(rawValue: 1)
    /// View units.
    public static let width = FlakeField(rawValue: 2)
    /// View units; NaN in the column means that it follows from the width, and from the shape of the flake's picture.
    public static let height = FlakeField(rawValue: 3)
    /// Downwards, view units a second.
    public static let speed = FlakeField(rawValue: 4)
    /// To the right, view units a second.
    public static let drift = FlakeField(rawValue: 5)
    /// Opacity lost in a second.
    public static let fade = FlakeField(rawValue: 6)
    /// Opacity, 0…1; other values are clamped when drawn.
    public static let alpha = FlakeField(rawValue: 7)
    /// Radians, clockwise on the screen.
    public static let rotation = FlakeField(rawValue: 8)
    /// Radians a second.
    public static let spin = FlakeField(rawValue: 9)
    /// Turn about the vertical axis, radians: the flake is drawn `|cos flip|` times as wide.
    public static let flip = FlakeField(rawValue: 10)
    /// 0 (near) … 1 (far); the far ones are drawn first.
    public static let depth = FlakeField(rawValue: 11)
    /// Seconds after birth at which the flake is removed; infinity by default.
    public static let life = FlakeField(rawValue: 12)
    /// Seconds since birth; kept by the host.
    public static let age = FlakeField(rawValue: 13)

    /// The number of the first field that a script declared.
    public static let firstExtra = 14

    /// The names of the built-in fields, in the order of their columns.
    public static let builtInNames = [
        "x", "y", "width", "height", "speed", "drift", "fade", "alpha",
        "rotation", "spin", "flip", "depth", "life", "age",
    ]

    /// The value of each built-in field of a flake that was given none, in the order of the columns.
    public static let builtInDefaults: [Float] = [
        0, 0, 1, .nan, 0, 0, 0, 1,
        0, 0, 0, 0, .infinity, 0,
    ]

    /// The bit that stands for this field in `FlakeColumns.owned`; zero for declared fields.
    public var ownerBit: UInt32 { rawValue < Self.firstExtra ? 1 << UInt32(rawValue) : 0 }
}
