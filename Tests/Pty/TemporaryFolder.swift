#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A new, empty folder that goes with the value, with all that was written through it.
final class TemporaryFolder {
    let path: String
    private var created: [String] = []

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
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if mkdir(folder, 0o755) == 0 { created.append(folder) }
        }
        let file = "\(path)/\(name)"
        let descriptor = Descriptor(open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
        guard descriptor.number >= 0 else { throw ChildProcess.Failure(operation: "write \(file)", code: errno) }
        if !created.contains(file) { created.append(file) }
        var rest = bytes[...]
        guard descriptor.write(from: &rest) else {
            throw ChildProcess.Failure(operation: "write \(file)", code: errno)
        }
        return file
    }

    /// Takes what a program writes under `name` away with the folder; what is in a folder is named after it.
    func adopt(_ name: String) {
        let file = "\(path)/\(name)"
        if !created.contains(file) { created.append(file) }
    }

    deinit {
        for path in created.reversed() { remove(path) }
        rmdir(path)
    }
}
