/// Finds what `require` asks for: Lua files in the folder of the script.
struct ModuleLoader {
    let folder: ScriptFolder

    /// Where the module `name` would lie; nil for a name that is none.
    func file(of name: String) -> String? {
        Self.relativePath(of: name).flatMap(folder.path)
    }

    private static func relativePath(of name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).flatMap {
            $0.split(separator: "/", omittingEmptySubsequences: false)
        }
        let isPlain = parts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0x20) }
        guard isPlain, name.utf8.count <= 200 else { return nil }
        return parts.joined(separator: "/") + ".lua"
    }

    /// The module `name`, not yet compiled; dots in the name are folders.
    func load(_ name: String) throws(ImportError) -> Module {
        let relative = Self.relativePath(of: name)
        let path: String
        do throws(ScriptFolder.Failure) {
            path = try folder.resolve(relative ?? "")
        } catch {
            switch error {
            case .noFolder: throw ImportError("require needs a script that lies in a folder")
            case .badName:
                throw ImportError(
                    "require takes the name of a file beside the script, such as \"shapes\" or \"lib.shapes\"")
            case .missing:
                throw ImportError("module '\(name)' is not beside the script (looked for \(relative ?? ""))")
            case .outside: throw ImportError("module '\(name)' lies outside the script's folder")
            }
        }
        do throws(FileSystem.Failure) {
            let source = try FileSystem.read(path, limit: Limits.sourceBytes)
            return Module(unchecked: source, name: file(of: name) ?? name, directory: folder.directory)
        } catch {
            throw ImportError("module '\(name)': \(error.words)")
        }
    }
}
