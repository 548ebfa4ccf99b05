#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A pair of a terminal and the side on which a person would sit.
final class TerminalPair {
    let master: Int32
    let slave: Int32

    init?(columns: Int = 80, rows: Int = 24) {
        #if canImport(Glibc)
            // Swift does not see posix_openpt here, so the two calls of ptmx(4) stand for it.
            let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var unlocked: Int32 = 0
            var number: Int32 = 0
            guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
            else { return nil }
            let path = "/dev/pts/\(number)"
        #else
            let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
            guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
            else { return nil }
            let path = String(cString: name)
        #endif
        let slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { return nil }
        self.master = master
        self.slave = slave
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(slave)
        if isOpen { close(master) }
    }

    private var isOpen = true

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Closes the window.
    func hangUp() {
        isOpen = false
        close(master)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// What the program has sent, as far as it can be read at once.
    func read() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        for _ in 0..<64 {
            #if canImport(Glibc)
                let count = Glibc.read(master, &buffer, buffer.count)
            #else
                let count = Darwin.read(master, &buffer, buffer.count)
            #endif
            guard count > 0 else { break }
            all += buffer[..<count]
        }
        return all
    }

    /// The tty's settings, in a form that can be compared.
    var settings: [UInt64] {
        var settings = termios()
        tcgetattr(slave, &settings)
        let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt64($0) }
        return withUnsafeBytes(of: settings.c_cc) { flags + $0.map { UInt64($0) } }
    }

    /// Whether the shell's own open file of the tty has become non-blocking.
    var isNonBlocking: Bool { fcntl(slave, F_GETFL) & O_NONBLOCK != 0 }
}
