import Testing

/// What is wrong with a script or with its flags is said in a sentence with its place.
@Suite struct FaultTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let flags: [String]
        /// How the complaint begins.
        let words: String
        let status: Int32

        init(_ name: String, _ script: String, _ words: String, flags: [String] = [], status: Int32 = 1) {
            (testDescription, self.script, self.words) = (name, script, words)
            (self.flags, self.status) = (flags, status)
        }
    }

    static let wind = "plugin { params = { wind = { 6, min = -60, max = 60 } } }\nfunction frame() end"

    /// Seen when the script is loaded.
    static let beforeTheShow = [
        Fault("syntax", "local x = 1\nfunction frame( x\n", "a.lua:3: ')' expected near <eof>"),
        Fault(
            "syntax within a line", "function frame()\n  x = = 1\nend",
            "a.lua:2: unexpected symbol near '='\n  2 |   x = = 1\n"),
        Fault(
            "an error while loading", "local t = nil\nt.x = 1\nfunction frame() end",
            "a.lua:2: attempt to index a nil value (local 't')\n  2 | t.x = 1\n"),
        Fault(
            "an endless main chunk", "local n = 0\nwhile true do\n n = n + 1 end",
            "a.lua:"),
        Fault(
            "an unknown header key", "plugin {\n  name = \"k\",\n  flaks = 3,\n}\nfunction frame() end",
            "a.lua:3: plugin has no key 'flaks'; did you mean 'flakes'?\n  3 |   flaks = 3,\n"),
        Fault(
            "a header key of the wrong type",
            "plugin {\n  name = \"k\",\n  flakes = \"many\",\n}\nfunction frame() end",
            "a.lua:3: plugin key 'flakes': expected a number, got string"),
        Fault(
            "another ABI", "plugin {\n  abi = 7,\n}\nfunction frame() end",
            "a.lua:2: the script is written for ABI 7; this host speaks ABI 1"),
        Fault(
            "an unknown import", "plugin {\n  name = \"k\",\n  imports = { \"imgae\" },\n}\nfunction frame() end",
            "a.lua:3: import 'imgae' is not defined by this host"),
        Fault("no export", "local x = 1", "a.lua: the script exports nothing; define at least one of these"),
        Fault("nothing at all", "", "a.lua: the script exports nothing"),
        Fault("an export that is a number", "frame = 3", "a.lua:1: frame is not a function"),
        Fault(
            "an export that is a string", "function frame() end\nupdate = \"x\"", "a.lua:2: update is not a function"),
        Fault("compiled Lua", "\u{1B}LuaT\0\u{19}", "a.lua: this is compiled Lua; only its source text can be run"),
        Fault("bytes that are no text", "\u{1}\u{2}\u{1B}[2J\0\u{9B}31m", "a.lua:1: unexpected symbol near"),
        Fault(
            "a text that is too large", String(repeating: "-", count: 300_000),
            "snowscript: cannot read 'a.lua': larger than 256 KiB, which is the most", status: 2),
        Fault(
            "a param that does not exist", wind, "snowscript: --set: a has no param 'wnid'; did you mean 'wind'?",
            flags: ["--set", "wnid=3"], status: 2),
        Fault(
            "a param out of its range", wind, "snowscript: --set: wind is at most 60, got 300",
            flags: ["--set", "wind=300"], status: 2),
        Fault(
            "a param below its range", wind, "snowscript: --set: wind is at least -60, got -61",
            flags: ["--set", "wind=-61"], status: 2),
        Fault(
            "a param that is a word", wind, "snowscript: --set wind: expected a number, got 'high'",
            flags: ["--set", "wind=high"], status: 2),
        Fault(
            "a param that is no number", wind, "snowscript: --set wind: expected a number, got 'nan'",
            flags: ["--set", "wind=nan"], status: 2),
        Fault(
            "a param of a script without any", "function frame() end",
            "snowscript: --set: a has no param 'wind'; it has none",
            flags: ["--set", "wind=1"], status: 2),
        Fault(
            "a name that no script has", "function frame() end",
            "snowscript: no script is called 'snowfal'; did you mean 'snowfall'?", flags: ["run", "snowfal"],
            status: 2),
        Fault(
            "a file that is not there", "function frame() end", "snowscript: cannot read 'none.lua': no such file",
            flags: ["none.lua"], status: 2),
        Fault(
            "a folder", "function frame() end", "snowscript: cannot read '/tmp/': this is a folder",
            flags: ["run", "/tmp/"], status: 2),
    ]

    /// Seen when `init` runs, on a terminal only.
    static let beforeTheFirstFrame = [
        Fault(
            "an error in init", "function init()\n  error(\"no snow today\")\nend",
            "a.lua:2: no snow today\n  2 |   error(\"no snow today\")\n"),
        Fault(
            "an unknown field in spawn", "function init()\n  spawn { x = 1, wdith = 3 }\nend",
            "a.lua:2: a flake has no field 'wdith'; did you mean 'width'?"),
        Fault("an error without words", "function init() error({}) end", "a.lua:1: an error object without words"),
        Fault(
            "an error that would drive the terminal", "function init() error(\"\\27[2J\\27]0;t\\7\\r\") end",
            "a.lua:1: \\x1B[2J\\x1B]0;t\\x07\\x0D"),
        Fault("a global that does not exist", "function init()\n  nope()\nend", "a.lua:2: attempt to call a nil value"),
    ]

    /// Seen when the show is under way.
    static let duringTheShow = [
        Fault(
            "an error in frame",
            "local n = 0\nfunction frame()\n  n = n + 1\n  if n == 9 then error(\"nine\") end\nend",
            "a.lua:4: nine\n  4 |   if n == 9"),
        Fault(
            "an unknown field written",
            "function init() spawn { x = 1, y = 1 } end\nfunction update(f)\n  f.wdith = 3\nend",
            "a.lua:3: a flake has no field 'wdith'; did you mean 'width'?"),
        Fault(
            "an unknown field read",
            "function init() spawn { x = 1, y = 1 } end\nfunction update(f)\n  local a = f.spede\nend",
            "a.lua:3: a flake has no field 'spede'; did you mean 'speed'?"),
        Fault(
            "an error in removed",
            "function init() local f = spawn { x = 1, y = 1 }; f:remove() end\nfunction removed(f, why)\n  nope()\nend",
            "a.lua:3: attempt to call a nil value (global 'nope')"),
        Fault(
            "an error in done",
            """
            function init()
              local f = spawn { x = 1, y = 1 }
              f:animate { x = 3, duration = 0.1, done = function() bad() end }
            end
            """, "a.lua:3: attempt to call a nil value (global 'bad')"),
        Fault("an error in key", "function key(name)\n  error(\"key \" .. name)\nend", "a.lua:2: key k"),
        Fault("endless recursion", "function frame() local function f() return 1 + f() end f() end", "a.lua:1: "),
        Fault("an endless frame", "function frame() while true do end end", "a.lua:1: "),
    ]

    @Test(arguments: beforeTheShow)
    func `what is wrong with a script is told before the terminal is touched`(fault: Fault) throws {
        let show = try Showing(fault.flags, scripts: [fault.script])
        #expect(show.watchToEnd() == .exited(fault.status))
        let text = show.terminal.text.replacing("\r\n", with: "\n")
        #expect(text.hasPrefix(fault.words), "\(text)")
        #expect(text.utf8.count < 2000)
        #expect(!show.terminal.output.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D })
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
        // The same without a terminal, where the two streams can be told apart.
        let piped = try PipedRun(fault.flags + ["a.lua"], folder: show.scriptFolder)
        #expect(piped.ending == .exited(fault.status))
        #expect(piped.output.isEmpty)
        #expect(piped.errors.hasPrefix(fault.words), "\(piped.errors)")
    }

    @Test(arguments: beforeTheFirstFrame)
    func `what is wrong with init is told before the terminal is touched`(fault: Fault) throws {
        let show = try Showing(fault.flags, scripts: [fault.script])
        #expect(show.watchToEnd() == .exited(1))
        let text = show.terminal.text.replacing("\r\n", with: "\n")
        #expect(text.hasPrefix(fault.words), "\(text)")
        #expect(!show.terminal.output.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D })
        #expect(show.terminal.attributes == show.terminal.attributesBefore)
    }

    @Test(arguments: duringTheShow)
    func `what goes wrong later is shown, and told when the terminal was given back`(fault: Fault) throws {
        let show = try Showing(scripts: [fault.script])
        #expect(show.watchForFirstFrame())
        show.terminal.type("k")
        #expect(show.watch(forShown: fault.words.components(separatedBy: "\n")[0]))
        show.terminal.type("q")
        #expect(show.watchToEnd() == .exited(1))
        show.expectGivenBack()
        let text = show.textAfterwards.replacing("\r\n", with: "\n")
        #expect(text.hasPrefix(fault.words), "\(text)")
    }

    @Test func `the line shown of a script is short, however long it is`() throws {
        let long = String(repeating: "y", count: 100_000)
        let show = try Showing(scripts: ["function init() local s = \"\(long)\"; nope() end"])
        #expect(show.watchToEnd() == .exited(1))
        #expect(show.terminal.text.hasPrefix("a.lua:1: attempt to call a nil value (global 'nope')"))
        #expect(show.terminal.output.count < 1000)
    }
}
