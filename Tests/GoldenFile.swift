import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files in the folder Golden that hold what pictures looked like when somebody looked at them.
///
/// With SNOWSCRIPT_RECORD=1 in the environment they are written anew instead of compared.
enum GoldenFile {
    /// Holds `text` against the file `name`.
    static func expect(_ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let path = folder + "/" + name
        if isRecording {
            write(text, to: path)
            return
        }
        guard let recorded = read(path) else {
            Issue.record("no \(name); record it with SNOWSCRIPT_RECORD=1", sourceLocation: sourceLocation)
            return
        }
        if recorded != text {
            Issue.record("\(name) differs:\n\(text)", sourceLocation: sourceLocation)
        }
    }

    /// Whether what is compared is to be written anew.
    static var isRecording: Bool { getenv("SNOWSCRIPT_RECORD").map { String(cString: $0) } == "1" }

    private static var folder: String {
        let file = String(describing: #filePath)
        return file[..<(file.lastIndex(of: "/") ?? file.endIndex)] + "/Golden"
    }

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// Puts `text` in place of what a file holds.
    static func write(_ text: String, to path: String) { write(Array(text.utf8), to: path) }

    /// Puts bytes in place of what a file holds.
    static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
