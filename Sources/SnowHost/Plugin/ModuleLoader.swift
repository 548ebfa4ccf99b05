/// Finds what `require` asks for: Lua files below one folder, and nothing else.
struct ModuleLoader {
    /// The folder of the script; nil for a script that came as a string.
    let directory: String?

    /// Where the module `name` would lie; nil for a name that is none.
    func file(of name: String) -> String? {
        guard let directory, let relative = Self.relativePath(of: name) else { return nil }
        return Self.path(of: relative, in: directory)
    }

    private static func path(of relative: String, in directory: String) -> String {
        directory == "." ? relative : "\(directory)/\(relative)"
    }

    private static func relativePath(of name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).flatMap {
            $0.split(separator: "/", omittingEmptySubsequences: false)
        }
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x5C }
        }
        guard isPlain, name.utf8.count <= 200 else { return nil }
        return parts.joined(separator: "/") + ".lua"
    }

    /// The module `name`, not yet compiled; dots in the name are folders.
    ///
    /// Links are resolved before the path is held against the folder, so that none leads out.
    func load(_ name: String) throws(ImportError) -> Module {
        guard let directory, let root = FileSystem.canonical(directory) else {
            throw ImportError("require needs a script that lies in a folder")
        }
        guard let relative = Self.relativePath(of: name) else {
            throw ImportError(
                "require takes the name of a file beside the script, such as \"shapes\" or \"lib.shapes\"")
        }
        guard let path = FileSystem.canonical("\(root)/\(relative)") else {
            throw ImportError("module '\(name)' is not beside the script (looked for \(relative))")
        }
        guard path.hasPrefix(root == "/" ? root : root + "/") else {
            throw ImportError("module '\(name)' lies outside the script's folder")
        }
        do {
            let source = try FileSystem.read(path, limit: Limits.sourceBytes)
            return Module(unchecked: source, name: Self.path(of: relative, in: directory), directory: directory)
        } catch {
            throw ImportError("module '\(name)': \(error.words)")
        }
    }
}
