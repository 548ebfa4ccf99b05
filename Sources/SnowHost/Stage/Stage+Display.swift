// The heads-up display, and what is said for a moment.
extension Stage {
    /// What is shown of the heads-up display, and what it was laid out for.
    struct Display {
        var isOpen = false
        /// Whether something that it shows has changed.
        var isStale = true
        var figures = FrameFigures.Summary()
        var content = DisplayContent()
        var columns = 0
        var rows = 0
        /// From top to bottom.
        var lines: [PanelLine] = []
        /// Lines that each layer's log had when it was read last.
        var logCounts: [Int] = []
        /// The last lines of all logs, in the order in which they were read.
        var log: [String] = []
    }

    /// A line that goes away by itself, or with what it tells.
    struct Message {
        let text: String
        /// Nil for one that stays until another takes its place.
        let end: Duration?
        /// Laid out for so many columns.
        var columns = -1
        var line = PanelLine(width: 0)
    }

    private static let messageTime = Duration.milliseconds(1800)
    private static let keptLogLines = 8

    /// Shows a line, by default for a moment.
    func say(_ text: String, staysOn: Bool = false) {
        message = Message(text: PlainText.escaped(text), end: staysOn ? nil : terminal.now + Self.messageTime)
    }

    /// Writes the display over the rows that the panels at the foot leave.
    func writeDisplay() {
        guard display.isOpen else { return }
        let columns = renderer.columns
        let rows = renderer.rows - faults.lines.count
        if display.isStale || display.columns != columns || display.rows != rows {
            layOutDisplay(columns: columns, rows: rows)
        }
        for (row, line) in display.lines.enumerated() { renderer.write(line, column: 0, row: row) }
    }

    private func layOutDisplay(columns: Int, rows: Int) {
        readLogs()
        var content = DisplayContent()
        content.figures = display.figures
        content.isPaused = clock.isPaused
        content.stepsShed = detail.step
        content.stepCount = detail.stepCount
        content.layers = layers.map { layer in
            DisplayContent.LayerRow(
                name: PlainText.escaped(layer.instance.manifest.name), flakes: layer.scene.count,
                capacity: layer.scene.capacity, tweens: layer.tweens.count, memory: layer.instance.memory.used,
                memoryLimit: layer.instance.limits.memory, reloads: layer.reloadCount, isStopped: layer.trap != nil,
                updates: layer.updateMode.name)
        }
        content.parameters = parameterRows()
        content.log = display.log
        display.isStale = false
        guard content != display.content || columns != display.columns || rows != display.rows else { return }
        display.content = content
        display.columns = columns
        display.rows = rows
        display.lines = HeadsUpDisplay(content, columns: columns, rows: rows).lines
    }

    /// Adds what the scripts have printed since the last time.
    private func readLogs() {
        if display.logCounts.count != layers.count { display.logCounts = layers.map { _ in 0 } }
        for (number, layer) in layers.enumerated() {
            let log = layer.instance.log
            let fresh = log.count - display.logCounts[number]
            guard fresh > 0 else { continue }
            display.logCounts[number] = log.count
            let name = layers.count > 1 ? PlainText.escaped(layer.instance.manifest.name) + ": " : ""
            display.log += log.lines.suffix(min(fresh, Self.keptLogLines)).map { name + $0 }
        }
        display.log.removeFirst(max(display.log.count - Self.keptLogLines, 0))
    }

    /// Writes what was said, as long as it is to be read; or that time stands still, which the display tells itself.
    func writeMessage() {
        if let end = message?.end, terminal.now >= end { message = nil }
        if message == nil, clock.isPaused, !display.isOpen {
            say("paused: space goes on, . plays a frame", staysOn: true)
        }
        guard var present = message else { return }
        let row = renderer.rows - faults.lines.count - 1
        guard row >= 0, renderer.columns > 4 else { return }
        if present.columns != renderer.columns {
            present.columns = renderer.columns
            let width = min(PanelText.columnCount(present.text) + 2, renderer.columns)
            present.line = PanelLine(width: width)
            present.line.add(" \(PanelText.cut(present.text, to: width - 2)) ", .headline)
            message = present
        }
        renderer.write(present.line, column: 0, row: row)
    }
}
