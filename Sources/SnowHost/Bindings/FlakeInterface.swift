internal import CLua

/// The fields of a flake as scripts see them: one table for the VM, the words of errors, and the documents.
package struct FlakeInterface {
    /// What a field holds.
    package enum Kind: Hashable, Sendable {
        case number(FlakeField)
        case color
        case glyph
        case sprite
        case id
        case alive
    }

    /// One field.
    package struct Entry: Sendable {
        package let name: String
        package let kind: Kind
        package let isWritable: Bool
        package let about: String
    }

    /// The fields that every flake has.
    package static let builtIn: [Entry] = [
        number(.x, "centre, units from the left edge"),
        number(.y, "centre, units from the top edge, down"),
        number(.width, "units"),
        number(.height, "units; nil makes it follow the width, and the shape of the sprite"),
        number(.speed, "down, units a second"),
        number(.drift, "to the right, units a second"),
        number(.fade, "opacity lost in a second"),
        number(.alpha, "opacity, 0 to 1; at 0 the flake is spent"),
        number(.rotation, "radians, clockwise"),
        number(.spin, "radians a second"),
        number(.flip, "turn about the vertical axis, radians: the flake narrows as the cosine"),
        number(.depth, "0 near to 1 far; far flakes are drawn first"),
        number(.life, "seconds after birth at which the flake is removed"),
        Entry(name: "age", kind: .number(.age), isWritable: false, about: "seconds since birth"),
        Entry(name: "color", kind: .color, isWritable: true, about: "0xRRGGBB"),
        Entry(name: "glyph", kind: .glyph, isWritable: true, about: "one character, for blitters that draw characters"),
        Entry(
            name: "sprite", kind: .sprite, isWritable: true,
            about: "a picture from sprite(file) that the flake is drawn from, tinted by its color; nil for none"),
        Entry(name: "id", kind: .id, isWritable: false, about: "the number of its birth, from 1"),
        Entry(name: "alive", kind: .alive, isWritable: false, about: "false once it has been removed"),
    ]

    /// What `animate` takes beside fields.
    package static let animationOptions = ["duration", "delay", "ease", "times", "reverse", "from", "done"]

    /// The fields of `scene`.
    package static let sceneFields = ["width", "height", "time", "frame", "count", "capacity"]

    private static func number(_ field: FlakeField, _ about: String) -> Entry {
        Entry(name: FlakeField.builtInNames[field.rawValue], kind: .number(field), isWritable: true, about: about)
    }

    /// The names that exist before a header adds its own.
    static var vocabulary: Vocabulary {
        var vocabulary = Vocabulary()
        vocabulary.fields = builtIn.map(\.name) + ["animate", "remove"]
        let animated = builtIn.filter { entry in
            if case .number = entry.kind { return entry.isWritable }
            return entry.kind == .color
        }
        vocabulary.tweens = animationOptions + animated.map(\.name)
        vocabulary.easings = Easing.allNames
        vocabulary.scene = sceneFields
        return vocabulary
    }

    /// Adds the built-in fields to a VM; false when there is no memory.
    static func define(in vm: OpaquePointer) -> Bool {
        builtIn.allSatisfy { entry in
            switch entry.kind {
            case .number(let field):
                let kind = field == .height ? CLUA_FIELD_HEIGHT : CLUA_FIELD_FLOAT
                return clua_define_field(vm, entry.name, kind, Int32(field.rawValue), entry.isWritable)
            case .color: return clua_define_field(vm, entry.name, CLUA_FIELD_COLOR, 0, entry.isWritable)
            case .glyph: return clua_define_field(vm, entry.name, CLUA_FIELD_GLYPH, 0, entry.isWritable)
            case .sprite: return clua_define_field(vm, entry.name, CLUA_FIELD_SPRITE, 0, entry.isWritable)
            case .id: return clua_define_field(vm, entry.name, CLUA_FIELD_ID, 0, entry.isWritable)
            case .alive: return clua_define_field(vm, entry.name, CLUA_FIELD_ALIVE, 0, entry.isWritable)
            }
        }
    }

    /// Adds a declared field to a VM; false when there is no memory.
    static func define(_ name: String, at field: FlakeField, in vm: OpaquePointer) -> Bool {
        clua_define_field(vm, name, CLUA_FIELD_FLOAT, Int32(field.rawValue), true)
    }
}
