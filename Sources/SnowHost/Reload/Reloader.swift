/// Keeps a layer up to date with the files of its script.
///
/// ```swift
/// let module = try Module(file: "snow.lua")
/// let layer = try Layer(module: module, width: 80, height: 48)
/// let reloader = Reloader(layer: layer)
/// // In each frame:
/// _ = reloader?.poll(now: now)
/// layer.step(seconds: dt)
/// ```
///
/// A save that loads replaces the script between two frames. A save that does not load changes nothing: the script goes
/// on, and `Layer.reloadFailure` says what is wrong unless a good save follows at once.
public final class Reloader {
    /// The result of a look at the files.
    public enum Outcome: Hashable, Sendable {
        /// The layer is unchanged.
        case nothing
        /// The layer runs a new text.
        case reloaded
        /// A new text was refused: `Layer.reloadFailure` says why.
        case refused
    }

    /// How long after the last event a file counts as half written.
    package static let grace = Duration.milliseconds(300)

    /// The layer.
    public let layer: Layer
    /// The script's file.
    public let path: FilePath

    private var watcher: ScriptWatcher
    /// What is wrong with the files, while they may still be half written.
    private var pendingFailure: Trap?
    private var mayBeStale = true
    /// Whether `look` found a change that `take` has not tried yet.
    private var isChanged = false
    private var watchedCounts = (0, 0, 0, 0)

    /// Watches the layer's script and the files that it requires; nil when its module came from no file.
    public convenience init?(layer: Layer) {
        self.init(layer: layer, watcher: ScriptWatcher())
    }

    package init?(layer: Layer, watcher: consuming ScriptWatcher) {
        guard let path = layer.instance.module.file else { return nil }
        self.layer = layer
        self.path = path
        self.watcher = watcher
        watchFiles()
    }

    /// Looks for saves, and loads a good one. Call it between two steps, once a frame; called by an import of the layer's
    /// script it does nothing.
    ///
    /// - Parameter now: A monotonic time.
    /// - Complexity: One read that finds nothing, while nothing happens.
    public func poll(now: Duration) -> Outcome {
        !layer.isBusy && look(now: now) ? take() : .nothing
    }

    /// Looks for saves: whether `take` has something to do.
    package func look(now: Duration) -> Bool {
        if fileCounts != watchedCounts { watchFiles() }
        if watcher.poll(now: now) != nil { isChanged = true }
        if mayBeStale {
            // The file may have changed between the load and the watch.
            mayBeStale = false
            isChanged = isChanged || !isCurrent
        }
        return isChanged || (pendingFailure != nil && now >= graceEnd)
    }

    /// Loads a save that `look` found; or reports one that did not load and has not changed since.
    package func take() -> Outcome {
        if isChanged || watcher.look() != nil {
            isChanged = false
            return attempt()
        }
        guard let failure = pendingFailure else { return .nothing }
        pendingFailure = nil
        layer.reloadFailure = failure
        return .refused
    }

    private var graceEnd: Duration { watcher.lastEventTime + Self.grace }

    /// A descriptor that is readable once the files may have changed; nil where the system reports no changes.
    package var descriptor: Int32? { watcher.descriptor }

    /// When to look again if the descriptor stays unreadable.
    package var nextLook: Duration {
        if mayBeStale { return .zero }
        return pendingFailure == nil ? watcher.nextPoll : min(watcher.nextPoll, graceEnd)
    }

    /// How many modules and images the running script asked for, and how many the last text that was tried.
    private var fileCounts: (Int, Int, Int, Int) {
        let (required, attempted) = (layer.instance.requiredFiles, layer.attemptedFiles)
        return (required.paths.count, attempted.paths.count, required.images.count, attempted.images.count)
    }

    private func watchFiles() {
        watchedCounts = fileCounts
        let required = layer.instance.requiredFiles
        let attempted = layer.attemptedFiles
        let images = required.images.map(\.path)
        watcher.watch(
            [path] + required.paths + attempted.paths.filter { !required.paths.contains($0) },
            images: images + attempted.images.map(\.path).filter { !images.contains($0) })
    }

    private func attempt() -> Outcome {
        if isCurrent {
            // The files are those of the running script again, by undo or by the second half of a save.
            pendingFailure = nil
            layer.reloadFailure = nil
            return .nothing
        }
        let shown = layer.reloadFailure
        do throws(Trap) {
            try layer.reload(module: try module())
        } catch {
            layer.reloadFailure = shown
            pendingFailure = error
            watchFiles()
            return .nothing
        }
        pendingFailure = nil
        mayBeStale = true
        watchFiles()
        return .reloaded
    }

    private func module() throws(Trap) -> Module {
        let old = layer.instance.module
        switch watcher.content(of: path) {
        case .bytes(let bytes):
            return try Module(
                uncompiled: bytes, name: old.name, directory: old.directory, file: path, images: old.images)
        case .unreadable(let words): throw Trap(reason: .link, message: words, file: old.name)
        case .image, nil: throw Trap(reason: .link, message: "not watched", file: old.name)
        }
    }

    /// Whether the running script was made from the present files.
    private var isCurrent: Bool {
        var found: [FilePath] = []
        for source in layer.instance.sources {
            guard let file = source.file, watcher.content(of: file) == .bytes(source.source) else { return false }
            found.append(file)
        }
        let areImagesCurrent = layer.instance.requiredFiles.images.allSatisfy { image in
            switch watcher.content(of: image.path) {
            case .image(let digest): digest == image.digest
            case .unreadable: image.digest == nil
            case .bytes, nil: false
            }
        }
        guard areImagesCurrent else { return false }
        // Files that it did not find are still missing.
        return layer.instance.requiredFiles.paths.allSatisfy { path in
            if found.contains(path) { return true }
            guard case .unreadable = watcher.content(of: path) else { return false }
            return true
        }
    }
}
