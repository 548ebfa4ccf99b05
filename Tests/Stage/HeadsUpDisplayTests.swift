import Testing

@testable import SnowHost

/// The display as rows of text.
@Suite struct HeadsUpDisplayTests {
    private static func parameter(
        _ name: String, _ value: Double, _ bounds: ClosedRange<Double>, about: String = "", isPicked: Bool = false
    ) -> DisplayContent.ParameterRow {
        .init(
            parameter: Parameter(
                name: name, value: value, minimum: bounds.lowerBound, maximum: bounds.upperBound, step: 1, about: about,
                isWhole: false),
            value: value, isPicked: isPicked)
    }

    @Test func `how the update is run stands in the line of its layer`() {
        var content = Self.content
        content.layers[0].updates = "interpreted"
        #expect(lines(content, 80, 24).contains(" snowfall     126 of 4000  0.13 of 16 MiB  interpreted  0 tweens"))
    }

    private static var content: DisplayContent {
        var content = DisplayContent()
        content.figures = .init(
            stepsPerSecond: 60.01, picturesPerSecond: 59.98, lua: 0.00123, host: 0.0004, drawing: 0.0011,
            percentile95: 0.00356, bytesPerFrame: 812.4, bytesPerSecond: 48_730)
        content.stepCount = 7
        content.layers = [
            .init(
                name: "snowfall", flakes: 126, capacity: 4000, tweens: 0, memory: 131_072, memoryLimit: 16 << 20,
                reloads: 1, isStopped: false)
        ]
        content.parameters = [
            parameter("wind", 1, -30...30, about: "steady push, units/s", isPicked: true),
            parameter("glint", 0.25, 0...1),
            .init(
                parameter: Parameter(
                    name: "free", value: 3, minimum: -.infinity, maximum: .infinity, step: 1, about: "", isWhole: true),
                value: 3, isPicked: false),
        ]
        content.log = ["one", "two"]
        return content
    }

    private func lines(_ content: DisplayContent, _ columns: Int, _ rows: Int) -> [String] {
        HeadsUpDisplay(content, columns: columns, rows: rows).lines.map { line in
            var text = line.text
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    @Test func `on an ordinary terminal it has everything`() {
        #expect(
            lines(Self.content, 80, 24) == [
                " 60 fps       126 of 4000 flakes                     snowscript",
                " ms      lua  1.23  host  0.40  drawing  1.10  p95  3.56",
                " sent    bytes   812  kB/s   48.7",
                " snowfall     126 of 4000  0.13 of 16 MiB  0 tweens  1 reload",
                "",
                "› wind         1  ━━━━━━━━━━━┃──────────  -30 … 30",
                "  glint     0.25  ━━━━━┃────────────────  0 … 1",
                "  free         3",
                "   steady push, units/s",
                "",
                " one",
                " two",
                "",
                " ? close  tab pick  ← → turn (shift ×10)  space pause  . step",
                " r restart  s keep  q quit",
            ])
    }

    @Test func `what is not as it should be is told`() {
        var content = Self.content
        content.figures.picturesPerSecond = 31
        content.stepsShed = 3
        content.layers[0].isStopped = true
        content.layers[0].tweens = 1
        let shown = lines(content, 80, 24)
        #expect(shown[0].hasPrefix(" 31 of 60 fps  126 of 4000 flakes"))
        #expect(shown[2].hasSuffix("detail shed 3 of 7"))
        #expect(shown[3] == " snowfall     stopped  126 of 4000  0.13 of 16 MiB  1 tween")
        content.isPaused = true
        #expect(lines(content, 80, 24)[0].hasPrefix(" paused       126 of"))
    }

    @Test func `one row is left of it in the end`() {
        #expect(lines(Self.content, 80, 1) == [" 60 fps       126 of 4000 flakes                     snowscript"])
        #expect(lines(Self.content, 20, 1) == [" 60 fps       126 o…"])
        #expect(lines(Self.content, 40, 3).last == "› wind        1  ━━━━━━┃──────  -30 … 30")
        #expect(lines(Self.content, 3, 5).isEmpty)
        #expect(lines(Self.content, 80, 0).isEmpty)
    }

    @Test func `the picked parameter is in sight, however many there are`() {
        var content = Self.content
        for count in [1, 2, 7, 40, 64] {
            for picked in [0, 1, count / 2, count - 1] where picked < count {
                content.parameters = (0..<count).map {
                    Self.parameter("p\($0)_", 1, 0...2, about: "what", isPicked: $0 == picked)
                }
                for rows in 3...40 {
                    #expect(lines(content, 80, rows).contains { $0.hasPrefix("› p\(picked)_ ") }, "\(picked) \(rows)")
                }
            }
        }
    }

    @Test func `it never overflows, whatever the size and however long the words`() {
        var wild = Self.content
        wild.layers = (0..<5).map { number in
            .init(
                name: String(repeating: "雪", count: 20), flakes: 1_000_000, capacity: 1_000_000, tweens: 4_000_000,
                memory: 1 << 34, memoryLimit: 1 << 34, reloads: 123_456, isStopped: number == 2)
        }
        wild.figures = .init(
            stepsPerSecond: .infinity, picturesPerSecond: .nan, lua: 1e300, host: -1, drawing: 9999,
            percentile95: 1e9, bytesPerFrame: 1e15, bytesPerSecond: 1e9)
        wild.parameters = (0..<64).map {
            Self.parameter(
                "parameter_with_a_long_name_\($0)", 1e-300, -1e300...1e300, about: "雪\u{1B}[2J", isPicked: $0 == 50)
        }
        wild.parameters[3].layerName = "雪雪雪雪雪雪雪雪雪雪雪"
        wild.log = Array(repeating: String(repeating: "雪", count: 300), count: 8)
        for content in [Self.content, wild, DisplayContent()] {
            for columns in Array(1...20) + [29, 40, 63, 64, 65, 120] {
                for rows in Array(1...12) + [18, 24, 40] {
                    let display = HeadsUpDisplay(content, columns: columns, rows: rows).lines
                    #expect(display.count <= rows)
                    for line in display {
                        let end = line.pieces.reduce(0) { end, piece in
                            #expect(piece.column == end)
                            return end + CellGrid.columnCount(of: piece.scalars)
                        }
                        #expect(end == min(columns, HeadsUpDisplay.widest))
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (0.0, 2, "0.00"), (1.005, 1, "1.0"), (1.96, 1, "2.0"), (-0.04, 1, "0.0"), (-2.5, 0, "-3"),
            (999.995, 2, "1000.00"),
            (.nan, 1, "—"), (1e15, 0, "—"),
        ] as [(Double, Int, String)])
    func `a number has the digits that it is given`(value: Double, digits: Int, text: String) {
        #expect(PanelNumber.fixed(value, digits) == text)
    }

    @Test func `a turn is told with its bounds`() {
        var row = Self.parameter("wind", 30, -30...30, about: "units/s")
        #expect(ParameterLine.message(row) == "wind 30, the most  units/s")
        row.value = -30
        #expect(ParameterLine.message(row) == "wind -30, the least  units/s")
        row.layerName = "snow"
        row.value = 2.5
        #expect(ParameterLine.message(row) == "snow.wind 2.5  units/s")
    }
}
