extension Stage {
    /// Draws a frame and offers it to the terminal. A terminal that has not taken the last frame gets none now, and a newer
    /// one later.
    ///
    /// - Parameter seconds: Length of the frame; 0 while the show is paused.
    /// - Returns: Whether a picture was made.
    func draw(seconds: Double) -> Bool {
        let unchanged = unchangedSince
        unchangedSince = nil
        guard terminal.isReady else {
            drop(seconds: seconds)
            return false
        }
        // The debt of bytes shrinks during a pause, too.
        guard detail.isDue(seconds: 1 / Double(max(options.framesPerSecond, 1))) else {
            statistics.framesHeld += 1
            return false
        }
        renderer.detail = detail.detail
        renderer.begin()
        for (number, layer) in layers.enumerated() {
            renderer.sharesWork = layer.scene.sharesWork
            renderer.draw(
                columns(of: layer, number, seconds: seconds), count: layer.scene.highWater,
                order: layer.scene.drawOrder(), mapping: mapping(of: layer))
        }
        renderer.compose()
        for layer in layers { renderer.write(layer.scene.ground) }
        for layer in layers { writeText(of: layer) }
        if options.isCalm { renderer.limitFlashes(with: &flashLimiter, seconds: seconds) }
        writeFaults()
        writeDisplay()
        writeMessage()
        onPicture?(renderer.grid)
        guard renderer.encode() else {
            detail.note(byteCount: 0, seconds: seconds)
            unchangedSince = unchanged ?? terminal.now
            return true
        }
        switch terminal.write(renderer.encoder.frame) {
        case .sent, .partly:
            statistics.noteSent(renderer.encoder.statistics)
            detail.note(byteCount: renderer.encoder.frame.count, seconds: seconds)
            renderer.commit()
        case .blocked: drop(seconds: seconds)
        case .closed: break
        }
        return true
    }

    /// Counts a frame that the terminal did not take; it gets a newer one.
    private func drop(seconds: Double) {
        statistics.framesDropped += 1
        detail.noteRefusal(seconds: seconds)
    }

    /// A layer's flakes; with `isCalm`, with their motion slowed down.
    private func columns(of layer: Layer, _ number: Int, seconds: Double) -> FlakeColumns {
        let scene = layer.scene
        guard options.isCalm else { return scene.columns }
        return calmMotions[number].columns(
            of: scene.columns, count: scene.highWater, width: scene.width, height: scene.height, seconds: seconds)
    }

    private func writeText(of layer: Layer) {
        let text = layer.scene.text
        guard !text.items.isEmpty else { return }
        let view = mapping(of: layer)
        for item in text.items {
            renderer.write(
                text.scalars[item.scalars].lazy.map(\.value), x: item.x, y: item.y, color: item.color,
                alignment: item.alignment, attributes: item.isBold ? .bold : [], isBehind: item.isBehind, mapping: view)
        }
    }
}
