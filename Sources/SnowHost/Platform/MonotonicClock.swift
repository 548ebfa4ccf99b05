#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Time since the clock was made; it stands still while the machine is suspended.
struct MonotonicClock {
    private let start = Self.reading()

    var now: Duration { Self.reading() - start }

    private static func reading() -> Duration {
        var time = timespec()
        #if canImport(Glibc)
            clock_gettime(CLOCK_MONOTONIC, &time)
        #else
            clock_gettime(CLOCK_UPTIME_RAW, &time)
        #endif
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
