/// The settings that tell the Lua language server what a folder of scripts is written for.
enum LanguageServerSettings {
    /// What the file is called.
    static let fileName = ".luarc.json"
    /// Names under which a folder may have settings already.
    static let knownFileNames = [fileName, ".luarc.jsonc"]
    /// The folder beside it that the stubs are in.
    static let stubsFolder = ".snowscript"

    /// The libraries of Lua's that scripts do not have.
    static let missingLibraries = ["debug", "io", "os", "package"]

    /// The file's text. Callbacks are globals in small letters, which the server would else complain of.
    static let text = """
        {
          "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
          "runtime.version": "Lua 5.4",
          "runtime.builtin": {
        \(missingLibraries.map { "    \"\($0)\": \"disable\"" }.joined(separator: ",\n"))
          },
          "workspace.library": ["\(stubsFolder)"],
          "diagnostics.disable": ["lowercase-global"]
        }

        """
}
