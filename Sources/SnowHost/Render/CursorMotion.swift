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
        let way = choose(from, row, column).way
        output.append(atMost: Self.longest) { next in
            switch way {
            case .direct:
                putDirect(row, column, at: &next)
            case .relative:
                putVertical(from.row, row, at: &next)
                putHorizontal(from.column, column, at: &next)
            case .fromLineStart:
                // The return comes first: then a line feed is the same on a tty that adds one by itself.
                next.put(0x0D)
                putVertical(from.row, row, afterReturn: true, at: &next)
                putHorizontal(0, column, at: &next)
            }
        }
    }

    /// Two numbers of up to 19 digits with what stands around them; feeds and backspaces are written only where they
    /// are fewer.
    private static let longest = 48

    /// The bytes of the shortest motion to the right within a row.
    func cost(ofColumns count: Int) -> Int { count == 0 ? 0 : parameterCost(count) }

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
        number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10_000 ? 4 : 5
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

    private func putDirect(_ row: Int, _ column: Int, at next: inout ByteBuffer.Next) {
        next.putIntroducer()
        if row > 0 { next.put(decimal: row + 1) }
        if column > 0 {
            next.put(0x3B)
            next.put(decimal: column + 1)
        }
        next.put(0x48)
    }

    private func putVertical(_ from: Int, _ to: Int, afterReturn: Bool = false, at next: inout ByteBuffer.Next) {
        if to < from { return putRelative(from - to, 0x41, at: &next) }
        let count = to - from
        let fewFeeds = isLineFeedPlain && count <= parameterCost(count) || afterReturn && count == 1
        guard fewFeeds else {
            if count > 0 { putRelative(count, 0x42, at: &next) }
            return
        }
        for _ in 0..<count { next.put(0x0A) }
    }

    private func putHorizontal(_ from: Int, _ to: Int, at next: inout ByteBuffer.Next) {
        if to > from {
            putRelative(to - from, 0x43, at: &next)
        } else if from - to <= parameterCost(from - to) {
            for _ in 0..<(from - to) { next.put(0x08) }
        } else {
            putRelative(from - to, 0x44, at: &next)
        }
    }

    private func putRelative(_ count: Int, _ final: UInt8, at next: inout ByteBuffer.Next) {
        next.putIntroducer()
        if count > 1 { next.put(decimal: count) }
        next.put(final)
    }
}
