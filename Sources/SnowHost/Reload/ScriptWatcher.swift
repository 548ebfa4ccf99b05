/// Notices when the content of files changes, however they are written.
///
/// It watches the folders of the files and of the links to them. Twice a second it also looks at the files themselves,
/// for file systems that send no events. A call costs one read that finds nothing.
package struct ScriptWatcher: ~Copyable {
    /// Files whose content changed.
    package struct Change: Hashable, Sendable {
        /// Their paths, in the order in which they are watched.
        package let paths: [FilePath]
    }

    /// The content of a file at the last look.
    package enum Content: Hashable, Sendable {
        case bytes([UInt8])
        /// Of an image: the digest of its bytes.
        case image(digest: UInt64)
        /// The file is missing or cannot be read; the words say why.
        case unreadable(String)
    }

    /// A burst of events is over when nothing happened for so long.
    package static let quiet = Duration.milliseconds(25)
    /// How often files are looked at without an event.
    package static let lookInterval = Duration.milliseconds(500)

    private struct File {
        let path: FilePath
        let isImage: Bool
        var content: Content
        var stamp: FileSystem.Stamp?
    }

    private var events: FolderEvents? = nil
    private var files: [File] = []
    private var places = WatchedPlaces(of: [])
    private var isPending = false
    /// Whether the last event left a file whole, and was the first such event for a while.
    private var isWhole = false
    private var lastEvent = Duration.zero
    private var lastWhole: Duration?
    private var nextLook = Duration.zero

    /// Watches nothing yet.
    ///
    /// - Parameter usesEvents: False to rely on the looks alone.
    package init(usesEvents: Bool = true) {
        guard usesEvents, let events = FolderEvents() else {
            descriptor = nil
            return
        }
        descriptor = events.descriptor
        self.events = consume events
    }

    /// A descriptor that is readable once something happened; nil without events.
    package let descriptor: Int32?

    /// When to call `poll` again if the descriptor stays unreadable.
    package var nextPoll: Duration { isPending ? lastEvent + Self.quiet : nextLook }

    /// When the last event came; files may be half written for a while after it.
    package var lastEventTime: Duration { lastEvent }

    /// The content of a watched file at the last look.
    package func content(of path: FilePath) -> Content? {
        files.first { $0.path == path }?.content
    }

    /// Watches these files and these images, and no others. Later contents are compared with the present ones; for a file
    /// that was watched before, with the last one seen.
    package mutating func watch(_ paths: [FilePath], images: [FilePath] = []) {
        let all = paths + images
        guard all != files.map(\.path) || files.count(where: \.isImage) != images.count else { return }
        // The watches come first: a write after the read is then an event.
        follow(all)
        let before = files
        files = all.enumerated().map { number, path in
            let isImage = number >= paths.count
            return before.first { $0.path == path && $0.isImage == isImage }
                ?? File(
                    path: path, isImage: isImage, content: Self.read(path, isImage: isImage),
                    stamp: FileSystem.Stamp(of: path))
        }
    }

    /// What changed since the last change that was returned; nil when nothing did, or more may follow at once.
    ///
    /// A file that was closed or renamed into place is read at once. After any other event, and after one that follows
    /// right behind, files are read when nothing has happened for `quiet`.
    ///
    /// - Parameter now: A monotonic time.
    package mutating func poll(now: Duration) -> Change? {
        switch events?.take() ?? .nothing {
        case .nothing: break
        case .begun: note(now)
        case .ended:
            note(now)
            isWhole = lastWhole.map { now - $0 >= Self.quiet } ?? true
            lastWhole = now
        }
        if now >= nextLook {
            nextLook = now + Self.lookInterval
            if !isPending, files.contains(where: { $0.stamp != FileSystem.Stamp(of: $0.path) }) {
                note(now)
            }
        }
        guard isPending else { return nil }
        guard isWhole || now - lastEvent >= Self.quiet else { return nil }
        isPending = false
        return look()
    }

    private mutating func note(_ now: Duration) {
        isPending = true
        isWhole = false
        lastEvent = now
    }

    /// Reads all files anew; nil when none differs.
    package mutating func look() -> Change? {
        follow(files.map(\.path))
        var changed: [FilePath] = []
        for index in files.indices {
            let path = files[index].path
            files[index].stamp = FileSystem.Stamp(of: path)
            let content = Self.read(path, isImage: files[index].isImage)
            guard content != files[index].content else { continue }
            files[index].content = content
            changed.append(path)
        }
        return changed.isEmpty ? nil : Change(paths: changed)
    }

    private mutating func follow(_ paths: [FilePath]) {
        places = WatchedPlaces(of: paths)
        events?.watch(places)
    }

    private static func read(_ path: FilePath, isImage: Bool) -> Content {
        do throws(FileSystem.Failure) {
            if isImage {
                return .image(digest: FileSystem.digest(of: try FileSystem.read(path, limit: Limits.imageFileBytes)))
            }
            return .bytes(try FileSystem.read(path, limit: Limits.sourceBytes))
        } catch {
            return .unreadable(error.words)
        }
    }
}
