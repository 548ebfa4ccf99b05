#if canImport(Glibc)
    import Glibc
    @testable import SnowHost

    /// Native code that is loaded into the command, and tries what must be refused: probe.c.
    enum Probe {
        /// One thing that was tried.
        struct Attempt {
            let thread: Substring
            let wall: Wall
            /// Whether any process may do it that is not locked down.
            let worksForAll: Bool
            let name: Substring
            let code: Int32

            /// What is meant to refuse it.
            enum Wall: String { case landlock = "L", seccomp = "S", nothing = "A" }

            var isRefused: Bool { [EPERM, EACCES, ENOSYS].contains(code) }
        }

        /// The library, built beside the program; nil where there is no compiler.
        static let library = build("probe")

        /// Builds a library of a file beside this one.
        static func build(_ name: String) -> String? {
            let source = "\(TestBinary.packageFolder)/Tests/Lockdown/\(name).c"
            let built = "\(FilePath(TestBinary.path).folder)/lockdown-\(name).so"
            let folders = (ProcessPath.folders ?? "/usr/bin").split(separator: ":")
            for compiler in ["clang", "cc"] {
                for folder in folders where access("\(folder)/\(compiler)", X_OK) == 0 {
                    let run = try? PipedRun(
                        ["-shared", "-fPIC", "-O1", source, "-o", built, "-lpthread", "-ldl"],
                        executable: "\(folder)/\(compiler)")
                    if run?.ending == .exited(0) { return built }
                }
            }
            return nil
        }

        static let hasLandlock = isStanding(Lockdown.offered.landlock)
        static let hasFilter = isStanding(Lockdown.offered.seccomp)

        private static func isStanding(_ wall: Lockdown.Wall) -> Bool {
            switch wall {
            case .standing: true
            case .missing: false
            }
        }

        /// The environment that loads it into a program whose script is a.lua in `folder`.
        static func environment(for folder: TemporaryFolder) -> [String: String] {
            ["LD_PRELOAD": library ?? "", "PROBE_FOLDER": folder.path]
        }

        /// What a program with the probe in it said.
        static func attempts(in text: String) -> [Attempt] {
            text.split(whereSeparator: \.isNewline).compactMap { line in
                let parts = line.split(separator: "\t")
                guard parts.count == 6, parts[0] == "attempt", let wall = Attempt.Wall(rawValue: String(parts[2])),
                    let code = Int32(parts[5])
                else { return nil }
                return Attempt(
                    thread: parts[1], wall: wall, worksForAll: parts[3] == "1", name: parts[4], code: code)
            }
        }
    }

    private enum ProcessPath {
        static var folders: String? { getenv("PATH").map { String(cString: $0) } }
    }
#endif
