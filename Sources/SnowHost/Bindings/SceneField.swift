/// The fields of `scene`.
package enum SceneField: String, CaseIterable, Sendable {
    case width, height, time, frame, count, capacity, snow

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .width: value("number", "units", "of the picture")
        case .height: value("number", "units", "of the picture")
        case .time: value("number", "s", "since the first frame")
        case .frame: value("integer", "", "the number of this frame, from 1; 0 before the first")
        case .count: value("integer", "", "flakes alive")
        case .capacity: value("integer", "", "flakes that may be alive: the header's `flakes`")
        case .snow: value("number", "square units", "snow that lies")
        }
    }

    private func value(_ type: String, _ unit: String, _ about: String) -> ReferenceEntry {
        .value(rawValue, type, unit: unit, isReadOnly: true, about: about)
    }
}
