import SnowHost

/// The texts that a show is given beside its scripts: what stands in the snow, and what was piped in.
struct PipedText {
    /// What stands in the snow.
    private(set) var backdrop: [UInt8]?
    /// What `stdin()` gives to scripts, without a byte order mark.
    private(set) var input: [UInt8]?
    /// Whether standard input was read, so that keys must come from somewhere else.
    private(set) var isInputTaken = false

    /// Reads what the options name.
    init(_ options: Options) throws(UsageError) {
        let isPiped = !StandardStream.input.isTerminal
        if options.backdrop == "-" || (options.grants.contains(.stdin) && isPiped) {
            guard isPiped else {
                throw UsageError(
                    "expected a text on standard input, got a terminal; pipe it in, as in: date | snowscript")
            }
            let text = try Self.read(from: "standard input") { (limit) throws(FileSystem.Failure) in
                try StandardStream.input.read(limit: limit)
            }
            if options.backdrop == "-" { backdrop = text }
            input = Array(text.withoutByteOrderMark)
            isInputTaken = true
        }
        switch options.backdrop {
        case nil, "-": break
        case let path?:
            backdrop = try Self.read(from: path.quoted) { (limit) throws(FileSystem.Failure) in
                try FileSystem.read(path, limit: limit)
            }
        }
    }

    private static func read(
        from source: String, _ body: (Int) throws(FileSystem.Failure) -> [UInt8]
    ) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try body(StyledText.byteLimit)
        } catch {
            throw UsageError("cannot read \(source): \(error.words)")
        }
    }
}
