#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads files and resolves paths.
package enum FileSystem {
    /// Why a file could not be read.
    package enum Failure: Error {
        case missing
        case isFolder
        case tooLarge(limit: Int)
        /// The lockdown does not allow it.
        case lockedOut
        case refused(code: Int32)

        /// What to tell a person.
        package var words: String {
            switch self {
            case .missing: "no such file"
            case .isFolder: "this is a folder"
            case .tooLarge(let limit) where limit >= 1 << 20: "larger than \(limit >> 20) MiB"
            case .tooLarge(let limit): "larger than \(limit >> 10) KiB, which is the most"
            case .lockedOut:
                "it lies outside the folders that the lockdown lets this process read; --no-lockdown allows it, and "
                    + "Lockdown.apply(readingBeneath:) in a program"
            case .refused(let code): String(cString: strerror(code))
            }
        }
    }

    /// The bytes of a regular file.
    ///
    /// - Throws: A failure when it is not there, not a file, not readable, or larger than `limit` bytes.
    package static func read(_ path: FilePath, limit: Int) throws(Failure) -> [UInt8] {
        let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw failure(opening: path, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .refused(code: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
        return try read(descriptor: descriptor, limit: limit)
    }

    private static func failure(opening path: FilePath, _ code: Int32) -> Failure {
        switch code {
        case ENOENT: .missing
        // access(2) asks everything but Landlock.
        case EACCES where Lockdown.isApplied && path.withCString { access($0, R_OK) } == 0: .lockedOut
        default: .refused(code: code)
        }
    }

    /// All that is left to read of an open file.
    ///
    /// - Throws: A failure when it is not readable, or more than `limit` bytes.
    package static func read(descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
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

    /// A hash of the bytes (FNV-1a, 64 bits, eight bytes a step).
    package static func digest(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { buffer in
            var digest = 0xCBF2_9CE4_8422_2325 ^ UInt64(buffer.count)
            func take(_ word: UInt64) {
                digest = (digest ^ word) &* 0x0000_0100_0000_01B3
                digest ^= digest >> 29
            }
            let whole = buffer.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                take(UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            }
            for byte in buffer[whole...] { take(UInt64(byte)) }
            return digest
        }
    }

    /// Whether there is a regular file at `path`.
    package static func isFile(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The names in the folder at `path`, in no order; none where it cannot be read.
    package static func names(in path: FilePath) -> [FilePath] {
        guard let folder = path.withCString({ opendir($0) }) else { return [] }
        defer { closedir(folder) }
        var names: [FilePath] = []
        while let entry = readdir(folder) {
            // The name is the bytes before the first zero.
            names.append(withUnsafeBytes(of: &entry.pointee.d_name) { FilePath(beforeZero: $0) })
        }
        return names
    }

    /// The path with all symbolic links and `..` resolved; nil where there is no such file.
    package static func canonical(_ path: FilePath) -> FilePath? {
        guard let resolved = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return FilePath(cString: resolved)
    }

    /// What the symbolic link at `path` holds; nil where there is none.
    package static func linkTarget(of path: FilePath) -> FilePath? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { target in
                path.withCString { path in target.baseAddress.map { readlink(path, $0, target.count) } ?? -1 }
            }
        }
        guard count > 0 else { return nil }
        return FilePath(bytes: bytes[..<count])
    }

    /// Identity, size and times of a file: they differ after a write.
    package struct Stamp: Equatable, Sendable {
        private let device: UInt64
        private let number: UInt64
        private let byteCount: Int64
        /// Seconds and nanoseconds: of the content, and of the rest.
        private let modified: SIMD4<Int64>

        /// The stamp of the file that `path` leads to; nil where there is none.
        package init?(of path: FilePath) {
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
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

    private static func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
            Glibc.read(descriptor, bytes, count)
        #else
            Darwin.read(descriptor, bytes, count)
        #endif
    }
}
