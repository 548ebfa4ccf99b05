/// Plays layers on a terminal: the loop of frames.
///
/// ```swift
/// let terminal = try PosixTerminal()
/// let stage = Stage(terminal: terminal, layers: [layer])
/// let ending = try stage.run()
/// ```
public final class Stage {
    /// Settings of a show.
    public struct Options: Sendable {
        /// Frames a second at most; a terminal that takes no more gets fewer.
        public var framesPerSecond = 60
        /// Frames after which the show ends; nil for no end.
        public var frameLimit: Int?
        /// Time in the scene after which the show ends; nil for no end.
        public var duration: Duration?
        /// Whether each frame takes exactly `1 / framesPerSecond` of script time, whatever the clock says. Every run
        /// then shows the same frames.
        public var hasFixedSteps = false
        /// What is known of the terminal before it answers; nil for nothing.
        public var capabilities: Capabilities?
        /// What draws the flakes; nil for the finest blitter that the terminal is known to show, see `Presentation`.
        public var blitter: BlitterName?
        /// Whether a blitter that draws pixels sends them through tmux to the terminal behind it, where tmux lets them
        /// through. Without tmux it changes nothing.
        public var passesThrough = false
        /// How many colours are sent.
        public var depth = ColorDepth.truecolor
        /// Whether the terminal's known number of colours is used instead of `depth`.
        public var followsKnownDepth = false
        /// The background; nil to use the terminal's answer, and dark until it comes.
        public var ground: TerminalGround?
        /// Whether the terminal may be asked what it can do; see `Capabilities`.
        public var asksTerminal = true
        /// Columns and rows of the picture, at most those of the terminal; nil for the whole terminal.
        public var size: (columns: Int, rows: Int)?
        /// Whether the files of modules are watched. A save that loads replaces its script; an error in one that does
        /// not is shown over the snow.
        public var watchesFiles = false
        /// Called on another thread, with the script's name, when a script does not return for far longer than its
        /// limits allow. Only an import of the host can cause that. The terminal is restored before. Nil to wait.
        public var onStuck: (@Sendable (String) -> Void)?
        /// Whether fast motion and flashes are kept from the picture, whatever a script draws.
        public var isCalm = false
        /// Whether the heads-up display is open from the start. The viewer's `?` opens and closes it.
        public var showsDisplay = false
        /// Bytes a second that frames may take on average, by showing less detail; nil for no limit.
        public var bytesPerSecond: Double? = 56_000
        /// The same for flakes that are drawn in pixels.
        public var pixelBytesPerSecond: Double? = 10_000_000
        /// The most bytes a second, with a burst of a quarter of a second. Detail is reduced first, then colours, then
        /// flakes; then frames wait. Nil for no limit.
        public var mostBytesPerSecond: Double?
        /// When frames are wrapped in synchronized update.
        public var synchronization = Synchronization.auto
        /// Control sequences that the terminal is known to obey. Its answer to XTVERSION replaces them.
        public var controls: EncoderControls = []

        /// The defaults.
        public init() {}

        /// The choices that are made here and not left to the terminal's capabilities.
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
    /// The layers, the farthest first.
    public let layers: [Layer]
    /// Counts so far.
    public internal(set) var statistics = Statistics()
    /// Whether the viewer asked with the key s for the tuned values at the end: `Layer.tunedParameters`.
    public internal(set) var wantsTuning = false
    /// Called with the cells of each frame before it is sent.
    package var onPicture: ((CellGrid) -> Void)?

    let options: Options
    /// What is known of the terminal.
    public internal(set) var capabilities: Capabilities
    /// How flakes are drawn on it now.
    public internal(set) var presentation: Presentation
    var renderer: Renderer
    var detail: DetailControl
    var clock: FrameClock
    /// Frames to play while the show is paused.
    var framesToPlay = 0
    /// Since when the terminal has shown the whole picture unchanged; nil while it does not.
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

    /// Makes a show; `run` starts it. The layers get the terminal's size.
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
        // A terminal draws what lies outside over its last column and row.
        return TerminalSize(columns: min(own.columns, size.columns), rows: min(own.rows, size.rows))
    }

    /// Plays until something ends the show, and restores the terminal.
    ///
    /// - Throws: When the terminal refuses; nothing was shown then.
    public func run() throws(TerminalError) -> Ending {
        try startWatchdog()
        defer { watchdog?.stop() }
        for (number, layer) in layers.enumerated() { watched(number) { layer.start() } }
        // Scripts that trap in `init` are reported before the terminal is touched.
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
            // No frame is played twice as fast because the one before was late.
            if next < terminal.now { next = terminal.now }
            if let ending = wait(until: next, interval, &events) { return ending }
        }
    }

    /// Plays a frame: steps the scripts, unless the show is paused, and draws the picture.
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

    /// Handles events until the next frame is due. Shortly before, it looks for saves, so that a reload does not make the
    /// frame late.
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

    /// Whether every script has trapped and no save can revive one.
    private var hasTrapped: Bool {
        !layers.isEmpty && layers.allSatisfy { $0.trap != nil && !isWatched($0) }
    }

    /// The sum of the limits of a frame's callbacks and of loading, and two seconds.
    private var stuckAfter: Duration {
        let limits = layers.map(\.instance.limits)
        let longest = limits.map { $0.callback * 6 + $0.loading * 2 }.max() ?? .zero
        return min(longest, .seconds(3600)) + .seconds(2)
    }

    private func startWatchdog() throws(TerminalError) {
        guard let onStuck = options.onStuck, watchdog == nil else { return }
        let names = layers.map(\.instance.module.name)
        let watchdog = Watchdog(limit: stuckAfter) { number in
            CrashGuard.giveBack()
            onStuck(names[number])
        }
        guard watchdog.start() else { throw .noThread }
        self.watchdog = watchdog
    }

    private func watched(_ number: Int, _ body: () -> Void) {
        watchdog?.begin(number)
        body()
        watchdog?.end()
    }

    /// Reloads saved scripts.
    ///
    /// - Returns: Whether there was a save.
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

    /// Everything while a script has `mouse`, and nothing otherwise: a terminal that reports the mouse selects no text.
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

    /// Fits everything to the terminal, and draws all of it. A picture of the same size may have been cut for a moment, and
    /// the shape of the cells may have changed.
    private func resize(to size: TerminalSize) {
        // A cell's size in pixels and a pane's place may have changed, too.
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
        // The header sets the unit, and a reload may bring another header.
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
