import Testing

@testable import SnowHost

@Suite struct MotionTests {
    static let table: [(from: (Int, Int), to: (Int, Int), raw: Bool, bytes: String)] = [
        ((-1, -1), (0, 0), true, "\u{1B}[H"),
        ((-1, -1), (4, 0), true, "\u{1B}[5H"),
        ((-1, -1), (0, 9), true, "\u{1B}[;10H"),
        ((3, 5), (3, 5), true, ""),
        ((3, 5), (3, 6), true, "\u{1B}[C"),
        ((3, 5), (3, 4), true, "\u{08}"),
        ((3, 5), (3, 0), true, "\r"),
        ((3, 5), (4, 4), true, "\n\u{08}"),
        ((3, 5), (4, 5), true, "\n"),
        ((3, 5), (4, 5), false, "\u{1B}[B"),
        ((3, 5), (4, 0), false, "\r\n"),
        ((3, 105), (3, 0), false, "\r"),
        ((3, -1), (4, 0), false, "\r\n"),
        ((40, 100), (2, 190), true, "\u{1B}[3;191H"),
        ((20, 100), (19, 100), true, "\u{1B}[A"),
    ]

    @Test(arguments: table.indices) func `the shortest motion is taken`(number: Int) {
        let (from, to, isRaw, bytes) = Self.table[number]
        var output = ByteBuffer()
        let motion = CursorMotion(isLineFeedPlain: isRaw)
        motion.append(from: CursorPosition(row: from.0, column: from.1), toRow: to.0, column: to.1, to: &output)
        #expect(String(decoding: output.bytes, as: UTF8.self) == bytes)
    }

    @Test(arguments: [false, true]) func `any motion ends where it should, in as many bytes as foretold`(isRaw: Bool) {
        let motion = CursorMotion(isLineFeedPlain: isRaw)
        let emulator = TerminalEmulator(columns: 130, rows: 40)
        var random = SeededRandom(seed: 31)
        var at = CursorPosition(row: 0, column: 0)
        for _ in 0..<2000 {
            let isNear = Bool.random(using: &random)
            let row =
                isNear
                ? min(max(at.row + Int.random(in: -3...3, using: &random), 0), 39)
                : Int.random(in: 0..<40, using: &random)
            let column =
                isNear
                ? min(max(at.column + Int.random(in: -5...5, using: &random), 0), 129)
                : Int.random(in: 0..<130, using: &random)
            var output = ByteBuffer()
            motion.append(from: at, toRow: row, column: column, to: &output)
            let isMoved = at != CursorPosition(row: row, column: column)
            #expect(output.count == (isMoved ? motion.cost(from: at, toRow: row, column: column) : 0))
            emulator.feed(output.bytes)
            #expect(emulator.cursor.row == row && emulator.cursor.column == column)
            at = CursorPosition(row: row, column: column)
        }
    }

    static let styles: [(CellStyle, CellStyle, String)] = [
        (CellStyle(), CellStyle(foreground: .indexed(231)), "\u{1B}[38;5;231m"),
        (CellStyle(foreground: .indexed(231)), CellStyle(), "\u{1B}[m"),
        (CellStyle(), CellStyle(foreground: .indexed(7), background: .indexed(12)), "\u{1B}[37;104m"),
        (CellStyle(foreground: .rgb(1), background: .rgb(2)), CellStyle(foreground: .rgb(1)), "\u{1B}[49m"),
        (CellStyle(attributes: .bold), CellStyle(attributes: [.bold, .reverse]), "\u{1B}[7m"),
        (CellStyle(attributes: [.bold, .italic, .reverse]), CellStyle(attributes: .bold), "\u{1B}[0;1m"),
        (CellStyle(), CellStyle(foreground: .rgb(0x0102FF)), "\u{1B}[38;2;1;2;255m"),
    ]

    @Test(arguments: styles) func `the shortest change of style is taken`(from: CellStyle, to: CellStyle, bytes: String)
    {
        let encoder = StyleEncoder()
        var output = ByteBuffer()
        encoder.append(from: from, to: to, to: &output)
        #expect(String(decoding: output.bytes, as: UTF8.self) == bytes)
    }
}
