/// What a script has of Lua's own: the harmless parts, some of them with bounds.
package enum LuaLibrary {
    /// A table of functions.
    package struct Table: Sendable {
        package let name: String
        package let about: String
        package let entries: [ReferenceEntry]
    }

    /// The global functions.
    package static let basic: [ReferenceEntry] = [
        call("assert", "v any, message? any", "any", "Raises the message unless v is true."),
        call("error", "message? any, level? integer", "", "Raises an error."),
        call("getmetatable", "v any", "any", "Gives the metatable, or what it shows instead."),
        call("ipairs", "list table", "function", "Goes through a list: `for i, v in ipairs(list) do … end`."),
        call(
            "load", "chunk string|function, name? string, mode? string, env? table", "function?",
            "Compiles Lua text, at most 64 KiB."),
        call("next", "t table, key? any", "any", "Gives the key after this one, in the order of `pairs`."),
        call("pairs", "t table", "function", "Goes through a table in the same order in every run."),
        call("pcall", "f any, ...", "boolean", "Calls f and catches its error, but no limit that was hit."),
        call("rawequal", "a any, b any", "boolean", "Compares without metamethods."),
        call("rawget", "t table, key any", "any", "Reads without metamethods."),
        call("rawlen", "v table|string", "integer", "Gives the length without metamethods."),
        call("rawset", "t table, key any, v any", "table", "Writes without metamethods."),
        call("select", "n integer|string, ...", "any", "Gives the arguments from n on, or how many for `\"#\"`."),
        call(
            "setmetatable", "t table, meta table|nil", "table",
            "Sets the metatable; `__gc` and `__mode` are not allowed."),
        call("tonumber", "v any, base? integer", "number?", "Gives the number that v is or spells."),
        call("tostring", "v any", "string", "Gives v as text; no address is shown."),
        call("type", "v any", "string", "Gives the name of the type; a flake's is `\"userdata\"`."),
        call(
            "xpcall", "f any, handler function, ...", "boolean", "As `pcall`, with a function that is told the error."),
        .value("_G", "table", about: "the table of all globals"),
        .value("_VERSION", "string", initial: "\"Lua 5.4\"", about: "the language"),
    ]

    /// The tables, by name.
    package static let tables: [Table] = [
        Table(name: "coroutine", about: "functions that pause and go on", entries: coroutine),
        Table(name: "math", about: "numbers", entries: math),
        Table(name: "string", about: "text; its functions are methods of every string too", entries: string),
        Table(name: "table", about: "lists", entries: table),
        Table(name: "utf8", about: "characters beyond ASCII", entries: utf8),
    ]

    private static let coroutine: [ReferenceEntry] = [
        call("close", "co thread", "boolean", "Ends a paused coroutine."),
        call("create", "f function", "thread", "Makes a coroutine of f."),
        call("isyieldable", "co? thread", "boolean", "Tells whether it may pause."),
        call("resume", "co thread, ...", "boolean", "Lets it go on to its next pause."),
        call("running", "", "thread", "Gives the coroutine that runs, and whether it is the main one."),
        call("status", "co thread", "string", "Gives `\"running\"`, `\"suspended\"`, `\"normal\"` or `\"dead\"`."),
        call("wrap", "f function", "function", "Makes a function that resumes a coroutine of f."),
        call("yield", "...", "any", "Pauses the coroutine that runs."),
    ]

    private static let math: [ReferenceEntry] = [
        call("abs", "x number", "number", "Gives x without its sign."),
        call("acos", "x number", "number", "Gives the arc cosine in radians."),
        call("asin", "x number", "number", "Gives the arc sine in radians."),
        call("atan", "y number, x? number", "number", "Gives the angle of the point (x, y); without x, of slope y."),
        call("ceil", "x number", "integer", "Rounds up."),
        call("cos", "x number", "number", "Gives the cosine."),
        call("deg", "x number", "number", "Turns radians into degrees."),
        call("exp", "x number", "number", "Gives e to the power x."),
        call("floor", "x number", "integer", "Rounds down."),
        call("fmod", "x number, y number", "number", "Gives what is left of x / y, with the sign of x."),
        .value("huge", "number", about: "infinity"),
        call("log", "x number, base? number", "number", "Gives the logarithm, the natural one without a base."),
        call("max", "x number, ...", "number", "Gives the greatest."),
        .value("maxinteger", "integer", about: "the greatest integer"),
        call("min", "x number, ...", "number", "Gives the least."),
        .value("mininteger", "integer", about: "the least integer"),
        call("modf", "x number", "number", "Gives the whole part, and the fraction."),
        .value("pi", "number", about: "half a turn in radians"),
        call("rad", "x number", "number", "Turns degrees into radians."),
        .function(
            "random",
            [
                signature("", "number"), signature("m integer", "integer"),
                signature("m integer, n integer", "integer"),
            ], about: "Gives a whole number by chance, 1 to m or m to n; a real one below 1 without bounds."),
        call("sin", "x number", "number", "Gives the sine."),
        call("sqrt", "x number", "number", "Gives the square root."),
        call("tan", "x number", "number", "Gives the tangent."),
        call("tointeger", "x any", "integer?", "Gives x as an integer, nil where it is none."),
        call("type", "x any", "string?", "Gives `\"integer\"`, `\"float\"`, or nil for what is no number."),
        call("ult", "m integer, n integer", "boolean", "Compares without signs."),
    ]

    private static let string: [ReferenceEntry] = [
        call("byte", "s string, i? integer, j? integer", "integer", "Gives bytes as numbers."),
        call("char", "...", "string", "Makes text of bytes."),
        call(
            "find", "s string, pattern string, init? integer, plain? boolean", "integer?",
            "Finds a pattern: where it starts and ends."),
        call("format", "format string, ...", "string", "Puts values into a text, as `%d`, `%.2f`, `%s`, …"),
        call("gmatch", "s string, pattern string, init? integer", "function", "Goes through all matches."),
        call(
            "gsub", "s string, pattern string, repl string|table|function, n? integer", "string", "Replaces matches."),
        call("len", "s string", "integer", "Gives the number of bytes."),
        call("lower", "s string", "string", "Makes letters small."),
        call("match", "s string, pattern string, init? integer", "string?", "Gives the first match, or its captures."),
        call("pack", "format string, ...", "string", "Packs values into bytes."),
        call("packsize", "format string", "integer", "Gives how many bytes `pack` makes."),
        call("rep", "s string, n integer, separator? string", "string", "Repeats it."),
        call("reverse", "s string", "string", "Turns it round."),
        call("sub", "s string, i integer, j? integer", "string", "Gives the bytes from i to j."),
        call("unpack", "format string, s string, init? integer", "any", "Gives what `pack` packed."),
        call("upper", "s string", "string", "Makes letters capitals."),
    ]

    private static let table: [ReferenceEntry] = [
        call("concat", "list table, separator? string, i? integer, j? integer", "string", "Joins texts and numbers."),
        .function(
            "insert", [signature("list table, v any", ""), signature("list table, i integer, v any", "")],
            about: "Adds v at the end, or at place i."),
        call(
            "move", "from table, first integer, last integer, to integer, into? table", "table", "Copies elements."),
        call("pack", "...", "table", "Makes a list of the arguments, with their number as `n`."),
        call("remove", "list table, i? integer", "any", "Takes out the last element, or the one at place i."),
        call("sort", "list table, less? function", "", "Sorts in place."),
        call("unpack", "list table, i? integer, j? integer", "any", "Gives the elements as values."),
    ]

    private static let utf8: [ReferenceEntry] = [
        call("char", "...", "string", "Makes text of the numbers of characters."),
        .value("charpattern", "string", about: "the pattern that matches one character"),
        call(
            "codepoint", "s string, i? integer, j? integer, lax? boolean", "integer", "Gives characters as numbers."),
        call("codes", "s string, lax? boolean", "function", "Goes through places and characters."),
        call("len", "s string, i? integer, j? integer, lax? boolean", "integer?", "Counts characters."),
        call("offset", "s string, n integer, i? integer", "integer?", "Gives the byte where character n starts."),
    ]

    /// A function whose parameters are written `name type, name? type, ...`.
    private static func call(_ name: String, _ parameters: String, _ result: String, _ about: String) -> ReferenceEntry
    {
        .function(name, [signature(parameters, result)], about: about)
    }

    private static func signature(_ parameters: String, _ result: String) -> ReferenceEntry.Signature {
        let values = parameters.split(separator: ",").map { part -> ReferenceEntry.Value in
            let words = part.split(separator: " ").map(String.init)
            let name = words.first ?? ""
            let isOptional = name.hasSuffix("?")
            return ReferenceEntry.Value(
                isOptional ? String(name.dropLast()) : name, words.dropFirst().first ?? "any", isOptional: isOptional)
        }
        return ReferenceEntry.Signature(values, gives: result.isEmpty ? [] : [ReferenceEntry.Value("", result)])
    }
}
