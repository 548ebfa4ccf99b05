import SnowHost

extension Script {
    /// Locks this process down before it compiles any of `scripts`, unless `--no-lockdown` is given. From then on it
    /// can open files only beneath the scripts' folders, and only for reading.
    ///
    /// Open all files before that will be written, and read all texts that lie elsewhere.
    static func lockDown(for scripts: [Script], _ options: Options) throws(UsageError) {
        guard options.locksDown else {
            if options.isVerbose { StandardStream.error.complain("not locked down: --no-lockdown") }
            return
        }
        StandardStream.openTerminals()
        do throws(Lockdown.Failure) {
            let walls = try Lockdown.apply(readingBeneath: scripts.flatMap(\.folders))
            if options.isVerbose { StandardStream.error.write(walls.text) }
        } catch {
            throw UsageError("cannot lock this process down: \(error); --no-lockdown runs scripts without it")
        }
    }

    /// The folder of the path as given, and that of the file that links lead to. A bundled script has none.
    private var folders: [FilePath] {
        guard let path else { return [] }
        return [path, FileSystem.canonical(path) ?? path].map(\.folder)
    }
}

extension Lockdown.Walls {
    /// A line a wall.
    var text: String { "landlock: \(landlock)\nseccomp: \(seccomp)\n" }
}
