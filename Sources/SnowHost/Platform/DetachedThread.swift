#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Threads that nobody waits for. They get no signals but those of their own faults: the others are for the thread that plays.
enum DetachedThread {
    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that calls `body`; false where the system refuses one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // The thread takes this reference over.
        let work = Unmanaged.passRetained(Work(body))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let status = pthread_create(&thread, &attributes, { DetachedThread.run($0) }, work.toOpaque())
        if status != 0 { work.release() }
        return status == 0
    }

    private static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        var blocked = sigset_t()
        sigfillset(&blocked)
        for fault in FaultSignals.numbers { sigdelset(&blocked, fault) }
        pthread_sigmask(SIG_SETMASK, &blocked, nil)
        let stack = SignalStack()
        Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
        _ = consume stack
        return nil
    }
}
