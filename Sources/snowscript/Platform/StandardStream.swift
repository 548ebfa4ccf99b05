import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Standard output or standard error, written without a buffer.
struct StandardStream: Sendable {
    static let input = StandardStream(descriptor: STDIN_FILENO)
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    let descriptor: Int32

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// All there is to read, up to its end.
    ///
    /// - Throws: A failure when it cannot be read, or is more than `limit` bytes.
    func read(limit: Int) throws(FileSystem.Failure) -> [UInt8] {
        try FileSystem.read(descriptor: descriptor, limit: limit)
    }

    /// Whether it is a terminal that may be sent styles.
    var showsStyles: Bool {
        isatty(descriptor) == 1 && Self.environment("NO_COLOR") == nil && Self.environment("TERM") ?? "dumb" != "dumb"
    }

    /// Makes a write to a pipe that nobody reads fail, where it would end the process.
    static func reportClosedPipesAsErrors() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Writes all of `bytes`; the status is what the command should end with.
    ///
    /// A reader that went away has seen enough: that is no failure. Any other one is told on standard error.
    func print(_ bytes: [UInt8]) -> ExitStatus {
        let code = write(bytes)
        if code == 0 || code == EPIPE { return .success }
        Self.error.complain("cannot write to standard output: \(String(cString: strerror(code)))")
        return .fault
    }

    /// As above, for text.
    func print(_ text: String) -> ExitStatus {
        print(Array(text.utf8))
    }

    /// A line that starts with the program's name. Names of files and scripts in it drive no terminal.
    func complain(_ message: String) {
        write("snowscript: \(PlainText.escaped(message))\n")
    }

    /// Writes `text`, or as much of it as can be.
    func write(_ text: String) {
        _ = write(Array(text.utf8))
    }

    /// Writes `text` to a terminal that may have stopped reading: once it has taken nothing for a quarter of a second,
    /// the rest is left out. Anything but a terminal gets all of it.
    func offer(_ text: String) {
        guard let terminal = Self.terminals[descriptor] else {
            write(text)
            return
        }
        var rest = Array(text.utf8)[...]
        var pauses = 0
        while !rest.isEmpty, pauses < 25 {
            let count = rest.withUnsafeBytes { platformWrite(terminal, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                pauses = 0
            } else if errno == EAGAIN {
                // Not poll(2), which finds room for a byte where a line's end needs two.
                pauses += 1
                usleep(10_000)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Opens the terminals that `offer` writes to. A locked process could not.
    static func openTerminals() { _ = terminals }

    /// The terminals behind standard output and error, by their descriptors.
    private static let terminals = [output, error].reduce(into: [Int32: Int32]()) { terminals, stream in
        terminals[stream.descriptor] = stream.reopenedTerminal()
    }

    /// The terminal behind the descriptor, opened so that writing never waits; the shell's own open file goes on
    /// waiting as it does.
    private func reopenedTerminal() -> Int32? {
        var path = [CChar](repeating: 0, count: 1024)
        guard isatty(descriptor) == 1, ttyname_r(descriptor, &path, path.count) == 0 else { return nil }
        let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        return opened >= 0 ? opened : nil
    }

    /// Writes all of `bytes`, or returns the error number.
    func write(_ bytes: [UInt8]) -> Int32 {
        var written = 0
        while written < bytes.count {
            // The buffer outlives the call, and the offset is below its count.
            let count = bytes.withUnsafeBytes { buffer in
                platformWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// A variable of the environment that is set and not empty.
    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}

private func platformWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}

extension ExitStatus {
    /// Leaves the process with this status; `atOnce` leaves out what the C library does at the end, which would
    /// wait for other threads.
    func endProcess(atOnce: Bool = false) -> Never {
        atOnce ? _exit(rawValue) : exit(rawValue)
    }
}
