/// The bytes that take a screen and give it back.
enum TerminalSequences {
    /// Alternate screen, cursor hidden, no wrapping at the last column, pastes marked and mouse as wanted.
    static func enter(_ modes: TerminalModes) -> String {
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l" + (modes.marksPastes ? "\u{1B}[?2004h" : "")
            + mouse(modes.mouse, isOn: true)
    }

    /// The exact inverse of `enter`, in the opposite order, style reset first, images deleted and all cells erased.
    ///
    /// An image may have been cut: its end comes first, for terminals that take all else for a part of it. Cells are
    /// erased because tmux puts rows of the alternate screen into its history when the window had grown meanwhile, and
    /// because some terminals have no alternate screen. Erased from the corner down: where told to erase all, some keep
    /// what was there in their history.
    static func leave(_ modes: TerminalModes) -> String {
        images(modes.images) + "\u{1B}[H\u{1B}[J" + mouse(modes.mouse, isOn: false)
            + (modes.marksPastes ? "\u{1B}[?2004l" : "") + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    }

    private static func images(_ images: TerminalModes.Images) -> String {
        switch images {
        case .none: "\u{1B}[m"
        case .shown: "\u{1B}\\\u{1B}[m" + deletion
        // The first end may complete a pair of escape bytes that was cut.
        case .shownThroughTmux: "\u{1B}\\\u{1B}\\\u{1B}[m" + TmuxPassage.wrap("\u{1B}\\" + deletion)
        }
    }

    /// What a terminal is asked: its version, synchronized update, background, the size of a cell, kitty's graphics;
    /// device attributes last, which every terminal answers.
    ///
    /// A multiplexer is not asked about graphics: tmux takes the question for a title. Some terminals print it, so that
    /// the line is erased.
    static func questions(to terminal: Capabilities) -> String {
        let graphics = graphicsQuestion + "\r\u{1B}[K"
        return "\u{1B}[>q\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[16t"
            + (terminal.multiplexer == nil ? graphics : "") + "\u{1B}[c"
    }

    /// Whether kitty's graphics are understood, of an image that is not shown.
    static let graphicsQuestion = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

    /// Takes every image off the screen, by kitty's graphics protocol, and asks for no answer.
    private static let deletion = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    /// From one way of reporting the mouse to another.
    static func change(from old: TerminalModes.Mouse, to new: TerminalModes.Mouse) -> String {
        old == new ? "" : mouse(old, isOn: false) + mouse(new, isOn: true)
    }

    private static func mouse(_ mouse: TerminalModes.Mouse, isOn: Bool) -> String {
        let numbers =
            switch mouse {
            case .off: [] as [Int]
            case .buttons: [1000, 1006]
            case .all: [1003, 1006]
            }
        let ordered = isOn ? numbers : numbers.reversed()
        return ordered.map { "\u{1B}[?\($0)\(isOn ? "h" : "l")" }.joined()
    }
}
