import SnowHost

/// Scripts on their way into a file.
struct Rendering {
    private let show: Show
    private let path: FilePath
    private let format: FilmFormat
    private let size: Options.Size
    /// The frames that are kept, counted from 1.
    private let frames: ClosedRange<Int>

    private var options: Options { show.options }

    /// Understands what the flags ask for.
    init(of scripts: [Script], _ given: Options) throws(UsageError) {
        var options = given
        options.seed = given.seed ?? 1
        if options.background == .auto { options.background = .dark }
        if options.color == .auto { options.color = .truecolor }
        size = given.size ?? Options.Size(columns: 80, rows: 24)
        // The stage shows all of a terminal that has just this size.
        options.size = nil
        if let blitter = given.blitter.name, blitter.drawsPixels {
            StandardStream.error.complain(
                "files hold characters, and no \(blitter.rawValue) graphics: braille is drawn")
            options.blitter = .braille
        }
        show = Show(scripts: scripts, options: options)
        path = try Self.path(given)
        format = try Self.format(given, path)
        frames = try Self.frames(given, format)
    }

    private static let hint = "snowscript render --help"

    private static func path(_ options: Options) throws(UsageError) -> FilePath {
        guard let path = options.outputPath else {
            throw UsageError("expected --output FILE, such as snow.png", hint: hint)
        }
        return path
    }

    private static func format(_ options: Options, _ path: FilePath) throws(UsageError) -> FilmFormat {
        if let format = options.format ?? FilmFormat(ofFile: path) { return format }
        let endings = FilmFormat.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
        throw UsageError("expected a name that ends in one of \(endings), or --format; got \(path.quoted)", hint: hint)
    }

    private static func frames(_ options: Options, _ format: FilmFormat) throws(UsageError) -> ClosedRange<Int> {
        let rate = options.framesPerSecond
        if !format.isMoving, options.frameLimit != nil {
            throw UsageError("--frames: \(format.rawValue) holds one frame; --at says which", hint: hint)
        }
        if options.scale != 1, format == .cast || format == .ans {
            throw UsageError("--scale: \(format.rawValue) has no pixels; leave it out", hint: hint)
        }
        let first =
            switch options.moment {
            case .frame(let number): number
            case .time(let time): max(Int((time.seconds * Double(rate)).rounded()), 1)
            case nil: format.isMoving ? 1 : 5 * rate
            }
        return first...first + (format.isMoving ? options.frameLimit ?? 5 * rate : 1) - 1
    }

    /// Plays, and writes the file.
    ///
    /// Where a script traps nothing is written.
    func run() throws(UsageError) -> ExitStatus {
        let texts = try PipedText(options)
        let output: OutputFile?
        do throws(NewFile.Failure) {
            output = path == "-" ? nil : try OutputFile(at: path)
        } catch {
            return error.report()
        }
        try Script.lockDown(for: show.scripts, options)
        let layers: [Layer]
        do throws(Trap) {
            layers = try show.load(for: TerminalSize(columns: size.columns, rows: size.rows), texts)
        } catch {
            error.tell()
            return .fault
        }
        for setting in options.settings { try setting.apply(to: layers) }
        let bytes: [UInt8]
        do throws(FilmError) {
            bytes = try film(of: layers)
        } catch {
            throw UsageError(error.description, hint: Self.hint)
        }
        StandardStream.error.offer(layers.map(show.report).joined())
        guard layers.allSatisfy({ $0.trap == nil }) else { return .fault }
        guard let output else { return StandardStream.output.print(bytes) }
        do throws(NewFile.Failure) {
            try output.put(bytes)
            return .success
        } catch {
            return error.report()
        }
    }

    private func film(of layers: [Layer]) throws(FilmError) -> [UInt8] {
        var filmOptions = Film.Options(format: format, columns: size.columns, rows: size.rows)
        filmOptions.framesPerSecond = options.framesPerSecond
        filmOptions.scale = options.scale
        filmOptions.ground = options.background == .light ? .light : .dark
        filmOptions.title = show.title
        var film = try Film(filmOptions)
        var failure: FilmError?
        let stage = Stage(
            terminal: UnseenTerminal(columns: size.columns, rows: size.rows), layers: layers, options: stageOptions)
        var number = 0
        stage.onPicture = { grid in
            number += 1
            guard frames.contains(number), failure == nil else { return }
            do throws(FilmError) {
                try film.append(grid)
            } catch {
                failure = error
            }
        }
        // The device refuses nothing, and a trap is told by its layer.
        _ = try? stage.run()
        stage.onPicture = nil
        if let failure { throw failure }
        guard layers.allSatisfy({ $0.trap == nil }) else { return [] }
        return try film.finish()
    }

    private var stageOptions: Stage.Options {
        // A terminal that can do all there is.
        var stage = show.stageOptions(["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        stage.hasFixedSteps = true
        stage.frameLimit = frames.upperBound
        stage.duration = nil
        stage.watchesFiles = false
        stage.asksTerminal = false
        stage.bytesPerSecond = nil
        return stage
    }
}
