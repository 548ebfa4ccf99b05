import Testing

@testable import SnowHost

@Suite struct TerminalSizeTests {
    @Test func `a terminal that reports nothing has the size of its environment, then 80×24`() {
        let nothing = TerminalSize(columns: 0, rows: 0)
        #expect(TerminalSize.resolve(reported: nothing, environment: [:]) == .fallback)
        let named = ["COLUMNS": "132", "LINES": "43"]
        #expect(TerminalSize.resolve(reported: nothing, environment: named) == TerminalSize(columns: 132, rows: 43))
        let odd = ["COLUMNS": "-3", "LINES": "many"]
        #expect(TerminalSize.resolve(reported: nothing, environment: odd) == .fallback)
        let known = TerminalSize(columns: 1, rows: 50)
        #expect(TerminalSize.resolve(reported: known, environment: named) == known)
    }

    @Test(arguments: [
        (65535, 65535, 2000, 500), (65535, 1, 2000, 1), (1, 65535, 1, 2000), (2000, 500, 2000, 500),
        (2000, 501, 2000, 500),
        (1000, 1000, 1000, 1000), (300, 100, 300, 100), (.max, .max, 2000, 500), (9999, 9999, 2000, 500),
    ])
    func `of a terminal that claims more, a million cells are used`(
        columns: Int, rows: Int, usedColumns: Int, usedRows: Int
    ) {
        let reported = TerminalSize(columns: columns, rows: rows, pixelWidth: 65535, pixelHeight: 65535)
        let size = TerminalSize.resolve(reported: reported, environment: [:])
        #expect(size.columns == usedColumns)
        #expect(size.rows == usedRows)
        let named = ["COLUMNS": "\(columns)", "LINES": "\(rows)"]
        let nothing = TerminalSize.resolve(reported: TerminalSize(columns: 0, rows: 0), environment: named)
        #expect(nothing.columns * nothing.rows <= 1_000_000)
    }

    @Test func `cells keep their size in pixels where a part of a terminal is used`() {
        let size = TerminalSize(columns: 4000, rows: 1000, pixelWidth: 40_000, pixelHeight: 20_000)
        #expect(size == TerminalSize(columns: 2000, rows: 1000, pixelWidth: 20_000, pixelHeight: 20_000))
        let used = TerminalSize.resolve(reported: size, environment: [:])
        #expect(used == TerminalSize(columns: 2000, rows: 500, pixelWidth: 20_000, pixelHeight: 10_000))
        #expect(used.cellAspect == size.cellAspect)
    }

    @Test func `the shape of a cell comes from the size in pixels`() {
        #expect(TerminalSize(columns: 80, rows: 24).cellAspect == 2)
        #expect(TerminalSize(columns: 100, rows: 50, pixelWidth: 900, pixelHeight: 1000).cellAspect == 20.0 / 9)
    }
}
