#if canImport(Glibc)
    import Glibc
    import SnowHost
    import Testing

    /// Native code in the process of the command, where a script that broke out of Lua would be.
    @Suite(.enabled(if: Probe.library != nil)) struct AttackTests {
        /// Each command that compiles or runs scripts.
        static let commands = [
            ["run", "a.lua"], ["a.lua"], ["a.lua", "--record", "show.cast"], ["test", "a.lua"], ["check", "a.lua"],
            ["render", "a.lua", "-o", "a.png"], ["render", "a.lua", "-o", "-", "--format", "ans"], ["list"],
        ]

        private func attempts(_ arguments: [String]) throws -> [Probe.Attempt] {
            let folder = try TemporaryFolder()
            try folder.write("function frame() end", to: "a.lua")
            try folder.write("", to: "gone")
            var environment = Probe.environment(for: folder)
            environment["SNOWSCRIPT_SCRIPTS"] = folder.path
            // A show wants a terminal, which some attempts want, too.
            let terminal = try PseudoTerminal(
                TestBinary.path, arguments, environment: environment, folder: folder.path)
            #expect(terminal.readToEnd() == .exited(0), "\(terminal.text)")
            return Probe.attempts(in: terminal.text)
        }

        @Test(arguments: commands)
        func `native code in a locked process can read beside the script, and nothing else`(arguments: [String]) throws
        {
            let attempts = try attempts(arguments)
            #expect(Set(attempts.map(\.thread)) == ["main", "other"])
            #expect(attempts.count > 100)
            for attempt in attempts {
                switch attempt.wall {
                case .nothing: #expect(attempt.code == 0, "\(attempt)")
                case .landlock: #expect(attempt.isRefused || !Probe.hasLandlock, "\(attempt)")
                case .seccomp: #expect(attempt.isRefused || !Probe.hasFilter, "\(attempt)")
                }
            }
        }

        @Test func `nothing of it is refused to a process that is not locked down`() throws {
            let attempts = try attempts(["a.lua", "--no-lockdown"]).filter(\.worksForAll)
            #expect(attempts.count > 80)
            for attempt in attempts { #expect(!attempt.isRefused, "\(attempt)") }
        }
    }
#endif
