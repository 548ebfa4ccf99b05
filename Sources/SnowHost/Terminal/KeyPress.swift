/// A key and the modifiers that were held with it.
struct KeyPress: Equatable {
    var base: String
    var modifiers: KeyModifiers = []

    init(_ base: String, _ modifiers: KeyModifiers = []) {
        self.base = base
        self.modifiers = modifiers
    }

    /// The name that scripts see: "up", "ctrl-x", "ctrl-alt-shift-left".
    var name: String {
        (modifiers.contains(.control) ? "ctrl-" : "") + (modifiers.contains(.alt) ? "alt-" : "")
            + (modifiers.contains(.shift) ? "shift-" : "") + base
    }
}

/// The modifiers that names of keys mention.
struct KeyModifiers: OptionSet {
    let rawValue: Int

    static let shift = KeyModifiers(rawValue: 1)
    static let alt = KeyModifiers(rawValue: 2)
    static let control = KeyModifiers(rawValue: 4)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the parameter of a control sequence: 1 plus the bits of kitty's keyboard protocol, of which xterm's are the
    /// first four. 0 stands for a missing parameter.
    ///
    /// Super, hyper and meta count as Alt: Super with q must not be q. Caps lock and num lock count as nothing.
    init?(parameter: Int) {
        guard (0...256).contains(parameter) else { return nil }
        let bits = max(parameter - 1, 0)
        let others = bits & (8 | 16 | 32) != 0 ? KeyModifiers.alt.rawValue : 0
        self.init(rawValue: bits & 7 | others)
    }
}
