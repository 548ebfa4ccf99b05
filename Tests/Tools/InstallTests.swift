import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct InstallTests {
    private static let root = String(#filePath.dropLast("Tests/Tools/InstallTests.swift".count))

    private func run(_ tool: String, _ arguments: [String], expecting status: Int32 = 0) throws -> PipedRun {
        let run = try PipedRun(
            ["\(Self.root)tools/\(tool)"] + arguments, executable: "/bin/bash",
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"], timeout: .seconds(300))
        #expect(run.ending == .exited(status), "\(run.errors)")
        return run
    }

    /// Takes away what was put into a folder from outside of these tests.
    private func empty(_ folder: TemporaryFolder) {
        _ = try? PipedRun(["-c", "rm -rf \"$1\"/*", "sh", folder.path], executable: "/bin/sh")
    }

    /// The files below a folder, in order.
    private func files(in folder: String) throws -> [String] {
        try PipedRun(["-c", "cd \"$1\" && find . -type f | sort", "sh", folder], executable: "/bin/sh")
            .output.split(separator: "\n").map(String.init)
    }

    @Test func `what was installed works, and goes away again without a trace of it`() throws {
        let folder = try TemporaryFolder()
        defer { empty(folder) }
        let prefix = "\(folder.path)/a prefix"
        _ = try run("install", ["--prefix", prefix, "--program", TestBinary.path])
        try folder.write("mine", to: "a prefix/share/snowscript/mine.lua")
        let installed = try files(in: prefix)
        for place in [
            "bin/snowscript", "share/man/man1/snowscript.1", "share/bash-completion/completions/snowscript",
            "share/zsh/site-functions/_snowscript", "share/fish/vendor_completions.d/snowscript.fish",
            "share/snowscript/scripts/snowfall.lua", "share/doc/snowscript/LICENSE",
        ] { #expect(installed.contains("./\(place)"), "\(place)") }
        let program = try PipedRun(["test", "falling", "--frames", "10"], executable: "\(prefix)/bin/snowscript")
        #expect(program.ending == .exited(0))
        // Once more over itself, as an upgrade does.
        _ = try run("install", ["--prefix", prefix, "--program", TestBinary.path])
        #expect(try files(in: prefix) == installed)

        _ = try run("uninstall", ["--prefix", prefix])
        #expect(try files(in: prefix) == ["./share/snowscript/mine.lua"])
        #expect(try run("uninstall", ["--prefix", prefix], expecting: 1).errors.contains("nothing was installed"))
    }

    @Test func `a list that names places outside the prefix takes nothing away there`() throws {
        let folder = try TemporaryFolder()
        try folder.write("kept", to: "kept")
        try folder.write(
            "../kept\n\(folder.path)/kept\nshare/../../kept\ngone\n", to: "prefix/share/snowscript/installed")
        try folder.write("", to: "prefix/gone")
        _ = try run("uninstall", ["--prefix", "\(folder.path)/prefix"])
        #expect(FileSystem.isFile("\(folder.path)/kept"))
        #expect(!FileSystem.isFile("\(folder.path)/prefix/gone"))
    }

    @Test(arguments: ["tar", "deb"])
    func `a package is made, and its program works where it is unpacked`(kind: String) throws {
        // The tools of another system are not asked for.
        guard kind == "tar" || FileSystem.isFile("/usr/bin/dpkg-deb") else { return }
        let folder = try TemporaryFolder()
        defer { empty(folder) }
        let arguments = ["--output", folder.path, "--only", kind, "--program", TestBinary.path]
        let first = try run("package", arguments).output.split(separator: "\n").map(String.init)
        try #require(first.count == 1 && FileSystem.isFile(FilePath(first[0])))
        let bytes = try FileSystem.read(FilePath(first[0]), limit: 1 << 30)
        #expect(try run("package", arguments).output == first[0] + "\n")
        #expect(try FileSystem.read(FilePath(first[0]), limit: 1 << 30) == bytes, "the same twice")
        // A program built for tests knows where the toolchain is.
        guard kind == "deb", FileSystem.isFile("/usr/bin/lintian") else { return }
        let opinion = try PipedRun(
            ["--fail-on", "error", "--suppress-tags", "custom-library-search-path", first[0]],
            executable: "/usr/bin/lintian", timeout: .seconds(300))
        #expect(opinion.ending == .exited(0), "\(opinion.output)")
    }
}
