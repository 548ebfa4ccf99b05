#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signals of a fault in the program itself, which hit the thread that made it.
///
/// A thread that blocks one dies of it without any handler.
package enum FaultSignals {
    /// All of them.
    package static let numbers = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
}
