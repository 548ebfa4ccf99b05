import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct WatchdogTests {
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
}
