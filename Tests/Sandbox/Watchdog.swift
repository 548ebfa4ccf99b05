import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Ends the process when a test that must not hang hangs all the same.
///
/// A process has one alarm: it is set for the first of all the ends that are waited for.
enum Watchdog {
    private struct Ends {
        var instants: [Int: ContinuousClock.Instant] = [:]
        var last = 0
    }

    private static let ends = Mutex(Ends())

    /// Runs `body`; the process dies of SIGALRM when it takes longer.
    static func within(seconds: Int, _ body: () throws -> Void) rethrows {
        let key = ends.withLock { ends in
            ends.last += 1
            ends.instants[ends.last] = .now + .seconds(seconds)
            setAlarm(ends)
            return ends.last
        }
        defer {
            ends.withLock { ends in
                ends.instants[key] = nil
                setAlarm(ends)
            }
        }
        try body()
    }

    private static func setAlarm(_ ends: Ends) {
        guard let first = ends.instants.values.min() else {
            alarm(0)
            return
        }
        let left = ContinuousClock.now.duration(to: first)
        alarm(UInt32(max(1, left.components.seconds + 1)))
    }
}
