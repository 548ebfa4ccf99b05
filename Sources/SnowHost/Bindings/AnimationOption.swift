/// What `animate` takes beside fields.
package enum AnimationOption: String, CaseIterable, Sendable {
    case duration, delay, ease, times, reverse, from, done

    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .duration:
            .value(rawValue, "number", unit: "s", initial: "1", about: "how long it takes; 0 applies it at once")
        case .delay: .value(rawValue, "number", unit: "s", initial: "0", about: "how long it waits before it starts")
        case .ease: .value(rawValue, "Easing", initial: "\"in-out\"", about: "how progress follows time, an easing")
        case .times:
            .value(rawValue, "number", initial: "1", about: "how often it goes that way; `math.huge` for ever")
        case .reverse:
            .value(rawValue, "boolean", initial: "false", about: "whether it goes back again each time")
        case .from:
            .value(
                rawValue, "FlakeFields", initial: "as they are",
                about: "where the fields start from, `{ field = value }`")
        case .done:
            .value(
                rawValue, "string|fun(flake: Flake)",
                about: "at the end: `\"remove\"`, or a function to call with the flake, or the name of a global one",
                details: [
                    "`done` is not called for an animation that is cut short, by another one of the same field or "
                        + "because the flake is removed."
                ])
        }
    }
}
