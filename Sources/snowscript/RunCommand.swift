import SnowHost

extension Command {
    /// Plays scripts.
    static let run = Command(
        name: "run",
        brief: "play scripts, one layer each, until q is pressed",
        detail: """
            Each operand is a Lua file (its name ends in .lua or has a slash) or the name of a bundled script; without \
            one it is the bundled snowfall. Several play at once, each in a sandbox of its own; the first is drawn at the back. A file is watched: with \
            each save the next frame runs the new text on the flakes that are in the air, and what is wrong with a \
            save is shown until a better one. The key ? shows figures, parameters to turn, and the other keys.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 0...64),
        flags: playFlags + hostFlags + [.help],
        examples: [
            Example(line: "snowscript run snow.lua", purpose: "play a script of yours"),
            Example(line: "snowscript run snowfall ./sleigh.lua", purpose: "yours before the snow"),
            Example(line: "snowscript run snow.lua --set wind=20", purpose: "with a parameter of its own set"),
            Example(line: "snowscript run settle --backdrop words.txt", purpose: "snow on letters"),
            Example(line: "snowscript run snow.lua --seed 7 --for 10s", purpose: "the same ten seconds each time"),
        ],
        keys: ControlKey.all,
        run: { (options) throws(UsageError) in try play(options) }
    )

    /// What the program does when no command is named: `run`, with the flags that concern the program.
    static let root = Command(
        name: "",
        brief: "snow in the terminal, scripted in Lua",
        detail: """
            Without a command it plays the scripts it is given, and without one of those the bundled snowfall. \
            A script says what its flakes do, and runs in a sandbox.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 0...64),
        flags: playFlags + hostFlags + [.generate, .version, .help],
        examples: [
            Example(line: "snowscript", purpose: "let it snow"),
            Example(line: "snowscript snow.lua", purpose: "play a script of yours"),
            Example(line: "snowscript show snowfall > snow.lua", purpose: "start from the bundled one"),
            Example(line: "snowscript help check", purpose: "the long help of a command"),
        ],
        keys: ControlKey.all,
        run: { (options) throws(UsageError) in try play(options) }
    )

    /// The flags of everything that plays scripts.
    static let playFlags: [Flag] = [
        .framesPerSecond(detail: "How many frames are drawn a second, from 1 to 240. The default is 60.").asSetting,
        .seed(
            brief: "the number all chance comes from",
            detail: """
                The same script with the same seed, size and frame rate makes the same frames. By default each run has a \
                new one.
                """),
        .value(
            "for", short: "t", placeholder: "TIME", brief: "stop after this long: 10s, 500ms, 2m",
            detail: """
                Stops after this much time: a number with ms, s, m or h, or several as in 1m30s. A bare number is \
                seconds.
                """,
            read: FlagValue.duration,
            apply: { options, duration in options.duration = duration }
        ),
        .frames(brief: "stop after N frames", detail: "Stops after N frames.", most: .max),
        .set(
            detail: """
                Sets a parameter that a script declares in its header, within the bounds given there: in all scripts \
                that have it, or with SCRIPT.NAME in one, called by its name or by its place, from 1. May be \
                repeated; of two for the same parameter the last wins.
                """),
        .choice(
            "blitter", short: "b", placeholder: "NAME",
            brief: "what flakes are drawn with",
            detail: """
                What flakes are drawn with. A flake that has a glyph of its own is that character with all of them; what \
                the others do when they turn is told in docs/LUA.md. Pixels are drawn only where they are asked for, since \
                they take a hundred times the bytes; not through screen, nor through tmux without --passthrough, nor where \
                the terminal does not tell the size of a cell in pixels, nor with --calm, nor into files.
                """,
            apply: { options, choice in options.blitter = choice }
        ).asSetting,
        .toggle(
            "passthrough", brief: "send pixels through tmux",
            detail: """
                Sends the pixels of --blitter kitty or sixel through tmux to the terminal behind it, which must draw them. tmux \
                lets them through when its configuration says: set -g allow-passthrough on. The terminal is asked where the \
                pane lies, again after each change of its size; until it answers, and when nothing comes back, characters \
                are drawn. tmux knows nothing of these pixels: another window or a menu of its own is drawn among them.
                """,
            apply: { options in options.passesThrough = true }
        ).asSetting,
        .choice(
            "color", short: "c", placeholder: "MODE", synonyms: ["never": "none"],
            brief: "how many colours to send",
            detail: """
                How many colours are sent. The terminal's claim is read from TERM and COLORTERM, and its answer, when it \
                comes, may raise it.
                """,
            apply: { options, choice in options.color = choice }
        ).asSetting,
        .choice(
            "background", placeholder: "KIND", brief: "what the snow is seen against",
            detail: "What the snow is seen against:",
            apply: { options, choice in options.background = choice }
        ).asSetting,
        .path(
            "backdrop", placeholder: "FILE", brief: "text on whose letters snow settles; - is a pipe",
            detail: """
                Puts the text of FILE, or with - that of standard input, at the bottom of the picture in the middle; \
                scripts that let snow settle let it settle on the letters. Colours in the text are kept; it may have 1 MiB. \
                An example: figlet hello | snowscript settle --backdrop -.
                """,
            what: "a file, or -",
            apply: { options, path in options.backdrop = path }
        ),
        .toggle(
            "hud", brief: "begin with figures, parameters and keys shown",
            detail: """
                Begins with the heads-up display: figures, the scripts' parameters and logs, and the keys. The key ? \
                shows and hides it.
                """,
            apply: { options in options.showsDisplay = true }
        ),
        .toggle(
            "calm", brief: "nothing may flash or move fast",
            detail: """
                Shows no flake faster than a quarter of the picture a second, and holds back what would flash more than \
                three times a second, whatever a script draws.
                """,
            apply: { options in options.isCalm = true }
        ).asSetting,
        .value(
            "max-bps", placeholder: "N", brief: "never more bytes a second than this",
            detail: """
                The most bytes a second that are sent: a number, or one with K or M. To stay below it, steps of brightness \
                and place are shed first, then colours, then flakes; when nothing is left to shed, frames wait. By default \
                steps are shed from 56000 bytes a second on, and nothing else.
                """,
            read: FlagValue.byteRate,
            apply: { options, count in options.bytesPerSecond = count }
        ).asSetting,
        .choice(
            "sync", placeholder: "WHEN", brief: "when frames are synchronized updates",
            detail: "When frames are synchronized updates, which a terminal shows all at once:",
            apply: { options, choice in options.sync = choice }
        ).asSetting,
        .toggle(
            "stats", brief: "say at the end what was sent",
            detail: """
                Says on standard error at the end how many frames and cells were sent and how many needed not be, and how \
                many bytes and how much CPU time they took.
                """,
            apply: { options in options.showsStatistics = true }
        ),
        .toggle(
            "verbose", short: "v", brief: "tell how the process is locked down",
            detail: """
                Tells on standard error, before the first frame, which walls stand around the process. With --version, tells \
                which walls the system offers, and the release of Lua.
                """,
            apply: { options in options.isVerbose = true }
        ),
        .size(
            brief: "size in cells, such as 80x24",
            detail: """
                The picture's size in terminal cells, such as 80x24, as far as the terminal has them. The default is \
                the whole terminal.
                """),
        .path(
            "record", placeholder: "FILE", brief: "keep what is sent, as an asciicast",
            detail: """
                Writes what the terminal is sent into a new file, with the times, as an asciicast of version 2, which \
                asciinema plays. It is written while it snows: what ends the program leaves what was shown so far.
                """,
            what: "a file, such as snow.cast",
            apply: { options, path in options.recordingPath = path }
        ),
    ]

    private static func play(_ options: Options) throws(UsageError) -> ExitStatus {
        var options = options
        if options.operands.isEmpty { options.operands = [FilePath(BundledScript.all[0].name)] }
        var scripts: [Script] = []
        for operand in options.operands { scripts.append(try Script(operand: operand, library: options.library)) }
        return try Show(scripts: scripts, options: options).play()
    }
}
