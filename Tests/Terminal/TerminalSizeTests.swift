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

    @Test func `the shape of a cell comes from the size in pixels`() {
        #expect(TerminalSize(columns: 80, rows: 24).cellAspect == 2)
        #expect(TerminalSize(columns: 100, rows: 50, pixelWidth: 900, pixelHeight: 1000).cellAspect == 20.0 / 9)
    }
}
