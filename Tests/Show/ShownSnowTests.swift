import Testing

@testable import SnowHost

/// The bundled snowfall, as seen on the screen.
@Suite struct ShownSnowTests {
    /// The brightness of the upper and lower half of each cell.
    struct Picture {
        let columns: Int
        let rows: Int
        private var light: [Int]

        init(_ emulator: TerminalEmulator) {
            columns = emulator.columns
            rows = emulator.rows * 2
            light = [Int](repeating: 0, count: columns * rows)
            for row in 0..<emulator.rows {
                for column in 0..<columns {
                    let place = emulator[column, row]
                    let fore = Self.light(of: place.style.foreground)
                    let back = Self.light(of: place.style.background)
                    let glyph = place.scalars.first ?? 0x20
                    let halves: (upper: Int, lower: Int) =
                        switch glyph {
                        case 0x2580: (fore, back)
                        case 0x2584: (back, fore)
                        case 0x2588: (fore, fore)
                        case 0x2801...0x28FF:
                            (
                                fore * UInt8(glyph & 0x1B).nonzeroBitCount / 4,
                                fore * UInt8(glyph & 0xE4).nonzeroBitCount / 4
                            )
                        default: (back, back)
                        }
                    light[2 * row * columns + column] = halves.upper
                    light[(2 * row + 1) * columns + column] = halves.lower
                }
            }
        }

        private static func light(of color: CellColor) -> Int {
            switch color.kind {
            case .standard: return 0
            case .indexed(let number):
                let rgb = XtermColors.rgb[Int(number)]
                return Int(rgb >> 16) + Int(rgb >> 8 & 0xFF) + Int(rgb & 0xFF)
            case .rgb(let red, let green, let blue): return Int(red) + Int(green) + Int(blue)
            }
        }

        var total: Int { light.reduce(0, +) }

        /// How alike the two are when this one is moved to the right and down.
        func likeness(to later: Picture, right: Int, down: Int) -> Int {
            var sum = 0
            for row in max(0, -down)..<min(rows, rows - down) {
                for column in max(0, -right)..<min(columns, columns - right) {
                    sum += light[row * columns + column] * later.light[(row + down) * columns + column + right]
                }
            }
            return sum
        }
    }

    /// A window that says it knows synchronized update, so that the ends of frames can be counted.
    private func counted(_ show: Showing) -> Bool {
        guard show.watch(for: Showing.taken) else { return false }
        show.terminal.type("\u{1B}[?2026;2$y")
        return show.watch(for: "\u{1B}[?2026h")
    }

    @Test func `flakes move down from frame to frame, in colour`() throws {
        let show = try Showing(["--seed", "7"])
        #expect(counted(show))
        // The flakes of the start have come into view by then.
        let starts = [90, 108, 126, 144, 162]
        var pictures: [Picture] = []
        for frame in starts {
            #expect(show.watch { ModeTraces.count(of: "\u{1B}[?2026l", in: show.terminal.output) >= frame })
            pictures.append(Picture(show.emulator))
        }
        var downs: [Int] = []
        for (earlier, later) in zip(pictures, pictures.dropFirst()) {
            #expect(earlier.total > 0)
            var best = (likeness: -1, down: 0)
            for down in -6...6 {
                for right in -4...4 {
                    let likeness = earlier.likeness(to: later, right: right, down: down)
                    if likeness > best.likeness { best = (likeness, down) }
                }
            }
            downs.append(best.down)
        }
        #expect(downs.allSatisfy { $0 > 0 }, "\(downs)")

        let colors = Set(
            (0..<24).flatMap { row in (0..<80).map { show.emulator[$0, row].style.foreground } }
        )
        #expect(colors.count > 3)
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `no frame after the first clears the screen`() throws {
        let show = try Showing(["--frames", "40"])
        #expect(show.watchToEnd() == .exited(0))
        // The first draws every row; later ones erase no more than what a row ends with.
        let frames = try #require(
            show.terminal.text.components(separatedBy: TerminalSequences.leave(TerminalModes(marksPastes: true))).first)
        #expect(!frames.contains("\u{1B}[2J") && !frames.contains("\u{1B}[J"))
        #expect(ModeTraces(show.terminal.output).count(of: 1049, isOn: true) == 1)
    }
}
