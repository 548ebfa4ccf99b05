/// Numbers as panels show them.
enum PanelNumber {
    /// So many digits behind the point, whatever they are.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "—" }
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        let scaled = Int64((abs(value) * scale).rounded())
        let unit = Int64(scale)
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(scaled % unit)
        return "\(sign)\(scaled / unit).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }

    /// Rounded.
    static func whole(_ value: Double) -> String { fixed(value, 0) }

    /// With a digit behind the point where it has one.
    static func short(_ value: Double) -> String {
        value == value.rounded() ? whole(value) : fixed(value, 1)
    }

    /// With blanks before it, so that digits stay in their columns.
    static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
