import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new, empty folder that goes with the value, with all that was written through it.
final class TemporaryFolder {
    let path: String
    private var created: [FilePath] = []

    init() throws(ChildProcess.Failure) {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/snowscript-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(operation: "make a folder", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file, and the folders above it; returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws(ChildProcess.Failure) -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of any bytes.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws(ChildProcess.Failure) -> String {
        try write(bytes, toPath: FilePath(name)).description
    }

    /// Writes a file whose name may be any bytes.
    @discardableResult
    func write(_ bytes: [UInt8], toPath name: FilePath) throws(ChildProcess.Failure) -> FilePath {
        var folder = FilePath(path)
        for part in name.parts.dropLast() {
            folder = "\(folder)/\(part)"
            if folder.withCString({ mkdir($0, 0o755) }) == 0 { created.append(folder) }
        }
        let file: FilePath = "\(path)/\(name)"
        let descriptor = Descriptor(file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) })
        guard descriptor.number >= 0 else { throw ChildProcess.Failure(operation: "write \(file)", code: errno) }
        if !created.contains(file) { created.append(file) }
        var rest = bytes[...]
        guard descriptor.write(from: &rest) else {
            throw ChildProcess.Failure(operation: "write \(file)", code: errno)
        }
        return file
    }

    /// Takes what a program writes under `name` away with the folder; what is in a folder is named after it.
    func adopt(_ name: FilePath) {
        let file: FilePath = "\(path)/\(name)"
        if !created.contains(file) { created.append(file) }
    }

    deinit {
        for path in created.reversed() { _ = path.withCString { remove($0) } }
        rmdir(path)
    }
}
