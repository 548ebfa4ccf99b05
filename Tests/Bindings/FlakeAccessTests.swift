import Testing

@testable import SnowHost

@Suite struct FlakeAccessTests {
    @Test(
        arguments: [
            ("x", "0.0"), ("y", "0.0"), ("width", "1.0"), ("height", "1.0"), ("speed", "0.0"), ("drift", "0.0"),
            ("fade", "0.0"), ("alpha", "1.0"), ("rotation", "0.0"), ("spin", "0.0"), ("flip", "0.0"),
            ("depth", "0.0"), ("life", "inf"), ("age", "0.0"), ("color", "16777215"), ("glyph", "nil"), ("id", "1"),
            ("alive", "true"), ("phase", "2.5"),
        ])
    func `a flake that was given nothing has the default`(field: String, value: String) {
        #expect(
            transcript(of: "plugin { fields = { phase = 2.5 } } function init() print(spawn().\(field)) end") == [value]
        )
    }

    @Test(
        arguments: [
            "x", "y", "width", "height", "speed", "drift", "fade", "alpha", "rotation", "spin", "flip", "depth",
            "life", "phase",
        ])
    func `a numeric field can be given at birth, written and read`(field: String) {
        let source = """
            plugin { fields = { phase = 2.5 } }
            function init()
              local f = spawn { \(field) = 0.5 }
              print(f.\(field))
              f.\(field) = 7
              print(f.\(field), math.type(f.\(field)))
              f.\(field) = 0.1
              print(f.\(field) == 0.1, math.abs(f.\(field) - 0.1) < 1e-8)
            end
            """
        #expect(transcript(of: source) == ["0.5", "7.0    float", "false    true"])
        let wrong = "bad value for '\(field)' (number expected, got string)"
        let header = "plugin { fields = { phase = 0 } } "
        #expect(transcript(of: header + "function init() spawn { \(field) = '1' } end") == ["test.lua:1: \(wrong)"])
        #expect(transcript(of: header + "function init() spawn().\(field) = '1' end") == ["test.lua:1: \(wrong)"])
    }

    @Test(arguments: ["age", "id", "alive"])
    func `what the host keeps is read only`(field: String) {
        let words = "test.lua:1: '\(field)' is read only"
        #expect(transcript(of: "function init() spawn().\(field) = 1 end") == [words])
        #expect(transcript(of: "function init() spawn { \(field) = 1 } end") == [words])
        if field != "age" {
            #expect(transcript(of: "function init() spawn():animate { \(field) = 1 } end") == [words])
        }
    }

    @Test(
        arguments: [
            ScriptCase(
                "function init() print(spawn().colour) end", "a flake has no field 'colour'; did you mean 'color'?"),
            ScriptCase("function init() spawn { sped = 1 } end", "a flake has no field 'sped'; did you mean 'speed'?"),
            ScriptCase("function init() spawn().with = 3 end", "a flake has no field 'with'; did you mean 'width'?"),
            ScriptCase("function init() print(spawn().phse) end", "a flake has no field 'phse'"),
            ScriptCase(
                "plugin { fields = { phase = 1 } } function init() print(spawn().phse) end",
                "a flake has no field 'phse'; did you mean 'phase'?"),
            ScriptCase("function init() print(spawn()[1]) end", "a flake has no field '[number]'"),
            ScriptCase("function init() spawn { 3 } end", "a flake has no field '[number]'"),
            ScriptCase(
                "function init() spawn():animat {} end", "a flake has no field 'animat'; did you mean 'animate'?"),
            ScriptCase("function init() spawn().animate = 3 end", "a flake has no field 'animate'"),
        ])
    func `an unknown field is an error that suggests the nearest`(example: ScriptCase) {
        let lines = example.transcript
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("test.lua:1: \(example.lines[0])"), "\(lines[0])")
    }

    @Test func `height follows the width until it is set, and again after nil`() {
        let source = """
            function init()
              local f = spawn { width = 4 }
              print(f.height) f.width = 6 print(f.height)
              f.height = 3 f.width = 8 print(f.height)
              f.height = nil print(f.height)
              print(spawn { width = 2, height = 5 }.height)
            end
            """
        #expect(transcript(of: source) == ["4.0", "6.0", "3.0", "8.0", "5.0"])
    }

    @Test(
        arguments: [
            ("0", "0"), ("0xFFFFFF", "16777215"), ("0x102030", "1056816"), ("255.9", "255"), ("0x1000000", nil),
            ("-1", nil), ("0/0", nil), ("1/0", nil),
        ] as [(String, String?)])
    func `a colour is 0x000000 to 0xFFFFFF`(value: String, shown: String?) {
        let expected = shown ?? "test.lua:1: bad value for 'color' (0x000000 to 0xFFFFFF expected)"
        #expect(transcript(of: "function init() print(spawn { color = \(value) }.color) end") == [expected])
        #expect(transcript(of: "function init() local f = spawn() f.color = \(value) print(f.color) end") == [expected])
    }

    @Test(
        arguments: [
            ("'*'", "*"), ("'❄'", "❄"), ("'雪'", "雪"), ("'😀'", "😀"), ("nil", "nil"), ("' '", " "),
            ("'❄\u{FE0F}'", "❄"), ("'☃\u{FE0E}'", "☃"), ("'😀\u{FE0F}'", "😀"), ("'a\u{FE0F}'", "a"),
            ("'❄\u{FE0F}\u{FE0F}'", nil), ("'❄\u{FE0D}'", nil), ("'❄\u{FE0F}x'", nil), ("'\u{FE0F}ab'", nil),
            ("''", nil), ("'ab'", nil), ("'\\27'", nil), ("'\\u{9B}'", nil), ("'\\xFF'", nil), ("'\\xC0\\x80'", nil),
            ("'\\xED\\xA0\\x80'", nil), ("'\\xE2\\x9D'", nil),
        ] as [(String, String?)])
    func `a glyph is one printable character`(value: String, shown: String?) {
        let expected = shown ?? "test.lua:1: bad value for 'glyph' (one printable character expected)"
        #expect(transcript(of: "function init() print(spawn { glyph = \(value) }.glyph) end") == [expected])
        #expect(transcript(of: "function init() local f = spawn() f.glyph = \(value) print(f.glyph) end") == [expected])
    }

    @Test func `age and id are those of the flake`() {
        let source = """
            function init() a = spawn() b = spawn() end
            function frame(dt, t) if t > 0.1 then print(a.id, b.id, spawn().id, a.age > 0.09 and a.age < 0.11) end end
            """
        #expect(transcript(of: source, frames: 3) == ["1    2    3    true"])
    }
}
