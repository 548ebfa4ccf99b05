#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A terminal with a program in it, as a terminal window has, and the test in the place of the window.
///
/// Every wait ends on an event or after its timeout. The program dies with the value.
final class PseudoTerminal {
    /// The line settings that a program must leave as it found them.
    struct Attributes: Equatable {
        let modes: [tcflag_t]
        let characters: [cc_t]
        /// Whether typed text is shown and handed on by the line.
        let isCooked: Bool
    }

    static let patience = Duration.seconds(30)

    let process: ChildProcess
    /// The line settings that the program found.
    let attributesBefore: Attributes
    /// All that the program has written so far, as far as it was read.
    private(set) var output: [UInt8] = []
    private let window: Descriptor
    /// Held open so that the settings survive the program's end.
    private let line: Descriptor

    /// Starts `executable` with the terminal as its descriptors 0, 1, 2, and in control of it.
    ///
    /// `environment` is added to `ChildProcess.baseEnvironment`.
    init(
        _ executable: String, _ arguments: [String], environment: [String: String] = [:], columns: Int = 80,
        rows: Int = 24, folder: String? = nil
    ) throws(ChildProcess.Failure) {
        window = Descriptor(Self.openWindow())
        guard window.number >= 0, let path = Self.linePath(of: window) else {
            throw ChildProcess.Failure(operation: "make a terminal", code: errno)
        }
        line = Descriptor(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        guard line.number >= 0 else { throw ChildProcess.Failure(operation: "open \(path)", code: errno) }
        window.stopBlocking()
        Self.setSize(of: window, columns: columns, rows: rows)
        attributesBefore = Self.attributes(of: line)
        process = try ChildProcess(
            executable, arguments, environment: ChildProcess.baseEnvironment.merging(environment) { $1 },
            descriptors: [.path(path), .path(path), .path(path)], ownSession: true, folder: folder)
    }

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The line settings now.
    var attributes: Attributes { Self.attributes(of: line) }

    private static func attributes(of line: Descriptor) -> Attributes {
        var settings = termios()
        tcgetattr(line.number, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.bindMemory(to: cc_t.self).map { $0 } }
        return Attributes(
            modes: [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag],
            characters: characters,
            isCooked: settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
    }

    /// Reads until `isEnough` of the whole output; false when the program ends or the time runs out before.
    @discardableResult
    func read(until isEnough: ([UInt8]) -> Bool, timeout: Duration = patience) -> Bool {
        let deadline = ContinuousClock.now + timeout
        repeat {
            // The ending is looked up first: all that the program wrote before it is there to be read after.
            let hasEnded = process.checkForEnding() != nil
            _ = window.read(into: &output)
            if isEnough(output) { return true }
            if hasEnded { return false }
            waitForEvent(POLLIN)
        } while ContinuousClock.now < deadline
        return false
    }

    /// Reads until the output contains `text`, from byte number `start` on.
    @discardableResult
    func read(until text: String, from start: Int = 0, timeout: Duration = patience) -> Bool {
        let wanted = Array(text.utf8)
        // Where the next look begins; what lies before it was looked at.
        var unseen = start
        return read(
            until: { output in
                while unseen + wanted.count <= output.count {
                    if output[unseen...].starts(with: wanted) { return true }
                    unseen += 1
                }
                return false
            }, timeout: timeout)
    }

    /// Reads on until the program ends; none when the time runs out before.
    func readToEnd(timeout: Duration = patience) -> ChildProcess.Ending? {
        read(until: { _ in false }, timeout: timeout)
        return process.ending
    }

    /// Waits for the end of a program whose output nobody reads, as when a terminal stalls.
    func waitWithoutReading(timeout: Duration = patience) -> ChildProcess.Ending? {
        let deadline = ContinuousClock.now + timeout
        while process.checkForEnding() == nil, ContinuousClock.now < deadline {
            usleep(2000)
        }
        return process.ending
    }

    /// Types `text`; false when the program does not take it in time.
    @discardableResult
    func type(_ text: String, timeout: Duration = patience) -> Bool {
        let deadline = ContinuousClock.now + timeout
        var rest = Array(text.utf8)[...]
        while window.write(from: &rest), !rest.isEmpty, ContinuousClock.now < deadline {
            waitForEvent(POLLOUT)
        }
        return rest.isEmpty
    }

    /// Changes the window's size; the system tells the program by SIGWINCH.
    func resize(columns: Int, rows: Int) {
        Self.setSize(of: window, columns: columns, rows: rows)
    }

    /// Closes the window; the system tells the program by SIGHUP.
    func hangUp() {
        line.close()
        window.close()
    }

    private func waitForEvent(_ events: Int32) {
        var wanted = pollfd(fd: window.number, events: Int16(events), revents: 0)
        // Short, because a program's end is no event of the terminal.
        poll(&wanted, 1, 5)
    }

    private static func setSize(of window: Descriptor, columns: Int, rows: Int) {
        var size = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(window.number, UInt(TIOCSWINSZ), &size)
    }

    #if canImport(Darwin)
        private static func openWindow() -> Int32 {
            posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        }

        private static func linePath(of window: Descriptor) -> String? {
            guard grantpt(window.number) == 0, unlockpt(window.number) == 0 else { return nil }
            return ptsname(window.number).map { String(cString: $0) }
        }
    #else
        // The standard calls are shown only to X/Open sources; these are what they do.
        private static func openWindow() -> Int32 {
            open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        }

        private static func linePath(of window: Descriptor) -> String? {
            let setLock: UInt = 0x4004_5431
            let getNumber: UInt = 0x8004_5430
            var isLocked: CInt = 0
            var number: CUnsignedInt = 0
            guard ioctl(window.number, setLock, &isLocked) == 0, ioctl(window.number, getNumber, &number) == 0
            else { return nil }
            return "/dev/pts/\(number)"
        }
    #endif
}
