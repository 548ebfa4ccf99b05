#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Turns signals into bytes on a pipe, for as long as it exists.
///
/// There is one at a time in a process: signals belong to the process.
struct SignalWatch: ~Copyable {
    /// Readable when a signal came.
    let readEnd: Int32
    private let writeEnd: Int32
    private let before: [(number: Int32, action: sigaction)]

    /// Signals that end the program, or say that the terminal is another job's. They interrupt a system call, which is
    /// not begun again before the signal was looked at.
    private static let interrupting = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTTIN, SIGTTOU]
    /// Signals that change the screen.
    private static let restarting = [SIGWINCH, SIGTSTP, SIGCONT]

    init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .refused(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
        signalPipe = ends[1]
        var before: [(number: Int32, action: sigaction)] = []
        for number in Self.interrupting + Self.restarting {
            let old = SignalAction.current(number)
            // A hangup that was ignored before stays so: the closed terminal itself ends the program.
            if number == SIGHUP, SignalAction.isIgnored(old) { continue }
            SignalAction.set(number, noteSignal, flags: Self.restarting.contains(number) ? SA_RESTART : 0)
            before.append((number, old))
        }
        // A terminal that is gone is noticed by the write that fails.
        before.append((SIGPIPE, SignalAction.current(SIGPIPE)))
        SignalAction.ignore(SIGPIPE)
        self.before = before
    }

    deinit {
        restoreActions()
        signalPipe = -1
        _ = close(readEnd)
        _ = close(writeEnd)
    }

    /// Gives signals the effect that they had before. What came until now can still be taken.
    func restoreActions() {
        for entry in before { SignalAction.restore(entry.number, entry.action) }
    }

    /// What signals have said.
    struct News {
        /// The first signal that ends the program.
        var ending: Int32?
        var isResized = false
        var mustStop = false
        /// The process was stopped and goes on, or it used the terminal from the background.
        var mayBeInBackground = false
    }

    /// What came since the last call; empties the pipe.
    func take() -> News {
        var news = News()
        var bytes: [UInt8] = [UInt8](repeating: 0, count: 64)
        while true {
            let count = read(readEnd, &bytes, bytes.count)
            guard count > 0 else { return news }
            for byte in bytes[..<count] {
                switch Int32(byte) {
                case SIGWINCH: news.isResized = true
                case SIGTSTP: news.mustStop = true
                case SIGCONT, SIGTTIN, SIGTTOU: news.mayBeInBackground = true
                case let number: news.ending = news.ending ?? number
                }
            }
        }
    }
}

/// Setting what a signal does.
enum SignalAction {
    /// False where the system refuses it.
    @discardableResult
    static func set(
        _ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void, flags: Int32 = SA_RESTART
    ) -> Bool {
        var action = sigaction()
        #if canImport(Glibc)
            action.__sigaction_handler.sa_handler = handler
        #else
            action.__sigaction_u.__sa_handler = handler
        #endif
        action.sa_flags = flags
        sigemptyset(&action.sa_mask)
        return sigaction(number, &action, nil) == 0
    }

    /// What a signal does now.
    static func current(_ number: Int32) -> sigaction {
        var action = sigaction()
        sigaction(number, nil, &action)
        return action
    }

    /// Makes a signal do what it did.
    static func restore(_ number: Int32, _ action: sigaction) {
        var action = action
        sigaction(number, &action, nil)
    }

    /// Runs `body` while a signal has its default effect on this thread.
    static func withDefault(_ number: Int32, _ body: () -> Int32) -> Int32 {
        let before = current(number)
        var signals = sigset_t()
        var maskBefore = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        setDefault(number)
        pthread_sigmask(SIG_UNBLOCK, &signals, &maskBefore)
        defer {
            pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
            restore(number, before)
        }
        return body()
    }

    static func ignore(_ number: Int32) { signal(number, SIG_IGN) }

    static func setDefault(_ number: Int32) { signal(number, SIG_DFL) }

    /// Where the handler is: SIG_DFL is 0 and SIG_IGN 1, which Swift cannot compare as functions.
    static func address(of action: sigaction) -> Int {
        #if canImport(Glibc)
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #else
            unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #endif
    }

    static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 }

    static func isIgnored(_ action: sigaction) -> Bool { address(of: action) == 1 }
}

/// Where the handler writes. It is an aligned 32-bit number, written before the first handler is set and after the
/// last one is gone, and only read in between; so no handler can see half of a change, or race with one.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// Notes a signal for the next `poll`. It does only what a signal handler may: write(2), and it keeps errno.
private func noteSignal(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    // A full pipe holds plenty of signals that say the same.
    _ = write(signalPipe, &byte, 1)
    errno = code
}
