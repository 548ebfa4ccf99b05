internal import CLua

/// The fields of a flake as scripts see them: one table for the VM, the words of errors, the reference and the stubs.
package struct FlakeInterface {
    /// What a field holds.
    package enum Kind: Hashable, Sendable {
        case number(FlakeField)
        case color
        case glyph
        case sprite
        case id
        case alive

        /// The type in Lua.
        fileprivate var type: String {
            switch self {
            case .number: "number"
            case .color, .id: "integer"
            case .glyph: "string?"
            case .sprite: "Sprite?"
            case .alive: "boolean"
            }
        }

        /// What a flake has that was given none, as a number of a flake's is written; empty where it depends.
        fileprivate var initial: String {
            switch self {
            case .number(let field):
                let value = FlakeField.builtInDefaults[field.rawValue]
                return value.isFinite ? Parameter.text(of: Double(value)) : ""
            case .color: return "0xFFFFFF"
            case .glyph, .sprite: return "nil"
            case .id, .alive: return ""
            }
        }
    }

    /// One field.
    package struct Entry: Sendable {
        package let kind: Kind
        package let isWritable: Bool
        package let reference: ReferenceEntry

        package var name: String { reference.name }

        /// A field; `initial` is for one whose default is no plain number.
        init(
            name: String, kind: Kind, isWritable: Bool, unit: String = "", initial: String? = nil, about: String
        ) {
            self.kind = kind
            self.isWritable = isWritable
            reference = .value(
                name, kind.type, unit: unit, initial: isWritable ? initial ?? kind.initial : "",
                isReadOnly: !isWritable, about: about)
        }

        /// Whether `animate` can change it.
        package var isAnimatable: Bool {
            switch kind {
            case .number, .color: isWritable
            case .glyph, .sprite, .id, .alive: false
            }
        }
    }

    /// The fields that every flake has.
    package static let builtIn: [Entry] = [
        number(.x, "units", "centre, from the left edge"),
        number(.y, "units", "centre, from the top edge down"),
        number(.width, "units", "how wide it is"),
        number(
            .height, "units", initial: "the width",
            "how high it is; nil makes it follow the width and the sprite's shape again"),
        number(.speed, "units/s", "motion down"),
        number(.drift, "units/s", "motion to the right"),
        number(.alpha, "0 to 1", "opacity; at 0 the flake is spent, and removed"),
        number(.fade, "1/s", "opacity lost in a second"),
        number(.rotation, "radians", "turn, clockwise"),
        number(.spin, "radians/s", "how fast it turns"),
        number(.flip, "radians", "turn about the vertical axis: the flake narrows as the cosine"),
        number(.depth, "0 to 1", "0 near, 1 far; far flakes are drawn first"),
        number(.life, "s", initial: "for ever", "the age at which it is removed"),
        Entry(name: "color", kind: .color, isWritable: true, about: "0xRRGGBB"),
        Entry(
            name: "glyph", kind: .glyph, isWritable: true,
            about: "one character, which the flake is drawn as; nil for a shape"),
        Entry(
            name: "sprite", kind: .sprite, isWritable: true,
            about:
                "what `sprite(file)` returns: the picture that it is drawn from, tinted by its color"
        ),
        Entry(name: "age", kind: .number(.age), isWritable: false, unit: "s", about: "time since birth"),
        Entry(name: "id", kind: .id, isWritable: false, about: "the number of its birth, from 1"),
        Entry(
            name: "alive", kind: .alive, isWritable: false,
            about: "false once it has been removed; all that may still be asked then"),
    ]

    /// What can be called on a flake.
    package static let methods: [ReferenceEntry] = [
        .function(
            "animate", StandardImports.animate.signatures.map(asMethod), about: "The same as `animate(flake, …)`."),
        .function("remove", StandardImports.remove.signatures.map(asMethod), about: "The same as `remove(flake)`."),
        .function("settle", StandardImports.settle.signatures.map(asMethod), about: "The same as `settle(flake)`."),
    ]

    private static func asMethod(_ signature: ReferenceEntry.Signature) -> ReferenceEntry.Signature {
        ReferenceEntry.Signature(
            signature.parameters.dropFirst().map { ReferenceEntry.Value($0.name, $0.type) },
            gives: signature.results.map { ReferenceEntry.Value($0.name, $0.type) })
    }

    private static func number(
        _ field: FlakeField, _ unit: String, initial: String? = nil, _ about: String
    ) -> Entry {
        Entry(
            name: FlakeField.builtInNames[field.rawValue], kind: .number(field), isWritable: true, unit: unit,
            initial: initial, about: about)
    }

    /// The names that exist before a header adds its own.
    static var vocabulary: Vocabulary {
        var vocabulary = Vocabulary()
        vocabulary.globals = { StandardImports.names }
        vocabulary.fields = builtIn.map(\.name) + methods.map(\.name)
        vocabulary.tweens = AnimationOption.allCases.map(\.rawValue) + builtIn.filter(\.isAnimatable).map(\.name)
        vocabulary.easings = Easing.allNames
        vocabulary.scene = SceneField.allCases.map(\.rawValue)
        return vocabulary
    }

    /// How compiled updates get at the fields; `declared` are those of the header, in order.
    static func access(to declared: [String]) -> [String: FlakeAccess] {
        var access: [String: FlakeAccess] = ["remove": .remove, "animate": .other, "settle": .other]
        for entry in builtIn {
            access[entry.name] =
                switch entry.kind {
                case .number(.height): .height(column: FlakeField.height.rawValue, width: FlakeField.width.rawValue)
                case .number(let field):
                    entry.isWritable ? .number(column: field.rawValue) : .reading(column: field.rawValue)
                case .color: .color
                case .glyph, .sprite: .other
                case .id: .id
                case .alive: .alive
                }
        }
        for (number, name) in declared.enumerated() { access[name] = .number(column: FlakeField.firstExtra + number) }
        return access
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
