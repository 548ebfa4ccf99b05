import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Notices from a thread of its own that another one does not come back from what it does.
///
/// It counts its own looks instead of asking a clock, so that a process that was stopped for an hour is not taken for
/// one that is stuck.
final class Watchdog: Sendable {
    /// Raised when something begins and when it is over: odd in between.
    private let changes = Atomic<Int>(0)
    /// What the owner works on.
    private let subject = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    private let patience: Int
    private let act: @Sendable (Int) -> Void

    /// Between two looks, microseconds.
    private static let interval: UInt32 = 100_000

    /// A watchdog that calls `act`, on its own thread, with what has been going on for longer than `limit`.
    ///
    /// It watches for as long as its owner holds it, and calls once for each thing that is stuck.
    init(limit: Duration, act: @escaping @Sendable (Int) -> Void) {
        patience = max(1, Int((limit.seconds * 1e6 / Double(Self.interval)).rounded(.up)))
        self.act = act
    }

    /// Starts the thread; false where the system refuses one, and nothing is watched.
    func start() -> Bool {
        // The thread holds the watchdog until `stop`.
        DetachedThread.start { self.watch() }
    }

    /// Lets the thread end, with its next look.
    func stop() {
        isOver.store(true, ordering: .relaxed)
    }

    /// Something begins that ought to be over soon.
    func begin(_ subject: Int) {
        self.subject.store(subject, ordering: .relaxed)
        changes.wrappingAdd(1, ordering: .releasing)
    }

    /// It is over.
    func end() {
        changes.wrappingAdd(1, ordering: .releasing)
    }

    private func watch() {
        var seen = 0
        var looks = 0
        while !isOver.load(ordering: .relaxed) {
            usleep(Self.interval)
            let now = changes.load(ordering: .acquiring)
            guard now & 1 == 1, now == seen else {
                seen = now
                looks = 0
                continue
            }
            looks += 1
            if looks == patience { act(subject.load(ordering: .relaxed)) }
        }
    }
}
