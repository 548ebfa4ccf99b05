import Testing

@testable import SnowHost

@Suite struct LogTests {
    @Test(
        arguments: [
            ScriptCase("function frame() print() end", ""),
            ScriptCase("function frame() print(1, 2.5, nil, true, 'a') end", "1    2.5    nil    true    a"),
            ScriptCase("function frame() log('same') end", "same"),
            ScriptCase("function frame() print('one\\ntwo') end", "one", "two"),
            ScriptCase("function frame() print('\\27[31m\\7\\127') end", "\\x1B[31m\\x07\\x7F"),
            ScriptCase("function frame() print('\\u{9B}31m \\u{202E}') end", "\\x9B31m \\u{202E}"),
            ScriptCase("function frame() print('\\xFF') end", "\u{FFFD}"),
            ScriptCase("function frame() print({}, print, coroutine.create(print)) end", "table    function    thread"),
            ScriptCase("function frame() print(scene, params, spawn {}) end", "scene    params    flake 1"),
            ScriptCase(
                "function frame() print(setmetatable({}, {__tostring = function() return 'own' end})) end", "own"),
        ])
    func `what is printed is plain text`(example: ScriptCase) {
        #expect(example.transcript == example.lines)
    }

    @Test func `a line is cut at a kilobyte, and only the last lines are kept`() throws {
        let long = transcript(of: "function frame() print(('x'):rep(100000), 'y') end")
        #expect(long == [String(repeating: "x", count: 1024)])
        var options = Layer.Options()
        options.limits.logLines = 3
        let layer = try makeLayer("function frame() for i = 1, 5 do print(i) end end", options: options)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["3", "4", "5"])
        #expect(layer.instance.log.count == 5)
    }
}
