#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The jobs of a shell, of which one at a time has the terminal.
enum JobControl {
    /// Whether the terminal is this job's. A terminal that controls no session is free to all.
    static func isForeground(on terminal: Int32) -> Bool {
        let group = tcgetpgrp(terminal)
        return group < 0 || group == getpgrp()
    }

    /// Returns once the terminal is this job's. Until then the system keeps the job stopped, and signals have the effect
    /// that they had before the terminal was taken: SIGTERM ends the process.
    ///
    /// - Throws: `TerminalError.inBackground` when no shell is left that could hand the terminal over.
    static func awaitForeground(on terminal: Int32) throws(TerminalError) {
        while !isForeground(on: terminal) {
            // In the background this stops the job until the shell continues it. In the foreground it drops what was typed
            // to the shell. (tcsetattr would set what was read in the background.)
            let code = SignalAction.withDefault(SIGTTOU) { tcflush(terminal, TCIFLUSH) == 0 ? 0 : errno }
            switch code {
            case 0: return
            // A handler of the embedding program has run.
            case EINTR: continue
            case EIO: throw .inBackground
            default: throw .refused(call: "tcflush", code: code)
            }
        }
    }

    /// Stops the whole foreground job, as Ctrl-Z does in an ordinary program; returns when it is continued.
    static func stop() {
        _ = SignalAction.withDefault(SIGTSTP) { kill(0, SIGTSTP) }
    }

    /// Runs `body`, in which the system does not stop the process for using the terminal from the background: writes and
    /// settings are let through, reads fail.
    static func withoutStops(_ body: () -> Void) {
        var stops = sigset_t()
        var before = sigset_t()
        sigemptyset(&stops)
        sigaddset(&stops, SIGTTOU)
        sigaddset(&stops, SIGTTIN)
        pthread_sigmask(SIG_BLOCK, &stops, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
