#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Gives the terminal back when the process dies of a fault, and lets it die.
enum CrashGuard {
    /// Faults, and what ends a process that does not ask for it: limits of the system, timers, users' signals.
    private static let fatal = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS, SIGXCPU, SIGXFSZ, SIGALRM, SIGVTALRM, SIGPROF,
        SIGUSR1, SIGUSR2,
    ]

    /// What the handler needs, all of it in place before the first fault can be handled.
    fileprivate struct Rescue {
        var descriptor: Int32 = -1
        var bytes: UnsafeMutablePointer<UInt8>
        var count = 0
        var settings = termios()
        static let capacity = 256
    }

    /// From now on a fault sends `bytes` (at most 256) to the terminal and sets it back to `settings`.
    static func arm(descriptor: Int32, bytes: [UInt8], settings: termios) {
        disarm()
        rescue.pointee.count = min(bytes.count, Rescue.capacity)
        for (place, byte) in bytes.prefix(Rescue.capacity).enumerated() { rescue.pointee.bytes[place] = byte }
        rescue.pointee.settings = settings
        rescue.pointee.descriptor = descriptor
        giveHandlersAStack()
        for number in fatal {
            SignalAction.set(number, giveBackAndDie, flags: Int32(bitPattern: UInt32(SA_ONSTACK) | resetFlag))
        }
    }

    /// Faults are as they were by default.
    static func disarm() {
        guard rescue.pointee.descriptor >= 0 else { return }
        for number in fatal { SignalAction.setDefault(number) }
        rescue.pointee.descriptor = -1
    }

    /// Gives the terminal back at once, from whatever thread, while the one that owns it is stuck.
    static func giveBack() {
        guard rescue.pointee.descriptor >= 0 else { return }
        restore()
    }

    private static var resetFlag: UInt32 { UInt32(truncatingIfNeeded: SA_RESETHAND) }

    /// A fault may be the stack running out: handlers of this thread get one of their own, once and for good.
    private static func giveHandlersAStack() {
        guard !hasStack else { return }
        hasStack = true
        let size = 64 * 1024
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
    }

    /// Written by the thread that owns the terminal, and by no other.
    nonisolated(unsafe) private static var hasStack = false
}

/// Made by the first `arm`, before any handler is set, and never freed: the handler finds it complete.
nonisolated(unsafe) private let rescue: UnsafeMutablePointer<CrashGuard.Rescue> = {
    let memory = UnsafeMutablePointer<CrashGuard.Rescue>.allocate(capacity: 1)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: CrashGuard.Rescue.capacity)
    memory.initialize(to: CrashGuard.Rescue(bytes: bytes))
    return memory
}()

private func restore() {
    _ = write(rescue.pointee.descriptor, rescue.pointee.bytes, rescue.pointee.count)
    tcsetattr(rescue.pointee.descriptor, TCSANOW, &rescue.pointee.settings)
}

/// Calls write(2), tcsetattr(3) and raise(3), which POSIX allows in a handler, on memory that was made before.
private func giveBackAndDie(_ number: Int32) {
    restore()
    // SA_RESETHAND put the default action back: it takes effect when this handler returns.
    raise(number)
}
