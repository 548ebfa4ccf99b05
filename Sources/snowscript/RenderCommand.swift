import SnowHost

extension Command {
    /// Frames into a file.
    static let render = Command(
        name: "render",
        brief: "make a picture or a recording of scripts",
        detail: """
            Plays scripts as run does, without a terminal and in simulated time, and writes what a terminal would show to \
            a file: the same command makes the same bytes each time. The file's ending says which format is meant. \
            Pictures are drawn with shapes of the program's own, so that no font is needed. A file is written whole \
            or not at all, in place of one that is there.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 1...64),
        flags: [
            .path(
                "output", short: "o", placeholder: "FILE", brief: "where to, such as snow.png; - prints it",
                detail: """
                    The file to write: its name ends in .png, .apng, .cast or .ans, unless --format is given. With - it \
                    is printed.
                    """,
                what: "a file, such as snow.png",
                apply: { options, path in options.outputPath = path }
            ),
            .choice(
                "format", placeholder: "FORMAT", brief: "what to write, whatever the file's name",
                detail: "What is written; by default the file's name says it:",
                apply: { options, format in options.format = format }
            ),
            .value(
                "at", placeholder: "TIME|FRAME", brief: "which frame, or the first one: 2s, 120",
                detail: """
                    The frame that is shown, by its number or by a time with its unit, such as 120 or 2s; for apng and \
                    cast the first one. The default is 5s for png and ans, and the beginning for apng and cast.
                    """,
                read: FlagValue.moment,
                apply: { options, moment in options.moment = moment }
            ),
            .frames(
                brief: "how many frames of apng and cast (5s of them)",
                detail: "How many frames an apng or a cast holds. The default is five seconds of them."),
            .framesPerSecond(
                detail: """
                    How many frames make a second, from 1 to 240. The default is 60. Half as many make smaller files of \
                    apng and cast.
                    """),
            .seed(
                detail: "The default is 1. A run with the same seed, size and frame rate shows the same snow."),
            .size(
                brief: "size in cells (80x24)",
                detail: "The picture's size in cells, each of 8 by 16 pixels in a png. The default is 80x24."),
            .value(
                "scale", placeholder: "N", brief: "pixels of png and apng enlarged, 1 to 4 (1)",
                detail: """
                    How much larger than 8 by 16 pixels a cell of a png or apng is, from 1 to 4. The default is 1. From 2 \
                    on braille dots are round.
                    """,
                read: { (text) throws(FlagValue.Invalid) in try FlagValue.integer(text, in: 1...4) },
                apply: { options, scale in options.scale = scale }
            ),
            .choice(
                "color", short: "c", placeholder: "MODE", synonyms: ["never": "none"],
                brief: "how many colours to use", detail: "How many colours are used. The default is truecolor:",
                apply: { (options, color: RenderedColor) in options.color = color.choice }
            ),
            .choice(
                "background", placeholder: "KIND", brief: "what the snow is seen against",
                detail: "What the snow is seen against. The default is dark:",
                apply: { (options, ground: RenderedGround) in options.background = ground.choice }
            ),
        ] + playFlags.filter { ["set", "blitter", "calm", "backdrop"].contains($0.long) } + hostFlags + [.help],
        examples: [
            Example(line: "snowscript render snowfall -o snow.png", purpose: "a picture"),
            Example(
                line: "snowscript render snow.lua -o snow.png --at 2s --scale 2", purpose: "another moment, larger"),
            Example(
                line: "snowscript render snowfall -o snow.apng --at 5s -n 90 --fps 30",
                purpose: "three seconds that move"),
            Example(line: "snowscript render snowfall -o snow.cast", purpose: "for asciinema"),
            Example(line: "snowscript render snowfall -o - --format ans", purpose: "into the terminal, once"),
        ],
        run: { (options) throws(UsageError) in
            var scripts: [Script] = []
            for operand in options.operands { scripts.append(try Script(operand: operand, library: options.library)) }
            return try Rendering(of: scripts, options).run()
        }
    )
}

/// How many colours a file is given.
enum RenderedColor: String, FlagChoice {
    case truecolor
    case ansi256 = "256"
    case ansi16 = "16"
    case none

    /// The same for a terminal.
    var choice: ColorChoice {
        switch self {
        case .truecolor: .truecolor
        case .ansi256: .ansi256
        case .ansi16: .ansi16
        case .none: .none
        }
    }

    var brief: String {
        switch self {
        case .truecolor: "24 bits"
        case .ansi256: "the 256-colour palette"
        case .ansi16: "the 16 colours of xterm"
        case .none: "no colour (also: never)"
        }
    }
}

/// What a file is drawn on.
enum RenderedGround: String, FlagChoice {
    case dark, light

    /// The same for a terminal.
    var choice: BackgroundChoice {
        switch self {
        case .dark: .dark
        case .light: .light
        }
    }

    var brief: String {
        switch self {
        case .dark: "light snow on black"
        case .light: "dark snow on white"
        }
    }
}

extension FilmFormat: FlagChoice {
    var brief: String { about }
}
