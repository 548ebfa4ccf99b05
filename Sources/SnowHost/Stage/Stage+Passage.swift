extension Stage {
    /// Whether pixels should go through tmux.
    private var wantsPassage: Bool {
        options.passesThrough && options.asksTerminal && options.blitter?.drawsPixels == true
            && capabilities.multiplexer == .tmux
    }

    /// Whether it is not known yet if they can.
    var isPassageOpen: Bool {
        wantsPassage && capabilities.pane == nil
            && (!capabilities.hasAnswered || passage.isHopeful(at: terminal.now))
    }

    /// Whether a later call of `askForPane` asks for the pane's place or gives up.
    var awaitsPane: Bool {
        // tmux passes nothing on before it has drawn the new screen; its own answer comes after that.
        wantsPassage && capabilities.hasAnswered && capabilities.pane == nil
            && (capabilities.hasPassthrough != false || passage.isHopeful(at: terminal.now))
    }

    /// Asks the terminal behind tmux for this pane's place, when it is needed and unknown.
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

    /// Forgets the pane's place: it may have moved.
    func forgetPane() {
        guard options.passesThrough else { return }
        capabilities.note(pane: nil)
        passage.restart()
    }
}
