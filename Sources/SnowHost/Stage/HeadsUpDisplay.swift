/// Figures, parameters, log and keys, as rows of cells for the top left corner of the picture.
///
/// It is laid out when something in it changed, for the room there is: where that is little, it says less, down to
/// one row.
struct HeadsUpDisplay {
    /// From top to bottom, all of one width.
    let lines: [PanelLine]

    /// Columns beyond these are left to the snow.
    static let widest = 64
    private static let mostLogLines = 6

    /// Lays out a content within so many columns and rows.
    init(_ content: DisplayContent, columns: Int, rows: Int) {
        let width = min(columns, Self.widest)
        guard width > 3, rows > 0 else {
            lines = []
            return
        }
        // A part of a large picture stays free.
        let room = rows < 10 ? rows : rows - rows / 6
        let hints = Self.hints(width: width)
        let share = Share(content, room: room, hintRows: hints.count, logLimit: Self.mostLogLines)
        var lines = [Self.headline(content, width: width)]
        func part(_ rows: [PanelLine]) {
            guard !rows.isEmpty else { return }
            if share.hasGaps { lines.append(Self.blank(width)) }
            lines += rows
        }
        if share.figures > 0 { lines.append(Self.times(content, width: width)) }
        if share.figures > 1 { lines.append(Self.bytes(content, width: width)) }
        lines += content.layers.prefix(share.layers).map { Self.layer($0, width: width) }
        part(Self.parameters(content, count: share.parameters, isExplained: share.isExplained, width: width))
        part(content.log.suffix(share.log).map { Self.row($0, .label, width: width) })
        part(Array(hints.prefix(share.hints)))
        self.lines = lines
    }

    /// How the rows are dealt out: the more important first.
    private struct Share {
        var figures = 0
        var layers = 0
        var parameters = 0
        var log = 0
        var hints = 0
        var isExplained = false
        /// Whether parts stand apart.
        var hasGaps = false

        init(_ content: DisplayContent, room: Int, hintRows: Int, logLimit: Int) {
            var rest = room - 1
            func deal(_ goal: Int, _ given: inout Int) {
                let more = min(max(goal - given, 0), max(rest, 0))
                given += more
                rest -= more
            }
            let all = content.parameters.count
            deal(1, &figures)
            deal(min(all, 1), &parameters)
            deal(2, &figures)
            deal(min(content.layers.count, 2), &layers)
            // Half of the keys helps less than none.
            if rest >= hintRows { deal(hintRows, &hints) }
            deal(min(all, 6), &parameters)
            deal(min(content.log.count, 2), &log)
            let parts = [parameters, log, hints].count { $0 > 0 }
            if rest >= parts {
                hasGaps = true
                rest -= parts
            }
            deal(min(content.layers.count, 6), &layers)
            if rest > 0, content.parameters.contains(where: { $0.isPicked && !$0.parameter.about.isEmpty }) {
                isExplained = true
                rest -= 1
            }
            deal(all, &parameters)
            // A part that would only now begin has no gap before it.
            if log > 0 { deal(min(content.log.count, logLimit), &log) }
            deal(content.layers.count, &layers)
        }
    }

    private static func blank(_ width: Int) -> PanelLine {
        row("", .value, width: width)
    }

    private static func row(_ text: String, _ role: PanelLine.Role, width: Int) -> PanelLine {
        var line = PanelLine(width: width)
        line.add(" ", .value)
        line.add(text, role)
        line.fill()
        return line
    }

    private static func headline(_ content: DisplayContent, width: Int) -> PanelLine {
        let figures = content.figures
        let alive = content.layers.reduce(0) { $0 + $1.flakes }
        let capacity = content.layers.reduce(0) { $0 + $1.capacity }
        let steps = PanelNumber.whole(figures.stepsPerSecond)
        let pictures = PanelNumber.whole(figures.picturesPerSecond)
        // A terminal that is slow is shown fewer frames than are played.
        let rate = pictures == steps ? "\(steps) fps" : "\(pictures) of \(steps) fps"
        let state = content.isPaused ? "paused" : rate
        var line = PanelLine(width: width)
        line.add(" \(state)", .headline)
        line.fill(to: max(14, PanelText.columnCount(state) + 3), .headline)
        line.add("\(alive) of \(capacity) flakes", .headline)
        let title = "snowscript "
        if line.room > title.count + 2 {
            line.fill(to: width - title.count, .headline)
            line.add(title, .headline)
        }
        line.fill(.headline)
        return line
    }

    /// Label and number pairs that stand in columns; one that does not fit whole is left out with those after it.
    private static func table(
        _ label: String, _ items: [(label: String, value: String, isWarning: Bool)], width: Int
    ) -> PanelLine {
        var line = PanelLine(width: width)
        line.add(" ", .value)
        line.add(label, .label)
        line.fill(to: min(8, width))
        for item in items {
            let length = 1 + item.label.count + 1 + item.value.count
            guard length <= line.room else { break }
            line.add(" \(item.label) ", .label)
            line.add(item.value, item.isWarning ? .warning : .value)
        }
        line.fill()
        return line
    }

    private static func times(_ content: DisplayContent, width: Int) -> PanelLine {
        let figures = content.figures
        func time(_ seconds: Double) -> String { PanelNumber.padded(PanelNumber.fixed(seconds * 1000, 2), 5) }
        return table(
            "ms",
            [
                ("lua", time(figures.lua), false), (" host", time(figures.host), false),
                (" drawing", time(figures.drawing), false), (" p95", time(figures.percentile95), false),
            ], width: width)
    }

    private static func bytes(_ content: DisplayContent, width: Int) -> PanelLine {
        let figures = content.figures
        var items = [
            ("bytes", PanelNumber.padded(PanelNumber.whole(figures.bytesPerFrame), 5), false),
            (" kB/s", PanelNumber.padded(PanelNumber.fixed(figures.bytesPerSecond / 1000, 1), 6), false),
        ]
        if content.stepsShed > 0 {
            items.append((" detail shed", "\(content.stepsShed) of \(content.stepCount)", true))
        }
        return table("sent", items, width: width)
    }

    private static func layer(_ row: DisplayContent.LayerRow, width: Int) -> PanelLine {
        var line = PanelLine(width: width)
        line.add(" ", .value)
        line.add(PanelText.cut(row.name, to: 12), row.isStopped ? .warning : .accent)
        line.fill(to: 14)
        let memory = PanelNumber.fixed(Double(row.memory) / 0x1p20, 2)
        var items = row.isStopped ? [("stopped", PanelLine.Role.warning)] : []
        items += [
            ("\(row.flakes) of \(row.capacity)", .value),
            ("\(memory) of \(PanelNumber.short(Double(row.memoryLimit) / 0x1p20)) MiB", .value),
        ]
        if let updates = row.updates { items.append((updates, .label)) }
        items += [
            (row.tweens == 1 ? "1 tween" : "\(row.tweens) tweens", row.tweens == 0 ? .label : .value),
            (row.reloads == 1 ? "1 reload" : "\(row.reloads) reloads", row.reloads == 0 ? .label : .value),
        ]
        for (number, item) in items.enumerated() {
            let gap = number == 0 ? "" : "  "
            guard gap.count + item.0.count <= line.room else { break }
            line.add(gap, .value)
            line.add(item.0, item.1)
        }
        line.fill()
        return line
    }

    private static func parameters(
        _ content: DisplayContent, count: Int, isExplained: Bool, width: Int
    ) -> [PanelLine] {
        guard count > 0 else { return [] }
        let all = content.parameters
        let picked = all.firstIndex(where: \.isPicked) ?? 0
        let first = min(max(picked - count / 2, 0), all.count - count)
        let shown = all[first..<first + count]
        let label = shown.map { ParameterLine.label(of: $0) }.map(PanelText.columnCount).max() ?? 0
        var rows = shown.map { ParameterLine.line($0, labelWidth: label, width: width) }
        if isExplained {
            let place = count < all.count ? "\(picked + 1) of \(all.count): " : ""
            rows.append(row("  \(place)\(PlainText.escaped(all[picked].parameter.about))", .label, width: width))
        }
        return rows
    }

    /// The keys, in as many rows as they need.
    private static func hints(width: Int) -> [PanelLine] {
        var rows: [PanelLine] = []
        var line = PanelLine(width: width)
        var isFresh = true
        for key in ControlKey.all where !key.brief.isEmpty {
            let spelling = key.spelling.lowercased()
            let length = spelling.count + 1 + key.brief.count
            if !isFresh, length + 2 > line.room {
                line.fill()
                rows.append(line)
                line = PanelLine(width: width)
                isFresh = true
            }
            line.add(isFresh ? " " : "  ", .value)
            line.add(spelling, .accent)
            line.add(" \(key.brief)", .label)
            isFresh = false
        }
        line.fill()
        return rows + [line]
    }
}
