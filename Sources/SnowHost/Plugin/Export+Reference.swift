extension Export {
    /// What the reference says of it.
    package var reference: ReferenceEntry {
        switch self {
        case .`init`: .function(rawValue, about: "Called once, before the first frame.")
        case .frame:
            .function(
                rawValue, [Self.dt, Self.t],
                about: "Called in each frame, before anything moves. Most scripts make their flakes here.")
        case .update:
            .function(
                rawValue, [ReferenceEntry.Value("flake", "Flake", "one that is alive"), Self.dt, Self.t],
                about: "Called in each frame for every flake that is alive when the calls begin.",
                details: ["Chance inside it follows from the flake and the frame, whatever the order of the flakes."])
        case .removed:
            .function(
                rawValue,
                [
                    ReferenceEntry.Value("flake", "Flake", "the flake, which may still be read"),
                    ReferenceEntry.Value("why", "RemovalReason", "the reason, in a word"),
                ],
                about: "Called after a flake was removed, at the end of the frame.")
        case .resize:
            .function(
                rawValue,
                [
                    ReferenceEntry.Value("width", "number", "of the picture, units"),
                    ReferenceEntry.Value("height", "number", "of the picture, units"),
                ],
                about: "Called when the picture has another size; the first size is there before `init`.")
        case .key:
            .function(
                rawValue,
                [
                    ReferenceEntry.Value(
                        "name", "string", "the key: `\"a\"`, `\"space\"`, `\"up\"`, `\"f1\"`, `\"ctrl-x\"`, …")
                ],
                about: "Called when a key is pressed that the host does not keep for itself.",
                details: [
                    "A character is its own name. The other names are `space`, `enter`, `tab`, `backspace`, `up`, `down`, "
                        + "`left`, `right`, `home`, `end`, `pageup`, `pagedown`, `insert`, `delete`, `begin` (the middle "
                        + "of the keypad), and `f1` to `f35`. Modifiers come before: `ctrl-`, `alt-`, `shift-`, in this "
                        + "order; Super, Hyper and Meta count as Alt. A key of the keypad has the name of its other key. "
                        + "Releases and pasted text are not keys.",
                    "The host keeps `?`, Tab, q, Q, r, Escape, and Ctrl with c, z or \\. It keeps h, s, space, `.` and "
                        + "the arrows to the left and right, too, while its figures are shown or the show is paused.",
                ])
        case .mouse:
            .function(
                rawValue,
                [
                    ReferenceEntry.Value("x", "number", "where it is, units"),
                    ReferenceEntry.Value("y", "number", "where it is, units"),
                    ReferenceEntry.Value("button", "string", "the button, or what else happened"),
                ],
                about: "Called when the mouse moves, or one of its buttons does.",
                details: [
                    "The terminal reports the mouse as long as a script that runs has this callback.",
                    "`button` is `\"left\"`, `\"middle\"`, `\"right\"`, `\"wheel-up\"`, `\"wheel-down\"`, "
                        + "`\"wheel-left\"`, `\"wheel-right\"`, `\"release\"` or `\"move\"`.",
                ])
        case .reloaded:
            .function(
                rawValue,
                about: "Called when another text took the script's place while it played, and `init` is not.")
        }
    }

    private static let dt = ReferenceEntry.Value("dt", "number", "seconds since the last call, at most 0.1")
    private static let t = ReferenceEntry.Value("t", "number", "seconds since the first frame")
}
