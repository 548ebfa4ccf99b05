import SnowHost
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files that are finished by a process outside the lockdown.
@Suite struct FileBrokerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> FilePath { "\(folder.path)/\(name)" }

    @Test func `a file is put in place of another, or removed`() throws {
        try folder.write("new", to: "draft")
        try folder.write("old", to: "name")
        do {
            let broker = try FileBroker(for: path("draft"), target: "name")
            #expect(broker.commit() == 0)
        }
        #expect(try FileSystem.read(path("name"), limit: 10) == Array("new".utf8))
        #expect(!FileSystem.isFile(path("draft")))
        try folder.write("newer", to: "draft")
        do { _ = try FileBroker(for: path("draft"), target: "name") }
        #expect(!FileSystem.isFile(path("draft")))
        #expect(try FileSystem.read(path("name"), limit: 10) == Array("new".utf8))
    }

    @Test func `what cannot be renamed is told, and removed`() throws {
        try folder.write("new", to: "draft")
        try folder.write("", to: "taken/inside")
        do {
            let broker = try FileBroker(for: path("draft"), target: "taken")
            #expect([EISDIR, ENOTEMPTY, EEXIST].contains(broker.commit()))
        }
        #expect(!FileSystem.isFile(path("draft")))
    }

    @Test func `a file without a target stays if it holds something, or is forgotten`() throws {
        for (text, isKept) in [("", false), ("x", true)] {
            try folder.write("", to: "file")
            do {
                let broker = try FileBroker(for: path("file"))
                try withExtendedLifetime(broker) { _ = try folder.write(text, to: "file") }
            }
            #expect(FileSystem.isFile(path("file")) == isKept)
        }
        try folder.write("", to: "file")
        do { try FileBroker(for: path("file")).forget() }
        #expect(FileSystem.isFile(path("file")))
    }

    @Test func `a folder that cannot be listed is as good`() throws {
        try folder.write("x", to: "closed/draft")
        folder.adopt("closed/name")
        chmod("\(folder.path)/closed", 0o333)
        do {
            let broker = try FileBroker(for: path("closed/draft"), target: "name")
            #expect(broker.commit() == 0)
        }
        chmod("\(folder.path)/closed", 0o755)
        #expect(FileSystem.isFile(path("closed/name")))
    }

    /// Files of a folder that a program is done with; it may have been ended a moment ago.
    private func settles(_ name: String, timeout: Duration = .seconds(30)) -> Bool {
        let deadline = ContinuousClock.now + timeout
        while FileSystem.names(in: FilePath(folder.path)).contains(where: { $0.hasPrefix(name) }),
            ContinuousClock.now < deadline
        {
            usleep(5000)
        }
        return !FileSystem.names(in: FilePath(folder.path)).contains { $0.hasPrefix(name) }
    }

    @Test func `a recording of a script that does not load is not left behind`() throws {
        try folder.write("function frame(", to: "bad.lua")
        let show = try Showing(["\(folder.path)/bad.lua", "--record", "\(folder.path)/show.cast"])
        #expect(show.watchToEnd() == .exited(1))
        #expect(!FileSystem.isFile(path("show.cast")))
    }

    @Test(arguments: [SIGKILL, SIGTERM]) func `a picture that is not finished is not left behind`(signal: Int32) throws
    {
        let script = try folder.write("function frame() end", to: "a.lua")
        let process = try ChildProcess(
            TestBinary.path, ["render", script, "-o", "\(folder.path)/a.png", "--at", "10000000"],
            environment: ChildProcess.baseEnvironment, descriptors: [.path("/dev/null")], ownSession: false)
        let deadline = ContinuousClock.now + .seconds(30)
        while !FileSystem.names(in: FilePath(folder.path)).contains(where: { $0.hasPrefix("a.png") }),
            ContinuousClock.now < deadline
        {
            usleep(5000)
        }
        #expect(FileSystem.names(in: FilePath(folder.path)).contains { $0.hasPrefix("a.png") })
        process.send(signal)
        #expect(settles("a.png"))
    }
}
