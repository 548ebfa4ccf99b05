import Testing

/// `tools/layers`, held against small packages with and without a fault.
@Suite struct LayersTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// File below Sources, and its text.
        let file: String
        let text: String
        /// Lines of the complaint.
        let findings: [String]

        init(_ description: String, _ file: String, _ text: String, _ findings: [String] = []) {
            (testDescription, self.file, self.text, self.findings) = (description, file, text, findings)
        }
    }

    /// What each tree holds beside the file of the case.
    private static let declarations = [
        "SnowHost/Plugin/Module.swift": "public struct Module {\n    struct Inner {}\n}\nprivate struct Hidden {}\n",
        "SnowHost/Scene/Scene.swift": "package final class Scene {}\n@frozen public enum Why { case a }\n",
        "SnowHost/Terminal/TerminalDevice.swift": "public protocol TerminalDevice {}\n",
        "SnowHost/Stage.swift": "final class Stage { var m: Module?; var s: Scene? }\n",
        "SnowHost/Words.swift": "enum Words {}\n",
        "snowscript/main.swift": "import SnowHost\n",
    ]

    static let cases: [Case] = [
        Case(
            "a type of a layer above is found", "SnowHost/Render/Canvas.swift",
            "struct Canvas {\n    var module: Module?\n}\n",
            ["Sources/SnowHost/Render/Canvas.swift:2: Render uses Module (Plugin), which it may not"]),
        Case(
            "each use on a line is found", "SnowHost/Terminal/Input.swift", "let a: [Scene], b: Module?\n",
            [
                "Sources/SnowHost/Terminal/Input.swift:1: Terminal uses Scene (Scene), which it may not",
                "Sources/SnowHost/Terminal/Input.swift:1: Terminal uses Module (Plugin), which it may not",
            ]),
        Case(
            "the stage is named by nobody", "SnowHost/Reload/Reloader.swift", "let stage: Stage\n",
            ["Sources/SnowHost/Reload/Reloader.swift:1: Reload uses Stage ((stage)), which it may not"]),
        Case(
            "code interpolated into a string counts", "SnowHost/Render/Canvas.swift",
            "let text = \"a \\(f(\"b\", Module.self)) c\"\n",
            ["Sources/SnowHost/Render/Canvas.swift:1: Render uses Module (Plugin), which it may not"]),
        Case(
            "code after a string of several lines counts", "SnowHost/Render/Canvas.swift",
            "let text = \"\"\"\n    it's \"Module\" \\\"\"\" Module\n    \"\"\"\nlet module = Module()\n",
            ["Sources/SnowHost/Render/Canvas.swift:4: Render uses Module (Plugin), which it may not"]),
        Case(
            "code after a comment inside a comment counts", "SnowHost/Render/Canvas.swift",
            "/* a /* Module */ Module\n Module */ let module = Module()\n",
            ["Sources/SnowHost/Render/Canvas.swift:2: Render uses Module (Plugin), which it may not"]),
        Case(
            "the C border is for two layers", "SnowHost/Scene/Raw.swift", "internal import CLua\n",
            ["Sources/SnowHost/Scene/Raw.swift:1: Scene imports CLua, which it may not"]),
        Case(
            "the command does not reach for the C border", "snowscript/main.swift", "import CLua\n",
            ["Sources/snowscript/main.swift:1: (command) imports CLua, which it may not"]),
        Case(
            "a folder without a rule is found", "SnowHost/Sound/Bell.swift", "struct Bell {}\n",
            ["Sources/SnowHost/Sound/Bell.swift: the folder Sound has no rule in tools/layers"]),
        Case("a layer below may be used", "SnowHost/Render/Canvas.swift", "let scene: Scene, why: Why, words: Words\n"),
        Case("the bindings know both sides", "SnowHost/Bindings/Spawn.swift", "import CLua\nlet a: Module, b: Scene\n"),
        Case("the command may use all it can see", "snowscript/main.swift", "let a: Module, b: Stage\n"),
        Case("comments do not count", "SnowHost/Render/Canvas.swift", "// Module\n/// Module\nlet a = 1 // Module\n"),
        Case(
            "strings do not count", "SnowHost/Render/Canvas.swift",
            "let a = \"Module\", b = \"\\\"Module\", c = #\"\"Module\\(Module)\"#, d = \"//\"\nlet e = \"\\\\\"\n"),
        Case("a member of that name is another", "SnowHost/Render/Canvas.swift", "let a = Table.Module.self\n"),
        Case(
            "a name of one's own is one's own", "SnowHost/Render/Canvas.swift",
            "enum T {\n    struct Module {}\n}\nlet m: Module\n"),
        Case("nested and private types are nobody's", "SnowHost/Render/Canvas.swift", "let a: Inner, b: Hidden\n"),
    ]

    @Test(arguments: cases)
    func `a tree is judged`(layout: Case) throws {
        let folder = try TemporaryFolder()
        for (file, text) in Self.declarations { try folder.write(text, to: "Sources/\(file)") }
        try folder.write(layout.text, to: "Sources/\(layout.file)")
        let run = try PipedRun(
            ["\(TestBinary.packageFolder)/tools/layers", folder.path], executable: "/bin/bash")
        #expect(run.output.split(separator: "\n").map(String.init) == layout.findings)
        #expect(run.errors.isEmpty)
        #expect(run.ending == .exited(layout.findings.isEmpty ? 0 : 1))
    }

    @Test func `this package keeps its layers`() throws {
        let run = try PipedRun(["\(TestBinary.packageFolder)/tools/layers"], executable: "/bin/bash")
        #expect(run.output.isEmpty)
        #expect(run.ending == .exited(0))
    }
}
