/// A key that is reported by the number of its character, as by "\e[113;5u" and "\e[27;5;113~".
struct CharacterKey {
    /// Unicode of the key without modifiers.
    var code: Int
    /// Unicode of the key with Shift; 0 when it is not told.
    var shifted = 0
    /// Unicode of the key in its place on a keyboard for English; 0 when it is not told.
    var base = 0
    /// Unicode of what the key types; empty when it is not told.
    var text: [Int] = []
    var modifiers: KeyModifiers
    /// Whether `code` is what the key types with Shift, if that is held.
    var hasShiftApplied = false

    /// The key under the name that it has when it is typed as a character; nil when there is none.
    var press: KeyPress? {
        if !modifiers.contains(.alt), !modifiers.contains(.control), let typed { return typed }
        if let name = KeyNames.functional(code) { return KeyPress(name, modifiers) }
        var code = code
        var modifiers = modifiers
        // Ctrl and Alt go with the keys of an English keyboard: Ctrl-C is the same key on a Russian one.
        let isBent = modifiers.contains(.control) || modifiers.contains(.alt)
        if isBent, code > 0x7E, (0x21...0x7E).contains(base) { code = base }
        guard var scalar = Self.character(code) else { return nil }
        if modifiers.contains(.control) {
            if scalar.properties.isUppercase, let lower = Self.only(scalar.properties.lowercaseMapping) {
                scalar = lower
                modifiers.insert(.shift)
            }
        } else if modifiers.contains(.shift) {
            if let other = Self.character(shifted) {
                scalar = other
                modifiers.remove(.shift)
            } else if let upper = Self.only(scalar.properties.uppercaseMapping), upper != scalar {
                scalar = upper
                modifiers.remove(.shift)
            } else if hasShiftApplied || scalar.properties.isUppercase {
                modifiers.remove(.shift)
            }
        }
        return KeyPress(String(Character(scalar)), modifiers)
    }

    /// What the key types, as one character.
    private var typed: KeyPress? {
        guard !text.isEmpty else { return nil }
        var string = String.UnicodeScalarView()
        for number in text {
            guard let scalar = number == 32 ? " " : Self.character(number) else { return nil }
            string.append(scalar)
        }
        guard string.count < 16, String(string).count == 1 else { return nil }
        return KeyPress(text == [32] ? "space" : String(string))
    }

    /// A character that can be seen. The private use area up to 63743 is kitty's, for keys.
    private static func character(_ code: Int) -> Unicode.Scalar? {
        guard (0x21...0x7E).contains(code) || code >= 0xA0, !(57344...63743).contains(code) else { return nil }
        return UInt32(exactly: code).flatMap(Unicode.Scalar.init)
    }

    private static func only(_ mapping: String) -> Unicode.Scalar? {
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}
