/// What `text` takes beside place and words.
package enum TextOption: String, CaseIterable, Sendable {
    case color, align

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .color: .value(rawValue, "integer", initial: "0xFFFFFF", about: "0xRRGGBB")
        case .align:
            .value(
                rawValue, "\"left\"|\"center\"|\"right\"", initial: "\"left\"", about: "which part of the text is at x")
        }
    }
}
