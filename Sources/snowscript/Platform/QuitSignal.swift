#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The signal of Ctrl-\.
enum QuitSignal {
    /// Makes it end the program, as it does by default. Swift's runtime may take it for a crash, and print a backtrace to a
    /// terminal that is another job's.
    static func endsProgram() {
        var action = sigaction()
        sigaction(SIGQUIT, nil, &action)
        // SIG_IGN is the pointer 1, which Swift cannot compare as a function.
        #if canImport(Glibc)
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #else
            let handler = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #endif
        if handler != 1 { signal(SIGQUIT, SIG_DFL) }
    }
}
