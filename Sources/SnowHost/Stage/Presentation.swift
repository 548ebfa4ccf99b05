/// How flakes are shown on a terminal: what is chosen of all that it can do, and why.
///
/// The order of falling back stands here and nowhere else. It is asked again whenever the terminal answers.
public struct Presentation: Sendable {
    /// Something chosen, and the words that say why.
    public struct Choice<Value: Sendable & Equatable>: Sendable, Equatable {
        /// What was chosen.
        public let value: Value
        /// A few words, such as "kitty 0.40.1 draws octants itself".
        public let reason: String
    }

    /// What was asked for, and is obeyed whatever the terminal says; nil leaves the choice to what is known.
    public struct Wishes: Sendable {
        /// What flakes are drawn with. One that draws pixels is not obeyed where they could not be placed: through a
        /// multiplexer (but see `Stage.Options.passesThrough`), and while the size of a cell is not known.
        public var blitter: BlitterName?
        /// How many colours are sent.
        public var depth: ColorDepth?
        /// What the snow is seen against.
        public var ground: TerminalGround?

        /// Wishes; by default none.
        public init(blitter: BlitterName? = nil, depth: ColorDepth? = nil, ground: TerminalGround? = nil) {
            self.blitter = blitter
            self.depth = depth
            self.ground = ground
        }

        /// Whether nothing may flash: what is watched for it are cells.
        var isCalm = false
        /// Whether pixels may go through tmux.
        var passesThrough = false
    }

    /// What flakes are drawn with.
    public let blitter: Choice<BlitterName>
    /// How many colours are sent.
    public let depth: Choice<ColorDepth>
    /// What the snow is seen against.
    public let ground: Choice<TerminalGround>
    /// The very colour behind the snow, 0xRRGGBB; nil where only dark or light is known.
    public let background: UInt32?
    /// Whether frames are wrapped in synchronized update.
    public let isSynchronized: Choice<Bool>
    /// A cell's size in pixels, for blitters that draw them; nil when it is not known.
    public let cellPixels: Capabilities.PixelSize?

    /// Chooses for a terminal.
    ///
    /// - Parameters:
    ///   - terminal: What is known of it.
    ///   - wishes: What was asked for, which goes before what the terminal suggests.
    ///   - size: Its size, which may tell that of a cell in pixels.
    public init(on terminal: Capabilities, wishes: Wishes = Wishes(), size: TerminalSize? = nil) {
        // tmux tells a size also where it knows none, and the terminal behind it knows better.
        let isBehind = terminal.pane != nil
        cellPixels = isBehind ? terminal.cellPixels ?? size?.cellPixels : size?.cellPixels ?? terminal.cellPixels
        blitter = Self.blitter(on: terminal, wishes, hasCellSize: cellPixels != nil)
        depth = wishes.depth.map { Choice(value: $0, reason: Self.asked) } ?? Self.depth(on: terminal)
        ground = wishes.ground.map { Choice(value: $0, reason: Self.asked) } ?? Self.ground(on: terminal)
        // A colour that contradicts what was asked for is of no use, but around sixels, which are drawn by whole cells.
        background = terminal.background.flatMap { [blitter, ground] in
            blitter.value == .sixel || TerminalGround.of(background: $0) == ground.value ? $0 : nil
        }
        isSynchronized = Self.synchronization(on: terminal)
    }

    package static let asked = "asked for"

    /// The way of pixels through tmux; nil where there is none between.
    func relay(on terminal: Capabilities) -> PixelRelay? {
        guard blitter.value.drawsPixels, let pane = terminal.pane else { return nil }
        return PixelRelay(to: .init(column: pane.left, row: pane.top))
    }

    /// The same for the renderer.
    var pixelCell: PixelCell? {
        cellPixels.map { PixelCell(width: $0.width, height: $0.height) }
    }

    /// Terminals that draw octants themselves, whatever their font has, and since when.
    ///
    /// From the release notes of each.
    static let octantTerminals: [(program: String, since: [Int])] = [
        ("foot", [1, 20]), ("ghostty", [1, 2]), ("kitty", [0, 40]), ("vte", [0, 78]),
    ]

    private static func blitter(on terminal: Capabilities, _ wishes: Wishes, hasCellSize: Bool) -> Choice<BlitterName> {
        guard let wish = wishes.blitter else { return blitter(on: terminal) }
        guard wish.drawsPixels, let obstacle = obstacle(to: wish, on: terminal, wishes, hasCellSize: hasCellSize) else {
            return Choice(value: wish, reason: doubt(about: wish, on: terminal) ?? asked)
        }
        return Choice(value: blitter(on: terminal).value, reason: "not \(wish.rawValue): \(obstacle)")
    }

    /// Why pixels cannot be drawn; nil where they can.
    private static func obstacle(
        to wish: BlitterName, on terminal: Capabilities, _ wishes: Wishes, hasCellSize: Bool
    ) -> String? {
        if let multiplexer = terminal.multiplexer {
            if multiplexer != .tmux { return "\(multiplexer) keeps pixels from the terminal" }
            if !wishes.passesThrough { return "tmux keeps pixels from the terminal; see --passthrough" }
            if terminal.pane == nil {
                return "no answer came through tmux; is allow-passthrough on, and this window shown?"
            }
        }
        if terminal.isConsole { return "the console draws characters only" }
        if wishes.isCalm { return "with --calm the snow is watched, which takes cells" }
        return hasCellSize ? nil : "the terminal does not tell how many pixels a cell has"
    }

    /// What the terminal says against a wish that is obeyed all the same; nil where it says nothing against it.
    private static func doubt(about wish: BlitterName, on terminal: Capabilities) -> String? {
        let has: Bool? =
            switch wish {
            case .kitty: terminal.hasKittyGraphics
            case .sixel: terminal.hasSixel
            case .octant, .braille, .sextant, .quadrant, .half, .glyph, .ascii: nil
            }
        return has == false ? "asked for, though the terminal does not say that it has \(wish.rawValue) graphics" : nil
    }

    /// Pixels are drawn only where they are asked for: they take a hundred times the bytes, and as much more work of the
    /// terminal. From top to bottom, the first that holds: letters where nothing else arrives; half blocks on a console, whose
    /// font has no more; octants where they are known to be drawn; braille, which fonts have had for long.
    private static func blitter(on terminal: Capabilities) -> Choice<BlitterName> {
        if let locale = terminal.locale, !terminal.isUTF8 {
            return Choice(value: .ascii, reason: "the locale (\(locale.name)=\(locale.value)) is not UTF-8")
        }
        if terminal.isConsole { return Choice(value: .half, reason: "the console's font has no braille") }
        if let multiplexer = terminal.multiplexer {
            return Choice(value: .braille, reason: "\(multiplexer) does not tell what the terminal behind it draws")
        }
        guard let identity = terminal.identity else {
            return Choice(value: .braille, reason: "nothing tells that the terminal draws octants")
        }
        guard let known = octantTerminals.first(where: { $0.program == identity.program }) else {
            return Choice(value: .braille, reason: "\(identity.program) is not known to draw octants")
        }
        let since = known.since.map(String.init).joined(separator: ".")
        guard identity.isAtLeast(known.since) else {
            return Choice(value: .braille, reason: "\(identity) is not known to be \(since), which draws octants")
        }
        return Choice(value: .octant, reason: "\(identity) draws octants itself")
    }

    private static func depth(on terminal: Capabilities) -> Choice<ColorDepth> {
        let claim = ColorDepth.claim(environment: terminal.environment)
        // The environment does not come along through ssh; the answer does.
        if claim.depth == .sixteen || claim.depth == .indexed, terminal.versionAnswer != nil,
            terminal.multiplexer == nil, let identity = terminal.identity,
            ColorDepth.truecolorAnswers.contains(identity.program)
        {
            return Choice(value: .truecolor, reason: "\(identity) has 24 bits")
        }
        // It took a switch to build one without them, when those that answer were new.
        if claim.depth == .sixteen, terminal.versionAnswer != nil, terminal.multiplexer == nil,
            let identity = terminal.identity, identity.program == "xterm"
        {
            return Choice(value: .indexed, reason: "\(identity) has 256 colours")
        }
        return Choice(value: claim.depth, reason: claim.reason)
    }

    private static func ground(on terminal: Capabilities) -> Choice<TerminalGround> {
        if let color = terminal.background {
            let digits = String(color, radix: 16)
            let text = "#" + String(repeating: "0", count: 6 - digits.count) + digits
            return Choice(value: .of(background: color), reason: "the terminal answered \(text)")
        }
        if let claim = TerminalGround.detect(environment: terminal.environment) {
            return Choice(value: claim, reason: "COLORFGBG=\(terminal.environment["COLORFGBG"] ?? "")")
        }
        return Choice(value: .dark, reason: "nothing tells")
    }

    private static func synchronization(on terminal: Capabilities) -> Choice<Bool> {
        switch terminal.hasSynchronizedUpdate {
        case true?: Choice(value: true, reason: "the terminal answered that it has mode 2026")
        case false?: Choice(value: false, reason: "the terminal answered that it does not have mode 2026")
        case nil: Choice(value: false, reason: "nothing tells")
        }
    }
}
