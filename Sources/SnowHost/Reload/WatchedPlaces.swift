/// The folders to watch for some paths, with the names that matter in each.
///
/// A path may lead through symbolic links to files and to folders. Replacing a link changes an entry of the link's folder.
/// So the folders of all links on the way are listed, and the folder of the file.
struct WatchedPlaces: Equatable {
    /// A folder, as a path without links in its own entries, with the names of interest.
    private(set) var names: [FilePath: Set<FilePath>] = [:]

    /// As many links as systems follow before they call it a loop.
    private static let maximumLinks = 40

    init(of paths: some Sequence<FilePath>) {
        for path in paths { add(path) }
    }

    private mutating func add(_ path: FilePath) {
        var folder: FilePath = path.isAbsolute ? "/" : "."
        var rest = Self.parts(of: path)
        var linkCount = 0
        while let name = rest.first {
            rest.removeFirst()
            let place = folder.appending(name)
            if let target = FileSystem.linkTarget(of: place) {
                names[folder, default: []].insert(name)
                linkCount += 1
                guard linkCount <= Self.maximumLinks else { return }
                if target.isAbsolute { folder = "/" }
                rest = Self.parts(of: target) + rest
            } else if rest.isEmpty {
                names[folder, default: []].insert(name)
            } else {
                folder = place
            }
        }
    }

    /// `..` stays: no link comes before it.
    private static func parts(of path: FilePath) -> [FilePath] {
        path.parts.filter { $0 != "." }
    }
}
