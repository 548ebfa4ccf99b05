/// Finds what `require` asks for: Lua files in the folder of the script.
struct ModuleLoader {
    let folder: ScriptFolder

    /// Where the module `name` would lie; nil for a name that is none.
    func file(of name: [UInt8]) -> FilePath? {
        Self.relativePath(of: name).flatMap(folder.path)
    }

    private static func relativePath(of name: [UInt8]) -> FilePath? {
        let (dot, slash): (UInt8, UInt8) = (0x2E, 0x2F)
        let parts = name.split(omittingEmptySubsequences: false) { $0 == dot || $0 == slash }
        guard parts.allSatisfy({ !$0.isEmpty }), name.allSatisfy({ $0 > 0x20 }), name.count <= 200 else { return nil }
        return "\(FilePath(bytes: parts.joined(separator: [slash]))).lua"
    }

    /// The module `name`, not yet compiled; dots in the name are folders.
    func load(_ name: [UInt8]) throws(ImportError) -> Module {
        let relative = Self.relativePath(of: name)
        let name = String(showing: name)
        let path: FilePath
        do throws(ScriptFolder.Failure) {
            path = try folder.resolve(relative ?? "")
        } catch {
            switch error {
            case .noFolder: throw ImportError("require needs a script that lies in a folder")
            case .badName:
                throw ImportError(
                    "require takes the name of a file beside the script, such as \"shapes\" or \"lib.shapes\"")
            case .missing:
                throw ImportError(
                    "module '\(name)' is not beside the script (looked for \(relative?.description ?? ""))")
            case .outside: throw ImportError("module '\(name)' lies outside the script's folder")
            }
        }
        do throws(FileSystem.Failure) {
            let source = try FileSystem.read(path, limit: Limits.sourceBytes)
            return Module(
                unchecked: source, file: relative.flatMap(folder.path) ?? path, directory: folder.directory)
        } catch {
            throw ImportError("module '\(name)': \(error.words)")
        }
    }
}
