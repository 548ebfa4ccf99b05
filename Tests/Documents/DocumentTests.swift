import SnowHost
import Testing

@testable import snowscript

/// What the documents show is what the program does.
@Suite struct DocumentTests {
    private static let files = ["README.md", "docs/GALLERY.md", "docs/LUA.md", "docs/EMBEDDING.md"]

    /// The text of a file of the package.
    private static func text(_ path: String) throws -> String {
        let bytes = try FileSystem.read("\(TestBinary.packageFolder)/\(path)", limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The fenced blocks of a document that are written in `language`.
    private static func blocks(_ language: String, in path: String) throws -> [String] {
        var blocks: [String] = []
        var open: [Substring]?
        for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = open {
                if line == "```" {
                    blocks.append(lines.joined(separator: "\n") + "\n")
                    open = nil
                } else {
                    open = lines + [line]
                }
            } else if line == "```\(language)" {
                open = []
            }
        }
        return blocks
    }

    @Test(arguments: files)
    func `every Lua block loads and plays`(file: String) throws {
        for block in try Self.blocks("lua", in: file) {
            let module = try Module(source: block, name: file)
            let layer = try Layer(module: module, width: 80, height: 48)
            for _ in 0..<120 { layer.step(seconds: 1.0 / 60) }
            #expect(layer.trap == nil, "\(block)")
        }
    }

    @Test func `the reference in the document is the one that the command prints`() throws {
        let document = try Self.text("docs/LUA.md")
        let begin = try #require(document.firstRange(of: "<!-- reference: made by `snowscript api --markdown` -->\n"))
        let end = try #require(document.firstRange(of: "<!-- reference: end -->\n"))
        let reference = "\n" + ReferenceMarkdown(of: Reference.sections).text + "\n"
        if GoldenFile.isRecording {
            let text = document[..<begin.upperBound] + reference + document[end.lowerBound...]
            GoldenFile.write(String(text), to: "\(TestBinary.packageFolder)/docs/LUA.md")
        } else if document[begin.upperBound..<end.lowerBound] != reference {
            Issue.record("the reference in docs/LUA.md is another; write it anew with SNOWSCRIPT_RECORD=1")
        }
    }

    @Test func `every type that the reference names is told there, and its tables are whole`() {
        let text = ReferenceMarkdown(of: Reference.sections).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The bars of a table's rows are as many as those of the row above; an escaped one is none.
        func barCount(_ line: Substring) -> Int {
            line.split(separator: "\\|", omittingEmptySubsequences: false).map { $0.count { $0 == "|" } }.reduce(0, +)
        }
        for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("|") && next.hasPrefix("|") {
            #expect(barCount(line) == barCount(next), "\(next)")
        }
        for section in Reference.sections {
            #expect(lines.contains { $0 == "### \(section.title)" })
            for entry in section.entries {
                let isNamed = text.contains("`\(section.callPrefix)\(entry.name)")
                #expect(isNamed, "\(entry.name)")
            }
        }
        let isTight = !text.contains("\n\n\n")
        #expect(isTight)
    }

    @Test func `the program of the embedding page is the one that is compiled here`() throws {
        let source = try Self.text("Tests/Documents/EmbeddingExample.swift")
        let begin = try #require(source.firstRange(of: "// begin\n"))
        let end = try #require(source.firstRange(of: "// end\n"))
        let program = String(source[begin.upperBound..<end.lowerBound])
        #expect(try Self.blocks("swift", in: "docs/EMBEDDING.md").contains(program))
    }

    @Test func `the program of the embedding page rings and reads its flakes`() throws {
        let (rings, heights) = try ringing()
        #expect(rings == 6)
        #expect(heights.count == 3)
        for (height, expected) in zip(heights, [5, 10, 15] as [Float]) { #expect(abs(height - expected) < 1e-4) }
    }

    @Test(arguments: files)
    func `every command that a document shows is one`(file: String) throws {
        let document = try Self.text(file)
        for line in document.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("snowscript ") || line.hasPrefix("tools/run ") else { continue }
            // Behind two blanks stands what it does; brackets and ellipses stand for words.
            let command = line.firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
            let words = command.split(separator: " ").dropFirst().prefix { $0 != "#" && $0 != ">" && $0 != "|" }
            let arguments = words.map { word -> FilePath in
                word.hasPrefix("FILE") || word == "NAME" ? "snowfall" : word == "COMMAND" ? "run" : "\(word)"
            }
            #expect(throws: Never.self) { _ = try Invocation(parsing: arguments) }
        }
    }
}
