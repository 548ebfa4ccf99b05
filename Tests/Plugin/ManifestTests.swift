import Testing

@testable import SnowHost

@Suite struct ManifestTests {
    private func manifest(_ header: String) throws -> Manifest {
        try makeLayer(header + "\nfunction frame() end").instance.manifest
    }

    @Test func `a script without a header has a default for every key`() throws {
        let manifest = try manifest("")
        #expect(manifest == Manifest(name: "test"))
        #expect(manifest.about == "")
        #expect(manifest.viewWidth == nil)
        #expect(manifest.flakes == 400)
        #expect(manifest.fields == [] && manifest.parameters == [] && manifest.imports == [])
        #expect(try self.manifest("plugin {}") == manifest)
    }

    @Test func `every key of a header is read`() throws {
        let manifest = try manifest(
            """
            plugin {
              name = "snowfall", about = "Soft snow", abi = 1,
              view = { width = 320 },
              flakes = 12,
              fields = { phase = 0.5, near = 2 },
              params = { wind = { 6, min = -60, max = 60, step = 2, about = "push" } },
            }
            """)
        #expect(manifest.name == "snowfall" && manifest.about == "Soft snow")
        #expect(manifest.viewWidth == 320 && manifest.flakes == 12)
        #expect(manifest.fields == [.init(name: "near", initial: 2), .init(name: "phase", initial: 0.5)])
        let wind = try #require(manifest.parameters.first)
        #expect(
            wind
                == Parameter(
                    name: "wind", value: 6, minimum: -60, maximum: 60, step: 2, about: "push", isWhole: true))
    }

    @Test(
        arguments: [
            // The header, its line with the fault, and the words.
            ("plugin { flaks = 3 }", 1, "plugin has no key 'flaks'; did you mean 'flakes'?"),
            ("plugin {\n  name = 'a',\n  colour = 3,\n}", 3, "plugin has no key 'colour'; its keys are: "),
            ("plugin { 3 }", 1, "plugin { … } has a value without a key; write name = value"),
            ("plugin 'snow'", 1, "plugin expects a table: plugin { name = \"…\" }, got string"),
            ("plugin()", 1, "plugin expects a table: plugin { name = \"…\" }, got no value"),
            ("plugin {}\nplugin {}", 2, "plugin { … } may stand in a script only once"),
            ("plugin {\nname = 3 }", 2, "plugin key 'name': expected a string, got number"),
            ("plugin {\nname = 'a',\nabout = {} }", 3, "plugin key 'about': expected a string, got table"),
            ("plugin { abi = 2 }", 1, "the script is written for ABI 2; this host speaks ABI 1"),
            ("plugin { abi = '1' }", 1, "plugin key 'abi': expected a number, got string"),
            ("plugin { view = 320 }", 1, "plugin key 'view': expected a table such as { width = 320 }, got number"),
            ("plugin { view = { height = 3 } }", 1, "plugin key 'view' has no 'height'; it has: width"),
            ("plugin { view = { width = 'a' } }", 1, "plugin key 'width': expected a number, got string"),
            ("plugin { view = {\nwidth = 0 } }", 2, "plugin key 'width': expected 1 to 100000 units, got 0"),
            ("plugin { view = { width = 0/0 } }", 1, "plugin key 'width': expected a finite number"),
            ("plugin { flakes = 0 }", 1, "plugin key 'flakes': expected a whole number 1 to 1000000, got 0"),
            ("plugin { flakes = 2.5 }", 1, "plugin key 'flakes': expected a whole number 1 to 1000000, got 2.5"),
            ("plugin { flakes = 1e9 }", 1, "plugin key 'flakes': expected a whole number 1 to 1000000, got 1000000000"),
            ("plugin { fields = 3 }", 1, "plugin key 'fields': expected a table such as { phase = 0 }, got number"),
            ("plugin { fields = { 'phase' } }", 1, "plugin key 'fields': a field's name is a word of at most 32"),
            ("plugin { fields = { ['a b'] = 1 } }", 1, "plugin key 'fields': a field's name is a word of at most 32"),
            ("plugin { fields = {\nphase = 'a' } }", 2, "field 'phase': expected a number, got string"),
            ("plugin { fields = { x = 1 } }", 1, "every flake already has 'x'; choose another name"),
            ("plugin { fields = { remove = 1 } }", 1, "every flake already has 'remove'; choose another name"),
            (
                "plugin {\nname = '\\27]0;x\\7' }", 2,
                "plugin key 'name': expected one line of at most 64 characters, without con"
            ),
            (
                "plugin {\nabout = 'a\\nb' }", 2,
                "plugin key 'about': expected one line of at most 200 characters, without"
            ),
            ("plugin { name = ('x'):rep(65) }", 1, "plugin key 'name': expected one line of at most 64 characters"),
            ("plugin { params = 3 }", 1, "plugin key 'params': expected a table such as { wind = { 6, min = -60, max"),
            ("plugin { params = { 3 } }", 1, "plugin key 'params': a parameter's name is a word"),
            ("plugin { params = {\na = 'x' } }", 2, "param 'a': expected a number or { number, min = …, max = … }"),
            ("plugin { params = { a = { min = 1 } } }", 1, "param 'a': expected a number or { number, min = …, max"),
            ("plugin { params = { a = { 'x' } } }", 1, "param 'a': expected a number, got string"),
            ("plugin { params = { a = { 1, min = 'x' } } }", 1, "param 'a': min: expected a number, got string"),
            ("plugin { params = { a = { 1, step = 0 } } }", 1, "param 'a': step: expected more than 0, got 0"),
            ("plugin { params = { a = { 1, about = 3 } } }", 1, "param 'a': about: expected a string, got number"),
            ("plugin { params = { a = { 1, mix = 3 } } }", 1, "param 'a' has no 'mix'; it has: a number, min, max"),
            ("plugin { params = { a = { 1, 2 } } }", 1, "param 'a' has no '[2]'; it has: a number, min, max"),
            (
                "plugin { params = { a = { 1, min = 2 } } }", 1,
                "param 'a' does not start within its bounds: a is at least 2, got 1"
            ),
            (
                "plugin { params = { a = { 3, max = 2 } } }", 1,
                "param 'a' does not start within its bounds: a is at most 2, got 3"
            ),
            ("plugin { params = { a = { 3, min = 9, max = 2 } } }", 1, "param 'a': min is greater than max"),
            (
                "plugin { params = { a = 1/0 } }", 1,
                "param 'a' does not start within its bounds: a is a finite number, got inf"
            ),
            (
                "plugin { params = { a = 1 << 60 } }", 1,
                "param 'a' does not start within its bounds: a is a whole number, got "
            ),
            ("plugin { imports = 'beep' }", 1, "plugin key 'imports': expected a table such as { \"image\" }, got"),
            ("plugin { imports = { 3 } }", 1, "plugin key 'imports': expected a list of strings, got number"),
            ("plugin {\nimports = { 'beep' } }", 2, "import 'beep' is not defined by this host; there are: clock"),
        ] as [(String, Int, String)])
    func `a header that is not right is a link error at its key's line`(header: String, line: Int, words: String) {
        let trap = #expect(throws: Trap.self) { try manifest(header) }
        #expect(trap?.reason == .link)
        #expect(trap?.file == "test.lua")
        #expect(trap?.line == line)
        #expect(trap?.message.hasPrefix(words) == true, "\(trap?.message ?? "")")
        #expect(trap?.sourceLine == (header + "\n").split(separator: "\n").dropFirst(line - 1).first.map(String.init))
    }

    @Test func `parameters keep the order of the text`() throws {
        let header = "plugin {\n params = {\n zeal = 1, apple = 2,\n mid = { 3 }, [ 'b' ] = 4,\n} }"
        #expect(try manifest(header).parameters.map(\.name) == ["zeal", "apple", "mid", "b"])
    }

    @Test(
        arguments: [
            ("5", true, 1), ("5.0", false, 0.2), ("{ 99, min = 0, max = 1000 }", true, 20), ("{ 1000 }", true, 50),
            ("{ 5, step = 2 }", true, 2), ("{ 5, step = 0.5 }", false, 0.5),
            ("{ 5.0, min = 0, max = 10 }", false, 0.2), ("{ 0.0 }", false, 0.01),
        ] as [(String, Bool, Double)])
    func `a param is whole when it is written so, and has a step of its own`(
        value: String, isWhole: Bool, step: Double
    ) throws {
        let parameter = try #require(try manifest("plugin { params = { a = \(value) } }").parameters.first)
        #expect(parameter.isWhole == isWhole)
        #expect(parameter.step == step)
    }

    @Test func `a param can be set within its range, and the script sees it`() throws {
        let layer = try makeLayer(
            """
            plugin { params = { wind = { 6, min = -60, max = 60 }, size = { 1.5, min = 0 } } }
            function frame() print(params.wind, params.size, math.type(params.wind)) end
            """)
        try layer.set("wind", to: -7)
        try layer.set("size", to: 2)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["-7    2.0    integer"])
        #expect(layer.parameterValues == ["wind": -7, "size": 2])
        for (name, value, words) in [
            ("wind", 61, "wind is at most 60, got 61"), ("wind", -61, "wind is at least -60, got -61"),
            ("wind", 0.5, "wind is a whole number, got 0.5"), ("size", .nan, "size is a finite number, got nan"),
            ("size", .infinity, "size is a finite number, got inf"),
            ("wnd", 1, "test has no param 'wnd'; did you mean 'wind'?"),
            ("zzzz", 1, "test has no param 'zzzz'; it has: wind size"),
        ] as [(String, Double, String)] {
            let error = #expect(throws: Layer.SettingError.self) { try layer.set(name, to: value) }
            #expect(error?.message == words)
        }
    }

    @Test func `while a script is loaded its params, its view, chance and noise are there`() {
        let source = """
            plugin { view = { width = 160 }, flakes = 7, params = { count = 3 } }
            print(params.count, scene.width, scene.height, scene.capacity, scene.count)
            print(random() ~= random(), math.random(1000) ~= math.random(1000), noise(0.3) ~= noise(0.7))
            function frame() end
            """
        #expect(transcript(of: source) == ["3    160.0    96.0    7    0", "true    true    true"])
        #expect(
            transcript(of: "print(scene.width, scene.capacity) function frame() end") == ["80.0    400"])
    }

    @Test func `chance goes on after loading as if nothing had happened`() {
        let first = transcript(of: "print(random()) print(random()) function init() print(random()) end")
        let second = transcript(of: "function init() print(random()) print(random()) print(random()) end")
        #expect(first == second)
    }
}
