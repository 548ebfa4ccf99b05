import SnowHost

/// The scripts that a name stands for: the user's own in a folder, and the bundled ones.
struct ScriptLibrary: Equatable, Sendable {
    /// Where the user's own are, as NAME.lua; one of them hides a bundled one of its name.
    let folder: String?

    /// With the scripts in `folder`, if there is one.
    init(folder: String? = nil) {
        self.folder = folder
    }

    /// The user's own, in alphabetical order.
    var ownNames: [String] {
        guard let folder else { return [] }
        return FileSystem.names(in: folder).filter { $0.hasSuffix(".lua") && !$0.hasPrefix(".") }
            .map { String($0.dropLast(4)) }.filter { ownPath(of: $0) != nil }.sorted()
    }

    /// All names, the bundled ones first.
    var names: [String] {
        let bundled = BundledScript.all.map(\.name)
        return bundled + ownNames.filter { !bundled.contains($0) }
    }

    /// Where the user's script of this name is; nil when there is none.
    func ownPath(of name: String) -> String? {
        guard let folder, !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
        let path = "\(folder)/\(name).lua"
        return FileSystem.isFile(path) ? path : nil
    }

    /// Whether a script has this name.
    func has(_ name: String) -> Bool { ownPath(of: name) != nil || BundledScript.named(name) != nil }
}
