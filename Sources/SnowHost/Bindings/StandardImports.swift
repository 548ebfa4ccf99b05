/// The globals that every script has, with what the reference says of each.
package enum StandardImports {
    private typealias Value = ReferenceEntry.Value
    private typealias Signature = ReferenceEntry.Signature

    static let plugin = ReferenceEntry.function(
        "plugin", [Value("header", "Header", "what the script says of itself")],
        about: "Says what the script is and what it needs. It may be left out, and so may each of its keys.",
        errors: [
            "a key that does not exist, or has a value of the wrong kind: the script does not start",
            "a second call, or one from inside a callback",
        ])

    static let spawn = ReferenceEntry.function(
        "spawn", [Value("fields", "FlakeFields", "what it shall have, `{ field = value }`", isOptional: true)],
        gives: [Value("", "Flake?", "the new flake; nil when there are as many as the header allows")],
        about: "Makes a flake.",
        errors: [
            "a field that does not exist, is read only, or gets a value of the wrong kind",
            "a call while the text of the script runs: flakes can be made from `init` on",
        ])

    static let remove = ReferenceEntry.function(
        "remove", [Value("flake", "Flake")],
        about: "Removes a flake; its place is free when the frame ends.",
        errors: ["a flake that has been removed"])

    static let flakes = ReferenceEntry.function(
        "flakes", gives: [Value("", "fun(): Flake", "what a loop asks, `for flake in flakes() do … end`")],
        about: "Goes through all flakes that are alive. Those that the loop itself makes are not among them.")

    static let animate = ReferenceEntry.function(
        "animate",
        [
            Value("flake", "Flake"),
            Value("animation", "Animation", "fields with the values they shall come to, and options"),
        ],
        gives: [Value("", "boolean", "false when no more animations fit")],
        about: "Says where a flake shall be; the host moves it there without calling Lua.",
        details: [
            "Any field that is a number can be animated, and so can `color`, which is blended.",
            "A later animation of a field takes it over from where it is. Until the end, the field is the animation's: "
                + "`speed`, `drift`, `fade` and `spin` leave it alone.",
        ],
        errors: [
            "a flake that has been removed",
            "a field or an option that does not exist, or has a value of the wrong kind",
            "`from` with a field that the animation does not change",
            "`done` with a name that is no function of the script",
        ])

    static let random = ReferenceEntry.function(
        "random",
        [
            Signature([], gives: [Value("", "number", "from 0 up to 1")]),
            Signature([Value("hi", "number")], gives: [Value("", "number", "from 0 up to hi")]),
            Signature(
                [Value("lo", "number"), Value("hi", "number")], gives: [Value("", "number", "from lo up to hi")]),
        ],
        about: "Gives a real number by chance, from 0 up to 1 or within the bounds; for whole ones see `math.random`.",
        details: ["All chance comes from the seed of the run."])

    static let sine = ReferenceEntry.function(
        "sin", [Value("x", "number")], gives: [Value("", "number")],
        about: "Gives the sine of an angle in radians, as `math.sin`.")
    static let cosine = ReferenceEntry.function(
        "cos", [Value("x", "number")], gives: [Value("", "number")],
        about: "Gives the cosine of an angle in radians, as `math.cos`.")
    static let pi = ReferenceEntry.value(
        "pi", "number", isReadOnly: true, about: "half a turn in radians, as `math.pi`")

    static let text = ReferenceEntry.function(
        "text",
        [
            Value("x", "number", "units"), Value("y", "number", "units"), Value("words", "string"),
            Value("options", "TextOptions", "colour and alignment", isOptional: true),
        ],
        gives: [Value("", "boolean", "false when no more text fits")],
        about: "Writes over the flakes, for this frame.",
        errors: ["an option that does not exist, or has a value of the wrong kind"])

    static let print = ReferenceEntry.function(
        "print", [Value("...", "any")],
        about: "Adds a line to the log. Its last lines stand among the figures, and are told when the show is over.")
    static let log = ReferenceEntry.function("log", [Value("...", "any")], about: "The same as `print`.")

    static let require = ReferenceEntry.function(
        "require", [Value("name", "string", "the file without `.lua`; dots are folders")],
        gives: [Value("", "any", "what the file returned, or true")],
        about: "Runs a Lua file that lies beside the script, once, and gives what it returned.",
        errors: [
            "a file that is not there, is not below the script's folder, or does not run",
            "a module that requires itself",
        ])

    static let scene = ReferenceEntry.value(
        "scene", "Scene", isReadOnly: true, about: "the picture and the moment")
    static let params = ReferenceEntry.value(
        "params", "table<string, number>", isReadOnly: true, about: "the header's parameters, as they are set")
    static let state = ReferenceEntry.value(
        "state", "table", initial: "{}", about: "a table for values of your own, kept when the script is saved")

    /// Functions and tables of this host.
    package static let entries: [ReferenceEntry] =
        [plugin, spawn, remove, flakes, animate, scene, params, state, random] + PureFunctions.all.map(\.reference) + [
            sine, cosine, pi, text, print, log, require,
        ]

    /// Their names, sorted.
    package static let own = entries.map(\.name).sorted()

    /// What a script has of Lua's own, sorted.
    package static let lua = (LuaLibrary.basic.map(\.name) + LuaLibrary.tables.map(\.name)).sorted()

    /// All of them.
    package static let names = own + lua
}
