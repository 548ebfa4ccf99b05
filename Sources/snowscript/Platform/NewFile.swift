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
        let path: FilePath
        /// What to tell a person.
        let words: String

        /// Says it on standard error; the status is what the command should end with.
        func report() -> ExitStatus {
            StandardStream.error.complain("cannot write \(path.quoted): \(words)")
            return .fault
        }
    }

    /// Whether anything is at `path`, be it a link that leads nowhere.
    static func isTaken(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0
    }

    /// Writes a file that is not there yet.
    static func create(_ path: FilePath, _ bytes: [UInt8]) throws(Failure) {
        try write(path, bytes, O_EXCL)
    }

    /// Writes a file in place of what it held.
    static func replace(_ path: FilePath, _ bytes: [UInt8]) throws(Failure) {
        try write(path, bytes, O_TRUNC)
    }

    /// Makes a folder, unless it is there; the one above it must be.
    static func makeFolder(_ path: FilePath) throws(Failure) {
        guard path.withCString({ mkdir($0, 0o777) }) != 0 else { return }
        let code = errno
        if kind(of: path) == S_IFDIR { return }
        throw failure(path, code)
    }

    /// What is at the end of the links at `path`, as a bit pattern of `st_mode`; nil where there is nothing.
    static func kind(of path: FilePath) -> mode_t? {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func write(_ path: FilePath, _ bytes: [UInt8], _ mode: Int32) throws(Failure) {
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o666) }
        guard descriptor >= 0 else { throw failure(path, errno) }
        var code = StandardStream(descriptor: descriptor).write(bytes)
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code != 0 else { return }
        // Half a file would be in the way of the next attempt.
        if mode == O_EXCL { _ = path.withCString { unlink($0) } }
        throw failure(path, code)
    }

    static func failure(_ path: FilePath, _ code: Int32) -> Failure {
        switch code {
        case EEXIST: Failure(path: path, words: "it is there already; choose another name")
        case ENOENT: Failure(path: path, words: "there is no folder \(path.folder.quoted)")
        default: Failure(path: path, words: String(cString: strerror(code)))
        }
    }
}
