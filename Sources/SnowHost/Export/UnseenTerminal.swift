/// A terminal for frames that go elsewhere: it takes all bytes and keeps none, asks and answers nothing, and its time
/// passes at once.
package final class UnseenTerminal: TerminalDevice {
    package let size: TerminalSize
    package private(set) var now: Duration = .zero
    package let isReady = true

    /// A terminal of a size.
    package init(columns: Int, rows: Int) {
        size = TerminalSize(columns: columns, rows: rows)
    }

    package func enter(_ modes: TerminalModes) throws(TerminalError) {}

    package func report(_ mouse: TerminalModes.Mouse) {}

    package func leave() {}

    package func write(_ frame: [UInt8]) -> WriteOutcome { .sent }

    package func poll(until deadline: Duration, into events: inout [TerminalEvent]) {
        now = max(now, deadline)
    }
}
