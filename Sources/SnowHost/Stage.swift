/// One terminal, the layers that snow on it, and the loop of frames.
///
/// ```swift
/// let terminal = try PosixTerminal()
/// let stage = Stage(terminal: terminal, layers: [layer])
/// let ending = try stage.run()
/// ```
public final class Stage {
    /// How a show is run.
    public struct Options: Sendable {
        /// Frames a second at most; a terminal that takes no more gets fewer.
        public var framesPerSecond = 60
        /// Frames after which the show ends; nil for no end.
        public var frameLimit: Int?
        /// Time in the scene after which the show ends; nil for no end.
        public var duration: Duration?
        /// Whether each frame is exactly `1 / framesPerSecond` long for the scripts, whatever the clock says: the
        /// same frames in every run.
        public var hasFixedSteps = false
        /// What is known of the terminal before it answers; nil for nothing.
        public var capabilities: Capabilities?
        /// What flakes are drawn with; nil for the finest that the terminal is known to show, see `Presentation`.
        public var blitter: BlitterName?
        /// Whether a blitter that draws pixels sends them through tmux to the terminal behind it, where tmux lets them
        /// through. Without tmux it changes nothing.
        public var passesThrough = false
        /// How many colours are sent.
        public var depth = ColorDepth.truecolor
        /// Whether as many colours are sent as the terminal is known to have, whatever `depth` is.
        public var followsKnownDepth = false
        /// What the snow is seen against; nil to go by the terminal's answer, and by dark until it comes.
        public var ground: TerminalGround?
        /// Whether the terminal may be asked what it can do; see `Capabilities`.
        public var asksTerminal = true
        /// Columns and rows of the picture, as far as the terminal has them; nil for the whole terminal.
        public var size: (columns: Int, rows: Int)?
        /// Whether the files that modules came from are watched: a save that loads takes its script's place, and
        /// one that does not is told over the snow.
        public var watchesFiles = false
        /// What to do when a script has not come back for far longer than its limits allow, on another thread, with its
        /// name: only an import of the host's own can hold one up like that. The terminal has been given back. Nil to
        /// wait.
        public var onStuck: (@Sendable (String) -> Void)?
        /// Whether nothing may be seen moving fast or flashing, whatever a script draws.
        public var isCalm = false
        /// Whether figures, parameters, log and keys are shown from the start; the viewer's `?` shows and hides them.
        public var showsDisplay = false
        /// Bytes a second that frames may take on average, by showing less detail; nil for no limit.
        public var bytesPerSecond: Double? = 56_000
        /// The same for flakes that are drawn in pixels.
        public var pixelBytesPerSecond: Double? = 10_000_000
        /// Bytes a second that frames never take more of, but for a quarter of a second's at once: detail is shed for it,
        /// then colours, then flakes, and only then do frames wait. Nil for no limit.
        public var mostBytesPerSecond: Double?
        /// When frames are wrapped in synchronized update.
        public var synchronization = Synchronization.auto
        /// What the terminal is known to obey; its answer to XTVERSION may say better.
        public var controls: EncoderControls = []

        /// The defaults.
        public init() {}

        /// What of it is wished, and not left to what is known of the terminal.
        package var wishes: Presentation.Wishes {
            var wishes = Presentation.Wishes(blitter: blitter, depth: followsKnownDepth ? nil : depth, ground: ground)
            wishes.isCalm = isCalm
            wishes.passesThrough = passesThrough
            return wishes
        }
    }

    /// Why a show ended.
    public enum Ending: Hashable, Sendable {
        /// The viewer had enough: q, Q or Escape.
        case left
        /// The frames or the time were over.
        case finished
        /// Every script has trapped, and none of them is watched.
        case trapped
        /// A signal, or the terminal is gone.
        case quit(QuitReason)
    }

    /// The terminal.
    public let terminal: any TerminalDevice
    /// What snows, the farthest first.
    public let layers: [Layer]
    /// Counts so far.
    public internal(set) var statistics = Statistics()
    /// Whether the viewer asked, with the key s, to be given the tuned values at the end: `Layer.tunedParameters`.
    public internal(set) var wantsTuning = false
    /// Called with the cells of each frame before it is sent, for those who want them and not its bytes.
    package var onPicture: ((CellGrid) -> Void)?

    let options: Options
    /// What is known of the terminal.
    public internal(set) var capabilities: Capabilities
    /// How flakes are shown on it at present.
    public internal(set) var presentation: Presentation
    var renderer: Renderer
    var detail: DetailControl
    var clock: FrameClock
    /// Frames that are played although time stands still.
    var framesToPlay = 0
    /// Since when the terminal has shown all that there is to show; nil while it does not.
    var unchangedSince: Duration?
    private var modes = TerminalModes()
    var passage = Passage()
    let reloaders: [Reloader]
    private var watchdog: Watchdog?
    var flashLimiter = FlashLimiter()
    let calmMotions: [CalmMotion]
    var faults = Faults()
    var display = Display()
    var message: Message?
    var pick: ParameterPick?
    var figures = FrameFigures()
    let stopwatch = MonotonicClock()

    /// A show that has not begun.
    ///
    /// The layers get the terminal's size.
    public init(terminal: any TerminalDevice, layers: [Layer], options: Options = Options()) {
        self.terminal = terminal
        self.layers = layers
        self.options = options
        reloaders = options.watchesFiles ? layers.compactMap { Reloader(layer: $0) } : []
        calmMotions = options.isCalm ? layers.map { _ in CalmMotion() } : []
        let size = Self.pictureSize(terminal.size, options)
        capabilities = options.capabilities ?? Capabilities(environment: [:])
        presentation = Presentation(on: capabilities, wishes: options.wishes, size: terminal.size)
        let blitter = presentation.blitter.value
        detail = Self.detail(for: blitter, size, options)
        renderer = Renderer(
            columns: size.columns, rows: size.rows, blitter: blitter,
            pixelCell: presentation.pixelCell ?? .assumed, depth: presentation.depth.value,
            ground: presentation.ground.value, background: presentation.background, detail: detail.detail,
            isLineFeedPlain: true)
        renderer.encoder.controls = options.controls
        renderer.encoder.isSynchronized = options.synchronization == .on
        clock = FrameClock(
            pace: options.hasFixedSteps ? .fixed : .real, framesPerSecond: options.framesPerSecond)
        modes.asksQuestions = options.asksTerminal
        modes.marksPastes = true
        let showsImages = options.blitter?.drawsPixels == true && capabilities.multiplexer == nil
        modes.images = showsImages ? .shown : .none
        display.isOpen = options.showsDisplay
        if display.isOpen { pick = ParameterPick.first(in: layers) }
        for layer in layers { fit(layer) }
    }

    private static func pictureSize(_ size: TerminalSize, _ options: Options) -> TerminalSize {
        guard let own = options.size else { return size }
        // What lies outside a terminal is drawn over its last column and row.
        return TerminalSize(columns: min(own.columns, size.columns), rows: min(own.rows, size.rows))
    }

    /// Plays until something ends it, and gives the terminal back.
    ///
    /// - Throws: When the terminal refuses; nothing was shown then.
    public func run() throws(TerminalError) -> Ending {
        startWatchdog()
        defer { watchdog?.stop() }
        for (number, layer) in layers.enumerated() { watched(number) { layer.start() } }
        // What cannot even begin is told before the terminal is touched.
        if !layers.isEmpty, layers.allSatisfy({ $0.trap != nil }) { return .trapped }
        modes.mouse = wantedMouse
        try terminal.enter(modes)
        defer { terminal.leave() }
        // The size may have changed since the stage was made.
        resize(to: terminal.size)
        tellOfPixels()
        let interval = Duration.seconds(1) / clock.framesPerSecond
        let start = terminal.now
        var next = start
        var events: [TerminalEvent] = []
        while true {
            play(interval)
            statistics.duration = terminal.now - start
            if hasTrapped { return .trapped }
            if let limit = options.frameLimit, statistics.frames >= limit { return .finished }
            if let duration = options.duration, clock.time >= duration.seconds - 1e-6 { return .finished }
            next += interval
            if isAtRest {
                let ending = sleep(&events)
                statistics.duration = terminal.now - start
                if let ending { return ending }
            }
            // A frame that came late is not made up for.
            if next < terminal.now { next = terminal.now }
            if let ending = wait(until: next, interval, &events) { return ending }
        }
    }

    /// A frame: the scripts, unless time stands still, and the picture.
    private func play(_ interval: Duration) {
        let isPlaying = !clock.isPaused || framesToPlay > 0
        var figure = FrameFigures.Frame()
        if isPlaying {
            let steps = clock.isPaused ? clock.stepOnce() : clock.step(now: terminal.now.nanoseconds)
            framesToPlay = max(framesToPlay - 1, 0)
            for _ in 0..<steps.count { step(seconds: steps.seconds, &figure) }
            statistics.frames += 1
        }
        followMouse()
        askForPane()
        let byteCount = statistics.byteCount
        let start = stopwatch.now
        figure.isDrawn = draw(seconds: isPlaying ? interval.seconds : 0)
        figure.drawing = (stopwatch.now - start).seconds
        figure.byteCount = statistics.byteCount - byteCount
        if clock.isPaused {
            figures.interrupt()
        } else if figures.note(figure, now: terminal.now) {
            display.isStale = true
        }
        display.figures = figures.summary
    }

    /// Steps all layers, and adds what that took.
    private func step(seconds: Double, _ figure: inout FrameFigures.Frame) {
        for (number, layer) in layers.enumerated() {
            watched(number) { layer.step(seconds: seconds) }
            figure.lua += layer.cost.lua.seconds
            figure.host += layer.cost.host.seconds
        }
    }

    /// Hands out events until the next frame is due, and looks for saves shortly before: a reload is over by then, and
    /// does not make the frame late.
    private func wait(until next: Duration, _ interval: Duration, _ events: inout [TerminalEvent]) -> Ending? {
        if !reloaders.isEmpty {
            let look = next - min(Self.reloadLead, interval / 2)
            if look > terminal.now, let ending = handleEvents(until: look, &events) { return ending }
            reload()
        }
        return handleEvents(until: next, &events)
    }

    private static let reloadLead = Duration.milliseconds(2)

    private func handleEvents(until deadline: Duration, _ events: inout [TerminalEvent]) -> Ending? {
        repeat {
            events.removeAll(keepingCapacity: true)
            terminal.poll(until: deadline, into: &events)
            for event in events {
                if let ending = handle(event) { return ending }
            }
        } while terminal.now < deadline
        return nil
    }

    /// Whether there is nobody left to play.
    private var hasTrapped: Bool {
        !layers.isEmpty && layers.allSatisfy { $0.trap != nil && !isWatched($0) }
    }

    /// Callbacks of a frame, and loading, are over long before this: all their limits, and two seconds.
    private var stuckAfter: Duration {
        let limits = layers.map(\.instance.limits)
        let longest = limits.map { $0.callback * 6 + $0.loading * 2 }.max() ?? .zero
        return min(longest, .seconds(3600)) + .seconds(2)
    }

    private func startWatchdog() {
        guard let onStuck = options.onStuck, watchdog == nil else { return }
        let names = layers.map(\.instance.module.name)
        let watchdog = Watchdog(limit: stuckAfter) { number in
            CrashGuard.giveBack()
            onStuck(names[number])
        }
        if watchdog.start() { self.watchdog = watchdog }
    }

    private func watched(_ number: Int, _ body: () -> Void) {
        watchdog?.begin(number)
        body()
        watchdog?.end()
    }

    /// Takes saves up; whether there was one.
    @discardableResult
    func reload() -> Bool {
        var hasNews = false
        for reloader in reloaders where reloader.look(now: terminal.now) {
            hasNews = true
            display.isStale = true
            let number = layers.firstIndex { $0 === reloader.layer } ?? 0
            watched(number) { _ = reloader.take() }
        }
        return hasNews
    }

    /// What is to be reported of the mouse: all as long as a script listens, and nothing otherwise, since a terminal
    /// that reports it selects no text.
    private var wantedMouse: TerminalModes.Mouse {
        layers.contains { $0.trap == nil && $0.instance.has(.mouse) } ? .all : .off
    }

    private func followMouse() {
        let wanted = wantedMouse
        guard wanted != modes.mouse else { return }
        modes.mouse = wanted
        terminal.report(wanted)
    }

    // Events

    func handle(_ event: TerminalEvent) -> Ending? {
        switch event {
        case .key(let name): return press(name)
        case .mouse(let event): point(event)
        case .resize(let size): resize(to: size)
        case .repaint:
            forgetPane()
            present()
            renderer.encoder.invalidate()
        case .reply(let reply): learn(reply)
        case .quit(let reason): return .quit(reason)
        }
        return nil
    }

    private func point(_ event: MouseEvent) {
        guard !clock.isPaused else { return }
        let button =
            switch event.action {
            case .press: event.button
            case .release: "release"
            case .move: "move"
            }
        for layer in layers {
            let place = mapping(of: layer).point(column: event.column, row: event.row)
            layer.point(x: place.x, y: place.y, button: button)
        }
    }

    /// Fits everything to the terminal, and draws all of it: a picture whose size stays may have been cut for a
    /// moment, and the shape of the cells may be another.
    private func resize(to size: TerminalSize) {
        // A cell may have another size in pixels, too, and a pane another place.
        forgetPane()
        if options.blitter?.drawsPixels == true { present() }
        let size = Self.pictureSize(size, options)
        if size.columns != renderer.columns || size.rows != renderer.rows {
            renderer.resize(columns: size.columns, rows: size.rows)
        } else {
            renderer.encoder.invalidate()
        }
        for layer in layers { fit(layer) }
    }

    private func fit(_ layer: Layer) {
        // The header makes units of it, which may be another one after a reload.
        let cells = ViewMapping(
            columns: renderer.columns, rows: renderer.rows, cellAspect: terminal.size.cellAspect)
        let cellHeight = cells.rowsPerUnit > 0 ? 1 / cells.rowsPerUnit : 2
        guard layer.givenSize != (cells.viewWidth, cells.viewHeight) || layer.cellHeight != cellHeight else { return }
        layer.resize(width: cells.viewWidth, height: cells.viewHeight, cellHeight: cellHeight)
    }

    func mapping(of layer: Layer) -> ViewMapping {
        ViewMapping(
            columns: renderer.columns, rows: renderer.rows, viewWidth: layer.instance.manifest.viewWidth,
            cellAspect: terminal.size.cellAspect)
    }
}
