import Testing

@testable import SnowHost

@Suite struct ParameterTurningTests {
    private func parameter(
        _ value: Double = 0, _ bounds: ClosedRange<Double>? = nil, step: Double? = nil, isWhole: Bool = false
    ) -> Parameter {
        let minimum = bounds?.lowerBound ?? -.infinity
        let maximum = bounds?.upperBound ?? .infinity
        let ownStep = Parameter.ownStep(value: value, minimum: minimum, maximum: maximum, isWhole: isWhole)
        return Parameter(
            name: "a", value: value, minimum: minimum, maximum: maximum, step: step ?? ownStep, about: "",
            isWhole: isWhole)
    }

    @Test(
        arguments: [
            (0...200, false, 2), (-30...30, false, 1), (0...1, false, 0.02), (0.5...12, false, 0.2),
            (0...0.001, false, 0.00002), (0...7, true, 1), (0...1000, true, 20), (0...1e6, true, 20_000),
        ] as [(ClosedRange<Double>, Bool, Double)])
    func `a step of its own is about a fiftieth of the range, and a number that people write`(
        bounds: ClosedRange<Double>, isWhole: Bool, step: Double
    ) {
        #expect(parameter(bounds.lowerBound, bounds, isWhole: isWhole).step == step)
    }

    @Test func `ten steps make ten steps, without dust behind the point`() {
        for step in [0.1, 0.05, 0.02, 0.3, 0.001] {
            let parameter = parameter(step: step)
            var value = 0.0
            for _ in 0..<10 { value = parameter.turned(value, by: 1) }
            #expect(value == parameter.turned(0, by: 10))
            #expect(Parameter.text(of: value).count <= 5)
            for _ in 0..<10 { value = parameter.turned(value, by: -1) }
            #expect(value == 0)
        }
    }

    @Test func `whatever is turned stays within its range and can be set`() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let isWhole = Bool.random(using: &random)
            func number(_ range: ClosedRange<Double>) -> Double {
                let value = Double.random(in: range, using: &random)
                return isWhole ? value.rounded() : value
            }
            let minimum = number(-1000...1000)
            let bounds = minimum...minimum + number(0...1000)
            let start = isWhole ? bounds.lowerBound : Double.random(in: bounds, using: &random)
            let parameter = parameter(start, bounds, isWhole: isWhole)
            #expect(parameter.step > 0)
            var value = parameter.value
            for _ in 0..<20 {
                value = parameter.turned(value, by: [-10, -1, 1, 10].randomElement(using: &random) ?? 1)
                #expect(parameter.objection(to: value) == nil)
            }
            #expect(parameter.turned(value, by: 1 << 20) == bounds.upperBound)
            #expect(parameter.turned(value, by: -1 << 20) == bounds.lowerBound)
        }
    }
}
