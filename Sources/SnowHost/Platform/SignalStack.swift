#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A stack for the signal handlers of one thread: a fault may be that its own stack has run out.
///
/// It is made and given back on the thread that uses it. A thread that has one keeps it.
package struct SignalStack: ~Copyable {
    private static let byteCount = 64 * 1024

    private let memory: UnsafeMutableRawPointer?

    /// Gives the calling thread a stack, if it has none.
    package init() {
        var stack = stack_t()
        guard sigaltstack(nil, &stack) == 0, stack.ss_flags & Int32(SS_DISABLE) != 0 else {
            memory = nil
            return
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: 16)
        stack = stack_t()
        stack.ss_sp = memory
        stack.ss_size = Self.byteCount
        sigaltstack(&stack, nil)
        self.memory = memory
    }

    /// Takes it away again, unless this is another thread, or the thread has got another one since.
    deinit {
        var stack = stack_t()
        guard let memory, sigaltstack(nil, &stack) == 0, stack.ss_sp == memory else { return }
        stack = stack_t()
        stack.ss_flags = Int32(SS_DISABLE)
        sigaltstack(&stack, nil)
        memory.deallocate()
    }
}
