/// Tells when files have another content than before, whichever way they got it.
///
/// It listens to the folders that the files and the links to them lie in, and looks at the files themselves twice a
/// second, for file systems that send no events. Asked once a frame, it costs a read that finds nothing.
package struct ScriptWatcher: ~Copyable {
    /// Files whose content is not what it was.
    package struct Change: Hashable, Sendable {
        /// Their paths, in the order in which they are watched.
        package let paths: [FilePath]
    }

    /// The content of a file at the last look.
    package enum Content: Hashable, Sendable {
        case bytes([UInt8])
        /// That of an image, by the digest of its bytes.
        case image(digest: UInt64)
        /// It is not there, or cannot be read; the words say why.
        case unreadable(String)
    }

    /// How long nothing must have happened before a burst of events is over.
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
    /// Whether the last event left a file whole, and was the first such for a while.
    private var isWhole = false
    private var lastEvent = Duration.zero
    private var lastWhole: Duration?
    private var nextLook = Duration.zero

    /// Watches nothing yet.
    ///
    /// - Parameter usesEvents: False to do with the looks alone.
    package init(usesEvents: Bool = true) {
        guard usesEvents, let events = FolderEvents() else {
            descriptor = nil
            return
        }
        descriptor = events.descriptor
        self.events = consume events
    }

    /// The descriptor that can be read once something happened; nil without events.
    package let descriptor: Int32?

    /// When `poll` is to be called again although nothing happened.
    package var nextPoll: Duration { isPending ? lastEvent + Self.quiet : nextLook }

    /// When the last event came; files may be half written for a while after it.
    package var lastEventTime: Duration { lastEvent }

    /// The content of a watched file as it was last seen.
    package func content(of path: FilePath) -> Content? {
        files.first { $0.path == path }?.content
    }

    /// Watches these files and no others, of which the last ones are images. What they hold now is what later contents
    /// are compared with; a file that was watched before keeps what was seen of it.
    package mutating func watch(_ paths: [FilePath], images: [FilePath] = []) {
        let all = paths + images
        guard all != files.map(\.path) || files.count(where: \.isImage) != images.count else { return }
        // First the watches: what is written after the read is an event.
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

    /// What changed since it was last told; nil as long as nothing did, or more may follow at once.
    ///
    /// A file that was closed or renamed into place is looked at without delay; all else, and what comes right
    /// after that, when nothing has happened for `quiet`.
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
