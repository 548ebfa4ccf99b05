extension Stage {
    /// Draws and offers a frame. A terminal that still has one to take gets none: it will be shown a newer one.
    ///
    /// - Parameter seconds: Of the frame; 0 while time stands still.
    /// - Returns: Whether a picture was made.
    func draw(seconds: Double) -> Bool {
        guard terminal.isReady else {
            statistics.framesDropped += 1
            return false
        }
        renderer.detail = detail.detail
        renderer.begin()
        for (number, layer) in layers.enumerated() {
            renderer.draw(
                columns(of: layer, number, seconds: seconds), count: layer.scene.highWater,
                order: layer.scene.drawOrder(), mapping: mapping(of: layer))
        }
        renderer.compose()
        for layer in layers { writeText(of: layer) }
        if options.isCalm { renderer.limitFlashes(with: &flashLimiter, seconds: seconds) }
        writeFaults()
        writeDisplay()
        writeMessage()
        onPicture?(renderer.grid)
        guard renderer.encode() else {
            detail.note(byteCount: 0, seconds: seconds)
            return true
        }
        switch terminal.write(renderer.encoder.frame) {
        case .sent, .partly:
            statistics.framesSent += 1
            statistics.byteCount += renderer.encoder.frame.count
            detail.note(byteCount: renderer.encoder.frame.count, seconds: seconds)
            renderer.commit()
        case .blocked: statistics.framesDropped += 1
        case .closed: break
        }
        return true
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
                alignment: item.alignment, mapping: view)
        }
    }
}
