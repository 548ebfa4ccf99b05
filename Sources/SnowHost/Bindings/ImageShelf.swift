/// The images that a script has asked for: each loaded once, counted, and found again by its number.
///
/// While the script's own text runs there is no scene yet; what it asks for waits here until `hang`. The script that
/// takes another's place inherits its images, so that flakes in the air keep theirs, and an unchanged file is not
/// decoded again.
final class ImageShelf {
    private struct Entry {
        let name: FilePath
        /// Where it lies, as messages name it; nil for an image from memory.
        var path: FilePath?
        var stamp: FileSystem.Stamp?
        var digest: UInt64?
        /// Nil for a place that is free.
        var image: Image?
        /// Whether the script that runs now asked for it, and so may hold its number.
        var isAsked = true
    }

    private let folder: ScriptFolder
    private let given: [String: Image]
    private let readsFiles: Bool
    private let limits: Limits
    private let requiredFiles: RequiredFiles
    /// The number of an image is its place here, counted from 1.
    private var entries: [Entry] = []
    private var pictures = Pictures()
    private var isHung = false
    /// Whether the backdrop is what the script's own text said, and not one of its callbacks.
    private var isBackdropOfText = false

    /// The images of a script that is about to be loaded.
    ///
    /// - Parameters:
    ///   - readsFiles: Whether it may read files; otherwise there are only those that came with the module.
    ///   - requiredFiles: Notes the files that it asks for.
    ///   - old: What the script before it had. It is not changed.
    init(module: Module, readsFiles: Bool, limits: Limits, requiredFiles: RequiredFiles, inheriting old: ImageShelf?) {
        folder = ScriptFolder(of: module)
        given = module.images
        self.readsFiles = readsFiles
        self.limits = limits
        self.requiredFiles = requiredFiles
        guard let old else { return }
        entries = old.entries
        for index in entries.indices { entries[index].isAsked = false }
        pictures = Pictures(old.pictures)
        // A text that says nothing of one any more shall have none; what a callback did stays.
        if old.isBackdropOfText { pictures.backdrop = nil }
    }

    // What scripts call

    /// The number of an image that flakes are drawn from.
    func sprite(_ name: FilePath) throws(ImportError) -> (number: UInt32, image: Image) {
        let number = try number(of: name, for: "sprite")
        guard let image = entries[Int(number) - 1].image else { throw ImportError("there is no image '\(name)'") }
        if pictures.sprite(number)?.image !== image { pictures.set(ImageLevels(image), number: number) }
        return (number, image)
    }

    /// Lays an image behind the flakes, or none.
    func lay(_ name: FilePath?, fit: ImageFit) throws(ImportError) {
        isBackdropOfText = !isHung
        guard let name else {
            pictures.backdrop = nil
            return
        }
        let number = try number(of: name, for: "backdrop")
        pictures.backdrop = entries[Int(number) - 1].image.map { Backdrop($0, fit: fit) }
    }

    /// The size of the picture of a flake; nil where there is none of that number.
    func size(_ number: UInt32) -> (width: Int, height: Int)? {
        pictures.sprite(number).map { ($0.image.width, $0.image.height) }
    }

    // What the host calls

    /// Brings the images that only the flakes in the air and the backdrop still have up to date with their files, and
    /// forgets those that nothing has. `scene` is the one to be inherited; nil for none.
    ///
    /// - Throws: What is wrong with a file that is there. One that is gone leaves its image as it was.
    func refresh(_ scene: Scene?) throws(ImportError) {
        let used = scene.map(Self.numbers) ?? []
        for index in entries.indices where !entries[index].isAsked {
            let number = UInt32(index + 1)
            let isBehind = pictures.backdrop?.image === entries[index].image
            if !used.contains(number), !isBehind || scene == nil {
                entries[index].image = nil
                pictures.set(nil, number: number)
            } else if let old = entries[index].image {
                try update(index)
                guard let new = entries[index].image, new !== old else { continue }
                if pictures.sprite(number) != nil { pictures.set(ImageLevels(new), number: number) }
                if isBehind { pictures.backdrop = pictures.backdrop.map { Backdrop(new, fit: $0.fit) } }
            }
        }
        if scene == nil, !isBackdropOfText { pictures.backdrop = nil }
    }

    /// Lets a scene have the images from now on.
    func hang(in scene: Scene) {
        scene.columns.pictures.take(pictures)
        pictures = scene.columns.pictures
        isHung = true
        for slot in 0..<scene.highWater {
            scene.columns.aspect[slot] = pictures.sprite(scene.columns.sprite[slot])?.aspect ?? 1
        }
    }

    private static func numbers(of scene: Scene) -> Set<UInt32> {
        var numbers: Set<UInt32> = []
        for slot in 0..<scene.highWater where scene.columns.sprite[slot] != 0 {
            numbers.insert(scene.columns.sprite[slot])
        }
        return numbers
    }

    // Loading

    private func number(of name: FilePath, for function: String) throws(ImportError) -> UInt32 {
        if let known = entries.firstIndex(where: { $0.name == name && $0.image != nil }) {
            if !entries[known].isAsked {
                try update(known, for: function)
                entries[known].isAsked = true
            }
            return UInt32(known + 1)
        }
        guard entries.count(where: { $0.image != nil }) < limits.images else {
            throw ImportError("image '\(name)': a script may have \(limits.images) images")
        }
        var entry = Entry(name: name)
        try load(&entry, for: function)
        if let free = entries.firstIndex(where: { $0.image == nil }) {
            entries[free] = entry
            return UInt32(free + 1)
        }
        entries.append(entry)
        return UInt32(entries.count)
    }

    /// Loads an inherited image again if its file was written since.
    private func update(_ index: Int, for function: String? = nil) throws(ImportError) {
        var entry = entries[index]
        if let path = entry.path, let stamp = entry.stamp, stamp == FileSystem.Stamp(of: path) {
            requiredFiles.noteImage(path, digest: entry.digest)
        } else if function == nil, let path = entry.path, !FileSystem.isFile(path) {
            requiredFiles.noteImage(path, digest: nil)
        } else {
            // Its own bytes make room for the new ones.
            let old = entries[index].image
            entries[index].image = nil
            defer { if entries[index].image == nil { entries[index].image = old } }
            try load(&entry, for: function ?? "sprite")
            entries[index] = entry
        }
    }

    private func load(_ entry: inout Entry, for function: String) throws(ImportError) {
        let name = entry.name
        let used = entries.reduce(0) { $0 + ($1.image?.byteCount ?? 0) }
        let room = max(limits.imageBytes - used, 0) / 4
        if let image = given[name.description] {
            guard image.pixels.count <= room else { throw noRoom(name, image.width, image.height) }
            entry.image = image
            entry.path = nil
            return
        }
        let (bytes, path, stamp) = try read(name, for: function)
        entry.path = path
        entry.stamp = stamp
        entry.digest = FileSystem.digest(of: bytes)
        do throws(ImageError) {
            entry.image = try Image(png: bytes, mostPixels: room)
        } catch {
            if case .tooLarge(let width, let height, let most) = error, most < Image.mostPixels {
                throw noRoom(name, width, height)
            }
            throw ImportError("image '\(name)': \(error)")
        }
    }

    private func noRoom(_ name: FilePath, _ width: Int, _ height: Int) -> ImportError {
        let bytes = limits.imageBytes
        let most = bytes & (1 << 20 - 1) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
        return ImportError(
            "image '\(name)': no room for \(width) × \(height) pixels; the images of a script take \(most) at most")
    }

    private func read(
        _ name: FilePath, for function: String
    ) throws(ImportError) -> (bytes: [UInt8], path: FilePath, stamp: FileSystem.Stamp?) {
        guard readsFiles else {
            let names = given.keys.sorted().joined(separator: " ")
            throw ImportError("image '\(name)' is not among those that the host gave: \(names)")
        }
        let path = folder.path(of: name) ?? name
        let resolved: FilePath
        do throws(ScriptFolder.Failure) {
            resolved = try folder.resolve(name)
        } catch {
            switch error {
            case .noFolder: throw ImportError("\(function) needs a script that lies in a folder")
            case .badName:
                throw ImportError("\(function) takes the name of a PNG file beside the script, such as \"flake.png\"")
            case .missing:
                requiredFiles.noteImage(path, digest: nil)
                throw ImportError("image '\(name)' is not beside the script")
            case .outside: throw ImportError("image '\(name)' lies outside the script's folder")
            }
        }
        // Taken before the bytes: what is written in between is seen as a change.
        let stamp = FileSystem.Stamp(of: path)
        do throws(FileSystem.Failure) {
            let bytes = try FileSystem.read(resolved, limit: Limits.imageFileBytes)
            requiredFiles.noteImage(path, digest: FileSystem.digest(of: bytes))
            return (bytes, path, stamp)
        } catch {
            requiredFiles.noteImage(path, digest: nil)
            throw ImportError("image '\(name)': \(error.words)")
        }
    }
}
