import SnowHost

/// Everything that flags and operands can say, over all commands.
struct Options: Equatable, Sendable {
    /// What is left when the flags are taken out, in order.
    var operands: [String] = []
    /// Set when a help page is asked for, and how much of it.
    var help: HelpPage.Length?
    var showsVersion = false

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
    /// Bytes of Lua memory for each script.
    var memory: Int?
    /// CPU time of a callback.
    var deadline: Duration?
    /// Instructions of a callback; none: not counted.
    var fuel: Int?
    var isCalm = false
    /// Bytes a second that are never passed; none: only the usual average is kept.
    var bytesPerSecond: Int?
    var sync = Stage.Synchronization.auto
    var showsStatistics = false
    /// None: as large as the terminal.
    var size: Size?

    /// A `--set NAME=VALUE`, whose value only the script's declaration can judge.
    struct Setting: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// A picture's size in terminal cells.
    struct Size: Equatable, Sendable {
        var columns: Int
        var rows: Int
    }
}
