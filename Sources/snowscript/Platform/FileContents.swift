#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads whole files.
enum FileContents {
    /// Why a file could not be read, in the system's words.
    struct Failure: Error {
        let reason: String
    }

    /// The bytes of the file at `path`, of which there may be no more than `limit`.
    static func bytes(at path: String, atMost limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }

        var contents: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return contents }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(reason: String(cString: strerror(errno)))
            }
            guard contents.count + count <= limit else {
                throw Failure(reason: "it is larger than \(limit >> 20) MiB, which no script is")
            }
            contents += chunk[..<count]
        }
    }

    /// Whether there is a regular file at `path`.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
