#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder with a script that is saved again and again, the way that editors and other tools do it.
///
/// The script is `snow.lua`; for a style with links, that is a link to another file. Nothing here waits: a pause is
/// the caller's.
final class SavedFile {
    /// How a save reaches the disk.
    enum Style: String, CaseIterable, Sendable {
        case inPlace, renamed, deletedFirst, backupDance, swappedLink, swappedFolderLink, truncatedFirst, tenChunks
        case tenAppends
    }

    let folder: String
    let path: String
    private let style: Style
    private var count = 0

    /// Writes the first version, with whatever links the style needs.
    init(_ text: String, style: Style = .inPlace) throws {
        var template = Array("/tmp/snowscript-reload-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(operation: "make a folder", code: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.style = style
        switch style {
        case .swappedFolderLink: path = "\(folder)/current/snow.lua"
        default: path = "\(folder)/snow.lua"
        }
        switch style {
        case .swappedLink:
            // Two levels: snow.lua -> middle.lua -> the version.
            write(text, "\(folder)/version-0")
            link("version-0", "middle.lua")
            link("middle.lua", "snow.lua")
        case .swappedFolderLink:
            mkdir("\(folder)/release-0", 0o755)
            write(text, "\(folder)/release-0/snow.lua")
            link("release-0", "current")
        default: write(text, path)
        }
    }

    deinit { Self.removeTree(folder) }

    /// Saves the next version; `pause` lets time pass between the steps of a save.
    func save(_ text: String, pause: (Duration) -> Void) {
        count += 1
        switch style {
        case .inPlace: write(text, path)
        case .renamed:
            write(text, path + ".new")
            rename(path + ".new", path)
        case .deletedFirst:
            unlink(path)
            pause(.milliseconds(200))
            write(text, path)
        case .backupDance:
            // What vim does with 'backupcopy' off: aside, written anew, and the old one deleted.
            unlink("\(folder)/4913")
            write("", "\(folder)/4913")
            unlink("\(folder)/4913")
            rename(path, path + "~")
            pause(.milliseconds(3))
            write(text, path)
            chmod(path, 0o644)
            unlink(path + "~")
        case .swappedLink:
            write(text, "\(folder)/version-\(count)")
            // One level or the other.
            let name = count % 2 == 0 ? "middle.lua" : "snow.lua"
            link("version-\(count)", "link.new")
            rename("\(folder)/link.new", "\(folder)/\(name)")
            if name == "middle.lua" {
                link("middle.lua", "link.new")
                rename("\(folder)/link.new", "\(folder)/snow.lua")
            }
        case .swappedFolderLink:
            mkdir("\(folder)/release-\(count)", 0o755)
            write(text, "\(folder)/release-\(count)/snow.lua")
            link("release-\(count)", "link.new")
            rename("\(folder)/link.new", "\(folder)/current")
        case .truncatedFirst:
            write("", path)
            pause(.milliseconds(150))
            write(text, path)
        case .tenChunks:
            let descriptor = Descriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
            for chunk in Self.chunks(text) {
                var rest = chunk
                _ = descriptor.write(from: &rest)
                pause(.milliseconds(10))
            }
        case .tenAppends:
            unlink(path)
            for chunk in Self.chunks(text) {
                let descriptor = Descriptor(open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644))
                var rest = chunk
                _ = descriptor.write(from: &rest)
                descriptor.close()
                pause(.milliseconds(10))
            }
        }
    }

    /// Writes a file beside the script.
    func write(_ text: String, beside name: String) { write(text, "\(folder)/\(name)") }

    /// Takes a file away.
    func remove(_ name: String) { unlink("\(folder)/\(name)") }

    /// Gives the file a new time of change, and no new content.
    func touch() { utimes(path, nil) }

    private func write(_ text: String, _ path: String) {
        let descriptor = Descriptor(open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
        var rest = Array(text.utf8)[...]
        _ = descriptor.write(from: &rest)
    }

    private func link(_ target: String, _ name: String) {
        symlink(target, "\(folder)/\(name)")
    }

    private static func chunks(_ text: String) -> [ArraySlice<UInt8>] {
        let bytes = Array(text.utf8)
        return (0..<10).map { bytes[bytes.count * $0 / 10..<bytes.count * ($0 + 1) / 10] }
    }

    private static func removeTree(_ path: String) {
        if let entries = opendir(path) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name == "." || name == ".." { continue }
                if unlink("\(path)/\(name)") != 0 { removeTree("\(path)/\(name)") }
            }
            closedir(entries)
        }
        rmdir(path)
    }
}
