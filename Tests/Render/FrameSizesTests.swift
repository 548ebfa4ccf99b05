import Testing

@testable import SnowHost

@Suite struct FrameSizesTests {
    @Test func `shares are exact for small frames, and good to a part in 64 for large ones`() {
        var random = SeededRandom(seed: 5)
        for most in [1, 100, 5000, 3_000_000] {
            var sizes = FrameSizes()
            var all: [Int] = []
            for _ in 0..<501 {
                let size = Int.random(in: 0...most, using: &random)
                sizes.add(size)
                all.append(size)
            }
            all.sort()
            #expect(sizes.count == 501 && sizes.least == all.first && sizes.most == all.last)
            for share in [0.0, 0.1, 0.5, 0.9, 1] {
                let exact = all[max(Int((501 * share).rounded(.up)), 1) - 1]
                #expect(abs(sizes.share(share) - exact) <= exact / 64, "\(share) of \(most)")
            }
        }
    }

    @Test func `nothing and the extremes are counted`() {
        var sizes = FrameSizes()
        #expect(sizes.least == 0 && sizes.median == 0 && sizes.most == 0)
        sizes.add(.max)
        sizes.add(0)
        sizes.add(-3)
        #expect(sizes.least == -3 && sizes.most == .max && sizes.median == 0)
    }
}
