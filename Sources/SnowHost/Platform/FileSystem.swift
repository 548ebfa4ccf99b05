#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files, as far as scripts need them: read whole, and resolved.
package enum FileSystem {
    /// Why a file could not be read.
    package enum Failure: Error {
        case missing
        case isFolder
        case tooLarge(limit: Int)
        case refused(code: Int32)

        /// What to tell a person.
        package var words: String {
            switch self {
            case .missing: "no such file"
            case .isFolder: "this is a folder"
            case .tooLarge(let limit): "larger than \(limit >> 10) KiB, which no script is"
            case .refused(let code): String(cString: strerror(code))
            }
        }
    }

    /// The bytes of a regular file.
    ///
    /// - Throws: A failure when it is not there, not a file, not readable, or larger than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .refused(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .refused(code: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw .refused(code: errno)
            }
            bytes.append(contentsOf: piece[..<count])
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Whether there is a regular file at `path`.
    package static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names in the folder at `path`, in no order; none where it cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            // The array is followed by its own end: the name is the bytes before the first zero.
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    /// The path with every symbolic link and `..` resolved; nil where it leads nowhere.
    package static func canonical(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// What the symbolic link at `path` holds; nil where there is none.
    package static func linkTarget(of path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { target in
                target.baseAddress.map { readlink(path, $0, target.count) } ?? -1
            }
        }
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// What differs between two looks at a file that was written in between.
    package struct Stamp: Equatable, Sendable {
        private let device: UInt64
        private let number: UInt64
        private let byteCount: Int64
        /// Seconds and nanoseconds: of the content, and of the rest.
        private let modified: SIMD4<Int64>

        /// The stamp of the file that `path` leads to; nil where there is none.
        package init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(status.st_ino)
            byteCount = Int64(status.st_size)
            #if canImport(Glibc)
                let (data, node) = (status.st_mtim, status.st_ctim)
            #else
                let (data, node) = (status.st_mtimespec, status.st_ctimespec)
            #endif
            modified = SIMD4(
                Int64(data.tv_sec), Int64(data.tv_nsec), Int64(node.tv_sec), Int64(node.tv_nsec))
        }
    }

    /// The folder part of a path: "." where it has none.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, bytes, count)
        #else
            Darwin.read(descriptor, bytes, count)
        #endif
    }
}
