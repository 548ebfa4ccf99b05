import SnowHost
import Testing

@testable import snowscript

@Suite struct OutputTests {
    @Test func `list names every bundled script`() throws {
        let run = try PipedRun(["list"])
        #expect(run.ending == .exited(0))
        #expect(run.errors.isEmpty)
        let names = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names == BundledScript.all.map(\.name))
    }

    @Test func `a listing aligns what scripts say of themselves`() {
        let listing = Command.listing(BundledScript.all.map { FilePath($0.name) }) { _ in "words" }
        let columns = Set(listing.split(separator: "\n").map { $0.count - "words".count })
        #expect(columns.count == 1)
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `show prints the source byte for byte`(name: String) throws {
        let run = try PipedRun(["show", name])
        #expect(run.ending == .exited(0))
        #expect(run.outputBytes == BundledScript.named(name)?.source)
        #expect(run.errors.isEmpty)
    }

    @Test func `the version is one line`() throws {
        for flag in ["--version", "-V"] {
            let run = try PipedRun([flag])
            #expect(run.ending == .exited(0))
            #expect(run.output == "snowscript \(Program.version)\n")
        }
    }

    @Test(arguments: Command.all.map(\.name))
    func `help of a command is what its own flag shows`(name: String) throws {
        let page = try PipedRun(["help", name])
        #expect(page.ending == .exited(0))
        #expect(page.output == HelpPage(of: try #require(Command.named(name)), length: .long, isBold: false).text)
        #expect(try PipedRun([name, "--help"]).output == page.output)
        #expect(try PipedRun([name, "-h"]).output.count <= page.output.count)
        #expect(page.errors.isEmpty && !page.outputBytes.contains(0x1B))
    }

    @Test(arguments: [["list"], ["show", "snowfall"], ["--help"], ["help", "run"], ["--version"]])
    func `a reader that has gone away is no failure`(arguments: [String]) throws {
        let run = try PipedRun(arguments, closesOutput: true)
        #expect(run.ending == .exited(0))
        #expect(run.errors.isEmpty)
    }

    @Test func `headings are bold on a terminal that has no objection`() throws {
        let bold = try PseudoTerminal(TestBinary.path, ["-h"])
        #expect(bold.readToEnd() == .exited(0))
        #expect(bold.text.contains("\u{1B}[1mUsage\u{1B}[0m"))
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = try PseudoTerminal(TestBinary.path, ["-h"], environment: environment)
            #expect(plain.readToEnd() == .exited(0))
            #expect(!plain.output.contains(0x1B), "\(environment)")
        }
    }
}
