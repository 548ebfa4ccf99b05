/// The way through tmux to the terminal behind it: what is wrapped is handed on as it is, if `allow-passthrough` is on.
enum TmuxPassage {
    /// A sequence for the terminal behind, in which tmux takes two escape bytes for one.
    static func wrap(_ sequence: String) -> String {
        "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
    }

    /// Asks where a row of the pane begins, for kitty's graphics, the background, a cell's size, and device attributes last.
    ///
    /// tmux moves the terminal's cursor when it draws. A character beyond ASCII it draws at once, and not with the others
    /// of its row, so that the terminal's cursor is behind it when the question comes.
    static func questions(row: Int, asksForKitty: Bool) -> String {
        "\u{1B}[m\u{1B}[\(row);1H\u{A0}"
            + wrap(
                "\u{1B}[6n" + (asksForKitty ? TerminalSequences.graphicsQuestion : "")
                    + "\u{1B}]11;?\u{1B}\\\u{1B}[16t\u{1B}[c")
    }

    /// Asks for a cell's size and device attributes, and touches no cell.
    static let plainQuestions = wrap("\u{1B}[16t\u{1B}[c")
}
