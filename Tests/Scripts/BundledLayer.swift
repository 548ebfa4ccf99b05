import Testing

@testable import SnowHost

/// A layer over one of the scripts in the folder `scripts`, in the view of a terminal of so many columns and rows. For
/// the script it is always the same moment.
func bundledLayer(
    _ name: String, seed: UInt64 = 1, columns: Int = 80, rows: Int = 24, set values: [String: Double] = [:],
    compiles: Bool = true, stages: Bool = true, at moment: WallClock = .lastEvening
) throws -> Layer {
    let path: FilePath = "\(TestBinary.packageFolder)/scripts/\(name).lua"
    let module = try Module(
        source: FileSystem.read(path, limit: Limits.sourceBytes), name: "\(name).lua",
        directory: "\(TestBinary.packageFolder)/scripts")
    var options = Layer.Options()
    options.seed = seed
    options.compilesUpdates = compiles
    options.staging = stages ? .whereItPays : .never
    options.limits.population = BundledPopulation.limits[name]
    let layer = try Layer(
        module: module, linker: .bundled(at: moment), width: Double(columns), height: Double(2 * rows), options: options
    )
    for (name, value) in values { try layer.set(name, to: value) }
    return layer
}

/// Scripts that have fewer flakes in tests: what is not optimized takes too long for all of them.
enum BundledPopulation {
    static let limits = ["blizzard": 3000]
}

extension WallClock {
    /// Some hours before the end of a year.
    static let lastEvening = WallClock(year: 2026, month: 12, day: 31, hour: 20, minute: 15, second: 30)
}

extension Linker {
    /// What the bundled scripts ask for, with a clock that stands still.
    static func bundled(at moment: WallClock = .lastEvening) -> Linker {
        var linker = Linker()
        linker.grant(.image)
        linker.define("clock") { (caller) throws(ImportError) in
            for part in [moment.year, moment.month, moment.day, moment.hour, moment.minute] {
                caller.answer(.integer(Int64(part)))
            }
            caller.answer(.number(moment.second))
        }
        return linker
    }
}

/// How far a sample is from being spread evenly over its bins.
enum Uniformity {
    /// Whether chi-square of the counts lies below its mean by no more, and above it by no more, than five times its
    /// standard deviation.
    static func holds(_ counts: [Int]) -> Bool {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        let square = counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        let freedom = Double(counts.count - 1)
        return square < freedom + 5 * (2 * freedom).squareRoot()
    }

    /// Whether whole numbers fall on each of `range`, on none but these, and evenly.
    static func holds(_ values: [Int], in range: ClosedRange<Int>) -> Bool {
        var counts = Array(repeating: 0, count: range.count)
        for value in values {
            guard range.contains(value) else { return false }
            counts[value - range.lowerBound] += 1
        }
        return counts.allSatisfy { $0 > 0 } && holds(counts)
    }

    /// Whether numbers lie in `range`, and evenly in ten parts of it.
    static func holds(_ values: [Double], in range: ClosedRange<Double>) -> Bool {
        var counts = Array(repeating: 0, count: 10)
        let slack = (range.upperBound - range.lowerBound) * 1e-3
        for value in values {
            guard value >= range.lowerBound - slack, value <= range.upperBound + slack else { return false }
            let place = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
            counts[min(max(Int(place * 10), 0), 9)] += 1
        }
        return holds(counts)
    }
}

@Suite struct UniformityTests {
    @Test func `an even sample passes, a lopsided one and one with a stranger do not`() {
        var stream = RandomStream(seed: 3)
        let even = (0..<2000).map { _ in stream.uniform(2, 4) }
        #expect(Uniformity.holds(even, in: 2...4))
        #expect(!Uniformity.holds(even.map { 2 + ($0 - 2) * ($0 - 2) / 2 }, in: 2...4))
        #expect(!Uniformity.holds(even + [5], in: 2...4))
        #expect(Uniformity.holds((0..<2000).map { _ in Int(stream.integer(in: 1...6)) }, in: 1...6))
        #expect(!Uniformity.holds((0..<2000).map { $0 % 5 + 1 }, in: 1...6))
        #expect(!Uniformity.holds((0..<2000).map { $0 % 7 }, in: 1...6))
    }
}
