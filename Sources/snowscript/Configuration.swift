import SnowHost

/// What flags are when the command line does not give them: from variables, and from a file of lines `name = value`.
struct Configuration: Equatable, Sendable {
    /// A value for a flag, or for the folder of scripts.
    struct Entry: Equatable, Sendable {
        /// The flag's long name, or `scripts`.
        let name: String
        /// Bytes, as it may be a path.
        let value: FilePath
        /// What messages call the place it comes from: a variable, or file:line.
        let place: String
    }

    /// In the order in which they count: a later one wins.
    private(set) var entries: [Entry] = []
    /// What is wrong with the file; said unless only help was asked for.
    private(set) var fault: UsageError?
    /// Where the user's scripts are.
    private(set) var scriptsFolder: FilePath?

    /// The name of the folder among the settings.
    static let scriptsName = "scripts"
    /// A configuration is a few lines; what is larger is none.
    private static let fileLimit = 64 << 10

    /// Nothing set.
    init() {}

    /// What an environment sets, and the file that it names.
    init(_ environment: UserEnvironment) {
        scriptsFolder = environment.scriptsFolder
        if let file = environment.configurationFile {
            do throws(FileSystem.Failure) {
                read(try FileSystem.read(file, limit: Self.fileLimit), of: file)
            } catch {
                if case .missing = error {} else { fault = UsageError("cannot read \(file.quoted): \(error.words)") }
            }
        }
        for name in Self.names {
            let variable = Self.variable(for: name)
            if let value = environment[variable] { take(Entry(name: name, value: value, place: variable)) }
        }
    }

    /// All that can be set.
    static var names: [String] { Command.run.flags.filter(\.isSetting).map(\.long) + [scriptsName] }

    /// `SNOWSCRIPT_FPS` for `fps`.
    static func variable(for name: String) -> String {
        "SNOWSCRIPT_" + name.uppercased().split(separator: "-").joined(separator: "_")
    }

    /// What the help says about settings.
    static let words = [
        """
        What flags are by default can be set in ~/.config/snowscript/config, in lines such as blitter = half, and by \
        variables, which count more; a flag on the command line counts most. XDG_CONFIG_HOME and XDG_DATA_HOME are \
        obeyed.
        """,
        "A script NAME.lua in ~/.local/share/snowscript/scripts is found by its name, like a bundled one.",
    ]

    /// What the help says about a setting.
    static func meaning(of name: String) -> String {
        guard let flag = Command.run.flags.first(where: { $0.long == name }) else {
            return "the folder in which scripts are found by name"
        }
        return flag.placeholder == nil ? "yes or no, for --\(name)" : "as --\(name)"
    }

    /// Reads the lines of a file: `name = value`, or nothing, or a comment after `#`.
    mutating func read(_ bytes: [UInt8], of file: FilePath) {
        for (index, line) in bytes.withoutByteOrderMark.split(separator: 0x0A, omittingEmptySubsequences: false)
            .enumerated()
        {
            let place = "\(file):\(index + 1)"
            let text = line.trimmed
            if text.isEmpty || text.first == 0x23 { continue }
            guard let sign = text.firstIndex(of: 0x3D) else {
                complain("\(place): expected name = value, got \(String(showing: text).quoted)")
                continue
            }
            let name = String(showing: text[..<sign].trimmed)
            let value = FilePath(bytes: text[(sign + 1)...].trimmed)
            guard Self.names.contains(name) else {
                complain(
                    "\(place): unknown setting \(name.quoted)" + UsageError.suggestion(for: name, among: Self.names))
                continue
            }
            take(Entry(name: name, value: value, place: place))
        }
    }

    private mutating func take(_ entry: Entry) {
        guard entry.name == Self.scriptsName else {
            entries.append(entry)
            return
        }
        guard entry.value.isAbsolute else {
            complain("\(entry.place): expected a path from the root, got \(entry.value.quoted)")
            return
        }
        scriptsFolder = entry.value
    }

    private mutating func complain(_ message: String) {
        if fault == nil { fault = UsageError(message) }
    }

    /// Sets what `flags` can be set to.
    mutating func apply(to options: inout Options, flags: [Flag]) {
        options.library = ScriptLibrary(folder: scriptsFolder)
        for entry in entries {
            guard let flag = flags.first(where: { $0.long == entry.name && $0.isSetting }) else { continue }
            do throws(FlagValue.Invalid) {
                if flag.placeholder == nil {
                    if try FlagValue.toggle(entry.value.description) { try flag.apply(&options, "") }
                } else {
                    try flag.apply(&options, entry.value)
                }
            } catch {
                complain("\(entry.place): \(entry.name): \(error.message)")
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces, tabs and carriage returns at both ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let blanks: [UInt8] = [0x20, 0x09, 0x0D]
        let start = drop(while: blanks.contains)
        return start[..<(start.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? start.startIndex)]
    }
}
