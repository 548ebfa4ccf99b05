import Testing

@Suite struct BadInputTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        let complaint: String
        let hint: String?

        init(_ arguments: [String], _ complaint: String, hint: String? = "snowscript --help") {
            (self.arguments, self.complaint, self.hint) = (arguments, complaint, hint)
        }

        var testDescription: String { arguments.description }
    }

    static let refused: [Case] = [
        Case(["--fsp", "3"], "unknown flag '--fsp'; did you mean '--fps'?"),
        Case(["-q"], "unknown flag '-q'"),
        Case(["-fps", "3"], "unknown flag '-fps'; did you mean '--fps'?"),
        Case(["lst"], "unknown command or script 'lst'; did you mean 'list'?"),
        Case(["snowfal"], "unknown command or script 'snowfal'; did you mean 'snowfall'?"),
        Case(["entirely-else"], "unknown command or script 'entirely-else'"),
        Case([""], "unknown command or script ''"),
        Case(["--fps", "3", "list"], "the command 'list' must come first: snowscript list"),
        Case(["--fps"], "--fps needs a value: --fps N"),
        Case(["--fps="], "--fps: expected a whole number from 1 to 240, got ''"),
        Case(["--fps", "0"], "--fps: expected a whole number from 1 to 240, got '0'"),
        Case(["--fps", "99999999999999999999"], "expected a whole number from 1 to 240"),
        Case(["--frames", "0"], "--frames: expected a whole number of at least 1, got '0'"),
        Case(["--seed", "x"], "--seed: expected a whole number from 0 to 18446744073709551615"),
        Case(["--for", "soon"], "--for: expected a time above 0"),
        Case(["--set", "wind"], "--set: expected NAME=VALUE, got 'wind'"),
        Case(["--size", "big"], "--size: expected a size in cells"),
        Case(
            ["--blitter", "hlaf"],
            "one of auto, kitty, sixel, octant, braille, sextant, quadrant, half, glyph, ascii, got 'hlaf'; did you mean 'half'?"
        ),
        Case(["--max-bps", "99"], "--max-bps: expected bytes a second from 100 to 1G, such as 9600 or 20K, got '99'"),
        Case(["--max-bps", "20k/s"], "got '20k/s'"),
        Case(["--sync", "of"], "--sync: expected one of auto, on, off, got 'of'"),
        Case(["--color", "neverr"], "got 'neverr'; did you mean 'never'?"),
        Case(["--help=me"], "--help takes no value"),
        Case(["render"], "expected FILE|NAME: snowscript render", hint: "snowscript render --help"),
        Case(["run", "--fsp"], "unknown flag '--fsp'; did you mean '--fps'?", hint: "snowscript run --help"),
        Case(
            ["run", "snowfal"], "no script is called 'snowfal'; did you mean 'snowfall'?",
            hint: "snowscript list"),
        Case(["run", "missing.lua"], "cannot read 'missing.lua': no such file", hint: nil),
        Case(["missing.lua"], "cannot read 'missing.lua': no such file", hint: nil),
        Case(["run", "/"], "cannot read '/': this is a folder", hint: nil),
        Case(["list", "more"], "unexpected 'more': snowscript list", hint: "snowscript list --help"),
        Case(["show"], "expected NAME: snowscript show NAME", hint: "snowscript show --help"),
        Case(["show", "snowfal"], "did you mean 'snowfall'?", hint: "snowscript list"),
        Case(["check"], "expected FILE|NAME: snowscript check [FLAGS] FILE|NAME…", hint: "snowscript check --help"),
        Case(["check", "missing.lua"], "cannot read 'missing.lua'", hint: nil),
        Case(["help", "chek"], "unknown command 'chek'; did you mean 'check'?"),
        Case(["\u{1B}[2J\r\n\u{9B}31m"], "unknown command or script '\\u{1b}[2J\\u{d}\\u{a}\\u{9b}31m'"),
    ]

    @Test(arguments: refused)
    func `a bad line is answered by a sentence and status 2`(line: Case) throws {
        let run = try PipedRun(line.arguments)
        #expect(run.ending == .exited(2))
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("snowscript: "))
        #expect(run.errors.contains(line.complaint), "\(run.errors)")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == (line.hint == nil ? 1 : 2), "\(run.errors)")
        if let hint = line.hint { #expect(lines.last == "see '\(hint)'") }
        #expect(!run.errorBytes.contains(0x1B))
    }

    @Test func `an unknown name that is a file is answered with how to say so`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "mine.lua")
        try folder.write("", to: "other")
        let mine = try PipedRun(["run", "mine"], folder: folder.path)
        #expect(mine.errors.contains("did you mean the file 'mine.lua'?"))
        let other = try PipedRun(["run", "other"], folder: folder.path)
        #expect(other.errors.contains("did you mean the file './other'?"))
    }

    @Test func `check complains of every file that cannot be read`() throws {
        let run = try PipedRun(["check", "a.lua", "b.lua"])
        #expect(run.ending == .exited(2))
        #expect(run.errors.split(separator: "\n").count == 2)
    }

    @Test func `a file without end is not read without end`() throws {
        let run = try PipedRun(["check", "/dev/zero"])
        #expect(run.ending == .exited(2))
        #expect(run.errors.contains("larger than 256 KiB"))
    }

    @Test func `a terminal is sent no escape by a bad line`() throws {
        let terminal = try PseudoTerminal(TestBinary.path, ["--fsp"])
        let before = terminal.attributes
        #expect(terminal.readToEnd() == .exited(2))
        #expect(!terminal.output.contains(0x1B))
        #expect(terminal.attributes == before)
    }
}
