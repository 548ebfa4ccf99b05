import SnowHost
import Testing

@testable import snowscript

@Suite struct ApiCommandTests {
    @Test func `the reference goes into a pipe as plain text`() throws {
        let run = try PipedRun(["api"])
        #expect(run.ending == .exited(0))
        #expect(run.output == ReferencePage(of: Reference.sections, isBold: false).text)
        #expect(run.errors.isEmpty)
        let closed = try PipedRun(["api"], closesOutput: true)
        #expect(closed.ending == .exited(0) && closed.errors.isEmpty)
    }

    @Test func `headings are bold on a terminal`() throws {
        let bold = try PseudoTerminal(TestBinary.path, ["api", "spawn"])
        #expect(bold.readToEnd() == .exited(0))
        #expect(bold.text.contains("\u{1B}[1mspawn([fields]) -> Flake?\u{1B}[0m"))
        let plain = try PseudoTerminal(TestBinary.path, ["api", "spawn"], environment: ["NO_COLOR": "1"])
        #expect(plain.readToEnd() == .exited(0))
        #expect(!plain.output.contains(0x1B))
    }

    @Test func `several names are told one after the other`() throws {
        let run = try PipedRun(["api", "flake.x", "easings"])
        #expect(run.ending == .exited(0))
        #expect(run.output.hasPrefix("flake.x\n"))
        #expect(run.output.contains("\n\nEasings\n"))
    }

    @Test(
        arguments: [
            (["widht"], "scripts know nothing called 'widht'; did you mean 'width'?"),
            (["flake.colour"], "scripts know nothing called 'flake.colour'; did you mean 'flake.color'?"),
            (["zzzzzzzz"], "scripts know nothing called 'zzzzzzzz'"),
            (["spawn", "anmate"], "scripts know nothing called 'anmate'; did you mean 'animate'?"),
            (["spawn", "--markdown"], "--markdown is for the whole reference, and takes no WORD"),
            (["spawn", "--stubs", "x"], "--stubs is for the whole reference, and takes no WORD"),
            (["--markdown", "--stubs", "x"], "--markdown and --stubs do not go together"),
            (["--stubs", ""], "--stubs: expected a folder, got ''"),
        ])
    func `what cannot be told is answered by a sentence`(arguments: [String], message: String) throws {
        let run = try PipedRun(["api"] + arguments)
        #expect(run.ending == .exited(2))
        #expect(run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").first == "snowscript: \(message)")
    }

    @Test func `stubs are written into a folder, and again over older ones only`() throws {
        let folder = try TemporaryFolder()
        let types = "\(folder.path)/types"
        let file = "\(types)/\(TypeStubs.fileName)"
        folder.adopt("types")
        folder.adopt("types/\(TypeStubs.fileName)")
        for _ in 0..<2 {
            let run = try PipedRun(["api", "--stubs", types])
            #expect(run.ending == .exited(0) && run.output == "wrote \(file)\n" && run.errors.isEmpty)
            #expect(try FileSystem.read(FilePath(file), limit: 1 << 20) == Array(TypeStubs().text.utf8))
        }
        try folder.write(TypeStubs.mark + "-- an older one", to: "types/\(TypeStubs.fileName)")
        #expect(try PipedRun(["api", "--stubs", types]).ending == .exited(0))
        #expect(try FileSystem.read(FilePath(file), limit: 1 << 20) == Array(TypeStubs().text.utf8))
        try folder.write("-- mine", to: "types/\(TypeStubs.fileName)")
        let refused = try PipedRun(["api", "--stubs", types])
        #expect(refused.ending == .exited(1))
        #expect(
            refused.errors
                == "snowscript: cannot write '\(file)': it is there and no work of this command; name another folder\n")
        #expect(try FileSystem.read(FilePath(file), limit: 1 << 20) == Array("-- mine".utf8))
    }

    @Test func `stubs that cannot be written are a failure`() throws {
        let folder = try TemporaryFolder()
        let run = try PipedRun(["api", "--stubs", "\(folder.path)/a/b"])
        #expect(run.ending == .exited(1))
        #expect(run.errors == "snowscript: cannot write '\(folder.path)/a/b': there is no folder '\(folder.path)/a'\n")
    }
}
