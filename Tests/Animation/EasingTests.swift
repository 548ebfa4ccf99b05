import Testing

@testable import SnowHost

@Suite struct EasingTests {
    private static let names = Easing.allNames.filter { !$0.contains("(") }

    @Test(arguments: [
        ("in-out", [0.0197, 0.1292, 0.5, 0.8708, 0.9803]),
        ("out", [0.1606, 0.3781, 0.6846, 0.9065, 0.9830]),
        ("in", [0.0170, 0.0935, 0.3154, 0.6219, 0.8394]),
        ("linear", [0.1, 0.25, 0.5, 0.75, 0.9]),
        ("quad-in", [0.01, 0.0625, 0.25, 0.5625, 0.81]),
        ("cubic-out", [0.271, 0.578125, 0.875, 0.984375, 0.999]),
        ("cubic-in-out", [0.004, 0.0625, 0.5, 0.9375, 0.996]),
        ("sine-in", [0.0123, 0.0761, 0.2929, 0.6173, 0.8436]),
        ("expo-in", [0.001, 0.0046, 0.0303, 0.1760, 0.4995]),
        ("back-in", [-0.0143, -0.0641, -0.0877, 0.1826, 0.5912]),
        ("back-in-out", [-0.0375, -0.0997, 0.5, 1.0997, 1.0375]),
        ("bounce-out", [0.0756, 0.4727, 0.7656, 0.9727, 0.9881]),
        ("elastic-out", [1.25, 0.9116, 1.0156, 1.0055, 0.9980]),
        ("steps(4)", [0, 0.25, 0.5, 0.75, 0.75]),
    ])
    func `the curves go through known points`(name: String, values: [Double]) throws {
        let easing = try #require(Easing(parsing: name))
        for (time, value) in zip([0.1, 0.25, 0.5, 0.75, 0.9], values) {
            #expect(abs(easing(time) - value) < 5.1e-5, "\(name) at \(time) is \(easing(time))")
        }
    }

    @Test(arguments: names + ["steps(1)", "steps(7)", "cubic-bezier(1,-2,0,3)"])
    func `every curve starts at 0, ends at 1, and stays there`(name: String) throws {
        let easing = try #require(Easing(parsing: name))
        for time in [0, -1, -.infinity, .nan, -0.0] as [Double] { #expect(easing(time) == 0) }
        for time in [1, 2, .infinity] as [Double] { #expect(easing(time) == 1) }
        guard !name.hasPrefix("steps") else { return }
        #expect(abs(easing(1e-9)) < 1e-3)
        #expect(abs(easing(1 - 1e-9) - 1) < 1e-3)
    }

    @Test(arguments: ["quad", "cubic", "sine", "expo", "back", "bounce", "elastic"])
    func `the forms of a family mirror each other`(family: String) throws {
        let start = try #require(Easing(parsing: family + "-in"))
        let end = try #require(Easing(parsing: family + "-out"))
        let both = try #require(Easing(parsing: family + "-in-out"))
        #expect(try #require(Easing(parsing: family)) == both)
        for step in 1..<100 {
            let time = Double(step) / 100
            #expect(abs(start(time) + end(1 - time) - 1) < 1e-12)
            #expect(abs(both(time) + both(1 - time) - 1) < 1e-12)
        }
        #expect(abs(both(0.5) - 0.5) < 1e-12)
    }

    @Test(arguments: ["linear", "in", "out", "in-out", "quad-in", "cubic-out", "sine", "expo", "steps(9)"])
    func `curves without overshoot never go back`(name: String) throws {
        let easing = try #require(Easing(parsing: name))
        let values = (0...5000).map { easing(Double($0) / 5000) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
    }

    @Test(
        arguments: [
            (0.42, 0, 1, 1), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1), (0.25, 0.1, 0.25, 1), (0, 0, 1, 1), (0, 1, 1, 0),
            (1, 0, 1, 0), (0, 1, 0, 1), (0.9, -5, 0.1, 6), (1, 1, 1, 1), (0, 0, 0, 0), (0.99, 0, 0.02, 1),
        ] as [(Double, Double, Double, Double)])
    func `a timing curve is solved where its points lie`(x1: Double, y1: Double, x2: Double, y2: Double) throws {
        let easing = try #require(Easing.cubicBezier(x1, y1, x2, y2))
        for step in 1..<1000 {
            let s = Double(step) / 1000
            let point = { (a: Double, b: Double) in 3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
            }
            #expect(abs(easing(point(x1, x2)) - point(y1, y2)) < 1e-9, "at \(s)")
        }
    }

    @Test func `a timing curve that stands upright is solved as well as its slope allows`() throws {
        let easing = try #require(Easing.cubicBezier(1, 0, 0, 1))
        #expect(abs(easing(0.5) - 0.5) < 1e-4)
        for step in 0...1000 { #expect((0...1).contains(easing(Double(step) / 1000))) }
    }

    @Test(arguments: [
        "", "liner", "Linear", "quad-", "-in", "quad-in-in", "steps", "steps()", "steps(0)", "steps(-1)", "steps(1.5)",
        "steps(x)", "steps(1,2)", "steps(9999999)", "steps(1e400)", "steps(nan)", "cubic-bezier(1,2,3)",
        "cubic-bezier(-0.1,0,1,1)", "cubic-bezier(0,0,1.1,1)", "cubic-bezier(0,nan,1,1)", "cubic-bezier(0,inf,1,1)",
        "cubic-bezier(0,0,1,1", "cubic-bezier(0,,1,1)", "cubic-bezier(a,b,c,d)", "linear(1)", "steps(4) ",
        "steps(1 2)",
    ])
    func `what is no easing is refused`(text: String) {
        #expect(Easing(parsing: text) == nil)
    }

    @Test func `easings are read with or without blanks`() {
        #expect(Easing(parsing: "steps( 4 )") == Easing.steps(4))
        #expect(Easing(parsing: "cubic-bezier(.42, 0, 1, 1)") == .in)
        #expect(Easing(parsing: "cubic-bezier(0,0,.58,1)"[...]) == .out)
        #expect(Easing(parsing: "in-out") == .inOut)
        #expect(Easing(parsing: String(repeating: "9", count: 1_000_000)) == nil)
    }

    @Test func `the series agree with known values`() {
        let sines: [(Double, Double)] = [
            (0, 0), (.pi / 6, 0.5), (.pi / 4, 0.707106781186547524), (.pi / 2, 1), (1, 0.841470984807896507),
            (3, 0.141120008059867222), (-10, 0.544021110889369813), (20, 0.912945250727627654),
        ]
        for (angle, value) in sines { #expect(abs(ElementaryFunctions.sine(angle) - value) < 1e-14) }
        let powers: [(Double, Double)] = [
            (0, 1), (10, 1024), (-10, 1 / 1024.0), (0.5, 1.41421356237309505), (-0.1, 0.933032991536807415),
            (3.3, 9.84915530675932927),
        ]
        for (exponent, value) in powers { #expect(abs(ElementaryFunctions.exp2(exponent) / value - 1) < 1e-14) }
        for strange in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(ElementaryFunctions.sine(strange) == 0)
            #expect(ElementaryFunctions.exp2(strange) == (strange > 0 ? .infinity : 0))
        }
    }
}
