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
        let texts = try PipedText(options)
        // Scripts are at fault before a missing terminal is; but they see its size while they load.
        let found = try? PosixTerminal(environment: environment, isInputTaken: texts.isInputTaken)
        let recording: GrowingFile?
        do throws(NewFile.Failure) {
            recording = found == nil ? nil : try openRecording()
        } catch {
            return error.report()
        }
        try Script.lockDown(for: scripts, options)
        let layers: [Layer]
        do throws(Trap) {
            layers = try load(for: found?.size ?? .fallback, texts)
        } catch {
            error.tell()
            return .fault
        }
        for setting in options.settings { try setting.apply(to: layers) }
        if let refusal = Self.refusal(environment, nil) { throw refusal }
        let stage: Stage
        let ending: Stage.Ending
        let recorder: RecordingTerminal?
        do throws(TerminalError) {
            let terminal =
                if let found { found } else {
                    try PosixTerminal(environment: environment, isInputTaken: texts.isInputTaken)
                }
            recorder = recording.map { self.recorder(of: terminal, into: $0, environment) }
            stage = Stage(terminal: recorder ?? terminal, layers: layers, options: stageOptions(environment))
            ending = try stage.run()
        } catch {
            throw Self.refusal(environment, error) ?? UsageError(error.description)
        }
        let statistics = options.showsStatistics ? stage.statistics.report(cpuSeconds: ProcessTime.cpuSeconds) : ""
        StandardStream.error.offer(layers.map(report).joined() + statistics)
        if stage.wantsTuning {
            StandardStream.output.offer(
                TunedLine(of: layers, operands: options.operands, grants: options.grants).text + "\n")
        }
        let isRecorded = recorder?.fault.map { complain(of: $0) } == nil
        if case .quit(let reason) = ending { return .signal(reason.exitStatus - 128) }
        let isFaulty = layers.contains { $0.trap != nil || $0.reloadFailure != nil }
        return isFaulty || !isRecorded ? .fault : .success
    }

    func load(for terminal: TerminalSize, _ texts: PipedText) throws(Trap) -> [Layer] {
        let seed = options.seed ?? UInt64.random(in: .min ... .max)
        // The stage fits them again before they start.
        let view = ViewMapping(
            columns: options.size?.columns ?? terminal.columns, rows: options.size?.rows ?? terminal.rows,
            cellAspect: terminal.cellAspect)
        var layers: [Layer] = []
        for (number, script) in scripts.enumerated() {
            var layerOptions = options.layer
            layerOptions.seed = seed &+ UInt64(number)
            layers.append(
                try Layer(
                    module: try script.module(), linker: options.linker(for: script, input: texts.input),
                    width: view.viewWidth, height: view.viewHeight,
                    options: layerOptions))
        }
        if let backdrop = texts.backdrop {
            for layer in layers { layer.setScenery(text: backdrop) }
        }
        return layers
    }

    func stageOptions(_ environment: [String: String]) -> Stage.Options {
        var stage = Stage.Options()
        stage.framesPerSecond = options.framesPerSecond
        stage.frameLimit = options.frameLimit
        stage.watchesFiles = true
        stage.duration = options.duration
        stage.hasFixedSteps = options.seed != nil
        stage.isCalm = options.isCalm
        stage.showsDisplay = options.showsDisplay
        stage.onStuck = { name in
            StandardStream.error.complain("\(name) does not come back from the host; given up")
            ExitStatus.stuck.endProcess(atOnce: true)
        }
        stage.size = options.size.map { ($0.columns, $0.rows) }
        stage.capabilities = Capabilities(environment: options.color.environment(environment))
        stage.blitter = options.blitter.name
        stage.passesThrough = options.passesThrough
        stage.depth = options.color.depth ?? stage.depth
        stage.followsKnownDepth = options.color.depth == nil
        stage.ground = options.background.ground
        stage.mostBytesPerSecond = options.bytesPerSecond.map(Double.init)
        stage.synchronization = options.sync
        stage.controls = .detect(terminal: environment["TERM"] ?? "")
        return stage
    }

    /// What a script printed last, and why it stopped.
    func report(_ layer: Layer) -> String {
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
