import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The window's size, and what becomes of the picture when it changes.
@Suite struct WindowSizeTests {
    /// A picture that depends on the size alone, with a mark in each corner.
    static let script = """
        function frame()
          local right, bottom = scene.width - 1, scene.height - 1
          for y = 0, bottom, 4 do text(2 + y % 5, y, "row " .. y) end
          text(0, 0, "A") text(right, 0, "B") text(0, bottom, "C") text(right, bottom, "D")
        end
        """

    static let walks = [
        [(80, 24), (200, 60), (40, 10)],
        [(80, 24), (80, 30), (80, 7)],
        [(80, 24), (1, 1), (2, 1), (1, 50), (80, 24)],
        [(30, 10), (3, 2), (90, 3), (30, 10)],
    ]

    @Test(arguments: walks.indices)
    func `after a change of size the screen is what a fresh start would draw`(number: Int) throws {
        let walk = Self.walks[number]
        let show = try Showing(scripts: [Self.script], columns: walk[0].0, rows: walk[0].1)
        for (place, size) in walk.enumerated() {
            let expected = Self.picture(columns: size.0, rows: size.1)
            if place > 0 { show.resize(columns: size.0, rows: size.1) }
            // No key is pressed.
            #expect(show.watch { show.emulator.text == expected }, "\(size)")
        }
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    /// What the script draws in a window.
    static func picture(columns: Int, rows: Int) -> String {
        var grid = [[Character]](repeating: [Character](repeating: " ", count: columns), count: rows)
        func write(_ text: String, _ column: Int, _ row: Int) {
            for (place, letter) in text.enumerated() where column + place < columns {
                grid[row][column + place] = letter
            }
        }
        for row in stride(from: 0, to: rows, by: 2) { write("row \(2 * row)", 2 + 2 * row % 5, row) }
        write("A", 0, 0)
        write("B", columns - 1, 0)
        write("C", 0, rows - 1)
        write("D", columns - 1, rows - 1)
        return grid.map { line in
            var text = String(line)
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    @Test(arguments: [(80, 24), (1, 1), (2, 1), (1, 50), (200, 60), (0, 0), (0, 9), (9, 0), (1000, 500)])
    func `a window of any size is played in`(columns: Int, rows: Int) throws {
        let show = try Showing(scripts: [Self.script], columns: columns, rows: rows)
        // A window that does not tell its size counts as 80 by 24.
        let shown = (columns: columns == 0 ? 80 : columns, rows: rows == 0 ? 24 : rows)
        show.emulator.resize(columns: shown.columns, rows: shown.rows)
        #expect(show.watch { show.emulator[shown.columns - 1, shown.rows - 1].scalars == [0x44] })
        if shown.columns > 1, shown.rows > 1 {
            #expect(show.emulator[0, 0].scalars == [0x41])
            #expect(show.emulator[shown.columns - 1, 0].scalars == [0x42])
            #expect(show.emulator[0, shown.rows - 1].scalars == [0x43])
        }
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test(arguments: [(65535, 65535), (65535, 1), (1, 65535), (65535, 24), (2001, 2001)])
    func `a window that claims to be larger than any is played in as far as it is sensible`(columns: Int, rows: Int)
        throws
    {
        let terminal = try PseudoTerminal(TestBinary.path, ["snowfall"], columns: columns, rows: rows)
        #expect(terminal.read(until: "\u{1B}[m"))
        terminal.resize(columns: 80, rows: 24)
        #expect(terminal.read(until: "\u{1B}[m", from: terminal.output.count))
        terminal.type("q")
        #expect(terminal.readToEnd() == .exited(0))
    }

    @Test(arguments: ["snowfall", "falling", "snowfallview"])
    func `the bundled scripts outlive every change of size`(name: String) throws {
        let show = try Showing([name])
        #expect(show.watchForFirstFrame())
        for (columns, rows) in [(200, 60), (1, 1), (0, 0), (2, 1), (1, 50), (40, 10), (300, 2), (80, 24)] {
            let start = show.terminal.output.count
            show.resize(columns: columns, rows: rows)
            #expect(show.watch { show.terminal.output.count > start })
            #expect(show.terminal.process.ending == nil)
        }
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
        show.expectGivenBack()
    }

    @Test func `a change of size that is over before it is seen draws everything again`() throws {
        let show = try Showing(scripts: [Self.script])
        let picture = Self.picture(columns: 80, rows: 24)
        #expect(show.watch { show.emulator.text == picture })
        // A window that was small for a moment keeps what did fit.
        show.emulator.resize(columns: 10, rows: 4)
        show.emulator.resize(columns: 80, rows: 24)
        #expect(show.emulator.text != picture)
        show.terminal.process.send(SIGWINCH)
        #expect(show.watch { show.emulator.text == picture })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }

    @Test func `a picture of a size of its own stays in its corner`() throws {
        let show = try Showing(["--size", "20x6"], scripts: [Self.script])
        let expected = Self.picture(columns: 20, rows: 6) + String(repeating: "\n", count: 18)
        #expect(show.watch { show.emulator.text == expected }, "\(show.emulator.text)")
        show.resize(columns: 100, rows: 24)
        let start = show.terminal.output.count
        #expect(show.watch { show.terminal.output.count > start && show.emulator.text == expected })
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(0))
    }
}
