import Testing

@testable import snowscript

@Suite struct CheckCommandTests {
    private static let warned = "function frame(dt, t)\n  if t > 1e9 then spwan {} end\nend\n"
    private static let trapped = "function frame()\n  spawn { y = 1 }.x = nothing.x\nend\n"

    /// A check of small files, quickly.
    private func check(_ arguments: [String], _ folder: TemporaryFolder) throws -> PipedRun {
        try PipedRun(["check"] + arguments + ["--frames", "12", "--size", "20x6"], folder: folder.path)
    }

    @Test func `findings come a line each with a summary, and the status tells errors`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.warned, to: "warned.lua")
        try folder.write(Self.trapped, to: "trapped.lua")
        let warned = try check(["warned.lua"], folder)
        #expect(warned.ending == .exited(0))
        let lines = warned.output.split(separator: "\n")
        #expect(lines.first == "warned.lua:2: warning: unknown global 'spwan'; did you mean 'spawn'?")
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("warned.lua: 12 frames; at most 0 of 400 flakes; Lua: ") == true)
        #expect(lines.last?.hasSuffix("; the same twice") == true)
        #expect(warned.errors.isEmpty && !warned.outputBytes.contains(0x1B))
        #expect(try check(["warned.lua", "--strict"], folder).ending == .exited(1))
        let both = try check(["warned.lua", "trapped.lua"], folder)
        #expect(both.ending == .exited(1))
        #expect(both.output.contains("\ntrapped.lua:2: error: attempt to index a nil value (global 'nothing')\n"))
    }

    @Test func `one JSON object tells programs the same`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.warned, to: "warned.lua")
        try folder.write("x = = 1", to: "broken.lua")
        let run = try check(["warned.lua", "broken.lua", "missing.lua", "--json"], folder)
        #expect(run.ending == .exited(2))
        #expect(run.errors == "snowscript: cannot read 'missing.lua': no such file\n")
        let document = try JSONReader.read(run.output)
        #expect(document["version"] == .number("1"))
        #expect(document["errors"] == .number("1"))
        #expect(document["warnings"] == .number("1"))
        #expect(document["notes"] == .number("0"))
        let scripts = try #require(document["scripts"]?.elements)
        #expect(scripts.map { $0["script"] } == [.string("warned.lua"), .string("broken.lua")])
        #expect(
            scripts[0]["findings"]?.elements == [
                .object([
                    "file": .string("warned.lua"), "line": .number("2"), "severity": .string("warning"),
                    "rule": .string("unknown-global"),
                    "message": .string("unknown global 'spwan'; did you mean 'spawn'?"),
                ])
            ])
        let measures = try #require(scripts[0]["measures"])
        #expect(measures["frames"] == .number("12") && measures["repeatable"] == .boolean(true))
        #expect(measures["firstDifference"] == .null)
        #expect(scripts[1]["measures"] == .null)
        #expect(scripts[1]["findings"]?.elements.first?["severity"] == .string("error"))
    }

    @Test func `a name that would drive the terminal or break the line does not`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.warned, to: "a\u{1B}[31m\"b.lua")
        let plain = try check(["a\u{1B}[31m\"b.lua"], folder)
        #expect(plain.output.hasPrefix("a\\x1B[31m\"b.lua:2: warning: "))
        #expect(!plain.outputBytes.contains(0x1B))
        let document = try JSONReader.read(try check(["a\u{1B}[31m\"b.lua", "--json"], folder).output)
        #expect(document["scripts"]?.elements.first?["script"] == .string("a\u{1B}[31m\"b.lua"))
    }

    @Test func `severities are coloured on a terminal that has no objection`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.warned, to: "warned.lua")
        let arguments = ["check", file, "--frames", "6", "--size", "9x4"]
        let styled = try PseudoTerminal(TestBinary.path, arguments)
        #expect(styled.readToEnd() == .exited(0))
        #expect(styled.text.contains("warned.lua:2: \u{1B}[1;33mwarning:\u{1B}[0m unknown global"))
        let plain = try PseudoTerminal(TestBinary.path, arguments, environment: ["NO_COLOR": "1"])
        #expect(plain.readToEnd() == .exited(0))
        #expect(!plain.output.contains(0x1B))
    }
}
