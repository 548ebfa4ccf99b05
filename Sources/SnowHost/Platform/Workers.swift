import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Threads that share out the parts of a pass over columns, one for each further core.
///
/// A pass writes only what belongs to its part, so that it does the same with any number of threads. They are started
/// with the first pass, and wait without cost between two. One pass runs at a time: whoever comes while they are at
/// work does its own by itself.
package final class Workers: Sendable {
    /// Those of the process.
    package static let shared = Workers(threads: coreCount - 1)

    /// At most so many threads work on a pass, the caller among them.
    package let count: Int

    /// What a part is called with: its number, and that of the thread, below `count`.
    package typealias Body = (_ part: Int, _ worker: Int) -> Void

    /// A pass at work. It lies on the stack of its caller, who waits for it to end.
    private struct Pass {
        let parts: Int
        let body: Body
    }

    private let isTaken = Atomic<Bool>(false)
    private let hasStarted = Atomic<Bool>(false)
    private let next = Atomic<Int>(0)
    private let signal = PassSignal()

    /// More than so many gain nothing: a pass waits for memory by then.
    private static let mostThreads = 7

    /// A pool of so many threads beside the caller's own.
    package init(threads: Int) {
        count = min(max(threads, 0), Self.mostThreads) + 1
    }

    /// Calls `body` for each part, on several threads at once, and returns when all are done.
    package func run(parts: Int, _ body: Body) {
        guard parts > 1, count > 1,
            isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
        else {
            for part in 0..<max(parts, 0) { body(part, 0) }
            return
        }
        defer { isTaken.store(false, ordering: .releasing) }
        startOnce()
        // Only the threads hear of it, and all that came have left again before this returns.
        withoutActuallyEscaping(body) { body in
            var pass = Pass(parts: parts, body: body)
            withUnsafeMutablePointer(to: &pass) { pass in
                next.store(0, ordering: .relaxed)
                signal.open(pass)
                work(on: UnsafeRawPointer(pass), worker: 0)
                signal.close()
            }
        }
    }

    private func work(on pointer: UnsafeRawPointer, worker: Int) {
        let pass = pointer.assumingMemoryBound(to: Pass.self).pointee
        while true {
            let part = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard part < pass.parts else { return }
            pass.body(part, worker)
        }
    }

    private func startOnce() {
        guard !hasStarted.exchange(true, ordering: .relaxed) else { return }
        for number in 1..<count {
            guard DetachedThread.start({ self.serve(number) }) else { return }
        }
    }

    private func serve(_ number: Int) {
        var seen = 0
        while true {
            work(on: signal.enter(after: &seen), worker: number)
            signal.leave()
        }
    }

    private static var coreCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }
}

/// Where threads wait for a pass, and the pass for those that came.
///
/// A thread that the system does not let run while the pass is open misses it: nobody waits for that one.
private final class PassSignal: @unchecked Sendable {
    // All is guarded by the mutex. The system's are at addresses of their own, as it wants them.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let left = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var number = 0
    private var inside = 0
    private var pass: UnsafeRawPointer?

    init() {
        mutex.initialize(to: pthread_mutex_t())
        opened.initialize(to: pthread_cond_t())
        left.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(opened, nil)
        pthread_cond_init(left, nil)
    }

    deinit {
        pthread_cond_destroy(left)
        pthread_cond_destroy(opened)
        pthread_mutex_destroy(mutex)
        left.deallocate()
        opened.deallocate()
        mutex.deallocate()
    }

    func open(_ pass: UnsafeRawPointer) {
        pthread_mutex_lock(mutex)
        self.pass = pass
        number += 1
        pthread_cond_broadcast(opened)
        pthread_mutex_unlock(mutex)
    }

    /// Nobody enters any more; returns when nobody is inside.
    func close() {
        pthread_mutex_lock(mutex)
        pass = nil
        while inside > 0 { pthread_cond_wait(left, mutex) }
        pthread_mutex_unlock(mutex)
    }

    /// Waits for a pass after the one numbered `seen`.
    func enter(after seen: inout Int) -> UnsafeRawPointer {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if number != seen, let pass {
                seen = number
                inside += 1
                return pass
            }
            pthread_cond_wait(opened, mutex)
        }
    }

    func leave() {
        pthread_mutex_lock(mutex)
        inside -= 1
        if inside == 0 { pthread_cond_signal(left) }
        pthread_mutex_unlock(mutex)
    }
}
