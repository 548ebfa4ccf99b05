// What the viewer's keys do.
extension Stage {
    /// Obeys a key, or hands it to the scripts.
    func press(_ name: String) -> Ending? {
        let wantsKeys = layers.contains { $0.trap == nil && $0.instance.has(.key) }
        let action = ControlKey.action(
            of: name, isSteered: display.isOpen || clock.isPaused, scriptsWantKeys: wantsKeys)
        guard let action else {
            // Time stands still for scripts: what is typed meanwhile is not saved up.
            if !clock.isPaused { for layer in layers { layer.press(key: name) } }
            return nil
        }
        display.isStale = true
        switch action {
        case .leave: return .left
        case .restart: restart()
        case .toggleDisplay: toggleDisplay()
        case .pick(let distance): pickParameter(distance)
        case .turn(let steps): turnParameter(by: steps)
        case .pause:
            message = nil
            if clock.isPaused { clock.resume() } else { clock.pause() }
        case .step:
            clock.pause()
            framesToPlay += 1
        case .keep:
            wantsTuning.toggle()
            let isTuned = layers.contains { !$0.tunedParameters.isEmpty }
            let words = "the --set line is printed at the end" + (isTuned ? "" : "; nothing is tuned yet")
            say(wantsTuning ? words : "no --set line is printed at the end")
        }
        return nil
    }

    private func restart() {
        for layer in layers {
            do throws(Trap) {
                try layer.restart()
            } catch {
                layer.instance.note("not restarted: \(error)")
            }
        }
        // An empty picture would stand still otherwise.
        if clock.isPaused { framesToPlay += 1 }
    }

    private func toggleDisplay() {
        display.isOpen.toggle()
        message = nil
        if display.isOpen, pick == nil { pick = ParameterPick.first(in: layers) }
    }

    private func pickParameter(_ distance: Int) {
        pick = pick?.moved(by: distance, in: layers) ?? ParameterPick.first(in: layers)
        tellParameter()
    }

    private func turnParameter(by steps: Int) {
        pick = pick?.moved(by: 0, in: layers) ?? ParameterPick.first(in: layers)
        if let pick, let parameter = pick.parameter(in: layers) {
            let layer = layers[pick.layer]
            let present = layer.parameterValues[pick.name] ?? parameter.value
            do throws(Layer.SettingError) {
                try layer.set(pick.name, to: parameter.turned(present, by: steps))
            } catch {
                say(error.message)
                return
            }
        }
        tellParameter()
    }

    /// Says what is picked, unless the display shows it.
    private func tellParameter() {
        if let row = parameterRows().first(where: \.isPicked) {
            if !display.isOpen { say(ParameterLine.message(row)) }
        } else {
            say("no script here has params to turn")
        }
    }

    /// The parameters of all layers.
    func parameterRows() -> [DisplayContent.ParameterRow] {
        layers.enumerated().flatMap { number, layer in
            let manifest = layer.instance.manifest
            return manifest.parameters.map { parameter in
                DisplayContent.ParameterRow(
                    layerName: layers.count > 1 ? PlainText.escaped(manifest.name) : nil, parameter: parameter,
                    value: layer.parameterValues[parameter.name] ?? parameter.value,
                    isPicked: pick == ParameterPick(layer: number, name: parameter.name))
            }
        }
    }
}
