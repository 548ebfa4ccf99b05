import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The project's own encoder as a program of its own, beside `Peers/curses.c`: the same file in, the same line out.
enum FramePlayer {
    /// Plays FILE COLUMNS ROWS on standard output, and ends the process.
    static func run(_ words: ArraySlice<String>) throws -> Never {
        let words = Array(words)
        guard words.count == 3, let columns = Int(words[1]), let rows = Int(words[2]) else { exit(2) }
        let bytes = try FileSystem.read(FilePath(words[0]), limit: 1 << 30)
        let numbers = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
        var raw = termios()
        tcgetattr(STDOUT_FILENO, &raw)
        cfmakeraw(&raw)
        tcsetattr(STDOUT_FILENO, TCSANOW, &raw)

        let clusters = ClusterTable()
        var grid = CellGrid(columns: columns, rows: rows, clusters: clusters)
        var encoder = FrameEncoder(
            columns: columns, rows: rows, clusters: clusters, isLineFeedPlain: true)
        encoder.controls = .detect(terminal: "xterm-256color")
        let allocations = allocationCounter()
        var allocated = 0
        var spent = 0.0
        var frame = 0
        var place = 0
        while place < numbers.count {
            // Buffers grow in the first frames.
            if frame == 60 { allocated = allocations?() ?? 0 }
            if frame == 1 { send(Array("\u{1B}]begin\u{1B}\\".utf8)) }
            let changed = Int(numbers[place])
            place += 1
            for start in stride(from: place, to: place + 4 * changed, by: 4) {
                grid.cells[Int(numbers[start])] = Cell(
                    content: UInt32(bitPattern: numbers[start + 1]),
                    style: CellStyle(foreground: color(numbers[start + 2]), background: color(numbers[start + 3])))
            }
            place += 4 * changed
            let begin = Measurement.cpuSeconds()
            if encoder.encode(grid) {
                send(encoder.frame)
                encoder.commit(grid)
            }
            if frame > 0 { spent += Measurement.cpuSeconds() - begin }
            frame += 1
        }
        let count = allocations.map { "\($0() - allocated)" } ?? "-"
        send(Array("\u{1B}]ended\u{1B}\\\r\n\(count)\r\n\(frame - 1) \(spent)\r\n".utf8))
        exit(0)
    }

    /// What counts this thread's allocations, where `Peers/allocations.c` was loaded.
    private static func allocationCounter() -> (@convention(c) () -> Int)? {
        guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "bench_allocations") else { return nil }
        // The function of that name takes nothing and returns a long.
        return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
    }

    private static func color(_ index: Int32) -> CellColor {
        index < 0 ? .standard : .indexed(UInt8(truncatingIfNeeded: index))
    }

    private static func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress.map { $0 + sent }, $0.count - sent)
            }
            if count < 0, errno != EINTR { exit(1) }
            sent += max(count, 0)
        }
    }
}
