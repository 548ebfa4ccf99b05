extension Stage {
    /// Shows the snow as is best on what the terminal turns out to be.
    func learn(_ reply: TerminalReply) {
        capabilities.take(reply)
        if case .cursor(let column, let row) = reply { notePane(cursorColumn: column, cursorRow: row) }
        if case .version(let name) = reply, let controls = EncoderControls.detect(version: name) {
            renderer.encoder.controls = controls
        }
        present()
        // The last answer: what is not known by now never will be.
        if capabilities.hasAnswered { tellOfPixels() }
    }

    /// Says why pixels that were asked for are not drawn, or might not be seen.
    func tellOfPixels() {
        guard let wish = options.blitter, wish.drawsPixels, !isPassageOpen else { return }
        let blitter = presentation.blitter
        let isDoubtful = blitter.value != wish || blitter.reason != Presentation.asked
        if isDoubtful { say("\(blitter.value.rawValue): \(blitter.reason)") } else { message = nil }
    }

    func present() {
        presentation = Presentation(on: capabilities, wishes: options.wishes, size: terminal.size)
        renderer.adopt(
            depth: presentation.depth.value, ground: presentation.ground.value, background: presentation.background)
        renderer.encoder.isSynchronized = isSynchronized
        let blitter = presentation.blitter.value
        let isNew = blitter != renderer.blitterName
        renderer.adopt(blitter: blitter, pixelCell: presentation.pixelCell)
        renderer.send(through: presentation.relay(on: capabilities))
        guard isNew else { return }
        detail = Self.detail(
            for: blitter, TerminalSize(columns: renderer.columns, rows: renderer.rows), options)
    }

    private var isSynchronized: Bool {
        switch options.synchronization {
        case .auto: presentation.isSynchronized.value
        case .on: true
        case .off: false
        }
    }

    static func detail(for blitter: BlitterName, _ size: TerminalSize, _ options: Options) -> DetailControl {
        // Where nothing is to be saved, nothing is left out.
        let wish = blitter.drawsPixels ? options.pixelBytesPerSecond : options.bytesPerSecond
        let isFree = wish == nil && options.mostBytesPerSecond == nil
        return DetailControl(
            bytesPerSecond: wish, mostBytesPerSecond: options.mostBytesPerSecond,
            steps: RenderDetail.steps(for: blitter), step: isFree ? 0 : nil, cellCount: size.columns * size.rows,
            frameCost: blitter.drawsPixels ? 150 : 1)
    }
}
