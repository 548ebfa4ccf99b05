import Testing

@testable import SnowHost

@Suite struct EncoderControlsTests {
    static let names: [(terminal: String, controls: EncoderControls)] = [
        ("", []), ("dumb", []), ("vt100", []), ("ansi", []), ("screen-256color", []), ("sta", []), ("footloose", []),
        ("xterm", .eraseCharacters), ("xterm-256color", .eraseCharacters), ("tmux-256color", .eraseCharacters),
        ("xterm-kitty", [.eraseCharacters, .repeatCharacter]),
        ("linux", [.eraseCharacters, .erasesInBackground]), ("st-256color", [.eraseCharacters, .erasesInBackground]),
        ("foot", [.eraseCharacters, .repeatCharacter, .erasesInBackground]),
        ("alacritty", [.eraseCharacters, .repeatCharacter, .erasesInBackground]),
    ]

    @Test(arguments: names.indices) func `a terminal's name tells what it surely obeys`(number: Int) {
        let (terminal, controls) = Self.names[number]
        #expect(EncoderControls.detect(terminal: terminal) == controls, "\(terminal)")
    }

    @Test func `a version is believed where it is known, and nothing is made of another`() {
        #expect(EncoderControls.detect(version: "XTerm(390)")?.contains(.repeatCharacter) == true)
        #expect(EncoderControls.detect(version: "tmux 3.4") == .eraseCharacters)
        #expect(EncoderControls.detect(version: "kitty(0.35.2)")?.contains(.erasesInBackground) == false)
        #expect(EncoderControls.detect(version: "") == nil)
        #expect(EncoderControls.detect(version: "not XTerm(390)") == nil)
    }

    /// A grid whose first frame is known to the encoder, changed by `change`; what that costs.
    private func bytes(
        controls: EncoderControls, columns: Int = 60, before: (inout CellGrid) -> Void = { _ in },
        change: (inout CellGrid) -> Void
    ) -> String {
        let clusters = ClusterTable()
        var grid = CellGrid(columns: columns, rows: 2, clusters: clusters)
        var encoder = FrameEncoder(columns: columns, rows: 2, clusters: clusters)
        encoder.controls = controls
        before(&grid)
        encoder.encode(grid)
        encoder.commit(grid)
        change(&grid)
        encoder.encode(grid)
        return String(decoding: encoder.frame, as: UTF8.self)
    }

    private func fill(_ grid: inout CellGrid, _ columns: Range<Int>, _ cell: Cell) {
        for column in columns { grid.put(cell, column: column, row: 0) }
    }

    private let red = Cell(content: 0x20, style: CellStyle(background: .indexed(1)))

    @Test func `each control is used where it is there and shorter, and never else`() {
        let text = Cell(content: 0x78)
        // Blanks in the middle of a row.
        func hole(_ count: Int, _ controls: EncoderControls) -> String {
            bytes(controls: controls, before: { fill(&$0, 0..<60, text) }, change: { fill(&$0, 9..<9 + count, .blank) })
        }
        #expect(hole(20, .eraseCharacters) == "\u{1B}[;10H\u{1B}[20X")
        #expect(hole(20, []) == "\u{1B}[;10H" + String(repeating: " ", count: 20))
        #expect(hole(4, .eraseCharacters) == "\u{1B}[;10H    ")
        // To the end of a row every terminal can erase.
        #expect(hole(51, []) == "\u{1B}[;10H\u{1B}[K")
        #expect(hole(51, .eraseCharacters) == "\u{1B}[;10H\u{1B}[K")
        // In a background only where that is filled in.
        func coloured(_ controls: EncoderControls) -> String {
            bytes(controls: controls) { fill(&$0, 9..<60, red) }
        }
        #expect(coloured(.erasesInBackground) == "\u{1B}[;10H\u{1B}[41m\u{1B}[K")
        #expect(coloured([.eraseCharacters]).hasSuffix("[41m" + String(repeating: " ", count: 51)))
        #expect(coloured([.repeatCharacter]).hasSuffix("[41m \u{1B}[50b"))
        // Letters are repeated, blocks are not: many terminals repeat ASCII only.
        #expect(bytes(controls: .repeatCharacter) { fill(&$0, 0..<30, text) } == "\u{1B}[Hx\u{1B}[29b")
        #expect(bytes(controls: .repeatCharacter) { fill(&$0, 0..<5, text) } == "\u{1B}[Hxxxxx")
        let block = Cell(content: 0x2588)
        #expect(!bytes(controls: .repeatCharacter) { fill(&$0, 0..<30, block) }.hasSuffix("b"))
    }

    @Test func `more controls never make a frame longer`() {
        var random = SeededRandom(seed: 77)
        for _ in 0..<60 {
            let ends = (0..<3).map { _ in Int.random(in: 0...60, using: &random) }.sorted()
            let lengths = (0..<8).map { number in
                bytes(
                    controls: EncoderControls(rawValue: number),
                    before: { fill(&$0, 0..<60, Cell(content: 0x78)) },
                    change: {
                        fill(&$0, ends[0]..<ends[1], .blank)
                        fill(&$0, ends[1]..<ends[2], red)
                    }
                ).utf8.count
            }
            #expect(lengths.allSatisfy { $0 <= lengths[0] }, "\(ends): \(lengths)")
        }
    }

    @Test func `a flake that falls costs its way, a blank and itself`() {
        let flake = Cell(content: 0x2A, style: CellStyle(foreground: .indexed(200)))
        let style = "\u{1B}[38;5;200m"
        let text = bytes(
            controls: [],
            before: { $0.put(flake, column: 30, row: 0) },
            change: {
                $0.put(.blank, column: 30, row: 0)
                $0.put(flake, column: 31, row: 1)
                $0.put(flake, column: 40, row: 1)
            })
        // The pen has the style already; the blank is written with it.
        #expect(!text.contains(style) && text.utf8.count < 24, "\(text.debugDescription)")
    }
}
