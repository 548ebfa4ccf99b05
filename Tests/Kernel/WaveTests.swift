import SnowHost
import Testing

@Suite struct WaveTests {
    @Test func `sine and cosine are right to the last bits, however large the argument`() throws {
        let list = ExactWaves.table.map { "{ \(Self.hexadecimal($0.x)) }" }.joined(separator: ", ")
        let source = """
            local list = { \(list) }
            function init()
              for _, entry in ipairs(list) do print(string.format("%.17g %.17g", sin(entry[1]), math.cos(entry[1]))) end
            end
            """
        let lines = transcript(of: source)
        try #require(lines.count == ExactWaves.table.count)
        for (line, expected) in zip(lines, ExactWaves.table) {
            let values = line.split(separator: " ").compactMap { Double($0) }
            try #require(values.count == 2)
            for (value, exact) in [(values[0], expected.sine), (values[1], expected.cosine)] {
                let error = abs(value - exact)
                #expect(abs(expected.x) <= 3e6 ? error <= 3 * exact.ulp : error < 4e-16, "\(expected.x): \(line)")
            }
        }
    }

    private static func hexadecimal(_ x: Double) -> String {
        // Lua reads what it prints, to the bit, with seventeen digits.
        String(describing: x)
    }

    @Test(arguments: [
        ScriptCase("function init() print(sin(0), cos(0), sin(pi / 2), cos(pi)) end", "0.0    1.0    1.0    -1.0"),
        ScriptCase(
            "function init() print(1 / sin(-0.0), sin(-1) == -sin(1), cos(-1) == cos(1)) end", "-inf    true    true"),
        ScriptCase("function init() local a, b = sin(1 / 0), cos(0 / 0) print(a ~= a, b ~= b) end", "true    true"),
        ScriptCase(
            "function init() print(math.sin == sin, math.cos == cos, sin('1') == sin(1)) end", "true    true    true"),
    ])
    func `the edges are where they belong`(example: ScriptCase) {
        #expect(example.transcript == example.lines)
    }
}
