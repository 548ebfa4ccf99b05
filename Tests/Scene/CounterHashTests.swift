import Testing

@testable import SnowHost

@Suite struct CounterHashTests {
    @Test func `neighbours along each argument are uniform and unrelated`() {
        let count = 32_000
        checkUniform((0..<count).map { CounterHash.random(seed: 1, birthNumber: UInt32($0), frame: 9, call: 0) })
        checkUniform((0..<count).map { CounterHash.random(seed: 1, birthNumber: 7, frame: UInt64($0), call: 0) })
        checkUniform((0..<count).map { CounterHash.random(seed: 1, birthNumber: 7, frame: 9, call: UInt32($0)) })
        checkUniform((0..<count).map { CounterHash.random(seed: UInt64($0), birthNumber: 7, frame: 9, call: 0) })
    }

    @Test func `arguments are not interchangeable`() {
        var seen: Set<Double> = []
        for seed in UInt64(0)..<8 {
            for birth in UInt32(0)..<8 {
                for frame in UInt64(0)..<8 {
                    for call in UInt32(0)..<8 {
                        let value = CounterHash.random(seed: seed, birthNumber: birth, frame: frame, call: call)
                        #expect(seen.insert(value).inserted)
                    }
                }
            }
        }
    }

    @Test func `a key computed once gives the same numbers`() {
        let key = CounterHash.key(seed: 3, frame: 100, call: 2)
        for birth in UInt32(0)..<100 {
            let expected = CounterHash.random(seed: 3, birthNumber: birth, frame: 100, call: 2)
            #expect(CounterHash.unit(key: key, birthNumber: birth) == expected)
        }
    }
}
