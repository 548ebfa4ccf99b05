internal import CLua

/// The Lua library that the program is linked to, which is the system's.
///
/// Releases differ in their bugs. What a release gets wrong is kept out of a script's reach, which takes a few constructs
/// away from scripts on old releases; docs/LUA.md lists them.
public enum LinkedLua {
    /// The third number of its version: 4 for 5.4.4; 0 where it does not tell.
    public static var release: Int { Int(clua_lua_release()) }

    /// Its version, such as "5.4.4".
    public static var version: String { "5.4.\(release)" }

    /// Why no script can be run with it; nil where scripts can.
    static var objection: String? {
        release >= 4 ? nil : "Lua 5.4.4 or later is needed, and this program runs with \(version)"
    }
}
