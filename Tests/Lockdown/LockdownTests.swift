@testable import SnowHost
import Testing

@testable import snowscript

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a lockdown is asked for and says, and what goes on working behind it.
@Suite struct LockdownTests {
    #if canImport(Glibc)
        @Test func `a process with more threads than one is not locked down`() throws {
            let (read, write) = try Descriptor.pipe()
            // A thread that is there until the end of the test.
            let number = read.number
            let hasStarted = DetachedThread.start {
                var byte: UInt8 = 0
                _ = Glibc.read(number, &byte, 1)
            }
            try #require(hasStarted)
            do throws(Lockdown.Failure) {
                _ = try Lockdown.apply(readingBeneath: [])
                Issue.record("the tests are locked down now")
            } catch {
                guard case .threads(let count) = error, count > 1 else {
                    Issue.record("\(error)")
                    return
                }
                #expect(error.description.hasSuffix("threads run; call apply before the process starts a second one"))
            }
            #expect(!Lockdown.isApplied)
            write.close()
        }

        @Test func `a program that embeds the host locks itself down once, and plays on`() throws {
            let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
            let script = "function frame() spawn { y = 10, speed = 1 } end"
            try folder.write(script, to: "a.lua")
            let other = try elsewhere.write(script, to: "b.lua")
            let run = try PipedRun(["lockdown", folder.path, other], executable: TestBinary.trials)
            #expect(run.ending == .exited(0), "\(run.errors)")
            let lines = run.output.split(separator: "\n")
            #expect(lines.count == 4)
            #expect(lines.first == "1 true")
            #expect(lines.dropFirst().first?.hasPrefix("2 this process is locked down already") == true)
            #expect(lines.dropFirst(2).first == "1")
            if case .standing = Lockdown.offered.landlock {
                #expect(
                    lines.last?.hasPrefix("it lies outside the folders that the lockdown lets this process read")
                        == true)
            }
        }
    #endif

    @Test func `the version, the doctor and a run tell the same walls`() throws {
        let walls = Lockdown.offered
        for flags in [["--version", "--verbose"], ["-vV"], ["-V", "-v"]] {
            #expect(try PipedRun(flags).output == Program.verboseVersion)
        }
        for line in ["lua: \(LinkedLua.version)", "landlock: \(walls.landlock)", "seccomp: \(walls.seccomp)"] {
            #expect(Program.verboseVersion.split(separator: "\n").contains(line[...]))
        }
        let doctor = try PipedRun(["doctor", "--json"]).output
        #expect(doctor.contains("\"landlock\": {\"value\": \"\(walls.landlock)\""))
        #expect(doctor.contains("\"seccomp\": {\"value\": \"\(walls.seccomp)\""))
        #expect(doctor.contains("\"lockdown\": {\"value\": \"on\""))
        let show = try Showing(["--verbose", "--frames", "2"])
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.terminal.text.components(separatedBy: Showing.taken)[0].contains("landlock: \(walls.landlock)"))
        show.expectGivenBack()
    }

    @Test func `a setting leaves it out, and is named`() throws {
        let environment = ["SNOWSCRIPT_NO_LOCKDOWN": "yes"]
        let doctor = try PipedRun(["doctor"], environment: environment).output
        #expect(doctor.contains("lockdown    off  (set by SNOWSCRIPT_NO_LOCKDOWN)"))
        let show = try Showing(["--verbose", "--frames", "2"], environment: environment)
        #expect(show.watchToEnd() == .exited(0))
        #expect(show.terminal.text.contains("not locked down"))
    }

    @Test func `walls say what they are made with, or why there is none`() {
        let walls = Lockdown.Walls(landlock: .standing(version: "ABI 7"), seccomp: .missing(reason: "not built"))
        #expect(walls.text == "landlock: ABI 7\nseccomp: none: not built\n")
    }

    #if canImport(Glibc)
        private static let absence = Probe.build("absent")

        @Test(.enabled(if: absence != nil)) func `where a kernel has no walls scripts are played, and it is told`()
            throws
        {
            let environment = ["LD_PRELOAD": Self.absence ?? "", "KERNEL_LACKS": "walls"]
            let without = "none: this system does not offer it (Function not implemented)"
            #expect(try PipedRun(["doctor"], environment: environment).output.contains("landlock    \(without)"))
            let version = try PipedRun(["--version", "--verbose"], environment: environment).output
            #expect(version.contains("landlock: \(without)") && version.contains("seccomp: none: "))
            let show = try Showing(["--verbose", "--frames", "2"], environment: environment)
            #expect(show.watchToEnd() == .exited(0))
            #expect(show.terminal.text.components(separatedBy: Showing.taken)[0].contains("landlock: \(without)"))
            show.expectGivenBack()
            let frames = ["test", "snowfall", "--frames", "3"]
            #expect(try PipedRun(frames, environment: environment).output == PipedRun(frames).output)
        }

        @Test(.enabled(if: absence != nil && Probe.hasLandlock))
        func `where a wall cannot be put up no script runs, unless that is asked for`() throws {
            let environment = ["LD_PRELOAD": Self.absence ?? "", "KERNEL_LACKS": "landlock"]
            let refused = try PipedRun(["test", "snowfall"], environment: environment)
            #expect(refused.ending == .exited(2) && refused.output.isEmpty)
            #expect(refused.errors.contains("cannot lock this process down: landlock: Operation not permitted; "))
            #expect(refused.errors.contains("--no-lockdown runs scripts without it"))
            let run = try PipedRun(["test", "snowfall", "--no-lockdown"], environment: environment)
            #expect(run.ending == .exited(0) && run.errors.isEmpty)
        }

        private static func version(_ number: Int) -> String { "function frame() text(0, 0, 'version \(number)') end" }

        @Test(arguments: [[], ["--no-lockdown"]])
        func `a link that is turned to another folder is told with its remedy`(flags: [String]) throws {
            guard case .standing = Lockdown.offered.landlock else { return }
            let folder = try TemporaryFolder()
            for number in [1, 2] { try folder.write(Self.version(number), to: "v\(number)/a.lua") }
            let link = "\(folder.path)/current"
            folder.adopt("current")
            symlink("v1", link)
            let show = try Showing(["\(link)/a.lua"] + flags)
            #expect(show.watch { show.emulator.text(row: 0) == "version 1" })
            unlink(link)
            symlink("v2", link)
            if flags.isEmpty {
                #expect(show.watch { show.emulator.text.contains("--no-lockdown") })
                #expect(show.emulator.text(row: 0) == "version 1")
                unlink(link)
                symlink("v1", link)
                #expect(show.watch { !show.emulator.text.contains("--no-lockdown") })
            } else {
                #expect(show.watch { show.emulator.text(row: 0) == "version 2" })
            }
            show.terminal.type("q")
            #expect(show.watchToEnd() == .exited(0))
            show.expectGivenBack()
        }

        @Test func `a script that is a link is read where the link leads, and where it is turned to in its own folder`()
            throws
        {
            let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
            let target = try elsewhere.write(Self.version(1), to: "real.lua")
            folder.adopt("a.lua")
            symlink(target, "\(folder.path)/a.lua")
            let show = try Showing(["\(folder.path)/a.lua"])
            #expect(show.watch { show.emulator.text(row: 0) == "version 1" })
            try elsewhere.write(Self.version(2), to: "real.lua")
            #expect(show.watch { show.emulator.text(row: 0) == "version 2" })
            try folder.write(Self.version(3), to: "beside.lua")
            unlink("\(folder.path)/a.lua")
            symlink("beside.lua", "\(folder.path)/a.lua")
            #expect(show.watch { show.emulator.text(row: 0) == "version 3" })
            show.terminal.type("q")
            #expect(show.watchToEnd() == .exited(0))
        }
    #endif
}
