internal import CLua
@testable import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Scripts made by chance. Set `SNOWSCRIPT_FUZZ_SECONDS` to go on for longer, with `SNOWSCRIPT_FUZZ_SEED` to start
/// elsewhere; without them the same few hundred run every time.
@Suite(.serialized) struct FuzzTests {
    private static func setting(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    /// Calls `body` with seeds: a fixed number of them, or for as long as was asked.
    private static func forEachSeed(_ count: Int, _ body: (UInt64) throws -> Void) rethrows {
        let first = UInt64(setting("SNOWSCRIPT_FUZZ_SEED") ?? 1)
        let seconds = setting("SNOWSCRIPT_FUZZ_SECONDS")
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        var number: UInt64 = 0
        while seconds == nil ? number < count : ContinuousClock.now < end {
            try Watchdog.within(seconds: 30) { try body(first + number) }
            number += 1
        }
    }

    @Test func `scripts of a grammar do no harm`() throws {
        let golden = try HealthyScript.hash()
        try Self.forEachSeed(250) { seed in
            var generator = ScriptGenerator(seed: seed)
            FuzzTarget.playScript(Array(generator.script().utf8), fuel: seed % 3 == 0 ? 20_000 : nil)
            guard seed % 50 == 0 else { return }
            let hash = try HealthyScript.hash()
            #expect(hash == golden, "after seed \(seed)")
        }
        #expect(try HealthyScript.hash() == golden)
        #expect(clua_panic_count() == 0)
    }

    @Test func `damaged scripts and headers do no harm`() throws {
        let golden = try HealthyScript.hash()
        let sources = [HealthyScript.source] + HostileScript.all.map(\.source)
        Self.forEachSeed(200) { seed in
            var generator = ScriptGenerator(seed: seed)
            FuzzTarget.playScript(generator.damaged(Array(sources[Int(seed % UInt64(sources.count))].utf8)))
        }
        #expect(try HealthyScript.hash() == golden)
        #expect(clua_panic_count() == 0)
    }
}
