internal import CLua

/// The text of a script that is known to compile.
///
/// A module is plain data: it may be instantiated any number of times, on any thread.
public struct Module: Sendable {
    /// How messages name the script: its path as it was given, or any other name.
    public let name: String
    /// The text.
    public let source: [UInt8]
    /// The folder that `require` looks in; nil for a script that has none.
    public let directory: FilePath?
    /// The file that the text came from, which may be watched for a newer one; nil for a text of other origin.
    public let file: FilePath?
    /// Images by the names that the script has for them. They stand in for files beside it, and giving them grants the
    /// import `image` for them.
    public let images: [String: Image]

    /// Checks the syntax of a script.
    ///
    /// - Parameters:
    ///   - source: Lua 5.4 text, at most `Limits.sourceBytes`.
    ///   - name: How messages name it.
    ///   - directory: Where `require` finds modules.
    ///   - file: Where the text came from.
    ///   - images: Images from memory, by the names that the script has for them.
    /// - Throws: A trap of reason `syntax`.
    public init(
        source: [UInt8], name: String, directory: FilePath? = nil, file: FilePath? = nil, images: [String: Image] = [:]
    ) throws(Trap) {
        try self.init(uncompiled: source, name: name, directory: directory, file: file, images: images)
        var host = CLuaHost()
        guard let vm = clua_open(&host, Self.compilingLimits) else {
            throw Trap(reason: .memory, message: "not enough memory to compile", file: name)
        }
        defer { clua_close(vm) }
        let status = code.withUnsafeBytes { bytes in
            clua_check(vm, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, chunkName)
        }
        if status != CLUA_OK { throw Trap(vm: vm, of: self, sources: [shortName: self]) }
    }

    /// As above, with the folder as a string.
    public init(
        source: [UInt8], name: String, directory: String, images: [String: Image] = [:]
    ) throws(Trap) {
        try self.init(source: source, name: name, directory: FilePath(directory), images: images)
    }

    /// The limits of a VM that only compiles.
    static var compilingLimits: CLuaLimits {
        var limits = CLuaLimits()
        limits.memory_bytes = 64 << 20
        return limits
    }

    /// A script whose syntax is not checked: whoever runs it at once finds that out at half the cost.
    init(
        uncompiled source: [UInt8], name: String, directory: FilePath?, file: FilePath?, images: [String: Image]
    ) throws(Trap) {
        self.name = name
        self.source = source
        self.directory = directory
        self.file = file
        self.images = images
        guard source.count <= Limits.sourceBytes else {
            let message = "\(source.count) bytes of source, more than the \(Limits.sourceBytes) that a script may have"
            throw Trap(reason: .syntax, message: message, file: name)
        }
        if source.withoutByteOrderMark.first == 0x1B {
            throw Trap(reason: .syntax, message: "this is compiled Lua; only its source text can be run", file: name)
        }
    }

    /// Checks the syntax of a script given as a string.
    ///
    /// - Parameters:
    ///   - source: Lua 5.4 text.
    ///   - name: How messages name it.
    ///   - images: Images from memory, by the names that the script has for them.
    /// - Throws: A trap of reason `syntax`.
    public init(source: String, name: String, images: [String: Image] = [:]) throws(Trap) {
        try self.init(source: Array(source.utf8), name: name, images: images)
    }

    /// Reads a script and checks its syntax; `require` looks beside it.
    ///
    /// - Parameter path: The file, which is also the script's name in messages.
    /// - Throws: A trap of reason `syntax`, or of reason `link` when the file cannot be read.
    public init(file path: String) throws(Trap) {
        try self.init(file: FilePath(path))
    }

    /// As above, for a path that may not be UTF-8.
    public init(file path: FilePath) throws(Trap) {
        let source: [UInt8]
        do throws(FileSystem.Failure) {
            source = try FileSystem.read(path, limit: Limits.sourceBytes)
        } catch {
            throw Trap(reason: .link, message: error.words, file: path.description)
        }
        try self.init(source: source, name: path.description, directory: path.folder, file: path)
    }

    /// A module whose text the border will compile when it runs it.
    init(unchecked source: [UInt8], file: FilePath, directory: FilePath?) {
        name = file.description
        self.source = source
        self.directory = directory
        self.file = file
        images = [:]
    }

    /// The name inside Lua, which cuts longer ones off.
    var shortName: String {
        let limit = 56
        guard name.utf8.count > limit else { return name }
        // From the start of a character on: repaired halves of one would be longer than what was cut off.
        return String(decoding: name.utf8.suffix(limit).drop { $0 & 0xC0 == 0x80 }, as: UTF8.self)
    }

    /// `shortName` as Lua wants the name of a file.
    var chunkName: String { "@" + shortName }

    /// The text as Lua gets it: without a byte order mark, and with a blank first line where that starts with `#!`.
    var code: [UInt8] {
        var code = Array(source.withoutByteOrderMark)
        guard code.starts(with: "#!".utf8) else { return code }
        for index in 0..<(code.firstIndex(of: 0x0A) ?? code.endIndex) { code[index] = 0x20 }
        return code
    }

    /// The text of a line, counted from 1.
    func line(_ number: Int) -> String? {
        guard number > 0 else { return nil }
        let lines = source.withoutByteOrderMark.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard number <= lines.count else { return nil }
        return String(decoding: lines[number - 1], as: UTF8.self)
    }

    /// Where `word` stands first with an equals sign behind it, in line `start` or a later one: the line, and the
    /// byte of the source. Nil where it does not.
    ///
    /// - Complexity: One pass; a reload asks for each parameter.
    func place(assigning word: String, from start: Int) -> (line: Int, offset: Int)? {
        let wanted = Array(word.utf8)
        // An empty word is found everywhere.
        guard let first = wanted.first else { return nil }
        return source.withUnsafeBufferPointer { bytes in
            var line = 1
            for offset in bytes.indices {
                if bytes[offset] == 0x0A { line += 1 }
                guard bytes[offset] == first, line >= start, offset + wanted.count <= bytes.count else { continue }
                if offset > 0, Self.isWordByte(bytes[offset - 1]) { continue }
                guard bytes[offset..<offset + wanted.count].elementsEqual(wanted) else { continue }
                var next = offset + wanted.count
                while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
                if next < bytes.count, bytes[next] == 0x3D { return (line, offset) }
            }
            return nil
        }
    }

    /// The first line from `start` on that holds `word` followed by an equals sign; nil where there is none.
    func line(assigning word: String, from start: Int) -> Int? {
        place(assigning: word, from: start)?.line
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension Trap {
    /// The trap of a VM, with the names of its files as they were given. `sources` are the texts it was loaded
    /// from, by the names that Lua has for them; where the place is not known, it is the script's.
    init(vm: OpaquePointer, of script: Module, sources: [String: Module]) {
        let record = clua_trap(vm).pointee
        // Both strings are terminated and belong to the VM, which outlives this call.
        let source = String(cString: record.source)
        let bytes = UnsafeRawBufferPointer(start: record.message, count: record.message_length)
        let text = String(showing: bytes)
        var message = text
        var name = source
        var line = Int(record.line)
        // An error that was raised again has more than one place in front; the last is where it arose.
        while let place = MessagePlace(message, among: Array(sources.keys) + [source]) {
            message = place.rest
            name = place.name
            line = place.line
        }
        let module = sources[name]
        var traceback: [String] = []
        for level in String(cString: record.traceback).split(separator: "\n") {
            guard let place = MessagePlace(String(level), among: sources.keys), let module = sources[place.name] else {
                traceback.append(String(level))
                continue
            }
            traceback.append("\(module.name):\(place.line): \(place.rest)")
        }
        self.init(
            reason: Reason(record.reason), message: message, file: module?.name ?? (name.isEmpty ? script.name : name),
            line: line,
            traceback: traceback, sourceLine: module?.line(line))
    }
}
