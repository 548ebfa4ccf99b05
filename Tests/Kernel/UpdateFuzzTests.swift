import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Random updates, compiled and interpreted: the same bits in every column, the same flakes, the same errors.
@Suite struct UpdateFuzzTests {
    private static let functionsEach = 500

    @Test(arguments: 0..<10)
    func `what is compiled does the same as what is interpreted`(part: Int) throws {
        var comparison = UpdateComparison(frames: 3)
        try Self.compare(&comparison, from: UInt64(part * 1_000_000), count: Self.functionsEach)
        #expect(comparison.mismatches.isEmpty, "\(comparison.mismatches.first?.description ?? "")")
        #expect(comparison.compiledCount * 10 >= comparison.functionCount * 7, "\(comparison.refusals)")
        #expect(comparison.compiledFlakes > comparison.calledFlakes * 2)
    }

    @Test func `narrow vectors give what wide ones do`() throws {
        VectorWidth.allowWide(false)
        defer { VectorWidth.allowWide(true) }
        var comparison = UpdateComparison(frames: 3)
        try Self.compare(&comparison, from: 77_000_000, count: Self.functionsEach)
        #expect(comparison.mismatches.isEmpty, "\(comparison.mismatches.first?.description ?? "")")
    }

    /// `SNOWSCRIPT_FUZZ_SECONDS` sets how long; without it this is no more than another part.
    @Test func `a long run finds nothing either`() throws {
        let seconds = getenv("SNOWSCRIPT_FUZZ_SECONDS").flatMap { Double(String(cString: $0)) } ?? 0
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        var seed: UInt64 = seconds > 0 ? UInt64(getpid()) << 32 : 88_000_000
        repeat {
            var comparison = UpdateComparison(frames: 5)
            try Self.compare(&comparison, from: seed, count: 100)
            var wild = Self.wildComparison
            try Self.compare(&wild, from: seed, count: 100, isWild: true)
            seed += 100
            let mismatches = (comparison.mismatches + wild.mismatches).map(\.description)
            #expect(mismatches.isEmpty, "\(mismatches)")
            if !mismatches.isEmpty { return }
        } while clock.now < end
    }

    @Test(arguments: 0..<4)
    func `fields in registers are those of the flake, whatever else reaches it`(part: Int) throws {
        var comparison = Self.wildComparison
        try Self.compare(&comparison, from: 200_000_000 + UInt64(part * 1_000_000), count: 400, isWild: true)
        #expect(comparison.mismatches.isEmpty, "\(comparison.mismatches.first?.description ?? "")")
        #expect(comparison.stagedCount * 4 >= comparison.functionCount)
        #expect(comparison.putBackFlakes > 0)
    }

    private static var wildComparison: UpdateComparison {
        UpdateComparison(header: UpdateGenerator.header + UpdateGenerator.wildHeader, frames: 3, stages: true)
    }

    private static func compare(
        _ comparison: inout UpdateComparison, from seed: UInt64, count: Int, isWild: Bool = false
    ) throws {
        for start in stride(from: 0, to: count, by: 20) {
            let functions = (start..<start + 20).map { number -> String in
                var generator = UpdateGenerator(seed: seed + UInt64(number), isWild: isWild)
                return generator.function()
            }
            try comparison.compare(functions)
        }
    }
}
