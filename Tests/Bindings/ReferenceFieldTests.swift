import Testing

@testable import SnowHost

/// Fields, keys, options and words are what the reference says of them.
@Suite struct ReferenceFieldTests {
    @Test(arguments: FlakeInterface.builtIn.map(\.name))
    func `a field has the type, the default and the access that it is said to have`(name: String) throws {
        let entry = try #require(FlakeInterface.builtIn.first { $0.name == name })
        guard case .value(let type, _, let initial, let isReadOnly) = entry.reference.shape else {
            Issue.record("no value")
            return
        }
        let shown = transcript(of: "function init() print(spawn().\(name)) end").first
        switch initial {
        case "the width": #expect(transcript(of: "function init() print(spawn { width = 7 }.\(name)) end") == ["7.0"])
        case "for ever": #expect(shown == "inf")
        case "": #expect(isReadOnly)
        case "nil": #expect(shown == "nil")
        default:
            let same = transcript(of: "function init() print(spawn().\(name) == \(initial)) end")
            #expect(same == ["true"], "\(initial), not \(shown ?? "")")
        }
        let kind = transcript(of: "function init() print(math.type(spawn().\(name)), type(spawn().\(name))) end").first
        let expected = [
            "number": "float    number", "integer": "integer    number", "string?": "nil    nil",
            "boolean": "nil    boolean", "Sprite?": "nil    nil",
        ]
        #expect(kind == expected[type])

        let value = ["string?": "\"*\"", "Sprite?": "nil"][type] ?? "1"
        for write in ["spawn { \(name) = \(value) }", "local flake = spawn() flake.\(name) = \(value)"] {
            let outcome = transcript(of: "function init() \(write) print('written') end")
            #expect(
                outcome == (isReadOnly ? ["test.lua:1: '\(name)' is read only"] : ["written"]), "\(write)")
        }
        let animation = transcript(of: "function init() animate(spawn(), { \(name) = 1 }) print('begun') end")
        #expect((animation == ["begun"]) == entry.isAnimatable)
    }

    @Test(arguments: SceneField.allCases)
    func `a field of the scene is a number that can only be read`(field: SceneField) {
        guard case .value(let type, _, _, isReadOnly: true) = field.reference.shape else {
            Issue.record("not read only")
            return
        }
        let kind = type == "integer" ? "integer" : "float"
        let source = "function init() print(math.type(scene.\(field.rawValue))) scene.\(field.rawValue) = 1 end"
        let lines = transcript(of: source)
        #expect(lines.first == kind)
        #expect(lines.last?.hasSuffix("scene is read only; keep values of your own in state") == true)
    }

    /// A value for each key of a table that scripts write.
    private static let samples = [
        "duration": "2", "delay": "1", "ease": "\"out\"", "times": "3", "reverse": "true", "from": "{ x = 1 }",
        "done": "\"remove\"", "color": "0x102030", "align": "\"right\"", "name": "\"a\"", "about": "\"b\"", "abi": "1",
        "view": "{ width = 100 }", "flakes": "5", "fields": "{ phase = 1 }", "params": "{ wind = 1 }", "imports": "{}",
        "bold": "true", "behind": "true", "slope": "1", "melt": "2", "blow": "-1", "depth": "9", "settle": "true",
        "x": "3",
        "y": "4", "min": "0", "max": "9", "step": "2", "[1]": "5",
    ]

    @Test(arguments: ["plugin.", "params.", "animate.", "text.", "snowpack.", "scenery."])
    func `a key of a table is taken, and any other is not`(prefix: String) throws {
        let section = try #require(Reference.sections.first { $0.prefix == prefix })
        for name in section.entries.map(\.name) + ["nonsense"] {
            let value = name == "nonsense" ? "1" : try #require(Self.samples[name], "\(name) has no sample here")
            let source =
                switch prefix {
                case "plugin.": "plugin { \(name) = \(value) } function init() print('taken') end"
                case "params.":
                    "plugin { params = { a = { 5, \(name) = \(value) } } } function init() print('taken') end"
                case "animate.": "function init() animate(spawn(), { x = 3, \(name) = \(value) }) print('taken') end"
                case "snowpack.": "function init() snowpack { \(name) = \(value) } print('taken') end"
                case "scenery.": "function init() scenery('a', { \(name) = \(value) }) print('taken') end"
                default: "function init() text(1, 1, 'a', { \(name) = \(value) }) print('taken') end"
                }
            let outcome = transcript(of: source)
            #expect((outcome == ["taken"]) == (name != "nonsense"), "\(name): \(outcome)")
        }
    }

    @Test func `a callback gets as many arguments as are said`() throws {
        for export in Export.allCases {
            let name = export.rawValue
            let source = """
                function \(name)(...) state.\(name) = select("#", ...) end
                function frame(...)
                  if "\(name)" == "frame" then state.frame = select("#", ...) end
                  if scene.frame == 1 then spawn { life = 0 } end
                  if state.\(name) and not state.told then print(state.\(name)) state.told = true end
                end
                """
            let layer = try makeLayer(source)
            for step in 0..<6 {
                if step == 1 {
                    layer.resize(width: 40, height: 20)
                    layer.press(key: "a")
                    layer.point(x: 1, y: 1, button: "left")
                }
                layer.step(seconds: 0.05)
                if step == 2, export == .reloaded { try layer.reload(module: layer.instance.module) }
            }
            let count = export.reference.signatures.map(\.parameters.count)
            #expect(layer.instance.log.lines == count.map(String.init), "\(name)")
        }
    }

    @Test func `every easing that is described is one, and every one is described`() {
        var described: [String] = []
        for (name, about) in Easing.descriptions {
            #expect(!about.isEmpty)
            described += name.contains("(") ? [name] : Easing.forms(of: name) ?? [name]
        }
        #expect(described.sorted() == Easing.allNames.sorted())
        for name in described where !name.contains("(") { #expect(Easing(parsing: name) != nil, "\(name)") }
    }

    @Test func `the bare name of a family means its form in and out`() {
        for name in Easing.descriptions.map(\.name) {
            guard let forms = Easing.forms(of: name) else { continue }
            #expect(Easing(parsing: name) == Easing(parsing: name + "-in-out"))
            #expect(forms.count == 4)
        }
    }

    @Test func `a name is found by itself and by where it belongs, and each that is known is found`() {
        #expect(Reference.places(named: "width").map(\.path) == ["flake.width", "scene.width", "sprite.width"])
        #expect(Reference.places(named: "flake.width").map(\.path) == ["flake.width"])
        #expect(Reference.places(named: "flake.animate").map(\.path) == ["flake:animate"])
        #expect(Reference.places(named: "random").map(\.path) == ["random", "math.random"])
        #expect(Reference.sections(named: "EASINGS").map(\.title) == ["Easings"])
        #expect(Reference.sections(named: "flake").map(\.prefix) == ["flake.", "flake:"])
        #expect(Reference.places(named: "widht").isEmpty && Reference.sections(named: "widht").isEmpty)
        for name in Reference.names {
            #expect(!Reference.places(named: name).isEmpty || !Reference.sections(named: name).isEmpty, "\(name)")
        }
    }
}
