#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written piece by piece, without waiting.
package final class GrowingFile {
    /// Why the file could not be opened.
    package enum Failure: Error, Equatable {
        /// There is a file that holds something.
        case isTaken
        case noFolder(FilePath)
        case refused(code: Int32)

        /// What to tell a person.
        package var words: String {
            switch self {
            case .isTaken: "it is there already; choose another name"
            case .noFolder(let folder): "there is no folder '\(folder)'"
            case .refused(let code): String(cString: strerror(code))
            }
        }
    }

    /// The result of a write.
    package enum Outcome {
        case moved(Int)
        case wouldBlock
        case refused(words: String)
    }

    private let descriptor: Int32
    /// Removes a file that was not there before, if it is empty at the end.
    private let broker: FileBroker?

    /// Begins a file at `path`, where there is none or an empty one; a pipe or a device is written to as it is.
    ///
    /// A new file into which nothing is written goes with the value, or with the process.
    package init(at path: FilePath) throws(Failure) {
        var status = stat()
        let isThere = path.withCString { lstat($0, &status) } == 0
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (isThere ? 0 : O_CREAT | O_EXCL)
        do throws(FileBroker.Failure) {
            broker = isThere ? nil : try FileBroker(for: path)
        } catch {
            throw Self.failure(at: path, error.code)
        }
        descriptor = path.withCString { open($0, flags, 0o666) }
        guard descriptor >= 0 else {
            let code = errno
            broker?.forget()
            throw Self.failure(at: path, code)
        }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG || status.st_size == 0 else {
            throw .isTaken
        }
    }

    deinit { close(descriptor) }

    private static func failure(at path: FilePath, _ code: Int32) -> Failure {
        code == ENOENT ? .noFolder(path.folder) : .refused(code: code)
    }

    /// Writes as much as the file takes at once.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        while true {
            #if canImport(Glibc)
                let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            #else
                let count = Darwin.write(descriptor, bytes.baseAddress, bytes.count)
            #endif
            if count >= 0 { return .moved(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .refused(words: String(cString: strerror(errno)))
            }
        }
    }

    /// Cuts the file to so many bytes, where that is possible.
    package func cut(to count: Int) {
        _ = ftruncate(descriptor, off_t(count))
    }
}
