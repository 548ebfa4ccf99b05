import SnowHost

/// The words of this process's command line, behind the program's name.
enum ProcessArguments {
    /// As bytes: Swift's own list has other bytes in the place of those that are not UTF-8.
    static var all: [FilePath] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { number in
            CommandLine.unsafeArgv[number].map { FilePath(cString: $0) }
        }
    }
}
