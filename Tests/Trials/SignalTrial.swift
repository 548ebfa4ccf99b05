import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program with handlers of its own for every signal, which plays a show in between.
enum SignalTrial {
    /// Prints the signals that do something else after the show than before it.
    static func run(_ arguments: [String]) throws {
        let all = (1..<Int32(65)).filter { $0 != SIGKILL && $0 != SIGSTOP }
        for number in all {
            // Some as they are by default, some ignored, and some handled.
            switch number % 3 {
            case 0: signal(number, pass)
            case 1: signal(number, SIG_IGN)
            default: signal(number, SIG_DFL)
            }
        }
        var stack = stack_t()
        if arguments.contains("with-stack") {
            stack.ss_size = 128 * 1024
            stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stack.ss_size, alignment: 16)
            sigaltstack(&stack, nil)
        }
        sigaltstack(nil, &stack)
        let before = all.map(handler)
        let mask = blocked()

        let ending = try play()

        var after = stack_t()
        sigaltstack(nil, &after)
        var changes = zip(all, before).filter { handler(of: $0) != $1 }.map { "\($0.0)" }
        if after.ss_sp != stack.ss_sp || after.ss_flags != stack.ss_flags { changes.append("stack") }
        if blocked() != mask { changes.append("mask") }
        print(ending, "changed: \(changes.joined(separator: " "))")
    }

    private static func play() throws -> Stage.Ending {
        let layer = try Layer(
            module: try Module(source: "function frame() spawn { x = 1, y = 1 } end", name: "a.lua"), width: 80,
            height: 48)
        var options = Stage.Options()
        options.frameLimit = 5
        return try Stage(terminal: try PosixTerminal(), layers: [layer], options: options).run()
    }

    private static let pass: @convention(c) (Int32) -> Void = { _ in }

    /// Where the handler of a signal is; 0 for the default action, 1 for none.
    static func handler(of number: Int32) -> Int {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Glibc)
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #else
            return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #endif
    }

    private static func blocked() -> [Int32] {
        var set = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &set)
        return (1..<65).filter { sigismember(&set, $0) == 1 }
    }
}
