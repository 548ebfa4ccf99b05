#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process when a test that must not hang hangs all the same.
enum Watchdog {
    /// Runs `body`; the process dies of SIGALRM when it takes longer.
    static func within(seconds: UInt32, _ body: () throws -> Void) rethrows {
        alarm(seconds)
        defer { alarm(0) }
        try body()
    }
}
