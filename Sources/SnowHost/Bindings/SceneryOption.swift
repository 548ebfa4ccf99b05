/// What `scenery` takes beside the words.
package enum SceneryOption: String, CaseIterable, Sendable {
    case x, y, align

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .x: .value(rawValue, "number", unit: "units", initial: "the middle", about: "where it stands across")
        case .y: .value(rawValue, "number", unit: "units", initial: "the bottom", about: "where its lower edge is")
        case .align:
            .value(
                rawValue, "\"left\"|\"center\"|\"right\"", initial: "\"center\"",
                about: "which part of the text is at x")
        }
    }
}
