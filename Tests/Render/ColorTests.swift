import Testing

@testable import SnowHost

@Suite struct ColorTests {
    static let depths: [([String: String], ColorDepth)] = [
        ([:], .none),
        (["TERM": "dumb"], .none),
        (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
        (["TERM": "xterm"], .sixteen),
        (["TERM": "xterm", "COLORTERM": "truecolor"], .truecolor),
        (["TERM": "xterm", "COLORTERM": "24bit"], .truecolor),
        (["TERM": "xterm", "COLORTERM": "yes"], .sixteen),
        (["TERM": "xterm-256color"], .indexed),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .truecolor),
        (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
        (["TERM": "xterm-256color", "NO_COLOR": ""], .indexed),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .indexed),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .truecolor),
        (["TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"], .indexed),
        (["TERM": "tmux-256color", "COLORTERM": "truecolor"], .truecolor),
        (["TERM": "screen"], .sixteen),
        (["TERM": "linux"], .sixteen),
        (["TERM": "linux", "NO_COLOR": "yes"], .none),
        (["TERM": "xterm-kitty"], .truecolor),
        (["TERM": "xterm-direct"], .truecolor),
        (["TERM": "vt100"], .none),
        (["TERM": "rxvt-unicode-256color"], .indexed),
        (["TERM": "xterm-256color", "WT_SESSION": "x"], .truecolor),
    ]

    @Test(arguments: depths) func `the environment says how many colours there are`(
        environment: [String: String], depth: ColorDepth
    ) {
        #expect(ColorDepth.detect(environment: environment) == depth, "\(environment)")
    }

    @Test func `the background is told by COLORFGBG or by its colour`() {
        let table: [(String, TerminalGround?)] = [
            ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("12;8", .dark), ("7;", nil), ("x", nil),
            ("", nil),
        ]
        for (value, ground) in table {
            #expect(TerminalGround.detect(environment: ["COLORFGBG": value]) == ground, "\(value)")
        }
        #expect(TerminalGround.detect(environment: [:]) == nil)
        #expect(TerminalGround.of(background: 0xFDF6E3) == .light)
        #expect(TerminalGround.of(background: 0x002B36) == .dark)
    }

    @Test func `a colour of the palette is found again`() {
        let palette = Palette(depth: .indexed)
        for index in 16..<256 {
            guard case .indexed(let found) = palette.color(XtermColors.rgb[index]).kind else {
                Issue.record("\(index)")
                continue
            }
            #expect(XtermColors.rgb[Int(found)] == XtermColors.rgb[index])
        }
    }

    @Test func `a 24-bit colour is sent as it is, or as an entry that looks the same`() {
        let palette = Palette(depth: .truecolor)
        var random = SeededRandom(seed: 4)
        for _ in 0..<200 {
            let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
            switch palette.color(color).kind {
            case .rgb(let red, let green, let blue):
                #expect(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) == color)
            case .indexed(let index):
                let distance = OKLab(rgb: color).squaredDistance(to: XtermColors.lab[Int(index)])
                #expect(index >= 16 && distance <= 0.03 * 0.03)
            case .standard:
                Issue.record("no colour for \(color)")
            }
        }
    }

    @Test func `brighter snow never gets a darker colour`() {
        for depth in [ColorDepth.sixteen, .indexed, .truecolor] {
            var palette = Palette(depth: depth)
            var before: Float = -1
            for opacity in stride(from: UInt32(5), through: 255, by: 10) {
                let lightness: Float
                switch palette.shade(rgb555: 0x7FFF, opacity: opacity).kind {
                case .indexed(let index): lightness = XtermColors.lab[Int(index)].lightness
                case .rgb(let red, _, _): lightness = OKLab(rgb: UInt32(red) * 0x01_0101).lightness
                case .standard: lightness = -1
                }
                #expect(lightness >= before && lightness > 0, "\(depth) \(opacity)")
                before = lightness
            }
        }
    }

    @Test func `without colours no colour is sent`() {
        var renderer = Renderer(columns: 20, rows: 8, depth: .none)
        let board = FlakeBoard(capacity: 30)
        board.scatter(width: 20, height: 16, seed: 8)
        renderer.begin()
        renderer.draw(board.columns, count: 30, mapping: ViewMapping(columns: 20, rows: 8))
        renderer.compose()
        renderer.write("hello".unicodeScalars.map(\.value), column: 0, row: 0, color: 0xFF0000)
        _ = renderer.encode()
        #expect(renderer.encoder.statistics.styleChanges == 0)
        #expect(renderer.grid.cells.allSatisfy { $0.style == CellStyle() })
        #expect(renderer.grid.cells.contains { $0.content == HalfBlitter.upper })
    }

    @Test func `on a light background white snow is dark`() {
        var palette = Palette(depth: .truecolor, ground: .light)
        guard case .indexed(let index) = palette.shade(rgb555: 0x7FFF, opacity: 255).kind else {
            Issue.record("no entry")
            return
        }
        #expect(XtermColors.lab[Int(index)].lightness < 0.35)
    }

    @Test func `OKLab has the published values`() {
        let white = OKLab(rgb: 0xFFFFFF)
        #expect(abs(white.lightness - 1) < 1e-3 && abs(white.a) < 1e-3 && abs(white.b) < 1e-3)
        let red = OKLab(rgb: 0xFF0000)
        #expect(abs(red.lightness - 0.628) < 1e-3 && abs(red.a - 0.2249) < 1e-3 && abs(red.b - 0.1258) < 1e-3)
    }
}
