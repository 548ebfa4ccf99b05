import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Gives the terminal back when a signal ends the process that nobody waits for, and lets it end.
enum CrashGuard {
    /// What the handler needs, all of it in place before the first signal can be handled.
    fileprivate struct Rescue {
        var descriptor: Int32 = -1
        let state = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
        var count = 0
        var settings = termios()
        static let capacity = 256
        /// Of the state: the terminal is taken, it is being given back, nothing is to be done.
        static let isReady = 0, isBusy = 1, isDone = 2
    }

    /// Signals whose actions are the guard's now, and what they did before.
    ///
    /// Written by the thread that owns the terminal, and by no other; so is the stack.
    nonisolated(unsafe) private static var guarded: [(number: Int32, before: sigaction)] = []
    nonisolated(unsafe) private static var stack: SignalStack?

    /// Other signals that end a process by default: limits of the system, timers, what users and devices send.
    private static var endings: [Int32] {
        let common = [SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2]
        #if canImport(Glibc)
            // The sixth real-time signal is left to the ticks of deadlines.
            let realTime = (__libc_current_sigrtmin()...__libc_current_sigrtmax()).filter {
                $0 != __libc_current_sigrtmin() + 6
            }
            return common + [SIGIO, SIGPWR, SIGSTKFLT] + realTime
        #else
            return common + [SIGEMT]
        #endif
    }

    /// From now on a signal that ends the process first sends `bytes` (at most 256) to the terminal and sets it back to
    /// `settings`.
    static func arm(descriptor: Int32, bytes: [UInt8], settings: termios) {
        // A signal in between finds nothing to do.
        rescue.pointee.state.pointee.store(Rescue.isDone, ordering: .releasing)
        rescue.pointee.count = min(bytes.count, Rescue.capacity)
        for (place, byte) in bytes.prefix(Rescue.capacity).enumerated() { rescue.pointee.bytes[place] = byte }
        rescue.pointee.settings = settings
        rescue.pointee.descriptor = descriptor
        rescue.pointee.state.pointee.store(Rescue.isReady, ordering: .releasing)
        guard guarded.isEmpty else { return }
        stack = SignalStack()
        for number in FaultSignals.numbers { take(number) }
        // One that is handled or ignored ends nothing.
        for number in endings where SignalAction.isDefault(SignalAction.current(number)) { take(number) }
    }

    private static func take(_ number: Int32) {
        let before = SignalAction.current(number)
        if SignalAction.set(number, giveBackAndDie, flags: Int32(SA_ONSTACK)) { guarded.append((number, before)) }
    }

    /// Signals do what they did before; those that the program has set since stay so.
    static func disarm() {
        rescue.pointee.state.pointee.store(Rescue.isDone, ordering: .releasing)
        for (number, before) in guarded where isOwn(SignalAction.current(number)) {
            SignalAction.restore(number, before)
        }
        guarded = []
        stack = nil
    }

    private static func isOwn(_ action: sigaction) -> Bool {
        let own: @convention(c) (Int32) -> Void = giveBackAndDie
        return SignalAction.address(of: action) == unsafeBitCast(own, to: Int.self)
    }

    /// Gives the terminal back at once, from whatever thread, while the one that owns it is stuck.
    static func giveBack() { restore() }
}

/// Made by the first `arm`, before any handler is set, and never freed: the handler finds it complete.
nonisolated(unsafe) private let rescue: UnsafeMutablePointer<CrashGuard.Rescue> = {
    let memory = UnsafeMutablePointer<CrashGuard.Rescue>.allocate(capacity: 1)
    memory.initialize(to: CrashGuard.Rescue())
    memory.pointee.state.initialize(to: Atomic(CrashGuard.Rescue.isDone))
    return memory
}()

private func restore() {
    let state = rescue.pointee.state
    let ready = CrashGuard.Rescue.isReady, busy = CrashGuard.Rescue.isBusy
    guard state.pointee.compareExchange(expected: ready, desired: busy, ordering: .acquiringAndReleasing).exchanged
    else {
        // Another thread is at it, which also failed: its end would come too early by ours.
        for _ in 0..<1000 where state.pointee.load(ordering: .acquiring) == busy { usleep(1000) }
        return
    }
    _ = write(rescue.pointee.descriptor, rescue.pointee.bytes, rescue.pointee.count)
    // In the background the settings are another job's.
    if JobControl.isForeground(on: rescue.pointee.descriptor) {
        tcsetattr(rescue.pointee.descriptor, TCSANOW, &rescue.pointee.settings)
    }
    state.pointee.store(CrashGuard.Rescue.isDone, ordering: .releasing)
}

/// Calls write(2), tcgetpgrp(3), getpgrp(2), tcsetattr(3), signal(2) and raise(3), which POSIX allows in a handler, and
/// usleep(3), which Linux and macOS do, on memory that was made before.
private func giveBackAndDie(_ number: Int32) {
    restore()
    // Not what the program had in this place: the Swift runtime has a debugger there, which asks questions on the terminal.
    signal(number, SIG_DFL)
    raise(number)
}
