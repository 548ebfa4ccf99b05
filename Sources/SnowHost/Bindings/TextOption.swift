/// What `text` takes beside place and words.
package enum TextOption: String, CaseIterable, Sendable {
    case color, align, bold, behind

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .color: .value(rawValue, "integer", initial: "0xFFFFFF", about: "0xRRGGBB")
        case .align:
            .value(
                rawValue, "\"left\"|\"center\"|\"right\"", initial: "\"left\"", about: "which part of the text is at x")
        case .bold: .value(rawValue, "boolean", initial: "false", about: "whether it is written in bold")
        case .behind:
            .value(rawValue, "boolean", initial: "false", about: "whether flakes are seen before it, not behind")
        }
    }
}
