import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An endless script, where the program leaves no signal to the host.
enum DeadlineTrial {
    /// Prints why the script stopped, and whether the program's signals are as it set them.
    static func run(_ arguments: [String]) throws {
        var isKept = { true }
        let early = try layer("function frame() end")
        early.step(seconds: 0)
        switch arguments.first {
        case "blocked":
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_SETMASK, &all, nil)
            isKept = {
                var blocked = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &blocked)
                return realTime.allSatisfy { sigismember(&blocked, $0) == 1 }
            }
        case "handled":
            for number in realTime { signal(number, pass) }
            isKept = { realTime.allSatisfy { isOwn($0) } }
        default: break
        }
        let late = try layer("function frame() while true do end end")
        for layer in [late, try self.layer("function init() while true do end end")] {
            layer.step(seconds: 0)
            print(layer.trap?.reason.rawValue ?? "none", isKept())
        }
    }

    private static func layer(_ source: String) throws -> Layer {
        var options = Layer.Options()
        options.limits.callback = .milliseconds(30)
        options.limits.loading = .milliseconds(30)
        return try Layer(module: try Module(source: source, name: "a.lua"), width: 80, height: 48, options: options)
    }

    private static let pass: @convention(c) (Int32) -> Void = { _ in }

    private static func isOwn(_ number: Int32) -> Bool {
        SignalTrial.handler(of: number) == unsafeBitCast(pass, to: Int.self)
    }

    private static var realTime: ClosedRange<Int32> {
        #if canImport(Glibc)
            __libc_current_sigrtmin()...__libc_current_sigrtmax()
        #else
            SIGUSR1...SIGUSR2
        #endif
    }
}
