import SnowHost

/// Scripts on their way to the terminal: loaded, set up, played, and reported on.
struct Show {
    let scripts: [Script]
    let options: Options

    /// Plays the scripts until something ends it.
    ///
    /// Whatever is wrong with them or with the flags is said before the terminal is touched.
    func play() throws(UsageError) -> ExitStatus {
        let environment = TerminalEnvironment.current()
        // Scripts are at fault before a missing terminal is; but they see its size while they load.
        let found = try? PosixTerminal(environment: environment)
        let layers: [Layer]
        do throws(Trap) {
            layers = try load(for: found?.size ?? .fallback)
        } catch {
            error.tell()
            return .fault
        }
        for setting in options.settings { try Self.apply(setting, to: layers) }
        guard environment["TERM"] != "dumb" else {
            throw UsageError("this terminal (TERM=dumb) cannot place text, so nothing can fall in it; use another one")
        }
        let stage: Stage
        let ending: Stage.Ending
        do throws(TerminalError) {
            let terminal = if let found { found } else { try PosixTerminal(environment: environment) }
            stage = Stage(terminal: terminal, layers: layers, options: stageOptions(environment))
            ending = try stage.run()
        } catch {
            throw UsageError(error.description)
        }
        StandardStream.error.offer(layers.map(report).joined())
        if case .quit(let reason) = ending { return .signal(reason.exitStatus - 128) }
        return layers.contains { $0.trap != nil || $0.reloadFailure != nil } ? .fault : .success
    }

    private func load(for terminal: TerminalSize) throws(Trap) -> [Layer] {
        let seed = options.seed ?? UInt64.random(in: .min ... .max)
        // The stage fits them again before they start.
        let view = ViewMapping(
            columns: options.size?.columns ?? terminal.columns, rows: options.size?.rows ?? terminal.rows,
            cellAspect: terminal.cellAspect)
        var layers: [Layer] = []
        for (number, script) in scripts.enumerated() {
            var layerOptions = Layer.Options()
            layerOptions.seed = seed &+ UInt64(number)
            layerOptions.limits = options.limits
            layers.append(
                try Layer(
                    module: try script.module(), linker: options.linker, width: view.viewWidth, height: view.viewHeight,
                    options: layerOptions))
        }
        return layers
    }

    /// Sets a parameter of all scripts that have it; one must.
    static func apply(_ setting: Options.Setting, to layers: [Layer]) throws(UsageError) {
        guard let value = Double(setting.value), value.isFinite else {
            throw UsageError("--set \(setting.name): expected a number, got \(setting.value.quoted)")
        }
        let takers = layers.filter { $0.parameterValues[setting.name] != nil }
        for layer in takers.isEmpty ? [layers[0]] : takers {
            do throws(Layer.SettingError) {
                try layer.set(setting.name, to: value)
            } catch {
                throw UsageError("--set: \(error.message)")
            }
        }
    }

    private func stageOptions(_ environment: [String: String]) -> Stage.Options {
        var stage = Stage.Options()
        stage.framesPerSecond = options.framesPerSecond
        stage.frameLimit = options.frameLimit
        stage.watchesFiles = true
        stage.duration = options.duration
        stage.hasFixedSteps = options.seed != nil
        stage.isCalm = options.isCalm
        stage.onStuck = { name in
            StandardStream.error.complain("\(name) does not come back from the host; given up")
            ExitStatus.stuck.endProcess(atOnce: true)
        }
        stage.size = options.size.map { ($0.columns, $0.rows) }
        // The console's font has no braille.
        stage.blitter = options.blitter.name ?? (environment["TERM"] == "linux" ? .half : nil)
        stage.depth = options.color.depth(environment)
        stage.ground = options.background.ground ?? TerminalGround.detect(environment: environment)
        return stage
    }

    /// What a script printed last, and why it stopped.
    private func report(_ layer: Layer) -> String {
        let lines = layer.instance.log.lines.suffix(10).map { line in
            "\(PlainText.escaped(layer.instance.manifest.name)): \(line)\n"
        }
        return lines.joined() + ((layer.reloadFailure ?? layer.trap)?.report ?? "")
    }
}

extension Trap {
    /// Says it on standard error.
    func tell() {
        StandardStream.error.write(report)
    }

    /// The sentence, the line of the source, and the calls that led there.
    fileprivate var report: String {
        var text = PlainText.escaped(description) + "\n"
        if let sourceLine, !sourceLine.isEmpty {
            text += "  \(line) | \(PlainText.escaped(Self.excerpt(sourceLine)))\n"
        }
        if traceback.count > 1 {
            for level in traceback { text += "  \(PlainText.escaped(level))\n" }
        }
        return text
    }

    /// A line that a person wrote, whole; of one that a program made, the beginning.
    private static func excerpt(_ line: String) -> String {
        let longest = 160
        return line.count > longest ? line.prefix(longest) + " …" : line
    }
}

extension BlitterChoice {
    /// Nil to leave it to the stage.
    fileprivate var name: BlitterName? {
        switch self {
        case .auto: nil
        case .half: .half
        case .braille: .braille
        case .glyph: .glyph
        }
    }
}

extension ColorChoice {
    fileprivate func depth(_ environment: [String: String]) -> ColorDepth {
        switch self {
        case .auto: ColorDepth.detect(environment: environment)
        case .always: ColorDepth.detect(environment: environment.filter { $0.key != "NO_COLOR" })
        case .truecolor: .truecolor
        case .ansi256: .indexed
        case .ansi16: .sixteen
        case .none: .none
        }
    }
}

extension BackgroundChoice {
    /// Nil to ask the terminal.
    fileprivate var ground: TerminalGround? {
        switch self {
        case .auto: nil
        case .dark: .dark
        case .light: .light
        }
    }
}
