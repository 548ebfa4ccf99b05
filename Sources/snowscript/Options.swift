import SnowHost

/// Everything that flags and operands can say, over all commands.
struct Options: Equatable, Sendable {
    /// What is left when the flags are taken out, in order.
    var operands: [FilePath] = []
    /// Set when a help page is asked for, and how much of it.
    var help: HelpPage.Length?
    var showsVersion = false
    /// The scripts that names stand for.
    var library = ScriptLibrary()
    /// Set when a text for other programs is asked for.
    var generated: GeneratedText?

    var framesPerSecond = 60
    /// None: a new one each time.
    var seed: UInt64?
    /// Scene time after which the show ends.
    var duration: Duration?
    /// Frames after which the show ends.
    var frameLimit: Int?
    /// Parameters to set, in the order given; a later one wins.
    var settings: [Setting] = []
    var blitter = BlitterChoice.auto
    var color = ColorChoice.auto
    var background = BackgroundChoice.auto
    /// What scripts that ask for it get beyond the standard imports.
    var grants: Set<Grant> = []
    /// The file whose text stands in the snow, or - for standard input.
    var backdrop: FilePath?
    /// Bytes of Lua memory for each script.
    var memory: Int?
    /// CPU time of a callback.
    var deadline: Duration?
    /// Instructions of a callback; none: not counted.
    var fuel: Int?
    /// The most flakes of each script; none: as its header says.
    var flakes: Int?
    /// Whether the process is locked down before it runs a script.
    var locksDown = true
    /// Whether updates are compiled where they can be.
    var compilesUpdates = true
    var isCalm = false
    /// Whether pixels may go through tmux.
    var passesThrough = false
    /// Whether the heads-up display is shown from the start.
    var showsDisplay = false
    /// Bytes a second that are never passed; none: only the usual average is kept.
    var bytesPerSecond: Int?
    var sync = Stage.Synchronization.auto
    var showsStatistics = false
    /// Whether a warning of a check counts.
    var isStrict = false
    /// Whether the answer is for programs.
    var printsJSON = false
    /// The hash that a test's frames must have.
    var expectedHash: String?
    /// Whether a test prints the hash of each frame, and a show or the version tells of the lockdown.
    var isVerbose = false
    /// None: as large as the terminal.
    var size: Size?
    /// The file that a live show is recorded in.
    var recordingPath: FilePath?
    /// The file that frames are rendered to; - for standard output.
    var outputPath: FilePath?
    /// None: what the file's name says.
    var format: FilmFormat?
    /// The frame that is rendered, or the first of them.
    var moment: Moment?
    /// Pixels of a picture to one of a small one.
    var scale = 1

    /// The script that a new one is a copy of; none: the commented start.
    var template: FilePath?
    /// Whether a new script is written alone.
    var isBare = false
    /// Where the types of what scripts see are written to.
    var stubsFolder: FilePath?
    var printsMarkdown = false

    /// A `--set NAME=VALUE`, whose value only the script's declaration can judge.
    struct Setting: Equatable, Sendable {
        /// The name of the script that is meant, or its place from 1; nil for all.
        var script: String?
        var name: String
        var value: String
    }

    /// A place in a show.
    enum Moment: Equatable, Sendable {
        /// Counted from 1.
        case frame(Int)
        case time(Duration)
    }

    /// A picture's size in terminal cells.
    struct Size: Equatable, Sendable {
        var columns: Int
        var rows: Int
    }

    /// Whether a text was asked for, beside which nothing else matters.
    var isAnswered: Bool { help != nil || showsVersion || generated != nil }
}
