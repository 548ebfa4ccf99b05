import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process that a test started, and that does not outlive the value.
final class ChildProcess {
    /// How a process came to its end.
    enum Ending: Equatable {
        case exited(Int32)
        case signaled(Int32)
    }

    /// What one of the child's descriptors is to be.
    enum Source {
        /// A descriptor of ours.
        case descriptor(Int32)
        /// A file or device, opened by the child for reading and writing.
        case path(String)
    }

    /// What could not be done, and the error number.
    struct Failure: Error {
        let operation: String
        let code: Int32
    }

    /// Variables a child has unless told otherwise; nothing of the tester's own environment but PATH and HOME.
    static var baseEnvironment: [String: String] {
        // Nobody's own settings and scripts.
        var variables = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_CONFIG_HOME": "/nonexistent",
            "XDG_DATA_HOME": "/nonexistent",
        ]
        for name in ["PATH", "HOME"] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }

    /// Held while a child starts, and while a descriptor exists that it would wrongly inherit.
    static let inheritance = Mutex(())

    #if canImport(Darwin)
        private static let leadsSession = POSIX_SPAWN_SETSID
    #else
        // POSIX_SPAWN_SETSID, which the headers show only to GNU sources.
        private static let leadsSession: Int32 = 0x80
    #endif

    let identifier: pid_t
    /// Set once the process is known to have ended.
    private(set) var ending: Ending?

    /// Starts `executable` with each element of `descriptors` as its descriptor 0, 1, 2 and so on.
    ///
    /// Signals have their default effect in the child. With `ownSession` it leads a session, and the first terminal
    /// it opens becomes the one that controls it.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String], descriptors: [Source],
        ownSession: Bool, folder: String? = nil
    ) throws(Failure) {
        // Writing to a child that is gone must be an error here, not the end of the test run.
        _ = signal(SIGPIPE, SIG_IGN)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, source) in descriptors.enumerated() {
            switch source {
            case .descriptor(let ours): posix_spawn_file_actions_adddup2(&actions, ours, Int32(number))
            case .path(let path): posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
            }
        }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (ownSession ? Self.leadsSession : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        // Not every system can be told the folder; a shell can, and makes way for the program.
        let line =
            folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0, executable] + arguments }
            ?? [executable] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var identifier: pid_t = 0
        let code = Self.inheritance.withLock { _ in
            posix_spawn(&identifier, line[0], &actions, &attributes, &words, &variables)
        }
        guard code == 0 else { throw Failure(operation: "start \(executable)", code: code) }
        self.identifier = identifier
    }

    /// Looks, without waiting, whether the process has ended.
    func checkForEnding() -> Ending? {
        var status: Int32 = 0
        if ending == nil, waitpid(identifier, &status, WNOHANG) == identifier {
            let signal = status & 0x7F
            ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
        }
        return ending
    }

    /// Sends a signal, unless the process has ended.
    func send(_ signal: Int32) {
        if checkForEnding() == nil { kill(identifier, signal) }
    }

    deinit {
        if checkForEnding() == nil {
            kill(identifier, SIGKILL)
            waitpid(identifier, nil, 0)
        }
    }
}
