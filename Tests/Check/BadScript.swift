import Testing

@testable import SnowHost

/// A script with a fault, and the lines that a check must say of it, no more and no fewer.
struct BadScript: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: String
    let lines: [String]

    init(_ description: String, _ source: String, _ lines: String...) {
        (testDescription, self.source, self.lines) = (description, source, lines)
    }

    /// What is said of it, without the name of the file.
    func said(linker: Linker = Linker()) -> [String] {
        do throws(Trap) {
            let module = try Module(source: source, name: "bad.lua")
            let report = Check.run(module, linker: linker, size: (20, 8), frames: 96)
            return report.findings.map { String($0.text.dropFirst("bad.lua:".count)) }
        } catch {
            return Check.report(on: error, of: "bad.lua").findings.map { String($0.text.dropFirst("bad.lua:".count)) }
        }
    }

    static let all: [BadScript] = [
        BadScript("text that is no Lua", "function frame( end", "1: error: <name> or '...' expected near 'end'"),
        BadScript(
            "no export", "local x = 1",
            "1: error: the script exports nothing; define at least one of these global functions: init frame update "
                + "removed resize key mouse reloaded"),
        BadScript(
            "a header's wrong key", "plugin {\n  flaks = 3,\n}\nfunction frame() end",
            "2: error: plugin has no key 'flaks'; did you mean 'flakes'?"),
        BadScript(
            "an import that is not granted", "plugin { imports = { \"clock\" } }\nfunction frame() end",
            "1: error: import 'clock' is not granted; --allow clock grants it, and Linker.grant in a program"),
        BadScript(
            "a trap in a frame, whose global is named once", "function frame()\n  spwan {}\nend",
            "2: error: attempt to call a nil value (global 'spwan'); did you mean 'spawn'?"),
        BadScript(
            "a trap while loading, and an unknown global elsewhere",
            "local x = nothing.at.all\nfunction frame() lrep(1, 2, 3) end",
            "1: error: attempt to index a nil value (global 'nothing')",
            "2: warning: unknown global 'lrep'; did you mean 'lerp'?"),
        BadScript("an endless loop", "function frame()\n  while true do end\nend", "2: error: ran for too long"),
        BadScript(
            "a trap on a key only", "function key(name)\n  if name == \"shift-f5\" then name.x.y = 1 end\nend",
            "2: error: attempt to index a nil value (field 'x')"),
        BadScript(
            "a trap on a button only",
            "function mouse(x, y, button)\n  if button == \"wheel-up\" then error(button) end\nend",
            "2: error: wheel-up"),
        BadScript(
            "a flake that is not there when all are in the air",
            "plugin { flakes = 9 }\nfunction frame()\n  spawn { y = 1 }.x = 2\nend",
            "3: error: attempt to index a nil value"),
        BadScript(
            "a param whose least value is not right",
            "plugin { params = { n = { 2, min = 0, max = 3 } } }\nlocal list = { 5, 6, 7 }\n"
                + "function frame() local x = list[params.n] + 1 end",
            "3: error: attempt to perform arithmetic on a nil value (field '?') (with all params at their least)"),
        BadScript(
            "an unknown global in a branch that is never taken",
            "function frame(dt, t)\n  if t > 1e9 then\n    return rnadom()\n  end\nend",
            "3: warning: unknown global 'rnadom'; did you mean 'random'?"),
        BadScript(
            "an unknown global in a function in a function",
            "local function a() return function() return function() return qqq end end end\nfunction frame() a() end",
            "1: warning: unknown global 'qqq'"),
        BadScript(
            "a part of Lua that is not there", "function frame(dt, t)\n  if t > 1e9 then os.exit() end\nend",
            "2: warning: unknown global 'os'; scripts do without this part of Lua"),
        BadScript(
            "an import that the header does not name", "function frame(dt, t)\n  if t > 1e9 then clock() end\nend",
            "2: warning: unknown global 'clock'; name it in the header to use it: imports = { \"clock\" }"),
        BadScript(
            "a callback misspelt", "function frame() spawn {} end\nfunction udpate(f) f.x = 1 end",
            "2: warning: nothing calls 'udpate'; did you mean the callback 'update'?"),
        BadScript(
            "the host's names taken",
            "noise = 3\nfunction text(s) end\nstate = { score = 1 }\nfunction frame() end",
            "1: warning: 'noise' is the host's, and hidden from here on; choose another name, or make it local",
            "2: warning: 'text' is the host's, and hidden from here on; choose another name, or make it local",
            "3: warning: 'state' is replaced here, and what a save keeps of it is lost; set fields of it instead"),
        BadScript(
            "fields and params that nobody uses",
            """
            plugin {
              fields = { phase = 0, used = 1 },
              params = { wind = 1,
                gust = { 2, min = 0, max = 3 } },
            }
            function frame() spawn { used = params.wind } end
            """,
            "2: warning: the field 'phase' is declared and never used",
            "4: warning: the param 'gust' is declared and never read"),
        BadScript(
            "parameters that nothing is given for",
            "function frame(dt, t, x) end\nfunction init(a, b) end\nfunction key(name, ...) end",
            "1: note: 'x' is always nil: frame is called with dt, t",
            "2: note: 'a', 'b' are always nil: init is called with nothing"),
        BadScript(
            "state that a save does not keep",
            "function init()\n  state.seen = { [2] = { last = spawn {} } }\nend",
            "2: warning: a save would lose state.seen[2].last: it is a flake, and only plain data is kept"),
        BadScript(
            "state that is no table", "function frame()\n  state = 3\nend",
            "1: warning: a save would lose 'state': it is not a table of at most 1 MiB, or nested too deeply",
            "2: warning: 'state' is replaced here, and what a save keeps of it is lost; set fields of it instead"),
        BadScript(
            "what only init sets",
            "local speeds\nfunction init() speeds = { 4 } end\nfunction frame()\n  speeds[1] = 2\nend",
            "4: warning: after a save: attempt to index a nil value (upvalue 'speeds') (init does not run again; what "
                + "only it sets is lost)"),
        BadScript(
            "a line in every frame", "print(\"begin\")\nfunction frame(dt, t)\n  print(t)\nend",
            "3: warning: a line is printed in each frame; the log keeps the last 200"),
        BadScript(
            "words that would drive a terminal", "function frame() error(\"\\27[2J\\u{9b}31m\") end",
            "1: error: \\x1B[2J\\x9B31m"),
    ]
}
