import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Notices from its own thread that another thread does not come back from what it does.
///
/// It counts its own looks instead of asking a clock: a process that was stopped for an hour is not stuck. Its thread
/// looks while things begin and end. Once it has seen no change between two looks, it sleeps until something begins.
final class Watchdog: Sendable {
    /// Raised when something begins and when it is over: odd in between.
    private let changes = Atomic<Int>(0)
    /// What the owner works on.
    private let subject = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)
    /// Whether the thread sleeps until it is woken.
    let isAsleep = Atomic<Bool>(false)
    private let alarm = Alarm()
    private let looksUntilStuck: Int
    private let act: @Sendable (Int) -> Void

    /// How often the thread has looked.
    let looks = Atomic<Int>(0)
    private let interval: Duration

    /// A watchdog that calls `act`, on its own thread, with what has been going on for longer than `limit`.
    ///
    /// It watches until `stop`, and calls once for each thing that is stuck.
    ///
    /// - Parameter interval: Between two looks; by default a quarter of the limit, and a second at most.
    init(limit: Duration, interval: Duration? = nil, act: @escaping @Sendable (Int) -> Void) {
        let interval = interval ?? min(max(limit / 4, .milliseconds(10)), .seconds(1))
        self.interval = interval
        looksUntilStuck = max(1, Int((limit / interval).rounded(.up)))
        self.act = act
    }

    /// Starts the thread; false where the system refuses one, and nothing is watched.
    func start() -> Bool {
        // The thread holds the watchdog until `stop`.
        DetachedThread.start { self.watch() }
    }

    /// Lets the thread end, with its next look.
    func stop() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        wake()
    }

    /// Something begins that ought to be over soon. It calls no system unless the thread sleeps.
    func begin(_ subject: Int) {
        self.subject.store(subject, ordering: .relaxed)
        changes.wrappingAdd(1, ordering: .sequentiallyConsistent)
        if isAsleep.load(ordering: .sequentiallyConsistent) { wake() }
    }

    /// It is over.
    func end() {
        changes.wrappingAdd(1, ordering: .releasing)
    }

    private func wake() {
        // Whoever takes the flag away is the one to ring.
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { alarm.ring() }
    }

    private func watch() {
        var seen = 0
        var count = 0
        while !isOver.load(ordering: .sequentiallyConsistent) {
            pause()
            looks.wrappingAdd(1, ordering: .relaxed)
            let now = changes.load(ordering: .sequentiallyConsistent)
            if now != seen {
                seen = now
                count = 0
            } else if now & 1 == 0 {
                sleep(since: now)
            } else {
                count += 1
                if count == looksUntilStuck { act(subject.load(ordering: .relaxed)) }
            }
        }
    }

    private func pause() {
        var time = timespec(
            tv_sec: Int(interval.components.seconds), tv_nsec: Int(interval.components.attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Sleeps until something begins, unless it has begun already.
    private func sleep(since seen: Int) {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        // Both sides write their own word before they read the other's, so that one of them sees the other.
        let isLate =
            changes.load(ordering: .sequentiallyConsistent) != seen || isOver.load(ordering: .sequentiallyConsistent)
        if isLate, isAsleep.exchange(false, ordering: .sequentiallyConsistent) { return }
        alarm.wait()
    }
}

/// What one thread rings and another waits for; a ring is kept until then.
private final class Alarm: @unchecked Sendable {
    // Used by two threads, as they are made for. They stay where they are until the last thread is done with them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Guarded by the mutex.
    private var isRung = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func ring() {
        pthread_mutex_lock(mutex)
        isRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until it rings.
    func wait() {
        pthread_mutex_lock(mutex)
        while !isRung { pthread_cond_wait(condition, mutex) }
        isRung = false
        pthread_mutex_unlock(mutex)
    }
}
