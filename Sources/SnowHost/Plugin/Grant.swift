/// An import of the host's own that reaches beyond the script's flakes. A script gets it only if its header asks for it
/// and the host grants it.
public enum Grant: String, CaseIterable, Sendable {
    /// `clock()`: year, month, day, hour, minute, second.
    case clock
    /// `sprite(file)` and `backdrop(file)`: PNG files in the script's folder.
    case image
    /// `stdin()`: the text that the host was piped.
    case stdin

    /// What it lets a script do, in a few words.
    public var about: String {
        switch self {
        case .clock: "the date and the time of day"
        case .image: "PNG files in the script's folder, as flakes and backdrop"
        case .stdin: "the text on standard input"
        }
    }

    /// The global functions that it is.
    package var functions: [String] { references.map(\.name) }

    /// What the reference says of the globals that it brings.
    package var references: [ReferenceEntry] {
        switch self {
        case .clock:
            [
                .function(
                    rawValue,
                    gives: [
                        ReferenceEntry.Value("year", "integer"),
                        ReferenceEntry.Value("month", "integer", "1 to 12"),
                        ReferenceEntry.Value("day", "integer", "1 to 31"),
                        ReferenceEntry.Value("hour", "integer", "0 to 23"),
                        ReferenceEntry.Value("minute", "integer", "0 to 59"),
                        ReferenceEntry.Value("second", "number", "with its fraction"),
                    ],
                    about: "Tells the date and the time of day, where the machine is.")
            ]
        case .image: [ImageReference.sprite, ImageReference.backdrop]
        case .stdin:
            [
                .function(
                    rawValue, gives: [ReferenceEntry.Value("", "string?", "nil where nothing was piped in")],
                    about: "Gives the text on standard input, at most 1 MiB.")
            ]
        }
    }
}

extension Linker {
    /// Lends one of the host's own imports to scripts that ask for it.
    public mutating func grant(_ grant: Grant) {
        grants.insert(grant)
        switch grant {
        // It belongs to the scene of the script, and is bound with it.
        case .image: break
        case .clock:
            define(grant.rawValue) { (caller) throws(ImportError) in
                let now = WallClock.now()
                for part in [now.year, now.month, now.day, now.hour, now.minute] {
                    caller.answer(.integer(Int64(part)))
                }
                caller.answer(.number(now.second))
            }
        case .stdin:
            define(grant.rawValue) { [input] (caller) throws(ImportError) in
                caller.answer(input.map { .string($0) } ?? .nil)
            }
        }
    }
}
