import SnowHost

/// The scripts that a name stands for: the user's own in a folder, and the bundled ones.
struct ScriptLibrary: Equatable, Sendable {
    /// Where the user's own are, as NAME.lua; one of them hides a bundled one of its name.
    let folder: FilePath?

    /// With the scripts in `folder`, if there is one.
    init(folder: FilePath? = nil) {
        self.folder = folder
    }

    /// The user's own, in alphabetical order.
    var ownNames: [FilePath] {
        guard let folder else { return [] }
        return FileSystem.names(in: folder).filter { $0.hasSuffix(".lua") && !$0.hasPrefix(".") }
            .map { $0.dropLast(4) }.filter { ownPath(of: $0) != nil }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// All names, the bundled ones first.
    var names: [FilePath] {
        let bundled = BundledScript.all.map { FilePath($0.name) }
        return bundled + ownNames.filter { !bundled.contains($0) }
    }

    /// Where the user's script of this name is; nil when there is none.
    func ownPath(of name: FilePath) -> FilePath? {
        guard let folder, !name.isEmpty, !name.bytes.contains(0x2F), !name.hasPrefix(".") else { return nil }
        let path = folder.appending("\(name).lua")
        return FileSystem.isFile(path) ? path : nil
    }

    /// Whether a script has this name.
    func has(_ name: FilePath) -> Bool { ownPath(of: name) != nil || BundledScript.named(name.description) != nil }
}
