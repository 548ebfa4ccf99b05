/// The globals that every script has.
package enum StandardImports {
    /// Functions and tables of this host.
    package static let own = [
        "animate", "clamp", "cos", "flakes", "lerp", "log", "noise", "params", "pi", "plugin", "print", "random",
        "remove", "require", "scene", "sin", "smoothstep", "spawn", "state", "text",
    ]

    /// What a script has of Lua's own.
    package static let lua = [
        "assert", "coroutine", "error", "getmetatable", "ipairs", "load", "math", "next", "pairs", "pcall", "rawequal",
        "rawget", "rawlen", "rawset", "select", "setmetatable", "string", "table", "tonumber", "tostring", "type",
        "utf8", "xpcall",
    ]

    /// All of them.
    package static let names = own + lua
}
