/// A number of a script that can be turned from outside: declared in the header's `params`.
public struct Parameter: Hashable, Sendable {
    /// The key in `params`.
    public let name: String
    /// The value it starts with.
    public let value: Double
    /// The least value, or minus infinity.
    public let minimum: Double
    /// The greatest value, or infinity.
    public let maximum: Double
    /// How far one turn goes.
    public let step: Double
    /// What it does, with its unit.
    public let about: String
    /// Whether it is written without a fraction in the header: Lua then gets an integer.
    public let isWhole: Bool

    /// Why `value` cannot be set; nil where it can.
    public func objection(to value: Double) -> String? {
        let shown = Self.text(of: value)
        guard value.isFinite else { return "\(name) is a finite number, got \(shown)" }
        if !(value >= minimum) { return "\(name) is at least \(Self.text(of: minimum)), got \(shown)" }
        if !(value <= maximum) { return "\(name) is at most \(Self.text(of: maximum)), got \(shown)" }
        // Beyond 2^53 not every whole number can be told from its neighbour.
        if isWhole, value != value.rounded() || abs(value) > 0x1p53 { return "\(name) is a whole number, got \(shown)" }
        return nil
    }

    /// A number as a person writes it: without a fraction where it has none.
    public static func text(of value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}
