/// What tmux does with what a pane writes: it keeps some, and hands the rest on.
enum TmuxPane {
    /// The pieces that are handed on, as they leave tmux, and the bytes that it keeps.
    static func divide(_ output: [UInt8]) -> (pieces: [[UInt8]], kept: [UInt8]) {
        var pieces: [[UInt8]] = []
        var kept: [UInt8] = []
        let mark = Array("\u{1B}Ptmux;".utf8)
        var place = 0
        while place < output.count {
            guard output[place...].starts(with: mark) else {
                kept.append(output[place])
                place += 1
                continue
            }
            place += mark.count
            var piece: [UInt8] = []
            while place + 1 < output.count, !(output[place] == 0x1B && output[place + 1] == 0x5C) {
                if output[place] == 0x1B { place += 1 }
                piece.append(output[place])
                place += 1
            }
            place += 2
            pieces.append(piece)
        }
        return (pieces, kept)
    }
}
