import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file that a command writes: begun before a script runs, and put in its place when it is complete.
///
/// Until then the old file at the path stays. Without `put` nothing is left behind, whatever ends the process.
final class OutputFile {
    private let path: FilePath
    private let descriptor: Int32
    /// Nil for a pipe or a device, which is written to directly.
    private let broker: FileBroker?

    /// Begins the file at `path`.
    init(at path: FilePath) throws(NewFile.Failure) {
        self.path = path
        switch NewFile.kind(of: path) {
        case S_IFDIR: throw NewFile.failure(path, EISDIR)
        case S_IFREG, nil: break
        default:
            broker = nil
            descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw NewFile.failure(path, errno) }
            return
        }
        // The target of a link is replaced, not the link. The draft lies beside it: rename works within a file system.
        let target = FileSystem.canonical(path) ?? path
        let draft: FilePath = "\(target).\(getpid()).part"
        do throws(FileBroker.Failure) {
            broker = try FileBroker(for: draft, target: target.fileName)
        } catch {
            throw NewFile.failure(path, error.code)
        }
        descriptor = draft.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else {
            let code = errno
            broker?.forget()
            throw NewFile.failure(path, code)
        }
    }

    deinit { close(descriptor) }

    /// Writes all of the file, and puts it in its place.
    func put(_ bytes: [UInt8]) throws(NewFile.Failure) {
        var code = StandardStream(descriptor: descriptor).write(bytes)
        if code == 0, let broker { code = broker.commit() }
        if code != 0 { throw NewFile.failure(path, code) }
    }
}
