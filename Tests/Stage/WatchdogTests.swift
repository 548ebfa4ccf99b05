import Synchronization
import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct WatchdogTests {
    /// Another one watches the tests.
    private typealias Watchdog = SnowHost.Watchdog

    @Test func `a script that an import holds up for ever is named, and the host goes on to end`() async {
        let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardErrorContent]) {
            var linker = Linker()
            linker.define("doze") { (_) throws(ImportError) in sleep(600) }
            let source = "plugin { imports = { 'doze' } }\nfunction frame() doze() end"
            let module = try Module(source: source, name: "sleeper.lua")
            var options = Layer.Options()
            options.limits.callback = .milliseconds(10)
            options.limits.loading = .milliseconds(50)
            let layer = try Layer(module: module, linker: linker, width: 80, height: 48, options: options)
            var show = Stage.Options()
            show.onStuck = { name in
                let words = Array("stuck: \(name)\n".utf8)
                _ = write(STDERR_FILENO, words, words.count)
                _exit(3)
            }
            _ = try Stage(terminal: MemoryTerminal(), layers: [layer], options: show).run()
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("stuck: sleeper.lua"))
    }

    /// Waits until something is so, for a long while at most.
    private func wait(until isSo: () -> Bool) -> Bool {
        for _ in 0..<30_000 where !isSo() { usleep(1000) }
        return isSo()
    }

    @Test func `it sleeps while nothing begins, and is awake again as soon as something does`() {
        let interval = Duration.milliseconds(5)
        let watchdog = Watchdog(limit: .seconds(600), interval: interval) { _ in }
        #expect(watchdog.start())
        for _ in 0..<3 {
            #expect(wait { watchdog.isAsleep.load(ordering: .relaxed) })
            let looks = watchdog.looks.load(ordering: .relaxed)
            usleep(UInt32(8 * interval.seconds * 1e6))
            #expect(watchdog.looks.load(ordering: .relaxed) == looks)
            for subject in 0..<100 {
                watchdog.begin(subject)
                watchdog.end()
            }
            #expect(wait { watchdog.looks.load(ordering: .relaxed) > looks })
        }
        watchdog.stop()
    }

    @Test func `what begins while it sleeps and does not end is noticed`() {
        let stuck = Atomic<Int>(-1)
        let watchdog = Watchdog(limit: .milliseconds(200)) { subject in stuck.store(subject, ordering: .relaxed) }
        #expect(watchdog.start())
        #expect(wait { watchdog.isAsleep.load(ordering: .relaxed) })
        watchdog.begin(7)
        #expect(wait { stuck.load(ordering: .relaxed) == 7 })
        watchdog.end()
        watchdog.stop()
    }

    @Test func `it goes with its show, also while it sleeps`() {
        weak var gone: Watchdog?
        do {
            let watchdog = Watchdog(limit: .milliseconds(40)) { _ in }
            gone = watchdog
            #expect(watchdog.start())
            #expect(wait { watchdog.isAsleep.load(ordering: .relaxed) })
            watchdog.stop()
        }
        // Its thread holds it to its end.
        #expect(wait { gone == nil })
    }
}
