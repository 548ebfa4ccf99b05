/// A parameter as the display and the message of a turn show it.
enum ParameterLine {
    /// Name, value, where that lies in the range, and the range.
    static func line(_ row: DisplayContent.ParameterRow, labelWidth: Int, width: Int) -> PanelLine {
        var line = PanelLine(width: width)
        line.add(row.isPicked ? "› " : "  ", .accent)
        line.add(label(of: row), row.isPicked ? .accent : .label)
        line.fill(to: min(2 + labelWidth, 2 + max(width / 2 - 2, 0)) + 1)
        let value = PanelNumber.padded(Parameter.text(of: row.value), 8)
        line.add(value, row.isPicked ? .accent : .value)
        let range = range(of: row.parameter)
        // The bar takes what the range leaves.
        let length = min(line.room - PanelText.columnCount(range) - 4, 22)
        if let place = place(of: row), length >= 6 {
            line.add("  ", .value)
            addBar(place, length: length, isPicked: row.isPicked, to: &line)
        }
        if PanelText.columnCount(range) + 2 <= line.room { line.add("  \(range)", .label) }
        line.fill()
        return line
    }

    /// The name, after its layer's where there are several.
    static func label(of row: DisplayContent.ParameterRow) -> String {
        (row.layerName.map { "\(PanelText.cut($0, to: 12))." } ?? "") + row.parameter.name
    }

    /// What is said when a parameter is picked or turned while the display is closed.
    static func message(_ row: DisplayContent.ParameterRow) -> String {
        let parameter = row.parameter
        let isLeast = row.value <= parameter.minimum
        let isGreatest = row.value >= parameter.maximum
        let bound =
            isLeast && isGreatest ? ", the only value" : isLeast ? ", the least" : isGreatest ? ", the most" : ""
        let about = parameter.about.isEmpty ? "" : "  \(PlainText.escaped(parameter.about))"
        return "\(label(of: row)) \(Parameter.text(of: row.value))\(bound)\(about)"
    }

    /// `-30 … 30`; empty without bounds.
    private static func range(of parameter: Parameter) -> String {
        let least = parameter.minimum.isFinite ? Parameter.text(of: parameter.minimum) : ""
        let greatest = parameter.maximum.isFinite ? Parameter.text(of: parameter.maximum) : ""
        return least.isEmpty && greatest.isEmpty
            ? "" : [least, "…", greatest].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Where the value lies in its range, 0…1; nil where there is none.
    private static func place(of row: DisplayContent.ParameterRow) -> Double? {
        let span = row.parameter.maximum - row.parameter.minimum
        guard span.isFinite, span > 0 else { return nil }
        return min(max((row.value - row.parameter.minimum) / span, 0), 1)
    }

    private static func addBar(_ place: Double, length: Int, isPicked: Bool, to line: inout PanelLine) {
        let knob = min(Int(place * Double(length)), length - 1)
        line.add(String(repeating: "━", count: knob), isPicked ? .accent : .label)
        line.add("┃", isPicked ? .accent : .value)
        line.add(String(repeating: "─", count: length - 1 - knob), .label)
    }
}
