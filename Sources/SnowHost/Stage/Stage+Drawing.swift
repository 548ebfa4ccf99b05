extension Stage {
    /// Draws and offers a frame. A terminal that still has one to take gets none: it will be shown a newer one.
    ///
    /// - Parameter seconds: Of the frame; 0 while time stands still.
    /// - Returns: Whether a picture was made.
    func draw(seconds: Double) -> Bool {
        let unchanged = unchangedSince
        unchangedSince = nil
        guard terminal.isReady else {
            drop(seconds: seconds)
            return false
        }
        // What is owed is paid while the scene stands still, too.
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

    /// The terminal shows what it showed; it will be shown a newer frame.
    private func drop(seconds: Double) {
        statistics.framesDropped += 1
        detail.noteRefusal(seconds: seconds)
    }

    /// A layer's flakes as they are, or as calm as they are to be shown.
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
