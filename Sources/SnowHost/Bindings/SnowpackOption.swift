/// What `snowpack` takes.
package enum SnowpackOption: String, CaseIterable, Sendable {
    case slope, melt, blow, depth, color, settle

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .slope:
            .value(
                rawValue, "number", initial: "0.7",
                about: "how steep a heap gets, as rise over run; what is steeper slides")
        case .melt: .value(rawValue, "number", unit: "units/s", initial: "0", about: "depth that melts away")
        case .blow:
            .value(
                rawValue, "number", unit: "units/s", initial: "0",
                about: "depth that wind takes where the snow is exposed; to the left where negative")
        case .depth:
            .value(
                rawValue, "number", unit: "units", initial: "a third of the height",
                about: "how deep snow gets; what falls on it then is lost")
        case .color: .value(rawValue, "integer", initial: "0xF6F9FF", about: "0xRRGGBB")
        case .settle:
            .value(
                rawValue, "boolean", initial: "false",
                about: "whether flakes that reach the ground settle by themselves")
        }
    }
}
