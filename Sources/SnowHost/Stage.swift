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
        /// What flakes are drawn with; nil for braille.
        public var blitter: BlitterName?
        /// How many colours are sent.
        public var depth = ColorDepth.truecolor
        /// What the snow is seen against; nil to go by the terminal's answer, and by dark until it comes.
        public var ground: TerminalGround?
        /// Whether the terminal may be asked for its background and for synchronized update.
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
        /// Bytes a second that frames may take on average, by showing less detail; nil for no limit.
        public var bytesPerSecond: Double? = 56_000
        /// Bytes a second that frames never take more of, but for a quarter of a second's at once: detail is shed for it,
        /// then colours, then flakes, and only then do frames wait. Nil for no limit.
        public var mostBytesPerSecond: Double?
        /// When frames are wrapped in synchronized update.
        public var synchronization = Synchronization.auto
        /// What the terminal is known to obey; its answer to XTVERSION may say better.
        public var controls: EncoderControls = []

        /// The defaults.
        public init() {}
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
    public private(set) var statistics = Statistics()

    let options: Options
    var renderer: Renderer
    private var detail: DetailControl
    private var clock: FrameClock
    private var modes = TerminalModes()
    let reloaders: [Reloader]
    private var watchdog: Watchdog?
    private var flashLimiter = FlashLimiter()
    private let calmMotions: [CalmMotion]
    var faults = Faults()

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
        let blitter = options.blitter ?? .braille
        detail = DetailControl(
            bytesPerSecond: options.bytesPerSecond, mostBytesPerSecond: options.mostBytesPerSecond,
            steps: RenderDetail.steps(for: blitter), cellCount: size.columns * size.rows)
        renderer = Renderer(
            columns: size.columns, rows: size.rows, blitter: blitter,
            depth: options.depth, ground: options.ground ?? .dark, detail: detail.detail, isLineFeedPlain: true)
        renderer.encoder.controls = options.controls
        renderer.encoder.isSynchronized = options.synchronization == .on
        let pace = FrameClock.Pace.fixed(framesPerSecond: Double(options.framesPerSecond))
        clock = FrameClock(pace: options.hasFixedSteps ? pace : .real)
        modes.mouse = layers.contains { $0.instance.has(.mouse) } ? .all : .off
        modes.asksQuestions = options.asksTerminal
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
        try terminal.enter(modes)
        defer { terminal.leave() }
        // The size may have changed since the stage was made.
        resize(to: terminal.size)
        let interval = Duration.nanoseconds(1_000_000_000 / max(options.framesPerSecond, 1))
        let start = terminal.now
        var next = start
        var events: [TerminalEvent] = []
        while true {
            let dt = clock.step(now: terminal.now.nanoseconds)
            reload()
            for (number, layer) in layers.enumerated() { watched(number) { layer.step(seconds: dt) } }
            statistics.frames += 1
            draw(seconds: interval.seconds)
            statistics.duration = terminal.now - start
            if hasTrapped { return .trapped }
            if let limit = options.frameLimit, statistics.frames >= limit { return .finished }
            if let duration = options.duration, clock.time >= duration.seconds - 1e-9 { return .finished }
            next += interval
            // A frame that came late is not made up for.
            if next < terminal.now { next = terminal.now }
            repeat {
                events.removeAll(keepingCapacity: true)
                terminal.poll(until: next, into: &events)
                for event in events {
                    if let ending = handle(event) { return ending }
                }
            } while terminal.now < next
        }
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

    private func reload() {
        for reloader in reloaders {
            let number = layers.firstIndex { $0 === reloader.layer } ?? 0
            watched(number) { _ = reloader.poll(now: terminal.now) }
        }
    }

    private func restart() {
        for layer in layers {
            do throws(Trap) {
                try layer.restart()
            } catch {
                layer.instance.note("not restarted: \(error)")
            }
        }
    }

    // Events

    private func handle(_ event: TerminalEvent) -> Ending? {
        switch event {
        case .key("q"), .key("Q"), .key("escape"): return .left
        case .key("r"): restart()
        case .key(let name): for layer in layers { layer.press(key: name) }
        case .mouse(let event): point(event)
        case .resize(let size): resize(to: size)
        case .repaint: renderer.encoder.invalidate()
        case .reply(.background(let color)):
            guard options.ground == nil else { break }
            renderer.adopt(depth: options.depth, ground: .of(background: color))
        case .reply(.mode(number: 2026, isKnown: true)):
            if options.synchronization == .auto { renderer.encoder.isSynchronized = true }
        case .reply(.version(let name)):
            if let controls = EncoderControls.detect(version: name) { renderer.encoder.controls = controls }
        case .reply: break
        case .quit(let reason): return .quit(reason)
        }
        return nil
    }

    private func point(_ event: MouseEvent) {
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
        guard layer.givenSize != (cells.viewWidth, cells.viewHeight) else { return }
        layer.resize(width: cells.viewWidth, height: cells.viewHeight)
    }

    private func mapping(of layer: Layer) -> ViewMapping {
        ViewMapping(
            columns: renderer.columns, rows: renderer.rows, viewWidth: layer.instance.manifest.viewWidth,
            cellAspect: terminal.size.cellAspect)
    }

    // Drawing

    /// Draws and offers a frame. A terminal that still has one to take gets none: it will be shown a newer one.
    private func draw(seconds: Double) {
        guard terminal.isReady else { return drop(seconds: seconds) }
        guard detail.isDue(seconds: seconds) else {
            statistics.framesHeld += 1
            return
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
        guard renderer.encode() else {
            detail.note(byteCount: 0, seconds: seconds)
            return
        }
        switch terminal.write(renderer.encoder.frame) {
        case .sent, .partly:
            statistics.noteSent(renderer.encoder.statistics)
            detail.note(byteCount: renderer.encoder.frame.count, seconds: seconds)
            renderer.commit()
        case .blocked: drop(seconds: seconds)
        case .closed: break
        }
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
                alignment: item.alignment, mapping: view)
        }
    }

}
