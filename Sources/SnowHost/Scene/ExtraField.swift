/// A numeric column beyond the built-in ones.
public struct ExtraField: Hashable, Sendable {
    /// How scripts and `Scene.fieldNumber(named:)` call it.
    public let name: String
    /// The value that a flake is born with.
    public let defaultValue: Float

    /// A column called `name`, filled with `defaultValue` at birth.
    public init(name: String, defaultValue: Float = 0) {
        self.name = name
        self.defaultValue = defaultValue
    }
}
