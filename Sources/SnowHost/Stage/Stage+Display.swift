// The heads-up display, and messages.
extension Stage {
    /// The heads-up display, and the size that it was laid out for.
    struct Display {
        var isOpen = false
        /// Whether its content may have changed.
        var isStale = true
        var figures = FrameFigures.Summary()
        var content = DisplayContent()
        var columns = 0
        var rows = 0
        /// From top to bottom.
        var lines: [PanelLine] = []
        /// How many lines of each layer's log have been read.
        var logCounts: [Int] = []
        /// The last lines of all logs, in reading order.
        var log: [String] = []
    }

    /// A line over the picture.
    struct Message {
        let text: String
        /// When it disappears; nil for a line that stays until another replaces it.
        let end: Duration?
        /// The number of columns that `line` was laid out for.
        var columns = -1
        var line = PanelLine(width: 0)
    }

    private static let messageTime = Duration.milliseconds(1800)
    private static let keptLogLines = 8

    /// Shows a line, by default for a moment.
    func say(_ text: String, staysOn: Bool = false) {
        message = Message(text: PlainText.escaped(text), end: staysOn ? nil : terminal.now + Self.messageTime)
    }

    /// Writes the display above the trap panels.
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

    /// Adds what the scripts have printed since the last call.
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

    /// Writes the message; while the show is paused and the display closed, that it is paused.
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
