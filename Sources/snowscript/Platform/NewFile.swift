import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that the command writes.
enum NewFile {
    /// Why one could not be written.
    struct Failure: Error, Equatable {
        let path: String
        /// What to tell a person.
        let words: String

        /// Says it on standard error; the status is what the command should end with.
        func report() -> ExitStatus {
            StandardStream.error.complain("cannot write \(path.quoted): \(words)")
            return .fault
        }
    }

    /// Whether anything is at `path`, be it a link that leads nowhere.
    static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Writes a file that is not there yet.
    static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        try write(path, bytes, O_EXCL)
    }

    /// Writes a file in place of what it held.
    static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        try write(path, bytes, O_TRUNC)
    }

    /// Looks whether `put` may write to `path`.
    static func checkPlace(_ path: String) throws(Failure) {
        var status = stat()
        if stat(path, &status) == 0 {
            if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
            if status.st_mode & S_IFMT != S_IFREG { return }
        }
        let folder = FileSystem.directory(of: FileSystem.canonical(path) ?? path)
        if access(folder, W_OK | X_OK) != 0 { throw failure(path, errno) }
    }

    /// Puts a file in the place of what is at `path`, whole or not at all; a pipe or a device is written to as it is.
    static func put(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            try write(path, bytes, 0)
            return
        }
        // Where links lead is replaced, and not the link. Beside it, because only there a file can be renamed at once.
        let target = FileSystem.canonical(path) ?? path
        let draft = "\(target).\(getpid()).part"
        do throws(Failure) {
            try create(draft, bytes)
        } catch {
            throw Failure(path: path, words: error.words)
        }
        guard rename(draft, target) != 0 else { return }
        let code = errno
        unlink(draft)
        throw failure(path, code)
    }

    /// Makes a folder, unless it is there; the one above it must be.
    static func makeFolder(_ path: String) throws(Failure) {
        guard mkdir(path, 0o777) != 0 else { return }
        let code = errno
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
        throw failure(path, code)
    }

    private static func write(_ path: String, _ bytes: [UInt8], _ mode: Int32) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o666)
        guard descriptor >= 0 else { throw failure(path, errno) }
        var code = StandardStream(descriptor: descriptor).write(bytes)
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code != 0 else { return }
        // Half a file would be in the way of the next attempt.
        if mode == O_EXCL { unlink(path) }
        throw failure(path, code)
    }

    private static func failure(_ path: String, _ code: Int32) -> Failure {
        switch code {
        case EEXIST: Failure(path: path, words: "it is there already; choose another name")
        case ENOENT: Failure(path: path, words: "there is no folder \(FileSystem.directory(of: path).quoted)")
        default: Failure(path: path, words: String(cString: strerror(code)))
        }
    }
}
