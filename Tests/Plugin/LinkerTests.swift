import Testing

@testable import SnowHost

@Suite struct LinkerTests {
    /// What a script with this body prints, or traps with, when `beep` is lent to it.
    private func lines(
        _ body: String, _ parameters: [ValueKind] = [], optional: Int = 0, beep: @escaping Linker.Body
    ) -> [String] {
        var linker = Linker()
        linker.define("beep", parameters: parameters, optional: optional, beep)
        return transcript(
            of: "plugin { imports = { 'beep' } } function frame() \(body) end", linker: linker)
    }

    /// What `beep` got, in words.
    private func heard(_ call: String, _ parameters: [ValueKind], optional: Int = 0) -> [String] {
        var heard: [String] = []
        let lines = lines(call, parameters, optional: optional) { (caller) throws(ImportError) in
            for index in 0..<caller.argumentCount { heard.append("\(caller[index])") }
        }
        return heard + lines
    }

    @Test(
        arguments: [
            ("beep(1, 2.5)", [.number, .number], ["number(1.0)", "number(2.5)"]),
            ("beep(3, 4.0)", [.integer, .integer], ["integer(3)", "integer(4)"]),
            ("beep(true)", [.boolean], ["boolean(true)"]),
            ("beep('a\\0b')", [.string], ["string([97, 0, 98])"]),
            ("beep('')", [.string], ["string([])"]),
            ("beep(spawn {})", [.flake], ["handle(4294967296)"]),
            ("beep(nil, 1)", [.any, .any], ["nil", "integer(1)"]),
            ("beep(print, scene)", [.any, .any], ["other(\"function\")", "other(\"host table\")"]),
        ] as [(String, [ValueKind], [String])])
    func `arguments of every kind arrive`(call: String, parameters: [ValueKind], expected: [String]) {
        #expect(heard(call, parameters) == expected)
    }

    @Test func `a table arrives as plain data`() {
        var table: Value?
        let lines = lines("beep { 1, 2, a = { b = true }, [3.5] = 'x' }", [.table]) { (caller) throws(ImportError) in
            table = caller[0]
        }
        #expect(lines == [])
        guard case .table(let entries) = table else {
            Issue.record("no table")
            return
        }
        #expect(entries.sequence == [.integer(1), .integer(2)])
        #expect(entries["a"] == .table(.init(entries: [.init(key: .string([98]), value: .boolean(true))])))
        #expect(entries.entries.map(\.key) == [.integer(1), .integer(2), .number(3.5), .string([97])])
    }

    @Test func `arguments at the end may be left out, and are nil`() {
        for call in ["beep(1)", "beep(1, nil)", "beep(1, nil, nil)"] {
            #expect(heard(call, [.number, .string, .any], optional: 2) == ["number(1.0)", "nil", "nil"])
        }
        #expect(
            heard("beep(1, nil, 3)", [.number, .string, .any], optional: 2) == ["number(1.0)", "nil", "integer(3)"])
        #expect(heard("beep(1, 2, 3)", [.number]) == ["number(1.0)"])
    }

    @Test(
        arguments: [
            ("beep(1, 'a')", [.number, .number], "bad argument #2 to 'beep' (number expected, got string)"),
            ("beep(1)", [.number, .number], "bad argument #2 to 'beep' (number expected, got no value)"),
            ("beep(nil)", [.number], "bad argument #1 to 'beep' (number expected, got nil)"),
            ("beep('1')", [.number], "bad argument #1 to 'beep' (number expected, got string)"),
            ("beep(1.5)", [.integer], "bad argument #1 to 'beep' (whole number expected, got number)"),
            ("beep('1')", [.integer], "bad argument #1 to 'beep' (whole number expected, got string)"),
            ("beep(1)", [.boolean], "bad argument #1 to 'beep' (boolean expected, got number)"),
            ("beep(1)", [.string], "bad argument #1 to 'beep' (string expected, got number)"),
            ("beep({})", [.flake], "bad argument #1 to 'beep' (flake expected, got table)"),
            ("beep(scene)", [.flake], "bad argument #1 to 'beep' (flake expected, got host table)"),
            ("beep(spawn {})", [.table], "bad argument #1 to 'beep' (table expected, got flake)"),
            ("local f = spawn {} f:remove() beep(f)", [.flake], "this flake has been removed"),
            ("beep()", [.any], "bad argument #1 to 'beep' (value expected)"),
        ] as [(String, [ValueKind], String)])
    func `a wrong argument is an error in the script's words`(call: String, parameters: [ValueKind], words: String) {
        #expect(heard(call, parameters) == ["test.lua:1: " + words])
    }

    @Test func `a wrong optional argument is an error too`() {
        #expect(
            heard("beep(1, 'x')", [.number, .boolean], optional: 1)
                == ["test.lua:1: bad argument #2 to 'beep' (boolean expected, got string)"])
    }

    @Test func `results of every kind come back, eight at most`() {
        let lines = lines("print(select('#', beep())) print(beep()) print(#select(5, beep()))") {
            (caller) throws(ImportError) in
            caller.answer(.integer(1))
            caller.answer(.number(2.5))
            caller.answer(.boolean(true))
            caller.answer(.nil)
            caller.answer(.string([0x61, 0, 0x62]))
            caller.answer(.string([]))
            caller.answer(.other("function"))
            caller.answer(.integer(8))
            caller.answer(.integer(9))
            caller.answer(.string([0x63]))
        }
        #expect(lines == ["8", "1    2.5    true    nil    a\\x00b        nil    8", "3"])
    }

    @Test func `a flake can be answered, a stale one is nil`() {
        var first: UInt64?
        let lines = lines(
            "local f = spawn { x = 3 } local g = beep(f) print(g == f, g.x) f:remove() print(beep())", [.flake],
            optional: 1
        ) { (caller) throws(ImportError) in
            first = caller.handle(0) ?? first
            if let first { caller.answer(.handle(first)) }
        }
        #expect(lines == ["true    3.0", "nil"])
    }

    @Test func `arguments can be read after results were given`() {
        var seen: [Value] = []
        let lines = lines("print(#select(5, beep('first', { 'second' })))", [.string, .table]) {
            (caller) throws(ImportError) in
            for _ in 0..<5 {
                caller.answer(.string(Array(repeating: 0x78, count: 50_000)))
                seen.append(caller[0])
                seen.append(caller[1])
            }
        }
        #expect(lines == ["50000"])
        let second = Value.table(.init(entries: [.init(key: .integer(1), value: .string(Array("second".utf8)))]))
        #expect(seen == (0..<5).flatMap { _ in [Value.string(Array("first".utf8)), second] })
    }

    @Test func `what an import throws is an error of the line that called it`() {
        let lines = lines("print(pcall(beep))\n beep()") { (_) throws(ImportError) in
            throw ImportError("the horn is broken; mend it")
        }
        #expect(lines == ["false    the horn is broken; mend it", "test.lua:2: the horn is broken; mend it"])
    }

    @Test func `an import that was not asked for is not there, and the error says how to ask`() {
        var linker = Linker()
        linker.define("beep") { (_) throws(ImportError) in }
        #expect(
            transcript(of: "function frame() beep() end", linker: linker) == [
                "test.lua:1: attempt to call a nil value (global 'beep'); "
                    + "name it in the header to use it: imports = { \"beep\" }"
            ])
        for (name, words) in [
            ("bep", "import 'bep' is not defined by this host; did you mean 'beep'?"),
            ("siren", "import 'siren' is not defined by this host; there are: beep clock image stdin"),
        ] {
            #expect(
                transcript(of: "plugin { imports = { '\(name)' } } function frame() end", linker: linker)
                    == ["test.lua:1: \(words)"])
        }
    }

    @Test func `an import cannot enter the instance that called it`() throws {
        var linker = Linker()
        var entered: [[Value]?] = []
        weak var inner: Layer?
        linker.define("beep") { (_) throws(ImportError) in entered.append(inner?.instance.call(.key)) }
        let layer = try makeLayer(
            """
            plugin { imports = { 'beep' } }
            function key() print('entered') return 1 end
            function frame() beep() print('went on') end
            """, linker: linker)
        inner = layer
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(entered == [nil])
        #expect(layer.instance.log.lines == ["went on"])
        #expect(layer.instance.call(.key) == [.integer(1)])
    }

    @Test func `an import may call into another instance, and a trap there stays there`() throws {
        let other = try makeLayer("function key(name) if name == 'x' then error('no') end return name .. '!' end")
        var linker = Linker()
        linker.define("ask", parameters: [.string]) { (caller) throws(ImportError) in
            let results = other.instance.call(.key, caller[0])
            caller.answer(results?.first ?? .nil)
        }
        let lines = transcript(
            of: "plugin { imports = { 'ask' } } function frame() print(ask 'a', ask 'x', ask 'a') end",
            linker: linker)
        #expect(lines == ["a!    nil    nil"])
        #expect(other.trap?.message == "no")
    }

    @Test func `what is granted and has no definition fails to link, whatever it is called`() throws {
        for grant in Grant.allCases where grant != .image {
            var linker = Linker()
            linker.grants.insert(grant)
            let source = "plugin { imports = { '\(grant.rawValue)' } } function frame() print(sprite, backdrop) end"
            #expect(
                transcript(of: source, linker: linker)
                    == ["test.lua:1: import '\(grant.rawValue)' is granted, but this host has no definition of it"])
        }
    }

    @Test func `a program's own import may have the name of one of the host's, and brings that one alone`() {
        for name in Grant.allCases.map(\.rawValue) + ["print", "sprite", "backdrop"] {
            for isGranted in [false, true] {
                var linker = Linker()
                if isGranted, let grant = Grant(rawValue: name) { linker.grant(grant) }
                linker.define(name) { (caller) throws(ImportError) in caller.answer(.string(Array("own".utf8))) }
                let others = ["sprite", "backdrop"].filter { $0 != name }
                let globals = ([name] + others).map { "_G.\($0)" }.joined(separator: ", ")
                let source = """
                    plugin { imports = { '\(name)' } }
                    function show(own, ...) log(own(), ...) end
                    function frame() show(\(globals)) end
                    """
                #expect(
                    transcript(of: source, linker: linker) == [
                        (["own"] + others.map { _ in "nil" }).joined(separator: "    ")
                    ])
            }
        }
    }

    @Test func `two spellings of a name are two names, and the one that is not defined fails to link`() {
        var linker = Linker()
        linker.define("caf\u{E9}") { (_) throws(ImportError) in }
        let trap = transcript(of: "plugin { imports = { 'cafe\u{301}' } } function frame() end", linker: linker)
        #expect(trap.first?.hasPrefix("test.lua:1: import 'caf") == true)
        #expect(transcript(of: "plugin { imports = { 'caf\u{E9}' } } function frame() end", linker: linker) == [])
        #expect(
            transcript(of: "plugin { imports = { 'caf\u{E9}\\0' } } function frame() end", linker: linker).count == 1)
    }

    @Test func `the later definition of a name counts`() {
        var linker = Linker()
        linker.define("beep") { (caller) throws(ImportError) in caller.answer(.integer(1)) }
        linker.define("beep") { (caller) throws(ImportError) in caller.answer(.integer(2)) }
        #expect(
            transcript(of: "plugin { imports = { 'beep' } } function frame() print(beep()) end", linker: linker)
                == ["2"])
    }
}
