/// Everything a script sees, in the order in which it is read.
package enum Reference {
    /// All of it.
    package static let sections: [ReferenceSection] =
        [
            header, parameterOptions, callbacks, removalReasons, flakes, fields, methods, animation, easings, values,
            scene,
            ground, snowpackOptions, sceneryOptions,
        ]
        + [numbers, output, textOptions, granted, spriteFields, backdropOptions, basic]
        + LuaLibrary.tables.map { table in
            ReferenceSection(
                "Lua: \(table.name)", prefix: "\(table.name).", lead: "The table `\(table.name)`: \(table.about).",
                entries: table.entries)
        }

    private static let header = ReferenceSection(
        "Header", prefix: "plugin.", isPrefixWritten: false, typeName: "Header",
        lead: "`plugin { … }` stands at the top of a script. It may be left out, and so may each of its keys.",
        entries: Manifest.Key.allCases.map(\.reference))

    private static let parameterOptions = ReferenceSection(
        "Parameters", prefix: "params.", isPrefixWritten: false, typeName: "ParameterOptions",
        lead: """
            In the header's `params` stands a number for each, or a table with the number first: \
            `wind = { 6, min = -60, max = 60, step = 2, about = "units/s" }`.
            """,
        entries: [Parameter.initialReference] + Parameter.Option.allCases.map(\.reference))

    private static let callbacks = ReferenceSection(
        "Callbacks",
        lead: "The host calls these global functions of the script. It needs at least one of them.",
        entries: Export.allCases.map(\.reference))

    private static let removalReasons = ReferenceSection(
        "Why a flake is removed", prefix: "removed.", isPrefixWritten: false, typeName: "RemovalReason",
        lead: "The second argument of `removed`.",
        entries: RemovalReason.allCases.map { .word($0.name, about: $0.about) })

    private static let flakes = ReferenceSection(
        "Flakes", lead: "Making flakes, and setting them going.",
        entries: [
            StandardImports.spawn, StandardImports.flakes, StandardImports.animate, StandardImports.remove,
        ])

    private static let fields = ReferenceSection(
        "Fields of a flake", prefix: "flake.", typeName: "Flake",
        lead: """
            Numbers of 32 bits, read and written as `flake.x`, beside those that the header declares. A flake that has \
            been removed raises an error when it is used.
            """,
        entries: FlakeInterface.builtIn.map(\.reference))

    private static let methods = ReferenceSection(
        "Methods of a flake", prefix: "flake:", lead: "Three functions can also be called on the flake.",
        entries: FlakeInterface.methods)

    private static let animation = ReferenceSection(
        "Options of an animation", prefix: "animate.", isPrefixWritten: false, typeName: "Animation",
        lead: "Keys of the table that `animate` takes, beside the fields that shall change.",
        entries: AnimationOption.allCases.map(\.reference))

    private static let easings = ReferenceSection(
        "Easings", prefix: "ease.", isPrefixWritten: false, typeName: "Easing",
        lead: """
            How an animation's progress follows its time. Those from `quad` to `elastic` have three forms each: `-in`, \
            `-out` (the same turned round) and `-in-out` (half of each), which the bare name means too.
            """,
        entries: Easing.descriptions.map { .word($0.name, about: $0.about) })

    private static let values = ReferenceSection(
        "Around the flakes", lead: "Tables that are always there, and files beside the script.",
        entries: [
            StandardImports.scene, StandardImports.params, StandardImports.state, StandardImports.plugin,
            StandardImports.require,
        ])

    private static let scene = ReferenceSection(
        "Fields of scene", prefix: "scene.", typeName: "Scene",
        lead: "What `scene` tells is always of this moment, and read only.",
        entries: SceneField.allCases.map(\.reference))

    private static let ground = ReferenceSection(
        "The ground", lead: "Snow that lies, on the bottom of the picture and on letters.",
        entries: [StandardImports.ground, StandardImports.settle, StandardImports.snowpack, StandardImports.scenery])

    private static let snowpackOptions = ReferenceSection(
        "Options of snowpack", prefix: "snowpack.", isPrefixWritten: false, typeName: "SnowpackOptions",
        lead: "Keys of the table that `snowpack` takes.",
        entries: SnowpackOption.allCases.map(\.reference))

    private static let sceneryOptions = ReferenceSection(
        "Options of scenery", prefix: "scenery.", isPrefixWritten: false, typeName: "SceneryOptions",
        lead: "Keys of the table that `scenery` takes at the end.",
        entries: SceneryOption.allCases.map(\.reference))

    private static let numbers = ReferenceSection(
        "Chance and numbers", lead: "Functions of numbers alone, as globals.",
        entries: [StandardImports.random] + PureFunctions.all.map(\.reference) + [
            StandardImports.sine, StandardImports.cosine, StandardImports.pi,
        ])

    private static let output = ReferenceSection(
        "Words", lead: "Text in the picture, and lines in the log.",
        entries: [StandardImports.text, StandardImports.print, StandardImports.log])

    private static let textOptions = ReferenceSection(
        "Options of text", prefix: "text.", isPrefixWritten: false, typeName: "TextOptions",
        lead: "Keys of the table that `text` takes at the end.",
        entries: TextOption.allCases.map(\.reference))

    private static let granted = ReferenceSection(
        "Granted imports",
        lead: """
            They reach beyond the script's flakes. A script names the import in its header, `imports = { "clock" }`, and \
            whoever runs it grants it, `--allow clock`; it does not start where one is not granted.
            """,
        entries: Grant.allCases.flatMap(\.references))

    private static let spriteFields = ReferenceSection(
        "Fields of a sprite", prefix: "sprite.", typeName: "Sprite",
        lead: "What `sprite(file)` returns, and a flake has in its field `sprite`.",
        entries: ImageReference.spriteFields)

    private static let backdropOptions = ReferenceSection(
        "Options of a backdrop", prefix: "backdrop.", isPrefixWritten: false, typeName: "BackdropOptions",
        lead: "Keys of the table that `backdrop` takes at the end.",
        entries: ImageReference.backdropOptions)

    private static let basic = ReferenceSection(
        "Lua: basic functions",
        lead: """
            What there is of Lua 5.4's own, as its manual describes it. There is no `io`, `os`, `debug` or `package`, and \
            nothing that reads files, loads compiled code or tells an address.
            """,
        entries: LuaLibrary.basic)

    /// An entry, and where it stands.
    package struct Place: Sendable {
        package let section: ReferenceSection
        package let entry: ReferenceEntry

        /// The name as it is written in a script: `flake.width`.
        package var path: String { section.prefix + entry.name }
    }

    /// All entries.
    package static let places: [Place] = sections.flatMap { section in
        section.entries.map { Place(section: section, entry: $0) }
    }

    /// The entries that a person means by `name`: `flake.width` is one, `width` are several; what bears exactly that
    /// name comes first.
    package static func places(named name: String) -> [Place] {
        let exact = places.filter { $0.path == name }
        let others = places.filter { place in
            // A dot does for the colon of a method.
            place.path != name
                && (place.entry.name == name || place.path.split(separator: ":").joined(separator: ".") == name)
        }
        return exact + others
    }

    /// The sections that a person means by `name`: a title, a class of the types, or what stands before the names.
    package static func sections(named name: String) -> [ReferenceSection] {
        sections.filter { section in
            section.title.lowercased() == name.lowercased() || section.typeName == name
                || (!section.prefix.isEmpty && section.prefix.dropLast() == name)
        }
    }

    /// All that can be asked for, each once.
    package static let names: [String] = {
        var seen: Set<String> = []
        let all =
            places.map(\.entry.name) + places.map(\.path) + sections.map { $0.title.lowercased() }
            + sections.compactMap(\.typeName) + sections.map { String($0.prefix.dropLast()) }
        return all.filter { !$0.isEmpty && seen.insert($0).inserted }
    }()
}
