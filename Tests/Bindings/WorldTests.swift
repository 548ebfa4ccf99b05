import Testing

@testable import SnowHost

@Suite struct WorldTests {
    @Test(
        arguments: [
            ScriptCase("function init() scene.width = 3 end", "scene is read only; keep values of your own in state"),
            ScriptCase("function init() print(scene.widht) end", "scene has no 'widht'; did you mean 'width'?"),
            ScriptCase(
                "function init() print(scene[1]) end",
                "scene has no '[number]'; it has: width height time frame count capacity"),
            ScriptCase(
                "function init() params.a = 3 end", "params are set from outside; keep values of your own in state"),
            ScriptCase("function init() print(params.a) end", "the header declares no param 'a'"),
            ScriptCase(
                "plugin { params = { wind = 1 } } function init() print(params.wnd) end",
                "the header declares no param 'wnd'; did you mean 'wind'?"),
            ScriptCase(
                "function init() rawset(params, 'a', 1) end", "bad argument #1 to 'rawset' (table expected, got params)"
            ),
        ])
    func `what belongs to the host can be read and no more`(example: ScriptCase) {
        #expect(example.transcript == example.lines.map { "test.lua:1: " + $0 })
    }

    @Test func `pairs goes through the params`() {
        let source = """
            plugin { params = { zeal = 1, apple = 2.5 } }
            function init() for name, value in pairs(params) do print(name, value) end end
            """
        #expect(transcript(of: source) == ["apple    2.5", "zeal    1"])
    }

    @Test func `state is a table of the script's own`() {
        let source = """
            state.count = state.count or 10
            function frame() state.count = state.count + 1 print(state.count) end
            """
        #expect(transcript(of: source, frames: 2) == ["11", "12"])
    }

    @Test func `text is for one frame, and keeps what it was given`() throws {
        let layer = try makeLayer(
            """
            function frame()
              if scene.frame > 1 then return end
              print(text(1, 2.5, "plain"))
              print(text(3, 4, "snow ❄", { color = 0x102030, align = "center" }), text(5, 6, 42, { align = "right" }))
            end
            """)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["true", "true    true"])
        let text = layer.scene.text
        let words = text.items.map { item in
            text.scalars[item.scalars].reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        #expect(words == ["plain", "snow ❄", "42"])
        #expect(text.items.map(\.x) == [1, 3, 5] && text.items.map(\.y) == [2.5, 4, 6])
        #expect(text.items.map(\.color) == [0xFFFFFF, 0x102030, 0xFFFFFF])
        #expect(text.items.map(\.alignment) == [.left, .center, .right])
        layer.step(seconds: 0)
        #expect(layer.scene.text.items.isEmpty)
    }

    @Test func `a frame has room for so much text, and text says when it is full`() throws {
        let layer = try makeLayer(
            """
            function key(what)
              local shown = 0
              while text(1, 1, what == "many" and "x" or ("x"):rep(1000)) do shown = shown + 1 end
              print(shown)
            end
            """)
        for what in ["many", "long"] {
            layer.press(key: what)
            layer.step(seconds: 0)
        }
        #expect(layer.instance.log.lines == ["256", "8"])
    }

    @Test(
        arguments: [
            ScriptCase("function init() text() end", "bad argument #1 to 'text' (number expected, got nil)"),
            ScriptCase("function init() text(1, 2) end", "bad argument #3 to 'text' (string expected, got nil)"),
            ScriptCase(
                "function init() text(1, 2, 'a', { colour = 1 }) end",
                "text has no option 'colour'; it has color and align"),
            ScriptCase(
                "function init() text(1, 2, 'a', { align = 'middle' }) end",
                "bad value for 'align' (\"left\", \"center\" or \"right\" expected)"),
            ScriptCase(
                "function init() text(1, 2, 'a', { color = 'red' }) end",
                "bad value for 'color' (number expected, got string)"),
            ScriptCase(
                "function init() text(1, 2, 'a', 3) end", "bad argument #4 to 'text' (table expected, got number)"),
        ])
    func `text says what it takes`(example: ScriptCase) {
        #expect(example.transcript == example.lines.map { "test.lua:1: " + $0 })
    }

    @Test(arguments: StandardImports.names)
    func `every name that is promised is there`(name: String) {
        #expect(transcript(of: "print(\(name) ~= nil) function frame() end") == ["true"])
    }

    @Test(
        arguments: [
            "io", "os", "debug", "package", "dofile", "loadfile", "collectgarbage", "warn", "string.dump",
            "math.randomseed", "image", "clock", "stdin",
        ])
    func `what is not promised is not there`(name: String) {
        #expect(transcript(of: "print(\(name)) function frame() end") == ["nil"])
    }

    @Test func `no name is there but those that are promised`() {
        let names = StandardImports.names
        let source = """
            for name in pairs(_G) do print(name) end
            function frame() end
            """
        #expect(Set(transcript(of: source)).subtracting(names).sorted() == [])
    }
}
