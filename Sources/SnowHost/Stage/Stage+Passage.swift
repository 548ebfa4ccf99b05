extension Stage {
    /// Whether pixels are to go through tmux.
    private var wantsPassage: Bool {
        options.passesThrough && options.asksTerminal && options.blitter?.drawsPixels == true
            && capabilities.multiplexer == .tmux
    }

    /// Whether it is still open if they can.
    var isPassageOpen: Bool {
        wantsPassage && capabilities.pane == nil
            && (!capabilities.hasAnswered || passage.isHopeful(at: terminal.now))
    }

    /// Whether it is to be asked for, or given up, at a later time.
    var awaitsPane: Bool {
        // Before tmux has answered itself it hands on nothing, since it is about to draw the new screen.
        wantsPassage && capabilities.hasAnswered && capabilities.pane == nil
            && (capabilities.hasPassthrough != false || passage.isHopeful(at: terminal.now))
    }

    /// Asks the terminal behind tmux where this pane lies, when that is to be known.
    func askForPane() {
        guard awaitsPane, terminal.isReady else { return }
        if passage.isDue(at: terminal.now) {
            terminal.askBehindTmux(asksForKitty: options.blitter == .kitty)
            renderer.encoder.invalidate()
        } else if !passage.isHopeful(at: terminal.now), capabilities.hasPassthrough != false {
            capabilities.note(hasPassthrough: false)
            tellOfPixels()
        }
    }

    /// Takes the answer.
    func notePane(cursorColumn: Int, cursorRow: Int) {
        guard wantsPassage else { return }
        capabilities.note(
            pane: PanePlace(cursorColumn: cursorColumn, cursorRow: cursorRow, rows: terminal.size.rows))
    }

    /// Forgets where the pane lies: it may have moved.
    func forgetPane() {
        guard options.passesThrough else { return }
        capabilities.note(pane: nil)
        passage.restart()
    }
}
