/// Where the terminal's cursor is, as far as that can be known.
struct CursorPosition: Equatable {
    /// -1 when not known.
    var row = -1
    /// -1 when not known, as after a glyph whose width terminals disagree on, or at the end of a row.
    var column = -1
}

/// The shortest way of moving a terminal's cursor.
///
/// Only what every terminal since the VT100 obeys: CUP, the four relative motions, carriage return, backspace and,
/// where output is not processed by the tty, line feed.
struct CursorMotion {
    /// Whether a line feed goes straight down, which holds when the tty is raw.
    var isLineFeedPlain: Bool

    private enum Way {
        case direct, relative, fromLineStart
    }

    /// The bytes of the shortest motion.
    func cost(from: CursorPosition, toRow row: Int, column: Int) -> Int {
        choose(from, row, column).cost
    }

    /// Appends the shortest motion between two places; nothing when they are the same.
    func append(from: CursorPosition, toRow row: Int, column: Int, to output: inout ByteBuffer) {
        if from.row == row, from.column == column { return }
        switch choose(from, row, column).way {
        case .direct:
            appendDirect(row, column, to: &output)
        case .relative:
            appendVertical(from.row, row, to: &output)
            appendHorizontal(from.column, column, to: &output)
        case .fromLineStart:
            // The return comes first: then a line feed is the same on a tty that adds one by itself.
            output.append(0x0D)
            appendVertical(from.row, row, afterReturn: true, to: &output)
            appendHorizontal(0, column, to: &output)
        }
    }

    private func choose(_ from: CursorPosition, _ row: Int, _ column: Int) -> (way: Way, cost: Int) {
        var way = Way.direct
        var least = directCost(row, column)
        guard from.row >= 0 else { return (way, least) }
        let vertical = verticalCost(from.row, row)
        if from.column >= 0 {
            let cost = vertical + horizontalCost(from.column, column)
            if cost < least {
                least = cost
                way = .relative
            }
        }
        // After a return one line feed does on any tty.
        let feeds = row == from.row + 1 ? 1 : vertical
        let cost = 1 + feeds + horizontalCost(0, column)
        if cost < least {
            least = cost
            way = .fromLineStart
        }
        return (way, least)
    }

    private func digits(_ number: Int) -> Int {
        number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 5
    }

    private func parameterCost(_ count: Int) -> Int {
        count == 1 ? 3 : 3 + digits(count)
    }

    private func directCost(_ row: Int, _ column: Int) -> Int {
        if row == 0, column == 0 { return 3 }
        return 3 + (row == 0 ? 0 : digits(row + 1)) + (column == 0 ? 0 : 1 + digits(column + 1))
    }

    private func verticalCost(_ from: Int, _ to: Int) -> Int {
        if from == to { return 0 }
        if to < from { return parameterCost(from - to) }
        let relative = parameterCost(to - from)
        return isLineFeedPlain ? min(relative, to - from) : relative
    }

    private func horizontalCost(_ from: Int, _ to: Int) -> Int {
        if from == to { return 0 }
        return to > from ? parameterCost(to - from) : min(from - to, parameterCost(from - to))
    }

    private func appendDirect(_ row: Int, _ column: Int, to output: inout ByteBuffer) {
        output.append("\u{1B}[")
        if row > 0 { output.append(decimal: row + 1) }
        if column > 0 {
            output.append(0x3B)
            output.append(decimal: column + 1)
        }
        output.append(0x48)
    }

    private func appendVertical(_ from: Int, _ to: Int, afterReturn: Bool = false, to output: inout ByteBuffer) {
        if to < from { return appendRelative(from - to, 0x41, to: &output) }
        let count = to - from
        let fewFeeds = isLineFeedPlain && count <= parameterCost(count) || afterReturn && count == 1
        guard fewFeeds else {
            if count > 0 { appendRelative(count, 0x42, to: &output) }
            return
        }
        for _ in 0..<count { output.append(0x0A) }
    }

    private func appendHorizontal(_ from: Int, _ to: Int, to output: inout ByteBuffer) {
        if to > from {
            appendRelative(to - from, 0x43, to: &output)
        } else if from - to <= parameterCost(from - to) {
            for _ in 0..<(from - to) { output.append(0x08) }
        } else {
            appendRelative(from - to, 0x44, to: &output)
        }
    }

    private func appendRelative(_ count: Int, _ final: UInt8, to output: inout ByteBuffer) {
        output.append("\u{1B}[")
        if count > 1 { output.append(decimal: count) }
        output.append(final)
    }
}
