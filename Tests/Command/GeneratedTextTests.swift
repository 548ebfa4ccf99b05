import SnowHost
import Testing

@testable import snowscript

@Suite struct GeneratedTextTests {
    /// Runs a shell over a text in a file, `$1`; nil where the shell is not installed.
    private func output(of shell: String, _ script: String, over text: String) throws -> String? {
        let paths = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(shell)" }
        guard let path = paths.first(where: { FileSystem.isFile(FilePath($0)) }) else { return nil }
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/text"
        try folder.write(text, to: "text")
        return try PipedRun(["-c", script, shell, file], executable: path).output
    }

    @Test func `the manual page has every command, flag and status, and no line that roff would misread`() {
        let page = ManualPage().text
        for command in [Command.root] + Command.all {
            #expect(page.contains(ManualPage.escaped(command.usage)) || command.name.isEmpty)
            for flag in command.flags { #expect(page.contains("\\-\\-\(ManualPage.escaped(flag.long))\\fR")) }
        }
        for status in ExitStatus.documented { #expect(page.contains(ManualPage.escaped(status.meaning))) }
        let macros: Set = ["TH", "SH", "SS", "TP", "PP", "RS", "RE", "B", "br"]
        for line in page.split(separator: "\n") {
            if line.hasPrefix(".") {
                #expect(macros.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
            }
            #expect(!line.hasPrefix("'"))
            #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(line)")
        }
    }

    @Test(arguments: [("a-b", "a\\-b"), (".so x", "\\&.so x"), ("it's \\", "it\\(aqs \\e"), ("\"…\"", "\\(dq...\\(dq")])
    func `words reach the reader as they are`(words: String, escaped: String) {
        #expect(ManualPage.escaped(words) == escaped)
    }

    @Test func `groff formats the manual page without a warning`() throws {
        let words = try output(
            of: "sh", "command -v groff >/dev/null || exit 0; groff -man -Tutf8 -ww \"$1\" 2>&1 >/dev/null",
            over: ManualPage().text)
        #expect(words == "")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `a shell reads its completion without complaint`(shell: String) throws {
        let text = try #require(GeneratedText(rawValue: "complete-\(shell)")).text
        let script = "command -v \(shell) >/dev/null || exit 0; \(shell) -n \"$1\" 2>&1"
        #expect(try output(of: "sh", script, over: text) == "")
        for command in Command.all { #expect(text.contains(command.name)) }
    }

    /// Words typed, the last of them begun, and some of what completes it.
    private static let typed: [(line: [String], offers: [String], withholds: [String])] = [
        (["c"], ["check"], ["run", "snowfall"]),
        (["sn"], ["snowfall"], ["show"]),
        (["run", "--fr"], ["--frames"], ["--fps"]),
        (["run", "--blitter", "br"], ["braille"], ["half"]),
        (["run", "-b", "ha"], ["half"], ["braille"]),
        (["run", "--blitter", "=", "gl"], ["glyph"], ["half"]),
        (["show", "fal"], ["falling"], ["snowfall"]),
        (["help", "ch"], ["check"], ["run"]),
        (["new", "s"], [], ["snowfall"]),
        (["new", "a", "--fr"], ["--from"], ["--bare"]),
        (["api", "flake.w"], ["flake.width"], ["flake.x", "width"]),
        (["--vers"], ["--version"], ["--seed"]),
        (["run", "--seed", "s"], [], ["snowfall"]),
    ]

    @Test(arguments: typed.indices)
    func `bash offers what fits, and nothing else`(index: Int) throws {
        let (line, offers, withholds) = Self.typed[index]
        let words = line.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            source "$1"; COMP_WORDS=(snowscript \(words)); COMP_CWORD=\(line.count); _snowscript
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let found = Set(
            try output(of: "bash", script, over: Completions.bash)?.split(separator: "\n").map(String.init) ?? offers)
        for offer in offers { #expect(found.contains(offer), "\(line): \(found)") }
        for word in withholds { #expect(!found.contains(word), "\(line): \(found)") }
    }
}
