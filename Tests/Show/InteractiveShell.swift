import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A shell with job control in a terminal window: what a person types to start, stop and end shows.
enum InteractiveShell {
    static let prompt = "ready> "

    /// Bash with `script` as a.lua beside it, and the program as `$PROGRAM`.
    static func start(script: String) throws -> Showing {
        let show = try Showing(
            ["--norc", "--noprofile", "-i"], executable: "/bin/bash",
            environment: [
                "PS1": prompt, "COLORTERM": "truecolor", "HISTFILE": "/dev/null", "PROGRAM": TestBinary.path,
                "INPUTRC": "inputrc",
            ], files: ["a.lua": script, "inputrc": "set enable-bracketed-paste off\n"])
        #expect(show.watch(for: prompt))
        return show
    }

    /// Types a line, and reads until the shell asks for the next one; what came in between.
    @discardableResult
    static func ask(_ show: Showing, _ line: String) -> String {
        let start = show.terminal.output.count
        show.terminal.type(line + "\n")
        #expect(show.watch(for: prompt, from: start), "\(line)")
        return String(decoding: show.terminal.output[start...], as: UTF8.self)
    }

    /// Does something that stops the foreground job, and waits for the shell.
    static func stop(_ show: Showing, _ press: () -> Void) {
        let start = show.terminal.output.count
        press()
        #expect(show.watch(for: "Stopped", from: start))
        #expect(show.watch(for: prompt, from: start))
    }

    /// Expects that the shell has a line that echoes and edits.
    static func expectCooked(_ show: Showing, sourceLocation: SourceLocation = #_sourceLocation) {
        let settings = ask(show, "stty -a | tr ' ' '\\n' | grep -xE -- '-?(icanon|echo|isig|opost);?' | tr '\\n' ' '")
        #expect(settings.contains("opost isig icanon echo "), "\(settings)", sourceLocation: sourceLocation)
    }

    /// Waits for the process of a name that the shell has started.
    static func job(of show: Showing, named name: String = "snowscript") -> pid_t? {
        let shell = "\(show.terminal.process.identifier)"
        var job: pid_t?
        show.watch {
            let lines = processes(["-e", "-o", "pid=,ppid=,comm="]).map { $0.split(separator: " ") }
            let line = lines.first { $0.count > 2 && $0[1] == shell && $0[2].hasSuffix(name) }
            job = line.flatMap { pid_t($0[0]) }
            return job != nil
        }
        return job
    }

    /// Waits until a process is stopped.
    static func waitForStop(of job: pid_t, _ show: Showing) -> Bool {
        show.watch { processes(["-o", "stat=", "-p", "\(job)"]).first?.hasPrefix("T") == true }
    }

    /// Waits until a process has ended.
    static func waitForEnd(of job: pid_t) -> Bool {
        let deadline = ContinuousClock.now + PseudoTerminal.patience
        while ContinuousClock.now < deadline {
            // One that its parent has not looked after yet has ended too.
            guard let state = processes(["-o", "stat=", "-p", "\(job)"]).first, !state.hasPrefix("Z") else {
                return true
            }
            usleep(20_000)
        }
        return false
    }

    private static func processes(_ arguments: [String]) -> [Substring] {
        guard let run = try? PipedRun(arguments, executable: "/bin/ps") else { return [] }
        return run.output.split(separator: "\n")
    }
}
